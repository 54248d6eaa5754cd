/**
 * Adds clicks; the links are locked in one order, each by itself: a join may read all links of the tenant. Parameters, one array each:
 * tenants, ids, counts.
 */
export const ADD_CLICKS = `
  with clicks as (
    select * from unnest($1::text[], $2::text[], $3::bigint[]) clicks (tenant_id, id, count)
  ), locked as (
    select asked.tenant_id, asked.id from (select distinct tenant_id, id from clicks order by 1, 2) as asked cross join lateral (
      select from short_link where tenant_id = asked.tenant_id and id = asked.id offset 0 for no key update) as held
  )
  update short_link link set clicks = link.clicks + clicks.count
  from clicks join locked using (tenant_id, id)
  where link.tenant_id = clicks.tenant_id and link.id = clicks.id`;
