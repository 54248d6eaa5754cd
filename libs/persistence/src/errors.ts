/** SQLSTATE of serialization failure and deadlock: the transaction may be tried again as a whole. */
const RETRYABLE_STATES = new Set(['40001', '40P01']);
const UNIQUE_VIOLATION = '23505';

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

/** The name of the unique constraint that refused a row; undefined for every other error. */
export function violatedUnique(error: unknown): string | undefined {
  const cause = driverError(error);
  return cause?.code === UNIQUE_VIOLATION ? cause.constraint : undefined;
}
