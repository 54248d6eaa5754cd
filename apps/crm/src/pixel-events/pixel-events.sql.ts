import { type Id, many, type SqlExecutor, type TenantId } from '#libs/core/persistence';

/** The live contacts of leads, locked in the order of their ids. Parameters: tenant, leads. */
const LOCK_CONTACTS = `
  select receipt.lead_id as "leadId", contact.id as "contactId"
    from (
      select found.* from unnest($2::text[]) as asked (id) cross join lateral (
        select lead_id, contact_id from lead_receipt where tenant_id = $1 and lead_id = asked.id offset 0) as found
      order by found.contact_id) as receipt
   cross join lateral (
     select id from contact where tenant_id = $1 and id = receipt.contact_id and deleted_at is null offset 0 for update) as contact`;

/** Finds the contacts of leads, and locks them. Leads that became none, or whose contact is deleted, are absent. */
export async function lockContactsOfLeads(
  tx: SqlExecutor,
  tenantId: TenantId,
  leadIds: readonly string[],
): Promise<Map<string, Id<'cnt'>>> {
  const rows = await many<{ leadId: string; contactId: Id<'cnt'> }>(tx, LOCK_CONTACTS, [tenantId, leadIds]);
  return new Map(rows.map(({ leadId, contactId }) => [leadId, contactId]));
}

/** Parameters: tenant, contacts, first and last day. */
const LIST_NAMES = `
  select contact_id as "contactId", day::text as day, array_agg(name) as names from contact_event_day
   where tenant_id = $1 and contact_id = any ($2) and day between $3 and $4 group by contact_id, day`;

/** Lists the names that are counted of contacts in some days, by contact and day. */
export async function listCountedNames(
  tx: SqlExecutor,
  tenantId: TenantId,
  contactIds: readonly string[],
  days: readonly string[],
): Promise<Map<string, Set<string>>> {
  const sorted = days.toSorted();
  const given = [tenantId, contactIds, sorted[0], sorted.at(-1)];
  const rows = await many<{ contactId: string; day: string; names: string[] }>(tx, LIST_NAMES, given);
  return new Map(rows.map(({ contactId, day, names }) => [`${contactId} ${day}`, new Set(names)]));
}
