export interface TableRow {
  name: string;
  parent: string | null;
  bound: string | null;
  options: string[];
  columns: string[];
}

/** Ordinary tables and partitions, with the columns that are stored: those that Postgres computes are left out. */
export const TABLES = `
  select c.relname as name, parent.relname as parent, pg_get_expr(c.relpartbound, c.oid) as bound,
         coalesce(c.reloptions, '{}') as options,
         (select array_agg(attname::text order by attnum) from pg_attribute
          where attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = '') as columns
  from pg_class c left join pg_inherits i on i.inhrelid = c.oid left join pg_class parent on parent.oid = i.inhparent
  where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' order by c.relname`;

export const SEQUENCES = `
  select sequencename as name, last_value::text as value from pg_sequences
  where schemaname = 'public' and last_value is not null`;

export const MIGRATIONS = `select name from migration order by id`;

/** Parameters: sequence, its last value. */
export const SET_SEQUENCE = `select setval(format('public.%I', $1::text)::regclass, $2::bigint)`;

/** Parameter: names of databases. Connections of apps, which would write; a vacuum is none. */
export const CONNECTIONS = `
  select distinct datname as name from pg_stat_activity
  where datname = any($1::text[]) and pid <> pg_backend_pid() and backend_type = 'client backend'`;

/** Tenants and accounts that identity deletes for good as soon as its queues are released. */
export const DUE_DELETIONS = `
  select 'tenant ' || tenant_id as what, due_at as "dueAt" from tenant_deletion where started_at is null and due_at <= now()
  union all
  select 'account ' || user_id, due_at from account_deletion where restored_at is null and due_at <= now()
  order by "dueAt"`;
