import { afterEach, describe, expect, it } from 'vitest';
import { ESTIMATE_TENANTS, tenantStatisticsSql } from '#libs/core/persistence';
import { migratedDatabase, type MigratedDatabase } from '../support/schema.js';
import { neglectedIndexes } from './stale-statistics.js';

/** Conditions of an index hold for few rows of a tenant at a time, so that another index does as well. */
const FEW = ['outbox__in_hand__ix: kind'];

/** Look-ups that may read by another index. */
const HARMLESS: Record<string, readonly string[]> = {
  crm: [
    'contact__company__ix: company_id',
    // Asked by `@>`, which its own spec looks at.
    'contact__filter_keys__ix: filter_keys',
    // Lists, which end at their limit; the statistics of this table are kept for them.
    'contact__filters__ix: name_key',
    'contact__owner__ix: owner_id',
    'contact__stage__ix: stage',
    'contact_export_file__live__ix: id',
    // Asked about all contacts of the tenant at once: without it their identifiers are read once.
    'contact_identifier__domain__ix: domain_index',
    // Read in the order of ids, after an upgrade.
    'contact_identifier__undomained__ix: id',
    'contact_import__active__ix: id',
    // Read for the longest due, not for a moment.
    'enrollment__tenant_due__ix: due_at',
    'erasure_request__pending__uq: contact_id',
    ...FEW,
  ],
  identity: FEW,
  mail: FEW,
  // A page has few experiments, one of them running. The statistics of leads are kept for their lists: until they know the tenant, a
  // look-up reads its leads.
  pages: ['experiment__running__uq: page_id', 'lead__page__ix: page_id', 'lead__pk: id', ...FEW],
  // Read for the latest, not for a moment.
  platform: [...FEW, 'suppression__erased__ix: created_at'],
};

let migrated: MigratedDatabase | undefined;
afterEach(() => migrated?.close());

describe('while the statistics of a table know nothing of a tenant', () => {
  it.each(Object.keys(HARMLESS))('each look-up of %s takes the index made for it', async (app) => {
    migrated = await migratedDatabase(app);
    expect(await neglectedIndexes(migrated.admin, ['postgres', `${app}_app`])).toEqual(HARMLESS[app]);
  });

  it('a look-up that takes another index is found', async () => {
    migrated = await migratedDatabase('bare');
    const { admin } = migrated;
    await admin.query('create table note (tenant_id text, id uuid, folder uuid, primary key (tenant_id, id))');
    await admin.query('create index note__folder__ix on note (tenant_id, folder)');
    expect(await neglectedIndexes(admin, ['postgres'])).toEqual(['note_pkey: id']);
    await admin.query('drop table note');
    await admin.query('create table note (tenant_id text, id uuid, folder uuid, primary key (tenant_id, id))');
    await admin.query('create index note__folder__ix on note (tenant_id, folder)');
    await admin.query(tenantStatisticsSql());
    await admin.query(ESTIMATE_TENANTS);
    expect(await neglectedIndexes(admin, ['postgres'])).toEqual([]);
  });
});
