/**
 * SQL for settings of a transaction that lists rows in the order of an index, whose reading ends where the page does. Where statistics do
 * not know the tenant, or what belongs to what, Postgres takes the rows for so few that it might as well sort all of them.
 */
export const IN_ORDER = `select set_config('enable_bitmapscan', 'off', true), set_config('enable_sort', 'off', true)`;
