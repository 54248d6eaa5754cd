import type pg from 'pg';
import { firstIdAt, idAt, positionOf, type TenantId } from '#libs/core/persistence';
import type { Filling } from './rows-read.js';
import { type Column, valueOf } from './stale-statistics.js';

const DAY_MS = 86_400_000;
const STARTED_AT = Date.now();
const DAYS = 20;
const MOST_ROWS = 20_000;

/** Ids of the time at which a row was made, for tables that are parted by them. */
export const ID_PREFIXES = ['msg', 'sms', 'evt', 'whd'] as const;

/** Id of the row `n` where the time tells: one of the last weeks, the first the oldest. */
export function timedOf(prefix: (typeof ID_PREFIXES)[number], n: number): string {
  const first = positionOf(firstIdAt(prefix, new Date(STARTED_AT - DAYS * DAY_MS)));
  const step = Math.floor((positionOf(firstIdAt(prefix, new Date(STARTED_AT))) - first) / MOST_ROWS);
  return idAt(prefix, first + n * step);
}

/** SQL of the columns of a table that matter, for the row `n` of a tenant `$1`, which has the ids `msg`, `sms`, `evt` and `whd`; those that must have a value get any. */
type Values = Record<string, string>;

const NEEDED = `
  select attname as name, format_type(atttypid, null) as type from pg_attribute
   where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = '' and attidentity = ''
     and attnotnull and not atthasdef`;
const CONSTRAINTS = `
  select conname as name from pg_constraint where conrelid = $1::regclass and contype in ('c', 'f') and conparentid = 0`;

/** Ids of rows, in SQL and here. */
export const TEXT = (prefix: string) => `'${prefix}_' || lpad(to_hex(n), 16, '0')`;
export const UUID = `('00000000-0000-4000-8000-' || lpad(to_hex(n), 12, '0'))::uuid`;
export const textOf = (prefix: string, n: number) => `${prefix}_${n.toString(16).padStart(16, '0')}`;
export const uuidOf = (n: number) => `00000000-0000-4000-8000-${n.toString(16).padStart(12, '0')}`;

/** Fills tables with so many rows each. Their checks and foreign keys are dropped: no row has to make sense. */
export function filling(tables: Record<string, Values>): Filling {
  return {
    tables: Object.keys(tables),
    async fill(admin, tenantId, count) {
      await admin.query(
        `create temp table if not exists timed (n int primary key, ${ID_PREFIXES.join(' text, ')} text)`,
      );
      const ids = ID_PREFIXES.map((prefix) => Array.from({ length: count }, (_, n) => timedOf(prefix, n + 1)));
      await admin.query(
        `insert into timed select n, ${ID_PREFIXES.join(', ')} from unnest($1::text[], $2::text[], $3::text[], $4::text[])
           with ordinality as given (${ID_PREFIXES.join(', ')}, n) on conflict do nothing`,
        ids,
      );
      for (const [table, values] of Object.entries(tables)) await fill(admin, table, values, tenantId, count);
    },
  };
}

async function fill(admin: pg.Client, table: string, values: Values, tenantId: TenantId, count: number): Promise<void> {
  const { rows: constraints } = await admin.query<{ name: string }>(CONSTRAINTS, [table]);
  for (const { name } of constraints) await admin.query(`alter table ${table} drop constraint if exists "${name}"`);
  const { rows: needed } = await admin.query<Column>(NEEDED, [table]);
  const others = needed.filter(({ name }) => name !== 'tenant_id' && !(name in values));
  const columns = ['tenant_id', ...Object.keys(values), ...others.map(({ name }) => name)];
  const given = ['$1', ...Object.values(values), ...others.map((column) => valueOf(column, tenantId))];
  // With a deferrable key, Postgres takes no `on conflict`.
  const { rowCount: deferrable } = await admin.query(
    'select from pg_constraint where conrelid = $1::regclass and condeferrable',
    [table],
  );
  const isNew = `n > (select count(*) from ${table} where tenant_id = $1)`;
  await admin.query(
    `insert into ${table} (${columns.map((name) => `"${name}"`).join(', ')}) overriding system value
     select ${given.join(', ')} from timed where n <= $2::int ${deferrable ? `and ${isNew}` : 'on conflict do nothing'}`,
    [tenantId, count],
  );
}
