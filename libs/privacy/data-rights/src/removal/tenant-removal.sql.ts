/** Parameters: tenant, id of the deletion. */
export const INSERT_REMOVAL = `
  insert into tenant_removal (tenant_id, removal_id) values ($1, $2) on conflict (tenant_id) do nothing`;

/**
 * Removals that are not finished, and those that were finished in the last thirty days and not checked for a day.
 * Parameters: limit.
 */
export const LIST_DUE = `
  (select tenant_id as "tenantId" from tenant_removal where finished_at is null order by created_at limit $1)
  union all
  (select tenant_id from tenant_removal
    where finished_at > now() - interval '30 days' and checked_at < now() - interval '1 day'
    order by checked_at limit $1)`;

/** Adds to the count of a table. Parameters: tenant, table, rows. */
export const COUNT_ROWS = `
  update tenant_removal
     set rows = rows || jsonb_build_object($2::text, coalesce((rows ->> $2::text)::bigint, 0) + $3::bigint)
   where tenant_id = $1`;

/** Returns the removal if this finishes it. Parameters: tenant. */
export const FINISH_REMOVAL = `
  update tenant_removal set finished_at = now(), checked_at = now()
   where tenant_id = $1 and finished_at is null
  returning tenant_id as "tenantId", removal_id as "removalId", rows`;

/** Parameters: tenant. */
export const MARK_CHECKED = `update tenant_removal set checked_at = now() where tenant_id = $1`;
