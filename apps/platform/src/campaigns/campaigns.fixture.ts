import { newId } from '#libs/core/persistence';
import { waitUntil } from '#libs/test/testing';
import type { HttpClient } from '../../../../test/support/http-client.js';
import type { PlatformStack, TestTenant } from '../../../../test/support/platform-stack.js';

export interface Account {
  tenant: TestTenant;
  session: HttpClient;
  listId: string;
}

/** An account with a list, of these contacts or of so many. */
export async function createAccount(stack: PlatformStack, contacts: object[] | number = []): Promise<Account> {
  const tenant = await stack.createTenant();
  const session = await tenant.session();
  const listId = (await session.post('/api/lists', { Name: 'All' })).body.List.Id as string;
  if (typeof contacts === 'number') await putOnList(stack, tenant, listId, contacts);
  else {
    for (const contact of contacts) {
      const { body } = await session.post('/api/contacts', contact);
      await session.post(`/api/lists/${listId}/members`, { ContactIds: [body.Contact.Id] });
    }
  }
  return { tenant, session, listId };
}

/** Makes contacts `p1@`, `p2@` and so on, the members of an empty list. */
export async function putOnList(
  stack: PlatformStack,
  tenant: Pick<TestTenant, 'id'>,
  listId: string,
  count: number,
  domain = 'example.test',
): Promise<void> {
  const ids = Array.from({ length: count }, () => newId('cnt'));
  await stack.sql(
    `insert into contact (tenant_id, id, email) select $1, id, 'p' || n || '@' || $3::text
     from unnest($2::text[]) with ordinality as given (id, n)`,
    [tenant.id, ids, domain],
  );
  await stack.sql(
    `insert into contact_list_member (tenant_id, list_id, contact_id) select $1, $2, unnest($3::text[])`,
    [tenant.id, listId, ids],
  );
  await stack.sql(`update contact_list set member_count = $3 where tenant_id = $1 and id = $2`, [
    tenant.id,
    listId,
    count,
  ]);
}

export const draftOf = ({ tenant, listId }: Account, changes: object = {}) => ({
  Name: 'November',
  ListId: listId,
  Source: tenant.source,
  Subject: 'News for {{ name | default: "you" }}',
  Text: 'Hello.',
  ...changes,
});

export async function draft(owner: Account, changes: object = {}): Promise<string> {
  const { status, body } = await owner.session.post('/api/campaigns', draftOf(owner, changes));
  if (status !== 201) throw new Error(`The draft failed: ${status} ${JSON.stringify(body)}`);
  return body.Campaign.Id;
}

export async function inStatus(owner: Account, id: string, status: string) {
  return waitUntil(
    async () => {
      const { Campaign } = (await owner.session.get(`/api/campaigns/${id}`)).body;
      return Campaign.Status === status ? Campaign : undefined;
    },
    { timeoutMs: 20_000, what: `the campaign to be ${status}` },
  );
}

export const step = (owner: Account, id: string, name: string, body: object | undefined = undefined) =>
  owner.session.post(`/api/campaigns/${id}/${name}`, body ?? (name === 'start' ? {} : undefined));

/** Lists the addresses to which messages of the account went. */
export async function findRecipients(stack: PlatformStack, { tenant }: Account): Promise<string[]> {
  const rows = await stack.sql<{ recipient: string }>(`select recipient from message where tenant_id = $1`, [
    tenant.id,
  ]);
  return rows.map(({ recipient }) => recipient);
}
