/** Stores a salt unless the day has one. Parameters: day, sealed salt. */
export const INSERT_SALT = `insert into visitor_salt (day, salt) values ($1, $2) on conflict do nothing`;

/** Parameter: day. */
export const FIND_SALT = `select salt from visitor_salt where day = $1`;

/** Destroys the salts of past days. Parameter: the first day that stays. */
export const DELETE_SALTS = `delete from visitor_salt where day < $1`;
