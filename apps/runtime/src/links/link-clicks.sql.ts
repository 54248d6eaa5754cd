/** Adds clicks; the links are locked in one order. Parameters, one array each: tenants, ids, counts. */
export const ADD_CLICKS = `
  with clicks as (
    select * from unnest($1::text[], $2::text[], $3::bigint[]) clicks (tenant_id, id, count)
  ), locked as (
    select link.tenant_id, link.id from short_link link
    where (link.tenant_id, link.id) in (select tenant_id, id from clicks)
    order by link.tenant_id, link.id for no key update
  )
  update short_link link set clicks = link.clicks + clicks.count
  from clicks join locked using (tenant_id, id)
  where link.tenant_id = clicks.tenant_id and link.id = clicks.id`;
