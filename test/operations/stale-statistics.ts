import type pg from 'pg';
import { TENANTS_SETTING } from '#libs/core/persistence';

/** Rows of one tenant, after which autovacuum analyzes a table for the first time. */
const ANALYZED = 60;
/** Rows of another that came after it. */
const ROWS = 6_000;
const KNOWN = 'acc_known';
const NEW = 'acc_new';

export interface Column {
  name: string;
  type: string;
}

interface Index {
  name: string;
  definition: string;
  isUnique: boolean;
  /** Null for an expression. */
  keys: (string | null)[];
  condition: string | null;
}

const TABLES = `
  select c.oid::regclass::text as name from pg_class c
  where c.relkind = 'r' and not c.relispartition and c.relnamespace = 'public'::regnamespace
    and exists (select from pg_attribute where attrelid = c.oid and attname = 'tenant_id') order by 1`;
const COLUMNS = `
  select attname as name, format_type(atttypid, null) as type from pg_attribute
  where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''`;
const CONSTRAINTS = `select conname as name from pg_constraint where conrelid = $1::regclass and contype in ('c', 'f')`;
/** With one, Postgres takes no `on conflict`. */
const DEFERRABLE = `select from pg_constraint where conrelid = $1::regclass and condeferrable`;
const INDEXES = `
  select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition, indisunique as "isUnique",
    pg_get_expr(indpred, indrelid) as condition,
    array(select attname::text from unnest(indkey) with ordinality as key(number, place)
      left join pg_attribute on attrelid = indrelid and attnum = key.number where place <= indnkeyatts order by place) as keys
  from pg_index where indrelid = $1::regclass order by 1`;

/** SQL of a value that differs from row to row, by the type of its column. */
export function valueOf({ name, type }: Column, tenant: string): string | null {
  if (name === 'tenant_id') return `'${tenant}'`;
  if (type.endsWith('[]')) return `'{}'`;
  if (type === 'uuid') return 'gen_random_uuid()';
  if (type === 'text') return `'${name}' || md5('${tenant}' || n)`;
  if (type === 'smallint') return 'n % 30000';
  if (/^(integer|bigint|numeric|real|double precision)$/.test(type)) return 'n';
  if (type === 'boolean') return 'n % 2 = 0';
  if (type.startsWith('timestamp')) return `now() - n * interval '1 second'`;
  if (type === 'date') return 'current_date - n';
  if (type.startsWith('json')) return `'{}'`;
  if (type === 'bytea') return `sha256(convert_to('${name}${tenant}' || n, 'UTF8'))`;
  if (/^(inet|cidr)$/.test(type)) return `'10.0.0.1'`;
  return type === 'tsvector' ? `''` : null;
}

/** Fills the tables of an app with rows of a tenant, of whom no statistics know. Constraints and rules of the tables are lifted. */
export async function fillTables(client: pg.Client): Promise<void> {
  await client.query('set session_replication_role = replica');
  const { rows: tables } = await client.query<{ name: string }>(TABLES);
  for (const { name } of tables) {
    const { rows: columns } = await client.query<Column>(COLUMNS, [name]);
    const { rows: indexes } = await client.query<Index>(INDEXES, [name]);
    await fill(client, name, columns, indexes, 0);
  }
}

/** Fills a table: its statistics are of one tenant, if it has rows then, and another comes. */
async function fill(
  client: pg.Client,
  table: string,
  columns: readonly Column[],
  indexes: readonly Index[],
  analyzed = ANALYZED,
) {
  const { rows: constraints } = await client.query<{ name: string }>(CONSTRAINTS, [table]);
  for (const { name } of constraints) await client.query(`alter table ${table} drop constraint if exists "${name}"`);
  await client.query(`alter table ${table} set (autovacuum_enabled = false)`);
  const conditions = indexes.map(({ condition }) => condition ?? '').join(' ');
  const filled = columns.filter(
    (column) => valueOf(column, KNOWN) !== null && !new RegExp(`\\b${column.name} IS NULL`).test(conditions),
  );
  const { rowCount: deferrable } = await client.query(DEFERRABLE, [table]);
  const names = filled.map(({ name }) => `"${name}"`).join(', ');
  const insert = (tenant: string, count: number) =>
    client.query(
      `insert into ${table} (${names}) overriding system value
       select ${filled.map((column) => valueOf(column, tenant)).join(', ')} from generate_series(1, $1::int) n
       ${deferrable ? '' : 'on conflict do nothing'}`,
      [count],
    );
  await insert(KNOWN, analyzed);
  if (analyzed > 0) await client.query(`analyze ${table}`);
  return (await insert(NEW, ROWS)).rowCount ?? 0;
}

/** Returns the conditions by which the plan of a look-up goes through indexes. */
async function conditionsOf(client: pg.Client, role: string, table: string, index: Index, keys: readonly string[]) {
  const where = index.condition ? ` and (${index.condition})` : '';
  const { rows: examples } = await client.query<Record<string, string>>(
    `select ${keys.map((key) => `quote_literal("${key}") as "${key}"`).join(', ')} from ${table}
     where tenant_id = '${NEW}'${where} limit 1`,
  );
  const collation = /tenant_id COLLATE "C"/.test(index.definition) ? ' collate "C"' : '';
  const values = keys.map((key) => `"${key}" = ${examples[0]?.[key] ?? 'null'}`).join(' and ');
  await client.query(`set role ${role}`);
  const { rows } = await client.query<{ 'QUERY PLAN': unknown }>(
    `explain (format json) select * from ${table} where tenant_id${collation} = '${NEW}' and ${values}${where}`,
  );
  await client.query('reset role');
  const plan = JSON.stringify(rows);
  return [...plan.matchAll(/"Index Cond":"((?:[^"\\]|\\.)*)"/g)].map(([, condition = '']) => condition);
}

/**
 * Lists the indexes of an app's tables for whose own look-up Postgres takes another index, by the tenant alone, while the statistics
 * are of a table without the tenant: each look-up then reads all that the tenant has. Each role asks,
 * with the policies that hold for it. Changes the database beyond use.
 */
export async function neglectedIndexes(client: pg.Client, roles: readonly string[]): Promise<string[]> {
  await client.query('set session_replication_role = replica');
  await client.query(`set ${TENANTS_SETTING} = '${NEW}'`);
  const neglected: string[] = [];
  const { rows: tables } = await client.query<{ name: string }>(TABLES);
  for (const { name: table } of tables) {
    const { rows: columns } = await client.query<Column>(COLUMNS, [table]);
    const { rows: indexes } = await client.query<Index>(INDEXES, [table]);
    if ((await fill(client, table, columns, indexes)) < ROWS / 4) continue;
    for (const index of indexes) {
      const others = index.keys.filter((key): key is string => key !== null && key !== 'tenant_id');
      const keys = index.isUnique ? others : others.slice(0, 1);
      // The value of an expression is not known here.
      const isPlain = !index.keys.includes(null);
      if (!isPlain || !index.keys.slice(0, 2).includes('tenant_id') || keys.length === 0) continue;
      const isFoundBy = async (role: string) => {
        const conditions = await conditionsOf(client, role, table, index, keys);
        return conditions.some((condition) => keys.some((key) => new RegExp(`\\b${key}\\b`).test(condition)));
      };
      const isNeglected = async () => {
        for (const role of roles) if (!(await isFoundBy(role))) return true;
        return false;
      };
      if (await isNeglected()) neglected.push(`${index.name}: ${keys.join(', ')}`);
    }
  }
  return neglected;
}
