import { many, maybe, type SqlExecutor, type TenantId } from '#libs/core/persistence';
import { holdsTopic } from '../../suppressions/suppression.js';

/** Topic that a campaign is of, or its list. */
export interface AudienceTopic {
  id: string;
  transactional: boolean | null;
}

/** Parameters: tenant, list, limit. As for the mails of a campaign, each contact is looked up once. */
const LIST_ADDRESSES = `
  select c.email
  from (
    select contact_id from contact_list_member
    where tenant_id = $1 and list_id = $2 and pending_since is null order by contact_id limit $3
  ) member cross join lateral (
    select email from contact where tenant_id = $1 and id = member.contact_id offset 0
  ) c`;

/** Parameters: tenant, topic, whether it is transactional, forms of addresses, the number of the address of each form. */
const HELD_BACK = `
  select distinct on (given.n) held.reason
  from unnest($4::text[], $5::int[]) as given (address, n) cross join lateral (
    select s.reason from suppression s
    where s.tenant_id = $1 and s.address = given.address and s.sender = '' and ${holdsTopic('$2::text', '$3::boolean')}
    limit 1 offset 0
  ) held
  order by given.n`;

/** The addresses of the first members who have confirmed; null for a contact without one. */
export async function listAddresses(
  tx: SqlExecutor,
  tenantId: TenantId,
  listId: string,
  limit: number,
): Promise<(string | null)[]> {
  const rows = await many<{ email: string | null }>(tx, LIST_ADDRESSES, [tenantId, listId, limit]);
  return rows.map(({ email }) => email);
}

/** Finds a topic by its id or slug. */
export async function findTopic(tx: SqlExecutor, tenantId: TenantId, name: string): Promise<AudienceTopic | undefined> {
  return maybe(tx, `select id, transactional from topic where tenant_id = $1 and (id = $2 or slug = $2) limit 1`, [
    tenantId,
    name,
  ]);
}

/** The reason of each address that is suppressed for the topic; an address has one form or several. */
export async function heldBack(
  tx: SqlExecutor,
  tenantId: TenantId,
  { id, transactional }: AudienceTopic,
  addresses: readonly (readonly string[])[],
): Promise<string[]> {
  const forms = addresses.flatMap((of, n) => of.map((form) => ({ form, n })));
  const rows = await many<{ reason: string }>(tx, HELD_BACK, [
    tenantId,
    id,
    transactional,
    forms.map(({ form }) => form),
    forms.map(({ n }) => n),
  ]);
  return rows.map(({ reason }) => reason);
}
