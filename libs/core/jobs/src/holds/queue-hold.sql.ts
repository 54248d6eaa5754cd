const COLUMNS = `id, held_at as "heldAt", backup_at as "backupAt", reason, pending, released_at as "releasedAt",
  cancelled::int as cancelled, ended_at as "endedAt"`;

/** Parameter: limit. Newest first. */
export const LIST_HOLDS = `select ${COLUMNS} from queue_hold order by id desc limit $1`;

export const CURRENT_HOLD = `select ${COLUMNS} from queue_hold where ended_at is null`;

/** Parameter: a time. A hold without a choice is one that may still be released by leaving out. */
export const IS_LEFT_OUT = `
  select exists (
    select from queue_hold where held_at >= $1 and (pending = 'cancel' or pending is null and ended_at is null)
  ) as "isLeftOut"`;

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

/** Parameter: what to do with the jobs of before the hold. The choice that was made already changes nothing. */
export const RELEASE_HOLD = `
  update queue_hold set pending = $1, released_at = coalesce(released_at, now())
  where ended_at is null and pending is distinct from $1 returning ${COLUMNS}`;

/** Parameter: the choice that was carried out; if another was made meanwhile, the hold stays. */
export const FINISH_HOLD = `
  update queue_hold set ended_at = now() where ended_at is null and pending = $1 returning ${COLUMNS}`;

/**
 * Parameters: kinds, the last id of the page before, jobs of a page. Jobs in their order, and whether each is to be cancelled:
 * it is of before the hold and was due before the release. Those that are due later have not been sent by anybody. Each row
 * is read once, whatever the planner thinks of the other conditions. Nothing if the jobs are not to be cancelled any more.
 */
export const JOBS_TO_CANCEL = `
  with page as materialized (
    select id, tenant_id, kind, created_at, available_at, dead_at from outbox where id > $2::bigint order by id limit $3)
  select page.id, tenant_id as "tenantId",
         kind = any($1::text[]) and dead_at is null and created_at <= held_at and available_at <= released_at as "isOld"
  from page, queue_hold where ended_at is null and pending = 'cancel' order by page.id`;

/** Parameters: ids. */
export const DELETE_JOBS = `
  delete from outbox where id = any($1::bigint[]) returning id, tenant_id as "tenantId", kind, payload`;

/** Parameter: how many more jobs were cancelled. */
export const COUNT_CANCELLED = `update queue_hold set cancelled = cancelled + $1 where ended_at is null`;
