import { one, type SqlExecutor } from './sql.js';

/**
 * The numbers of every advisory lock that code takes. Postgres knows one space of numbers for each database: two names
 * with one number would block each other.
 */
export const LOCKS = {
  migrations: 7_236_401,
  'platform counts': 7_236_402,
  'alert evaluation': 7_236_403,
  'alert rule creation': 7_236_404,
  suggestions: 7_236_405,
  'month maintenance': 7_236_406,
  'signing keys': 7_236_407,
  'owned tenants': 7_236_408,
  'sending domains': 7_236_409,
  'contact import': 7_236_410,
  'webhook endpoints': 7_236_411,
  housekeeping: 7_236_412,
  /** The first of two numbers; the second one is the process's. */
  'id node': 7_236_413,
} as const satisfies Record<string, number>;

export type LockName = keyof typeof LOCKS;

/** SQL expression that waits for a lock and holds it until the transaction ends. */
export const lockSql = (name: LockName): string => `pg_advisory_xact_lock(${LOCKS[name]})`;

/** Waits for a lock and holds it until the transaction ends. */
export async function lock(tx: SqlExecutor, name: LockName): Promise<void> {
  await one(tx, `select ${lockSql(name)}`);
}

/**
 * Waits for the lock that `name` has for one key (a tenant, a user) and holds it until the transaction ends. Keys whose
 * 64-bit hashes are equal share a lock.
 */
export async function lockKey(tx: SqlExecutor, name: LockName, key: string): Promise<void> {
  await one(tx, `select pg_advisory_xact_lock(hashtextextended($1, ${LOCKS[name]}))`, [key]);
}

/** Takes a lock until the transaction ends; returns false at once if another transaction holds it. */
export async function tryLock(tx: SqlExecutor, name: LockName): Promise<boolean> {
  const { locked } = await one<{ locked: boolean }>(tx, `select pg_try_advisory_xact_lock(${LOCKS[name]}) as locked`);
  return locked;
}
