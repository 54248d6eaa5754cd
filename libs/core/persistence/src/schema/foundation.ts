import { CURRENT_TENANTS_SQL } from './row-level-security.sql.js';

/** The first SQL of a new app's database: what its two roles need before there is a table. */
export function foundationSql(app: string): string[] {
  return [
    `grant usage on schema public to ${app}_app, ${app}_system`,
    `create sequence id_node`,
    `grant usage on sequence id_node to ${app}_app, ${app}_system`,
    CURRENT_TENANTS_SQL,
  ];
}

/** SQL that reverts {@link foundationSql}. */
export const FOUNDATION_DOWN_SQL: readonly string[] = ['drop function current_tenants()', 'drop sequence id_node'];
