import { v7 } from 'uuid';
import { beforeAll, describe, expect, it } from 'vitest';
import { Database } from '#libs/core/persistence';
import { mailStack } from '../../../../test/support/mail-stack.js';
import { MailDomain } from '../domains/mail-domain.entity.js';
import { Organisation } from '../organisations/organisation.entity.js';
import type { Mailbox } from './mailbox.entity.js';
import { MailboxRepository } from './mailbox.repository.js';
import { MailboxesService } from './mailboxes.service.js';
import { usePrepared, useStack } from '../../../../test/support/use-stack.js';

const stack = useStack(() => mailStack({ ROLE: 'api' }));
const tenant = usePrepared(() => stack.createTenant());
let domain: MailDomain;

beforeAll(async () => {
  const row = { tenantId: tenant.id, id: v7(), name: 'shop.test', ownershipToken: 'x' };
  domain = await database().tenant(tenant.id, async (tx) => {
    await tx.insert(Organisation, { tenantId: tenant.id, id: row.id, name: 'Shop' });
    await tx.insert(MailDomain, { ...row, organisationId: row.id, createsMailboxes: true, recordChecks: {} });
    return tx.findOneByOrFail(MailDomain, { tenantId: tenant.id, id: row.id });
  });
});
const database = () => stack.app.get(Database, { strict: false });

const automatic = (localPart: string): Promise<Mailbox | null> =>
  database().tenant(tenant.id, (tx) =>
    stack.app.get(MailboxesService, { strict: false }).createAutomatic(tx, domain, localPart),
  );

describe('a mailbox that mail makes', () => {
  it('has the folders of every mailbox, and is found by its address', async () => {
    const made = await automatic('New.Address');
    expect(made).toMatchObject({
      address: 'new.address@shop.test',
      origin: 'automatic',
      kind: 'personal',
      usedBytes: 0,
    });
    const folders = await stack.sql<{ kind: string }>('select kind from folder where mailbox_id = $1 order by kind', [
      made?.id,
    ]);
    expect(folders.map(({ kind }) => kind).join()).toBe('archive,drafts,inbox,quarantine,sent,spam,trash');
    const repository = stack.app.get(MailboxRepository, { strict: false });
    const found = await database().tenant(tenant.id, (tx) =>
      repository.findLive(tx, tenant.id, 'new.address@shop.test'),
    );
    expect(found?.id).toBe(made?.id);
  });

  it('is one, also if mail to it comes twice at the same time', async () => {
    const made = await Promise.all([automatic('twice'), automatic('twice'), automatic('TWICE')]);
    expect(new Set(made.map((mailbox) => mailbox?.id)).size).toBe(1);
    expect(made[0]).not.toBeNull();
  });

  it.each(['', '.x', 'a b', 'x'.repeat(65), 'srs0=abc', 'ü', 'a..b'])('is none for %j', async (localPart) => {
    expect(await automatic(localPart)).toBeNull();
  });

  it('is none at the address of a removed one', async () => {
    const made = await automatic('gone');
    await stack.sql('update mailbox set removed_at = now() where id = $1', [made?.id]);
    expect(await automatic('gone')).toBeNull();
  });

  it('is none in a domain that has as many as mail may make', async () => {
    const values = `'${tenant.id}', gen_random_uuid(), '${domain.id}', n::text, n || '@shop.test', '', 'personal', 'automatic', 1`;
    const columns = 'tenant_id, id, domain_id, local_part, address, display_name, kind, origin, quota_bytes';
    await stack.sql(`insert into mailbox (${columns}) select ${values} from generate_series(1, 500) n`);
    expect(await automatic('late')).toBeNull();
    expect(await automatic('twice')).not.toBeNull();
  });
});
