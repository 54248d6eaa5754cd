/** Columns of a key, and the SQL of an array for each. */
type Keys = Readonly<Record<string, string>>;

/** Names of the tenant and of the table in the statement. */
interface KeyedRows {
  /** SQL of the tenant. */
  tenant?: string;
  /** Another name by which the statement knows the table. */
  as?: string;
}

const asked = (keys: Keys) => `unnest(${Object.values(keys).join(', ')}) as asked (${Object.keys(keys).join(', ')})`;

const isAsked = (table: string, keys: Keys, tenant: string): string =>
  [`${table}.tenant_id = ${tenant}`, ...Object.keys(keys).map((name) => `${table}.${name} = asked.${name}`)].join(
    ' and ',
  );

/**
 * SQL of a condition: a row has one of these keys. Each is looked up by itself. A join with the keys, or a list of them, reads all
 * that a tenant has as soon as Postgres takes that to be less: it counts a look-up as that of ten tenants.
 *
 * The rows are named by their places. A statement that writes or locks them needs them locked before, by {@link lockRowsSql}: what
 * another transaction has moved meanwhile it would leave out.
 */
export function rowsByKeys(table: string, keys: Keys, { tenant = '$1', as = table }: KeyedRows = {}): string {
  return `${as}.ctid = any (array(
    select found.ctid from ${asked(keys)} cross join lateral (
      select ctid from ${table} where ${isAsked(table, keys, tenant)} offset 0) as found))`;
}

/**
 * SQL of a statement that locks the rows with these keys for a change, in the order of the keys.
 * @param condition which of them
 */
export function lockRowsSql(table: string, keys: Keys, { tenant = '$1', condition = 'true' } = {}): string {
  return `
    select from (select distinct * from ${asked(keys)} order by ${Object.keys(keys).join(', ')}) as asked cross join lateral (
      select from ${table} where ${isAsked(table, keys, tenant)} and ${condition} offset 0 for no key update) as held`;
}
