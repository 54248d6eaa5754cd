/** Parameters: number. */
export const LOCK = `select pg_advisory_xact_lock($1)`;

/** Parameters: number. */
export const LOCK_SHARED = `select pg_advisory_xact_lock_shared($1)`;

/** Parameters: key, number. */
export const LOCK_KEY = `select pg_advisory_xact_lock(hashtextextended($1, $2))`;

/** Parameters: key, number. */
export const TRY_LOCK_KEY = `select pg_try_advisory_xact_lock(hashtextextended($1, $2)) as locked`;

/** Parameters: number. */
export const TRY_LOCK = `select pg_try_advisory_xact_lock($1) as locked`;

/** The lock of a session, which keeps it over several transactions. Parameters: number. */
export const LOCK_SESSION = `select pg_advisory_lock($1)`;
