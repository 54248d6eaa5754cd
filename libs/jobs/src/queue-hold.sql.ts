const COLUMNS = `id, held_at as "heldAt", backup_at as "backupAt", reason, pending, released_at as "releasedAt",
  cancelled::int as cancelled, ended_at as "endedAt"`;

/** Parameter: limit. Newest first. */
export const LIST_HOLDS = `select ${COLUMNS} from queue_hold order by id desc limit $1`;

export const CURRENT_HOLD = `select ${COLUMNS} from queue_hold where ended_at is null`;

/** Before {@link INSERT_HOLD}: a hold that was on when the backup was made is replaced. */
export const END_HOLD = `update queue_hold set ended_at = now() where ended_at is null`;

/**
 * Parameters: reason, time of the backup. The hold is later than every job that there is, also if they come from a machine
 * whose clock is ahead: what is accepted later is told apart by that.
 */
export const INSERT_HOLD = `
  insert into queue_hold (reason, backup_at, held_at)
  select $1, $2::timestamptz, greatest(now(), (select max(created_at) from outbox)) returning ${COLUMNS}`;

/** Jobs that were in progress somewhere else are in progress nowhere. */
export const TAKE_BACK_JOBS = `
  update outbox set handed_at = null, job_id = null, lease = null, leased_until = null
  where handed_at is not null or lease is not null`;

/** Parameter: what to do with the jobs of before the hold. A second choice changes nothing. */
export const RELEASE_HOLD = `
  update queue_hold set pending = $1, released_at = now() where ended_at is null and pending is null returning ${COLUMNS}`;

/**
 * Parameters: kinds, limit. The tenant of the oldest job to cancel, and its ids: jobs of before the hold that were due before
 * the release. Those that are due later have not been sent by anybody.
 */
export const JOBS_TO_CANCEL = `
  with hold as (select held_at, released_at from queue_hold where ended_at is null and pending = 'cancel'),
  old as (
    select tenant_id, outbox.id from outbox, hold
    where kind = any($1::text[]) and dead_at is null and created_at <= held_at and available_at <= released_at
  ),
  first as (select tenant_id from old order by id limit 1)
  select tenant_id as "tenantId", array_agg(id) as ids
  from (select tenant_id, id from old where tenant_id = (select tenant_id from first) order by id limit $2) as slice
  group by tenant_id`;

/** Parameters: ids. */
export const DELETE_JOBS = `
  delete from outbox where id = any($1::bigint[]) returning id, tenant_id as "tenantId", kind, payload`;

/** Parameter: how many more jobs were cancelled. */
export const COUNT_CANCELLED = `update queue_hold set cancelled = cancelled + $1 where ended_at is null`;
