import type { ViewKind } from '#libs/auth';
import type { Executor } from '../database/system-database.js';

/** The entry of the credential view that a change affects. */
export interface ViewChange {
  kind: ViewKind;
  name: string;
}

/**
 * Notes, in the transaction of the change itself, which entries it affects. Whatever happens to this process after the
 * commit, the change will be put in force.
 */
export async function recordViewChanges(tx: Executor, changes: readonly ViewChange[]): Promise<void> {
  await tx.query(`insert into view_change (kind, name) select * from unnest($1::text[], $2::text[])`, [
    changes.map(({ kind }) => kind),
    changes.map(({ name }) => name),
  ]);
}
