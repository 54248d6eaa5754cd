import { exec, type Id, many, one, type SqlExecutor, type TenantId } from '#libs/core/persistence';
import type { CriteriaStatement } from '../../criteria/criteria-statement.sql.js';

interface WrittenMember {
  id: Id<'cnt'>;
  entered: boolean;
}

/**
 * Evaluates contacts and writes who of them came into a segment or left it, in one statement; returns them.
 * @param condition null for criteria that nobody meets
 */
export async function writeMembers(
  tx: SqlExecutor,
  { segmentId, contactIds }: { segmentId: string; contactIds: readonly string[] },
  { sql, condition }: { sql: CriteriaStatement; condition: string },
): Promise<WrittenMember[]> {
  const found = sql.text('c.id', condition);
  const segment = sql.add(segmentId, 'uuid');
  const asked = sql.add(contactIds, 'text[]');
  return many(
    tx,
    `with found as materialized (${found}),
       known as materialized (
         select member.contact_id from unnest(${asked}) as asked (id) cross join lateral (
           select contact_id from segment_member
            where tenant_id = ${sql.tenant} and segment_id = ${segment} and contact_id = asked.id offset 0) as member),
       gone as (
         delete from segment_member where tenant_id = ${sql.tenant} and segment_id = ${segment}
            and contact_id = any (array(select contact_id from known except select id from found))
         returning contact_id),
       come as (
         insert into segment_member (tenant_id, segment_id, contact_id)
         select ${sql.tenant}, ${segment}, id from (select id from found except select contact_id from known) as missing
         on conflict do nothing returning contact_id)
     select contact_id as id, true as entered from come union all select contact_id, false from gone`,
    sql.values,
  );
}

const MEMBERS_AMONG = `
  select member.contact_id as id from unnest($3::text[]) as asked (id) cross join lateral (
    select contact_id from segment_member
     where tenant_id = $1 and segment_id = $2 and contact_id = asked.id offset 0) as member`;

/** Contacts, among these, that are members of a segment. */
export async function listMembersAmong(
  tx: SqlExecutor,
  tenantId: TenantId,
  segmentId: string,
  contactIds: readonly string[],
): Promise<Id<'cnt'>[]> {
  const rows = await many<{ id: Id<'cnt'> }>(tx, MEMBERS_AMONG, [tenantId, segmentId, contactIds]);
  return rows.map(({ id }) => id);
}

const COUNT = 'select count(*)::int as count from segment_member where tenant_id = $1 and segment_id = $2';

export async function countMembers(tx: SqlExecutor, tenantId: TenantId, segmentId: string): Promise<number> {
  return (await one<{ count: number }>(tx, COUNT, [tenantId, segmentId])).count;
}

const ADD_REACH = `
  update segment set reach = reach + $3, reach_at = now() where tenant_id = $1 and id = $2 and state = 'ready'`;

/** Counts members that have come, or left; while all contacts are evaluated, the end of that counts. */
export async function addReach(tx: SqlExecutor, tenantId: TenantId, segmentId: string, more: number): Promise<void> {
  if (more !== 0) await exec(tx, ADD_REACH, [tenantId, segmentId, more]);
}

const DELETE_SOME = `
  delete from segment_member where tenant_id = $1 and segment_id = $2 and contact_id = any (array(
    select contact_id from segment_member where tenant_id = $1 and segment_id = $2 order by contact_id limit $3))
  returning contact_id as id`;

/** Deletes some members of a segment that is gone; returns them. */
export async function deleteSomeMembers(
  tx: SqlExecutor,
  tenantId: TenantId,
  segmentId: string,
  limit: number,
): Promise<Id<'cnt'>[]> {
  return (await many<{ id: Id<'cnt'> }>(tx, DELETE_SOME, [tenantId, segmentId, limit])).map(({ id }) => id);
}

/** Segments whose members depend on the day, and that were evaluated on another one than the account's present. Parameters: default zone, rows. */
export const LIST_OUTDATED = `
  select segment.tenant_id as "tenantId", segment.id from segment
    left join account_settings as account on account.tenant_id = segment.tenant_id
   where segment.has_days and segment.deleted_at is null and segment.state = 'ready'
     and segment.evaluated_on < (now() at time zone coalesce(account.time_zone, $1))::date
   order by segment.evaluated_on limit $2`;
