/** The Postgres setting, local to a transaction, with the tenants whose rows it may read and write. */
export const TENANTS_SETTING = 'app.tenants';

/**
 * SQL that sets the tenants of a statement that is a transaction of its own, from its first parameter. The statement's
 * inserts select from it: policies are checked row by row, so that without it they reject every row.
 */
export const SET_TENANTS_SQL = `select set_config('${TENANTS_SETTING}', $1, true) as tenants`;

/** SQL that begins a transaction of these tenants. Their ids stand in its text, without parameters: it is two statements. */
export const beginWithTenantsSql = (tenants: string): string =>
  `begin; select set_config('${TENANTS_SETTING}', '${tenants}', true)`;

/** SQL for the function that policies call; create it before the first policy of a database. */
export const CURRENT_TENANTS_SQL = `
  create function current_tenants() returns text[] stable parallel safe language sql
  return string_to_array(nullif(current_setting('${TENANTS_SETTING}', true), ''), ',')`;

/**
 * SQL that enables row-level security for a table of tenant data: only rows of the transaction's tenants are read and
 * written. The subselect makes Postgres evaluate the setting once for a statement, not for every row. The table has no
 * statistics of its tenants, see {@link tenantStatisticsSql}.
 */
export function tenantPolicySql(table: string, app: string): string[] {
  const ofTenant = 'tenant_id = any ((select current_tenants())::text[])';
  return [
    `alter table ${table} enable row level security`,
    `alter table ${table} force row level security`,
    `create policy tenant on ${table} to ${app}_app using (${ofTenant}) with check (${ofTenant})`,
    `grant select, insert, update, delete on ${table} to ${app}_app`,
    `alter table ${table} alter column tenant_id set statistics 0`,
  ];
}

/** SQL that allows the system role the given verbs on a table, across tenants. */
export function systemAccessSql(
  table: string,
  app: string,
  verbs: ('select' | 'insert' | 'update' | 'delete')[],
): string[] {
  return [
    ...verbs.map((verb) => systemPolicySql(table, app, verb)),
    `grant ${verbs.join(', ')} on ${table} to ${app}_system`,
  ];
}

function systemPolicySql(table: string, app: string, verb: 'select' | 'insert' | 'update' | 'delete'): string {
  const clause = {
    select: 'using (true)',
    delete: 'using (true)',
    insert: 'with check (true)',
    update: 'using (true) with check (true)',
  };
  return `create policy system_${verb} on ${table} for ${verb} to ${app}_system ${clause[verb]}`;
}
