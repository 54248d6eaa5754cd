/** SQLSTATE of serialization failure and deadlock: the transaction may be tried again as a whole. */
const RETRYABLE_STATES = new Set(['40001', '40P01']);
const UNIQUE_VIOLATION = '23505';
const FOREIGN_KEY_VIOLATION = '23503';

/**
 * SQLSTATEs of a server that is unavailable for now: connection errors (08), out of resources (53), a statement that timed
 * out (57014), a server that stops, crashed or starts (57P01 to 57P03).
 */
const UNAVAILABLE_STATE = /^(?:08...|53...|57014|57P0[123])$/;
const UNREACHABLE = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
]);
/** Messages of the driver for a connection that it lost or could not open; these errors have no code. */
const LOST_CONNECTION =
  /^Connection terminated|^timeout exceeded when trying to connect|connection error and is not query/;

interface DriverError {
  code?: string;
  constraint?: string;
}

/** The driver's error inside whatever wraps it (TypeORM's QueryFailedError keeps it as `driverError`). */
function driverError(error: unknown): DriverError | undefined {
  if (typeof error !== 'object' || error === null) return undefined;
  return 'driverError' in error ? (error.driverError as DriverError) : (error as DriverError);
}

/** The SQLSTATE of a database error, if it is one. */
export function sqlState(error: unknown): string | undefined {
  return driverError(error)?.code;
}

export function isRetryable(error: unknown): boolean {
  const state = sqlState(error);
  return state !== undefined && RETRYABLE_STATES.has(state);
}

/** Whether the database is unavailable for now, so that the same work may succeed later. */
export function isUnavailable(error: unknown): boolean {
  if (error instanceof DatabaseUnavailable) return true;
  const code = sqlState(error);
  if (code !== undefined) return UNAVAILABLE_STATE.test(code) || UNREACHABLE.has(code);
  return error instanceof Error && LOST_CONNECTION.test(error.message);
}

/** The name of the unique constraint that a row violated; undefined for every other error. */
export function violatedUnique(error: unknown): string | undefined {
  const cause = driverError(error);
  return cause?.code === UNIQUE_VIOLATION ? cause.constraint : undefined;
}

/** The name of the foreign key that a row violated; undefined for every other error. */
export function violatedForeignKey(error: unknown): string | undefined {
  const cause = driverError(error);
  return cause?.code === FOREIGN_KEY_VIOLATION ? cause.constraint : undefined;
}

/** The database could not be reached or answered too late. The HTTP layer answers it with 503. */
export class DatabaseUnavailable extends Error {
  override readonly name = 'DatabaseUnavailable';
  readonly statusCode = 503;
  readonly expose = true;

  constructor(cause: unknown) {
    super('The database is not available', { cause });
  }
}
