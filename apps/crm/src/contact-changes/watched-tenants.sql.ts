/** Locks the row, so that it cannot end before the caller's transaction does. Parameters: tenant, watcher. */
export const LOCK_WATCH = 'select from contact_watch where tenant_id = $1 and watcher = $2 for share';

/** Parameters: tenant, watcher. */
export const INSERT_WATCH = 'insert into contact_watch (tenant_id, watcher) values ($1, $2) on conflict do nothing';

/** Parameters: tenant, watcher. */
export const DELETE_WATCH = 'delete from contact_watch where tenant_id = $1 and watcher = $2';
