import { exec, many, type SqlExecutor, type TenantId } from '#libs/core/persistence';

const DELETE_OLD = `
  with old as (
    select tenant_id, id from destination_delivery
    where created_at < now() - $1 * interval '1 day' and status <> 'pending' order by created_at limit $2)
  delete from destination_delivery d using old where d.tenant_id = old.tenant_id and d.id = old.id`;

/** Deletes deliveries that ended and are older than so many days; returns how many, at most `limit`. */
export async function deleteOldDeliveries(tx: SqlExecutor, days: number, limit: number): Promise<number> {
  return exec(tx, DELETE_OLD, [days, limit]);
}

const RELEASE_WAITING = `
  update destination_delivery set next_attempt_at = now(), error = null
  where tenant_id = $1 and endpoint_id = any($2::uuid[]) and event_id = $3
    and status = 'pending' and attempts = 0 and next_attempt_at > now()
  returning id`;

/** Ends the waiting of an event's deliveries that were enqueued for later; returns the ids of those that waited. */
export async function releaseWaiting(
  tx: SqlExecutor,
  tenantId: TenantId,
  endpointIds: readonly string[],
  eventId: string,
): Promise<string[]> {
  const rows = await many<{ id: string }>(tx, RELEASE_WAITING, [tenantId, endpointIds, eventId]);
  return rows.map(({ id }) => id);
}

const OF_EVENT = `tenant_id = $1 and event_id = $2 and endpoint_id in (select id from destination where tenant_id = $1)`;
const DELETE_UNDELIVERED = `delete from destination_delivery where ${OF_EVENT} and status <> 'delivered'`;
const EMPTY_DELIVERED = `update destination_delivery set payload = '' where ${OF_EVENT} and status = 'delivered'`;

/** Deletes an event's deliveries that have not arrived, and what was sent by the others. */
export async function retractEvent(tx: SqlExecutor, tenantId: TenantId, eventId: string): Promise<void> {
  await exec(tx, DELETE_UNDELIVERED, [tenantId, eventId]);
  await exec(tx, EMPTY_DELIVERED, [tenantId, eventId]);
}
