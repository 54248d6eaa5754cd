import { LOCK, LOCK_KEY, LOCK_SHARED, TRY_LOCK, TRY_LOCK_KEY } from './locks.sql.js';
import { one, type SqlExecutor } from '../statements/sql.js';

/**
 * The numbers of all advisory locks. Their numbers are unique in a database: two names with one number would block each
 * other.
 */
export const LOCKS = {
  migrations: 7_236_401,
  'platform counts': 7_236_402,
  'alert evaluation': 7_236_403,
  'queue samples': 7_236_632,
  'alert rule creation': 7_236_404,
  suggestions: 7_236_405,
  'month maintenance': 7_236_406,
  'signing keys': 7_236_407,
  'owned tenants': 7_236_408,
  'sending domains': 7_236_409,
  'contact import': 7_236_410,
  /** With a tenant: how many uploads it has, and of how many bytes. */
  'attachment uploads': 7_236_641,
  'webhook endpoints': 7_236_411,
  /** With a tenant: how many routes of received mail it has. */
  'inbound routes': 7_236_650,
  housekeeping: 7_236_412,
  'plan creation': 7_236_420,
  /** The first of two numbers; the second one is the process number. */
  'id node': 7_236_413,
  'SMS senders': 7_236_421,
  'credentials of a user': 7_236_422,
  'site domains': 7_236_430,
  'site redirects': 7_236_431,
  'short links': 7_236_432,
  /** With a tenant: what its published pages depend on. */
  'page rendering': 7_236_433,
  /** With a tenant: how many pictures it has, and of how many bytes. */
  media: 7_236_434,
  'traffic commits': 7_236_435,
  /** With a tenant: how many pixels it has. */
  pixels: 7_236_436,
  /** With the blind index of an e-mail address or phone: the contact that a lead finds or makes by it. */
  'lead contact': 7_236_440,
  'lead retention': 7_236_450,
  'blob sweep': 7_236_451,
  'custom fields': 7_236_460,
  'account settings': 7_236_461,
  'saved views': 7_236_462,
  /** With a tenant: how many segments it has. */
  segments: 7_236_466,
  /** With a tenant: events of its journeys that may be loops. */
  'interrupted journeys': 7_236_483,
  'enrollment retention': 7_236_484,
  /** With a tenant: who is in its segments. */
  'segment members': 7_236_467,
  'segment days': 7_236_468,
  'email domains': 7_236_469,
  'lead forms': 7_236_479,
  /** With a tenant: how many destinations it has. */
  destinations: 7_236_463,
  'destination retention': 7_236_464,
  'import retention': 7_236_470,
  'contact retention': 7_236_452,
  'merge expiry': 7_236_471,
  /** With a tenant: how many exports it has. */
  'contact export': 7_236_472,
  'export retention': 7_236_473,
  'tenant key rotation': 7_236_453,
  'contact filter keys': 7_236_454,
  /** With a tenant: how many alerts it has. */
  'lead alerts': 7_236_474,
  'lead alert evaluation': 7_236_475,
  /** With a tenant: its rules of scores, and the scores by them. */
  'contact scores': 7_236_476,
  'contact score days': 7_236_477,
  /** With a tenant: whether changes of its contacts are logged. Whoever changes contacts has it shared. */
  'contact watch': 7_236_455,
  /** With a tenant: the changes of its contacts are told one batch after another. */
  'contact changes': 7_236_456,
  /** With a tenant: its journeys are changed one after another. */
  journeys: 7_236_437,
  /** With a tenant: those inside its journeys are advanced one batch after another. */
  'journey advance': 7_236_438,
  'journey sweep': 7_236_439,
  'contact change dispatch': 7_236_457,
  'contact change retention': 7_236_458,
  'event day retention': 7_236_459,
  'message report retention': 7_236_465,
  'mailbox purge': 7_236_480,
  'mail domains': 7_236_481,
  'report retention': 7_236_482,
  'tenant removals': 7_236_490,
  'tenant deletions': 7_236_491,
  'account deletions': 7_236_492,
  'account returns': 7_236_493,
  /** Completions of events between apps: a backup has it for the instant in which it opens its snapshots. */
  'event completions': 7_236_494,
  'queue hold': 7_236_495,
  'feedback keys': 7_236_496,
  'feedback key check': 7_236_497,
  /** With a tenant: which messages its readers have opened and clicked. */
  readers: 7_236_500,
  topics: 7_236_510,
  /** With a tenant and a recording: its chunks are counted one after another. */
  'replay sessions': 7_236_520,
  'replay days': 7_236_521,
} as const satisfies Record<string, number>;

export type LockName = keyof typeof LOCKS;

/** SQL expression that waits for a lock and keeps it until the transaction ends. */
export const lockSql = (name: LockName): string => `pg_advisory_xact_lock(${LOCKS[name]})`;

/** Waits for a lock and keeps it until the transaction ends. */
export async function lock(tx: SqlExecutor, name: LockName): Promise<void> {
  await one(tx, LOCK, [LOCKS[name]]);
}

/** The same for a lock that any number of transactions may have at once, unless one has it by {@link lock}. */
export async function lockShared(tx: SqlExecutor, name: LockName): Promise<void> {
  await one(tx, LOCK_SHARED, [LOCKS[name]]);
}

/**
 * Waits for the lock of a name and a key (a tenant, a user) and keeps it until the transaction ends. Keys with equal
 * 64-bit hashes share a lock.
 */
export async function lockKey(tx: SqlExecutor, name: LockName, key: string): Promise<void> {
  await one(tx, LOCK_KEY, [key, LOCKS[name]]);
}

/** Locks until the transaction ends; returns false at once if another transaction has the lock. */
export async function tryLock(tx: SqlExecutor, name: LockName): Promise<boolean> {
  const { locked } = await one<{ locked: boolean }>(tx, TRY_LOCK, [LOCKS[name]]);
  return locked;
}

/** The same for the lock of a name and a key. */
export async function tryLockKey(tx: SqlExecutor, name: LockName, key: string): Promise<boolean> {
  const { locked } = await one<{ locked: boolean }>(tx, TRY_LOCK_KEY, [key, LOCKS[name]]);
  return locked;
}
