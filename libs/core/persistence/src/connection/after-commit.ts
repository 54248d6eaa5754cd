import type { SqlExecutor } from '../statements/sql.js';

/** Functions that wait for the commit of a running transaction. */
const waiting = new WeakMap<SqlExecutor, (() => void)[]>();

/** Calls `work` when the transaction of `tx` has committed, not if it rolls back; at once if `tx` is in none. */
export function afterCommit(tx: SqlExecutor, work: () => void): void {
  const works = waiting.get(tx);
  if (works) works.push(work);
  else work();
}

/** Gathers things of one kind for each transaction. `use` gets them when the transaction has committed. */
export class CommitGathering<T> {
  private readonly gathered = new WeakMap<object, T>();

  constructor(
    private readonly create: () => T,
    private readonly use: (gathered: T) => void,
  ) {}

  /** Adds to what the transaction of `tx` has gathered; used at once if `tx` is in none. */
  add(tx: SqlExecutor, change: (gathered: T) => void): void {
    // A connection serves one transaction after another, so the list of its works stands for the transaction.
    const works = waiting.get(tx);
    const known = works && this.gathered.get(works);
    if (known !== undefined) return change(known);
    const made = this.create();
    if (works) this.gathered.set(works, made);
    change(made);
    afterCommit(tx, () => this.use(made));
  }
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
