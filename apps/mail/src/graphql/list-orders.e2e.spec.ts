import { beforeAll, describe, it } from 'vitest';
import type { TenantId } from '#libs/core/persistence';
import type { HttpClient } from '../../../../test/support/http-client.js';
import { expectOrders, ordersOfQuery, type SortedList } from '../../../../test/support/list-orders.js';
import { createDomain, createMailbox } from '../../../../test/support/mail-mailboxes.js';
import { mailStack } from '../../../../test/support/mail-stack.js';
import { useStack } from '../../../../test/support/use-stack.js';

const stack = useStack(() => mailStack({ ROLE: 'api' }));
let session: HttpClient;
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
    await createMailbox(stack.app, domain, name);
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
  ])('%s: pages meet in each, whatever is equal or missing', async (field, list) => {
    await expectOrders(session, ordersOfQuery('mail', field), { field, ...list() });
  });
});
