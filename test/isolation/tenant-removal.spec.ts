import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { DataSource } from 'typeorm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDataSource, Database, type Entities } from '#libs/core/persistence';
import { Blobs } from '#libs/core/storage';
import { TenantEraser } from '#libs/privacy/data-rights';
import { createTestDatabase, type TestDatabase } from '#libs/test/testing';
import { ENTITIES as CRM } from '../../apps/crm/src/entities.js';
import { ENTITIES as IDENTITY } from '../../apps/identity/src/entities.js';
import { KEPT_IN_IDENTITY } from '../../apps/identity/src/tenant-deletion/kept-tables.js';
import { ENTITIES as MAIL } from '../../apps/mail/src/entities.js';
import { ENTITIES as PAGES } from '../../apps/pages/src/entities.js';
import { ENTITIES as PLATFORM } from '../../apps/platform/src/entities.js';
import { FileBlobStore } from '../../libs/core/storage/src/file-store.js';
import { Catalogue, type Table } from '../support/catalogue.js';

const [GONE, OTHER] = ['acc_0000000000000001', 'acc_0000000000000002'] as const;

const ENTITIES: Record<string, Entities> = {
  platform: PLATFORM,
  identity: IDENTITY,
  mail: MAIL,
  pages: PAGES,
  crm: CRM,
};

/** Tables whose rows stay of a removed tenant, beside the logs and the records of removals, by app. */
const KEPT: Record<string, readonly string[]> = { identity: ['outbox', 'tenant_deletion'] };

/** Tables without `tenant_id`: nothing in them is a tenant's. A new one belongs here only if that is so. */
const OF_NO_TENANT: Record<string, string[]> = {
  platform: [
    'admission_version',
    'alert_event',
    'alert_rule',
    'audit_chain',
    'block_entry',
    'block_suggestion',
    'datacenter_asn',
    'feedback_key',
    'migration',
    'plan',
    'platform_count',
    'platform_sample',
    'queue_hold',
    'queue_sample',
    'sms_code_count',
    'webhook_signing_key',
  ],
  // Users are of no tenant; the tenant's own row goes with the last answer of an app.
  identity: [
    'account_deletion',
    'audit_chain',
    'email_address',
    'link_token',
    'migration',
    'oidc_artifact',
    'pending_login',
    'queue_hold',
    'recovery_code',
    'session',
    'signing_key',
    'tenant',
    'totp',
    'user_account',
    'view_change',
  ],
  mail: ['audit_chain', 'migration', 'queue_hold'],
  // The runtime forgets changes of sites after minutes.
  pages: ['audit_chain', 'collected', 'migration', 'queue_hold', 'site_change', 'visitor_salt'],
  crm: ['audit_chain', 'migration', 'queue_hold'],
};

describe.each(Object.keys(ENTITIES))('the removal of a tenant from the database of %s', (app) => {
  let database: TestDatabase;
  let catalogue: Catalogue;
  let tables: Table[];
  let ofTenants: Table[];
  let admin: pg.Client;
  let sources: DataSource[];
  let eraser: TenantEraser;
  let dir: string;

  beforeAll(async () => {
    database = await createTestDatabase(app);
    catalogue = new Catalogue(database.adminUrl);
    tables = (await catalogue.tables()).filter(({ isPartition }) => !isPartition);
    ofTenants = tables.filter(({ hasTenant }) => hasTenant);
    await catalogue.populate(ofTenants, [GONE, OTHER]);
    admin = new pg.Client({ connectionString: database.adminUrl });
    await admin.connect();
    sources = await Promise.all(
      [database.url, database.systemUrl].map((url) =>
        createDataSource({ url, poolSize: 2, applicationName: 'spec' }).initialize(),
      ),
    );
    const [own, system] = sources as [DataSource, DataSource];
    const door = new Database(own, system);
    dir = await mkdtemp(join(tmpdir(), 'removal-'));
    const hasBlobs = tables.some(({ name }) => name === 'blob');
    // What stands in other tables refers to no blob here.
    if (hasBlobs) await admin.query(`update blob set hash = encode(sha256(tenant_id::bytea), 'hex')`);
    eraser = new TenantEraser(
      door,
      { app, entities: ENTITIES[app]!, ...(app === 'identity' && { kept: KEPT_IN_IDENTITY }) },
      hasBlobs ? new Blobs(new FileBlobStore(dir), door, []) : undefined,
    );
  });

  afterAll(async () => {
    await Promise.all([admin?.end(), catalogue?.close(), ...(sources ?? []).map((source) => source.destroy())]);
    await database?.drop();
    await rm(dir, { recursive: true, force: true });
  });

  const countOf = async (table: string, tenantId: string): Promise<number> => {
    const { rows } = await admin.query<{ count: number }>(
      `select count(*)::int as count from ${table} where tenant_id = $1`,
      [tenantId],
    );
    return rows[0]!.count;
  };

  it('knows every table: one of tenants is emptied, another holds nothing of theirs', () => {
    expect(tables.filter(({ hasTenant }) => !hasTenant).map(({ name }) => name)).toEqual(OF_NO_TENANT[app]);
  });

  it('leaves nothing in any table of tenants but what says why, and takes nothing from another tenant', async () => {
    const kept = new Set(['audit_entry', 'tenant_removal', ...(KEPT[app] ?? [])]);
    const emptied = (await eraser.listTables()).map(({ name }) => name);
    expect(emptied.toSorted()).toEqual(ofTenants.map(({ name }) => name).filter((name) => !kept.has(name)));
    expect(await eraser.erase(GONE)).toBe(emptied.length);
    for (const { name } of ofTenants) {
      expect(await countOf(name, GONE), name).toBe(kept.has(name) ? 1 : 0);
      expect(await countOf(name, OTHER), name).toBe(1);
    }
    const { rows } = await admin.query<{ rows: object }>('select rows from tenant_removal where tenant_id = $1', [
      GONE,
    ]);
    expect(rows[0]?.rows).toEqual(Object.fromEntries(emptied.map((name) => [name, 1])));
    expect(await eraser.erase(GONE)).toBe(0);
  });
});
