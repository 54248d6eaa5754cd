/** Parameters: the lock's first number, the process number. */
export const TRY_ID_NODE = `select pg_try_advisory_lock($1, $2) as locked`;

/** Parameters: how many process numbers there are. */
export const NEXT_ID_NODE = `select (nextval('id_node') % $1)::int as start`;

/** Parameters: the lock's first number, the process number to start from, how many there are. */
export const LOCK_FREE_ID_NODE = `
  select number from (select ($2 + step) % $3 as number from generate_series(0, $3 - 1) as step offset 0) as candidate
  where pg_try_advisory_lock($1, number) limit 1`;
