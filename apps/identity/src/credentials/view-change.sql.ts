import { exec, many, type SqlExecutor } from '#libs/core/persistence';
import type { ViewChange } from './view-change.entity.js';

/** An entry of the credential view that a change affects. */
export type ChangedEntry = Pick<ViewChange, 'kind' | 'name'>;

/**
 * Records, in the transaction of the change, which entries it affects. They are published even if this process ends right
 * after the commit. As SQL, because the app's role may insert here and read nothing.
 */
export async function recordViewChanges(tx: SqlExecutor, changes: readonly ChangedEntry[]): Promise<void> {
  await exec(tx, `insert into view_change (kind, name) select * from unnest($1::text[], $2::text[])`, [
    changes.map(({ kind }) => kind),
    changes.map(({ name }) => name),
  ]);
}

/**
 * Lists entries, each once, whose changes were recorded longer ago and are not published. As one statement, because it runs
 * every second in each process.
 */
export async function listLateChanges(pool: SqlExecutor, olderThanMs: number, limit: number): Promise<ChangedEntry[]> {
  return many(
    pool,
    `select distinct kind, name from (
       select kind, name from view_change where created_at < now() - $1 * interval '1 millisecond' limit $2) as late`,
    [olderThanMs, limit],
  );
}
