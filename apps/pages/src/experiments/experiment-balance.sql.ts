/** Running experiments whose weights follow the chance of being best. $1 tenant and $2 experiment to begin after, $3 limit. */
export const LIST_BALANCED = `
  select tenant_id as "tenantId", page_id as "pageId", id from experiment
  where status = 'running' and balance_floor is not null and (tenant_id, id) > ($1, $2 collate "C")
  order by tenant_id, id limit $3`;
