/** Running experiments that began before a time. $1 time, $2 limit. */
export const LIST_TOO_LONG = `
  select tenant_id as "tenantId", page_id as "pageId", id from experiment
  where status = 'running' and started_at < $1 order by started_at limit $2`;

/** Experiments that ended before a time and still have visitors. $1 time, $2 limit. */
export const LIST_ENDED = `
  select tenant_id as "tenantId", id from experiment
  where ended_at < $1 and cleared_at is null and status <> 'running' order by ended_at limit $2`;

/** Deletes some visitors of an experiment; one that is changed meanwhile is left to the next time. $1 tenant, $2 experiment, $3 how many. */
export const DELETE_VISITORS = `
  delete from experiment_exposure
  where ctid = any (array(select ctid from experiment_exposure where tenant_id = $1 and experiment_id = $2 limit $3))`;

/** $1 tenant, $2 experiment. */
export const MARK_CLEARED = `
  update experiment set cleared_at = now() where tenant_id = $1 and id = $2 and status <> 'running'`;
