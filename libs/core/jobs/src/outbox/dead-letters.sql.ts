const COLUMNS = `id, tenant_id as "tenantId", kind, payload, attempts, failures, last_error as error,
  created_at as "createdAt", dead_at as "deadAt"`;

/** How many waiting rows of a kind are read to find the oldest. */
const WAITING_MAX = 10_000;

/** Parameters: kind, tenant (null: any). */
const DEAD_LETTERS = `from outbox
  where dead_at is not null and ($1::text is null or kind = $1) and ($2::text is null or tenant_id = $2)`;

/** Parameters: kind, tenant (null: any). */
export const EACH_DEAD_LETTER = `select true ${DEAD_LETTERS}`;

/** Parameters: kind, tenant, id of the last one of the page before (null: any); limit. */
export const listDeadLetters = (direction: 'asc' | 'desc'): string => `
  select ${COLUMNS} ${DEAD_LETTERS} and ($3::bigint is null or id ${direction === 'asc' ? '>' : '<'} $3)
  order by id ${direction} limit $4`;

/** Parameter: id. */
export const FIND_DEAD_LETTER = `select ${COLUMNS} from outbox where id = $1 and dead_at is not null`;

/*
 * Column `due` of a dead letter: its feature has not recorded the failure yet.
 */

/** Parameters: kinds, limit. Dead letters whose failure is not recorded, oldest first. */
export const LIST_UNRECORDED = `
  select id, tenant_id as "tenantId" from outbox where dead_at is not null and due and kind = any ($1::text[])
  order by id limit $2`;

/** Parameter: id. Marks a failure as recorded. Returns the dead letter, or no row if it was recorded or retried meanwhile. */
export const MARK_RECORDED = `
  update outbox set due = false where id = $1 and dead_at is not null and due
  returning id, tenant_id as "tenantId", kind, payload`;

/** Parameter: id. Returns the dead letter as it was. */
export const RETRY_DEAD_LETTER = `
  with dead as (select * from outbox where id = $1 and dead_at is not null for update),
  retried as (
    update outbox set dead_at = null, failures = 0, lost_leases = 0, available_at = now(), due = true, handed_at = null, job_id = null,
           lease = null, leased_until = null
    from dead where outbox.id = dead.id)
  select ${COLUMNS} from dead`;

/** Parameter: id. */
export const DELETE_DEAD_LETTER = `delete from outbox where id = $1 and dead_at is not null returning ${COLUMNS}`;

/** Parameters: kinds. The time since which the oldest due job of each waits. */
export const WAITING_SINCE = `
  select kind, (select min(available_at) from (
           select available_at from outbox
           where outbox.kind = asked.kind and dead_at is null and available_at <= now() order by id limit ${WAITING_MAX}
         ) waiting) as since
  from unnest($1::text[]) as asked (kind)`;
