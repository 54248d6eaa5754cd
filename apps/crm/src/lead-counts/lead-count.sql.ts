/** Length of a bucket, as an interval of Postgres. */
export const BUCKET = `interval '5 minutes'`;

/** Rows that a bucket may have, one for each of so many connections. */
const SLOTS = 16;

/**
 * Notes at a lead's receipt what it counts as, and adds the difference to the numbers, in one round trip. Parameters: tenant, lead, when it
 * was received, whether it is bad, leads more, bad leads more.
 */
export const COUNT_LEAD = `
  with receipt as (
    update lead_receipt set counted_at = $3, counted_bad = $4 where tenant_id = $1 and lead_id = $2)
  insert into lead_count (tenant_id, bucket, slot, captured, bad, last_at)
  values ($1, date_bin(${BUCKET}, $3, timestamptz 'epoch'), mod(pg_backend_pid(), ${SLOTS}), $5, $6,
          case when $5 > 0 then $3::timestamptz end)
  on conflict on constraint lead_count__pk do update set
    captured = lead_count.captured + excluded.captured, bad = lead_count.bad + excluded.bad,
    last_at = greatest(lead_count.last_at, excluded.last_at)`;

/**
 * Deletes numbers of all tenants that begin before a time, but for the newest of each tenant, by which it is known when its last lead
 * came. Parameters: the time, rows.
 */
export const DELETE_OLD_COUNTS = `
  delete from lead_count where (tenant_id, bucket, slot) in (
    select tenant_id, bucket, slot from lead_count old
     where bucket < $1
       and exists (select from lead_count newer
                    where newer.tenant_id = old.tenant_id and newer.bucket > old.bucket and newer.captured > 0)
     order by bucket limit $2)`;
