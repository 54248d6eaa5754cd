/**
 * SQL that keeps no statistics of the tenants of an app's tables, and drops those that there are. With them, Postgres takes a tenant
 * that came after the last ANALYZE to have one row: any index that begins with the tenant is then as good to it as the right one, and
 * each look-up reads all that the tenant has. {@link ESTIMATE_TENANTS} says what Postgres assumes in their place.
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

/**
 * Different tenants that Postgres is told to assume in a table without statistics of them. A statement of an app names its tenant
 * twice, itself and by the policy, which Postgres takes for ten tenants: together they leave 1/45 · 10/45, a two-hundredth of the table.
 * Left to itself it assumes 200 tenants, and both leave a four-thousandth: no row of a small table, so that each index is as good.
 */
const ASSUMED_TENANTS = 45;

/** SQL that tells Postgres how many tenants to assume, in each table without statistics of them. Changes nothing if it is known. */
export const ESTIMATE_TENANTS = `
  select pg_restore_attribute_stats('schemaname', 'public', 'relname', c.relname::text, 'attname', 'tenant_id', 'inherited', false,
    'null_frac', 0::real, 'avg_width', 24, 'n_distinct', ${ASSUMED_TENANTS}::real)
  from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id' and a.attstattarget = 0
  left join pg_stats s on s.schemaname = 'public' and s.tablename = c.relname and s.attname = 'tenant_id'
  where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and s.n_distinct is distinct from ${ASSUMED_TENANTS}`;
