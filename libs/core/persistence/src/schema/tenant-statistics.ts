/**
 * SQL that keeps no statistics of the tenants of an app's tables, and drops those that there are. With them, Postgres takes a tenant
 * that came after the last ANALYZE to have one row: any index that begins with the tenant is then as good to it as the right one, and
 * each look-up reads all that the tenant has. Without them, each tenant has a two-hundredth of the table.
 * @param kept tables whose lists are filtered by so much that Postgres needs to know how much a tenant has
 */
export function tenantStatisticsSql(kept: readonly string[] = []): string {
  const names = kept.map((table) => `'${table}'`).join(', ') || 'null';
  return `
    do $$
    declare found record;
    begin
      for found in
        select c.oid::regclass as named, c.relname as name, coalesce(c.relname in (${names}), false) as is_kept
        from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id'
        where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and not c.relispartition order by 2
      loop
        execute format('alter table %s alter column tenant_id set statistics %s', found.named, case when found.is_kept then -1 else 0 end);
        if not found.is_kept then perform pg_clear_attribute_stats('public', found.name, 'tenant_id', false); end if;
      end loop;
    end $$`;
}
