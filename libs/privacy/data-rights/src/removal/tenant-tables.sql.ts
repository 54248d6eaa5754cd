/** The tables of the database with rows of tenants, without partitions: those are reached by the table that they are of. */
export const LIST_TENANT_TABLES = `
  select c.relname as name, c.relkind = 'p' as "isPartitioned",
         coalesce((select array_agg(quote_ident(a.attname) order by array_position(i.indkey::int2[], a.attnum))
                     from pg_index i join pg_attribute a on a.attrelid = c.oid and a.attnum = any (i.indkey::int2[])
                    where i.indrelid = c.oid and i.indisprimary), '{}') as key
    from pg_class c
   where c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace = 'public'::regnamespace
     and exists (select from pg_attribute a
                  where a.attrelid = c.oid and a.attname = 'tenant_id' and not a.attisdropped)
   order by c.relname`;

/**
 * The foreign keys between such tables that keep a row from being deleted before those that refer to it. `nullable`: the
 * columns that may be null instead.
 */
export const LIST_REFERENCES = `
  select child.relname as child, parent.relname as parent,
         array(select quote_ident(a.attname) from pg_attribute a
                where a.attrelid = f.conrelid and a.attnum = any (f.conkey) and not a.attnotnull
                order by a.attnum) as nullable
    from pg_constraint f join pg_class child on child.oid = f.conrelid join pg_class parent on parent.oid = f.confrelid
   where f.contype = 'f' and f.conparentid = 0 and f.connamespace = 'public'::regnamespace
     and f.confdeltype in ('a', 'r', 'c')
   order by child.relname, f.conname`;

/**
 * Deletes some rows of a tenant. The key of a partitioned table is its primary key, because places of rows are those of a
 * partition. Parameters: tenant, limit.
 */
export function deleteSliceSql(name: string, key: readonly string[], condition = 'true'): string {
  const rows = `from ${name} where tenant_id = $1 and ${condition} limit $2`;
  if (key.length === 0) return `delete from ${name} where ctid = any (array(select ctid ${rows}))`;
  return `delete from ${name} using (select ${key.join(', ')} ${rows}) slice
    where ${name}.tenant_id = $1 and ${key.map((column) => `${name}.${column} = slice.${column}`).join(' and ')}`;
}

/** Clears columns that refer to other rows. Parameters: tenant, limit. */
export function clearSliceSql(name: string, columns: readonly string[]): string {
  const isSet = columns.map((column) => `${column} is not null`).join(' or ');
  return `update ${name} set ${columns.map((column) => `${column} = null`).join(', ')}
    where ctid = any (array(select ctid from ${name} where tenant_id = $1 and (${isSet}) limit $2))`;
}
