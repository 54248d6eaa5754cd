import { backoffSql } from './backoff.js';
import { NOT_HELD } from './hold-schema.js';
import { DELAYED, WAITING } from './outbox-schema.js';

/** Counts stop here, because the depth is read often. */
const DEPTH_MAX = 100_000;

/** Parameters: jobs as JSON, kind. */
export const INSERT_JOBS = `
  insert into outbox (id, tenant_id, kind, payload, available_at, due, weight, context)
  select id, "tenantId", $2, payload, coalesce(at, now()), coalesce(at, now()) <= now(), weight, context
  from jsonb_to_recordset($1::jsonb)
    as job (id bigint, "tenantId" text, payload jsonb, at timestamptz, weight integer, context jsonb)`;

/** After so many leases that ended without an outcome a job is a dead letter, however often its handler may fail. */
export const LOST_LEASES_MAX = 5;

/** The error of a job whose worker was lost. */
const LOST = 'Its worker ended, or did not answer, before there was an outcome';

/**
 * Parameters: ids, lease, its length in milliseconds, tenant. Skips jobs that are not due or leased, and all while
 * the queues are on hold.
 *
 * A job whose lease has ended is not claimed: its worker may have ended because of it. That is counted, and it waits for as long as
 * after so many failures, so that it does not run beside those that were in the same process; after the last it is a dead letter. The
 * rest of its lease marks it (`IS_LOST`). A worker that shuts down gives its leases back, and those count as nothing.
 */
export const CLAIM_JOBS = `
  with lost as (
    update outbox set lost_leases = lost_leases + 1, last_error = '${LOST}', lease = null, handed_at = null, job_id = null,
           available_at = case when lost_leases + 1 < ${LOST_LEASES_MAX} then now() + ${backoffSql('lost_leases')} else available_at end,
           due = lost_leases + 1 >= ${LOST_LEASES_MAX},
           dead_at = case when lost_leases + 1 >= ${LOST_LEASES_MAX} then now() end
    where id = any($1::bigint[]) and tenant_id = $4 and dead_at is null and lease is not null and leased_until < now()
      and ${NOT_HELD}
    returning id, dead_at is not null as "isDead"
  ), claimed as (
    update outbox set lease = $2, leased_until = now() + $3 * interval '1 millisecond', attempts = attempts + 1
    where id = any($1::bigint[]) and tenant_id = $4 and dead_at is null and available_at <= now()
      and (leased_until is null or (lease is null and leased_until < now())) and ${NOT_HELD}
    returning id, payload, attempts as attempt, failures, created_at as "createdAt", context
  )
  select claimed.*, null::boolean as "isDead" from claimed
  union all select id, null, null, null, null, null, "isDead" from lost`;

/** Parameters: ids, lease. The jobs count as claimed until the lease would have ended: their worker may still be at them. */
export const GIVE_BACK_LEASE = `update outbox set lease = null where id = any($1::bigint[]) and lease = $2`;

/** Parameters: ids, lease, its length in milliseconds. */
export const RENEW_LEASE = `
  update outbox set leased_until = now() + $3 * interval '1 millisecond' where id = any($1::bigint[]) and lease = $2`;

/** Parameters: id, error, time of the next attempt (null: the job becomes a dead letter). */
export const FAIL_JOB = `
  update outbox set last_error = $2, failures = failures + 1, lease = null, leased_until = null, handed_at = null,
         job_id = null, available_at = coalesce($3, available_at), due = $3::timestamptz is null,
         dead_at = case when $3::timestamptz is null then now() end
  where id = $1`;

/** Parameters: ids, their leases. */
export const COMPLETE_JOBS = `
  delete from outbox using unnest($1::bigint[], $2::uuid[]) as done (id, lease)
  where outbox.id = any($1::bigint[]) and outbox.id = done.id and outbox.lease = done.lease returning outbox.id`;

/** Parameters: id, lease. */
export const FORGET_LOST_LEASES = `update outbox set lost_leases = 0 where id = $1 and lease = $2 and lost_leases > 0`;

/** Parameters: tenant, ids. */
export const CANCEL_JOBS = `
  delete from outbox where tenant_id = $1 and id = any($2::bigint[]) and (leased_until is null or leased_until < now())`;

/** Parameters: ids, times of the next attempt, reasons, whether each was untried, leases. A handler that came so far did not fail. */
export const POSTPONE_JOBS = `
  update outbox set available_at = later.at, due = false, last_error = later.reason,
         attempts = attempts - later.untried::int, failures = 0, lost_leases = 0,
         handed_at = null, job_id = null, lease = null, leased_until = null
  from unnest($1::bigint[], $2::timestamptz[], $3::text[], $4::boolean[], $5::uuid[])
         as later (id, at, reason, untried, lease)
  where outbox.id = later.id and outbox.lease = later.lease
  returning outbox.id`;

/** Parameters: age in milliseconds, limit, kinds. */
export const STALE_CHUNKS = `
  select distinct kind, job_id as "jobId" from outbox
  where handed_at < now() - $1 * interval '1 millisecond' and dead_at is null and kind = any($3::text[])
    and (leased_until is null or leased_until < now())
  limit $2`;

/** Parameters: ids of chunks. Leases that have ended are left for the claim, which counts them. */
export const REDISPATCH_CHUNKS = `
  update outbox set handed_at = null, job_id = null
  where handed_at is not null and job_id = any($1::text[]) and (leased_until is null or leased_until < now())`;

const count = (condition: string) => `(select count(*)::int from (
    select from outbox where outbox.kind = asked.kind and ${condition} limit ${DEPTH_MAX}) as counted)`;

/** Parameters: kinds. Each count reads an index of its condition. */
export const DEPTH = `
  select kind, ${count(WAITING)} as due, ${count('handed_at is not null')} as dispatched,
         ${count(DELAYED)} as delayed, ${count('dead_at is not null')} as dead
  from unnest($1::text[]) as asked (kind)`;
