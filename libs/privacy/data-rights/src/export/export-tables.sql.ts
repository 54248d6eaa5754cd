/** The columns of tables with rows of tenants, without the tenant's. `keyPlace`: place in the primary key, or -1. */
export const LIST_COLUMNS = `
  select c.relname as "table", a.attname as name, format_type(a.atttypid, a.atttypmod) as type,
         coalesce(array_position(i.indkey::int2[], a.attnum), -1) as "keyPlace"
    from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    left join pg_index i on i.indrelid = c.oid and i.indisprimary
   where c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace = 'public'::regnamespace
     and a.attname <> 'tenant_id'
     and exists (select from pg_attribute t
                  where t.attrelid = c.oid and t.attname = 'tenant_id' and not t.attisdropped)
   order by c.relname, a.attnum`;

/** Files by their hash. Parameters: tenant, the hash behind which they begin, limit. */
export const LIST_FILES = `
  select hash, bytes::float8 as bytes from blob where tenant_id = $1 and hash > $2 order by hash limit $3`;
