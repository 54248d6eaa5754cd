import { beforeAll, describe, expect, it } from 'vitest';
import type { TenantId } from '#libs/core/persistence';
import { graphqlCodes, graphqlData } from '../../../../test/support/graphql.js';
import type { HttpClient } from '../../../../test/support/http-client.js';
import { expectOrders, ordersOfQuery, type SortedList } from '../../../../test/support/list-orders.js';
import { createDomain, createMailbox } from '../../../../test/support/mail-mailboxes.js';
import { mailStack } from '../../../../test/support/mail-stack.js';
import { useStack } from '../../../../test/support/use-stack.js';

const stack = useStack(() => mailStack({ ROLE: 'api' }));
let session: HttpClient;
let mailboxId: string;
let domainId: string;
let organisationId: string;

const byId = ({ id }: Record<string, unknown>) => String(id);

beforeAll(async () => {
  const tenant = await stack.createTenant();
  session = await tenant.session();
  const tenantId = tenant.id as TenantId;
  const { domain } = await createDomain(stack.app, tenantId);
  domainId = domain.id;
  organisationId = domain.organisationId;
  for (const [n, name] of ['b', 'a', 'c', 'e', 'd', 'f'].entries()) {
    const mailbox = await createMailbox(stack.app, domain, name);
    mailboxId = mailbox.id;
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
  for (let n = 0; n < 6; n += 1) {
    const { status, text } = await session.post(`/mailboxes/${mailboxId}/drafts`, { subject: `Draft ${n}` });
    if (status !== 201) throw new Error(text);
  }
});

const ofMailbox = (fields = 'id'): Omit<SortedList, 'field'> => ({
  args: `mailbox_id: "${mailboxId}"`,
  fields,
  identity: byId,
});

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
    ['mailOrganisations', () => ({ fields: 'id', identity: byId })],
    ['mailDrafts', ofMailbox],
    ['mailMessages', () => ({ ...ofMailbox(), args: `mailbox_id: "${mailboxId}", folder: "drafts"` })],
  ])('%s: pages meet in each, whatever is equal or missing', async (field, list) => {
    await expectOrders(session, ordersOfQuery('mail', field), { field, ...list() });
  });

  it('leave a search the newest first', async () => {
    const search = (more: string) =>
      `{ mailMessages(mailbox_id: "${mailboxId}", q: "draft"${more}) { count countAtLeast } }`;
    expect(
      await graphqlCodes(session, search(', sort: oldest').replace('count countAtLeast', 'edges { cursor }')),
    ).toEqual(['InvalidParameter']);
    const { mailMessages } = await graphqlData(session, search(''));
    expect(mailMessages).toEqual({ count: null, countAtLeast: 0 });
  });
});
