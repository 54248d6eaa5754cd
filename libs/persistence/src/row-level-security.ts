/** The Postgres setting, local to a transaction, that holds the tenants whose rows it may touch. */
export const TENANTS_SETTING = 'app.tenants';

/** SQL for the function that policies ask; to be created before the first policy of a database. */
export const CURRENT_TENANTS_SQL = `
  create function current_tenants() returns text[] stable parallel safe language sql
  return string_to_array(nullif(current_setting('${TENANTS_SETTING}', true), ''), ',')`;

/**
 * SQL that puts a table of tenant data under row-level security: without a tenant no row is seen, and none can be
 * written for another tenant. The subselect lets Postgres evaluate the setting once a statement, not once a row.
 */
export function tenantPolicySql(table: string, app: string): string[] {
  const ofTenant = 'tenant_id = any ((select current_tenants())::text[])';
  return [
    `alter table ${table} enable row level security`,
    `alter table ${table} force row level security`,
    `create policy tenant on ${table} to ${app}_app using (${ofTenant}) with check (${ofTenant})`,
    `grant select, insert, update, delete on ${table} to ${app}_app`,
  ];
}

/** SQL that opens a table to the system role for the verbs named, across tenants: one line for each narrow lookup. */
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
