import { exec, type SqlExecutor } from '#libs/core/persistence';

const DELETE_FINISHED = `
  delete from message_import where (tenant_id, id) in (
    select tenant_id, id from message_import where finished_at < now() - make_interval(days => $1) limit $2
  )`;

/** Deletes imports of all tenants that ended so many days ago. Returns how many. For the system role. */
export const deleteFinishedImports = (tx: SqlExecutor, days: number, limit: number): Promise<number> =>
  exec(tx, DELETE_FINISHED, [days, limit]);
