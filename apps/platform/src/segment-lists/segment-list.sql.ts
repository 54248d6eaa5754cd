import { exec, type Id, many, one, RowParameters, type SqlExecutor, type TenantId } from '#libs/core/persistence';

export interface KnownMember {
  crmContactId: string;
  contactId: Id<'cnt'> | null;
  changedAt: Date;
}

const MEMBERS = `
  select member.crm_contact_id as "crmContactId", member.contact_id as "contactId", member.changed_at as "changedAt"
    from unnest($3::text[]) as asked (id) cross join lateral (
      select crm_contact_id, contact_id, changed_at from segment_list_member
       where tenant_id = $1 and segment_id = $2 and crm_contact_id = asked.id limit 1) as member`;

/** Lists what is known of some contacts of a segment. */
export const listKnownMembers = (
  tx: SqlExecutor,
  tenantId: TenantId,
  segmentId: string,
  crmContactIds: readonly string[],
): Promise<KnownMember[]> => many(tx, MEMBERS, [tenantId, segmentId, crmContactIds]);

const WRITTEN = new RowParameters<KnownMember>({
  crm_contact_id: { type: 'text', of: ({ crmContactId }) => crmContactId },
  contact_id: { type: 'text', of: ({ contactId }) => contactId },
  changed_at: { type: 'timestamptz', of: ({ changedAt }) => changedAt },
});

export async function upsertMembers(
  tx: SqlExecutor,
  tenantId: TenantId,
  segmentId: string,
  members: readonly KnownMember[],
): Promise<void> {
  await exec(
    tx,
    `insert into segment_list_member (tenant_id, segment_id, crm_contact_id, contact_id, changed_at)
     select $1, $2, crm_contact_id, contact_id, changed_at from ${WRITTEN.sql(3)} as given
     on conflict (tenant_id, segment_id, crm_contact_id)
     do update set contact_id = excluded.contact_id, changed_at = excluded.changed_at`,
    [tenantId, segmentId, ...WRITTEN.values(members)],
  );
}

const STILL_MEMBERS = `
  select asked.id from (select distinct id from unnest($3::text[]) as given (id)) as asked cross join lateral (
    select from segment_list_member where tenant_id = $1 and segment_id = $2 and contact_id = asked.id limit 1) as member`;

/** Contacts of Platform, among these, that some contact of the segment is: two of the CRM may have one address. */
export async function listStillMembers(
  tx: SqlExecutor,
  tenantId: TenantId,
  segmentId: string,
  contactIds: readonly string[],
): Promise<Set<string>> {
  const rows = await many<{ id: string }>(tx, STILL_MEMBERS, [tenantId, segmentId, contactIds]);
  return new Set(rows.map(({ id }) => id));
}

const BEGIN = `
  insert into segment_list as known (tenant_id, segment_id) values ($1, $2)
  on conflict (tenant_id, segment_id)
  do update set ended_at = case when known.ended_at < $3 then null else known.ended_at end
  returning ended_at is null as "isLive"`;

/** Locks the list of a segment, from its first event on; false if it had ended when the event was sent. */
export async function beginList(
  tx: SqlExecutor,
  tenantId: TenantId,
  segmentId: string,
  occurredAt: Date,
): Promise<boolean> {
  return (await one<{ isLive: boolean }>(tx, BEGIN, [tenantId, segmentId, occurredAt])).isLive;
}

/** Parameters: tenant, segment, time. */
export const END_LIST = `
  insert into segment_list as known (tenant_id, segment_id, ended_at) values ($1, $2, $3)
  on conflict (tenant_id, segment_id) do update set ended_at = greatest(known.ended_at, excluded.ended_at)`;

/** Parameters: tenant, segment. */
export const DELETE_SEGMENT_MEMBERS = 'delete from segment_list_member where tenant_id = $1 and segment_id = $2';

/** Parameters: tenant, addresses, numbers. None is left of a contact that was deleted before. */
export const DELETE_MEMBERS_OF_PERSON = `
  delete from segment_list_member as member
   where tenant_id = $1 and contact_id is not null and not exists (
     select from contact where contact.tenant_id = $1 and contact.id = member.contact_id
        and not coalesce(contact.email_key = any ($2::text[]), false) and not coalesce(contact.phone = any ($3::text[]), false))`;
