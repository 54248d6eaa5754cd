import { v7 } from 'uuid';
import { beforeAll, describe, expect, it } from 'vitest';
import { Database, type TenantId } from '#libs/core/persistence';
import type { HttpClient } from '../../../../test/support/http-client.js';
import { expectOrders, ordersOfQuery, type SortedList } from '../../../../test/support/list-orders.js';
import { newMessage } from '../../../../test/support/mail-fixtures.js';
import { createDomain, createMailbox } from '../../../../test/support/mail-mailboxes.js';
import { mailStack } from '../../../../test/support/mail-stack.js';
import { useStack } from '../../../../test/support/use-stack.js';
import { MessageStore } from '../messages/store/message-store.js';

const stack = useStack(() => mailStack({ ROLE: 'api' }));
let session: HttpClient;
let domainId: string;
let organisationId: string;
let mailboxId: string;

const byId = ({ id }: Record<string, unknown>) => String(id);

beforeAll(async () => {
  const tenant = await stack.createTenant();
  const owner = await tenant.member('owner');
  session = owner.client;
  const tenantId = tenant.id as TenantId;
  const { domain } = await createDomain(stack.app, tenantId);
  domainId = domain.id;
  organisationId = domain.organisationId;
  for (const [n, name] of ['b', 'a', 'c', 'e', 'd', 'f'].entries()) {
    mailboxId = (await createMailbox(stack.app, domain, name, [{ userId: owner.userId, role: 'manager' }])).id;
    const other = await createDomain(stack.app, tenantId, { isVerified: n % 3 > 0 });
    await stack.sql(`update mail_domain set organisation_id = $2 where tenant_id = $1 and id = $3`, [
      tenantId,
      organisationId,
      other.domain.id,
    ]);
  }
  await stack.sql(
    `update mail_domain set verified_at = date_trunc('day', verified_at) + (('x' || right(id::text, 1))::bit(4)::int % 2) * interval '1 hour'
     where tenant_id = $1`,
    [tenantId],
  );
  await fillMailbox(tenantId);
});

/** Gives the mailbox messages, drafts and imports, all of one time. */
async function fillMailbox(tenantId: TenantId): Promise<void> {
  const store = stack.app.get(MessageStore, { strict: false });
  const database = stack.app.get(Database, { strict: false });
  for (let n = 0; n < 6; n += 1) {
    const message = newMessage({ id: mailboxId, address: 'f@x.test' });
    await database.tenant(tenantId, (tx) => store.insert(tx, tenantId, message));
    const draft = await session.post(`/mailboxes/${mailboxId}/drafts`, { subject: `Draft ${n}` });
    expect(draft.status, draft.text).toBe(201);
    await stack.sql(
      `insert into message_import (tenant_id, id, mailbox_id, author_id, state, format, file_bytes)
       values ($1, $2, $3, 'usr_0000000000000001', 'completed', 'mbox', 1)`,
      [tenantId, v7(), mailboxId],
    );
  }
  for (const [table, time] of Object.entries({
    mail_message: 'sorted_at',
    draft: 'updated_at',
    message_import: 'created_at',
  }))
    await stack.sql(`update ${table} set ${time} = date_trunc('day', now()) where tenant_id = $1`, [tenantId]);
}

describe('the orders of lists of Mail', () => {
  it.each<[string, () => Omit<SortedList, 'field'>]>([
    [
      'mailboxes',
      () => ({ fields: 'id address', identity: byId, keys: { address: ({ address }) => String(address) } }),
    ],
    [
      'domainMailboxes',
      () => ({
        args: `domain_id: "${domainId}"`,
        fields: 'id address',
        identity: byId,
        keys: { address: ({ address }) => String(address) },
      }),
    ],
    [
      'mailDomains',
      () => ({
        args: `org_id: "${organisationId}"`,
        fields: 'id name verified_at',
        identity: byId,
        keys: { name: ({ name }) => String(name), verified: ({ verified_at: at }) => at as string | null },
      }),
    ],
    ['mailMessages', () => ({ args: `mailbox_id: "${mailboxId}"`, fields: 'id', identity: byId })],
    ['mailMessages', () => ({ args: `mailbox_id: "${mailboxId}", unread: "1"`, fields: 'id', identity: byId })],
    ['mailDrafts', () => ({ args: `mailbox_id: "${mailboxId}"`, fields: 'id', identity: byId })],
    ['mailImports', () => ({ args: `mailbox_id: "${mailboxId}"`, fields: 'id', identity: byId })],
    ['mailOrganisations', () => ({ fields: 'id', identity: byId })],
  ])('%s: pages meet in each, whatever is equal or missing', async (field, list) => {
    await expectOrders(session, ordersOfQuery('mail', field), { field, ...list() });
  });
});
