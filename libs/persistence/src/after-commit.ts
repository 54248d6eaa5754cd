import type { SqlExecutor } from './sql.js';

/** What waits for the commit of a transaction that is under way. */
const waiting = new WeakMap<SqlExecutor, (() => void)[]>();

/** Calls `work` when the transaction of `tx` has committed, not if it rolls back; at once if `tx` is in none. */
export function afterCommit(tx: SqlExecutor, work: () => void): void {
  const works = waiting.get(tx);
  if (works) works.push(work);
  else work();
}

/** Runs a transaction, which passes its executor through `follow`; then calls what waits for its commit. */
export async function whenCommitted<T>(
  transaction: (follow: <E extends SqlExecutor>(tx: E) => E) => Promise<T>,
): Promise<T> {
  const works: (() => void)[] = [];
  let followed: SqlExecutor | undefined;
  try {
    const result = await transaction((tx) => {
      waiting.set(tx, works);
      followed = tx;
      return tx;
    });
    for (const work of works) work();
    return result;
  } finally {
    // A connection of the pool serves other transactions, too, and may do so already.
    if (followed && waiting.get(followed) === works) waiting.delete(followed);
  }
}
