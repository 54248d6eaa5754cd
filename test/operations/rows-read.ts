import pg from 'pg';
import type { DataSource, EntityManager, QueryRunner } from 'typeorm';
import { ESTIMATE_TENANTS, type SqlExecutor, TENANTS_SETTING, type TenantId } from '#libs/core/persistence';

/** A node of a plan that has run, as `explain (analyze, format json)` writes it. */
interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Index Recheck'?: number;
  Plans?: PlanNode[];
}

/** Counts of what statements have read of tables. */
export interface RowsRead {
  /** Rows that they looked at, also those that they passed over. */
  rows: number;
  /** Each scan with its rows, for the message of a failed test. */
  scans: string[];
}

const OF_TABLES = ['Seq Scan', 'Index Scan', 'Index Only Scan', 'Bitmap Heap Scan', 'Bitmap Index Scan', 'Tid Scan'];

/** Runs what a repository asks or writes in a transaction of the tenant, and counts the rows that its statements look at. Keeps nothing. */
export async function rowsReadBy(
  source: DataSource,
  tenantId: TenantId,
  work: (tx: EntityManager, hot: SqlExecutor) => Promise<unknown>,
): Promise<RowsRead> {
  const runner = source.createQueryRunner();
  const read: RowsRead = { rows: 0, scans: [] };
  await runner.startTransaction();
  try {
    await runner.query(`select set_config('${TENANTS_SETTING}', $1, true)`, [tenantId]);
    explainEach(runner, read);
    // In place of a bare connection, as hot paths have it.
    const query = async (statement: string | { text: string }, values?: unknown[]) => {
      const text = typeof statement === 'string' ? statement : statement.text;
      const { records, affected } = await runner.query(text, values, true);
      return { rows: records, rowCount: affected };
    };
    await work(runner.manager, { query } as never);
  } finally {
    await runner.rollbackTransaction();
    await runner.release();
  }
  return read;
}

/** Runs one statement in a transaction of its own, after its settings, as {@link rowsReadBy} does. */
export async function rowsReadAlone(
  url: string,
  settings: string,
  text: string,
  values: readonly unknown[],
): Promise<RowsRead> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const read: RowsRead = { rows: 0, scans: [] };
    await client.query('begin');
    await client.query(settings);
    add(read, (await client.query(`explain (analyze, format json) ${text}`, [...values])).rows);
    return read;
  } finally {
    await client.end();
  }
}

/** To explain a statement runs it: what it wrote is taken back before it runs for its caller. */
function explainEach(runner: QueryRunner, read: RowsRead): void {
  const ask = runner.query.bind(runner);
  runner.query = async (text: string, values?: unknown[], ...rest: unknown[]) => {
    if (/^\s*(select|with|insert|update|delete)\b/i.test(text)) {
      await ask('savepoint explained');
      add(read, await ask(`explain (analyze, format json) ${text}`, values));
      await ask('rollback to savepoint explained');
    }
    return ask(text, values, ...(rest as [true]));
  };
}

function add(read: RowsRead, explained: unknown): void {
  const [{ 'QUERY PLAN': plans }] = explained as [{ 'QUERY PLAN': { Plan: PlanNode }[] }];
  for (const node of nodesOf(plans[0]!.Plan)) {
    if (!OF_TABLES.includes(node['Node Type'])) continue;
    const passed = (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0);
    const rows = Math.round((node['Actual Rows'] + passed) * node['Actual Loops']);
    read.rows += rows;
    read.scans.push(`${node['Node Type']} of ${node['Index Name'] ?? node['Relation Name']}: ${rows}`);
  }
}

function nodesOf(node: PlanNode): PlanNode[] {
  return [node, ...(node.Plans ?? []).flatMap(nodesOf)];
}

/** States that tables were in when Postgres last looked at them. */
export const KNOWN_TABLES = ['never seen', 'empty', 'tiny', 'skewed', 'full'] as const;
export type KnownTables = (typeof KNOWN_TABLES)[number];

const TINY = 60;

/** Rows of lists, for tables whose statistics are to be of one kind or another. */
export interface Filling {
  tables: readonly string[];
  /** Inserts so many rows of a tenant; if they are alike, all have the values of one another. */
  fill(admin: pg.Client, tenantId: TenantId, count: number, areAlike: boolean): Promise<void>;
}

const PARTS = `
  select relid::regclass::text as name from unnest($1::text[]) as given, pg_partition_tree(given::regclass) where isleaf
  union all select given from unnest($1::text[]) as given
   where not exists (select from pg_partition_tree(given::regclass) where isleaf and relid <> given::regclass)`;

const SORT_IN = `
  select gin_clean_pending_list(indexrelid) from pg_index join pg_class on pg_class.oid = indexrelid
    join pg_am on pg_am.oid = relam
   where amname = 'gin' and indrelid = any (array(select given::regclass from unnest($1::text[]) as given))`;

/** Fills the tables for a tenant, while Postgres knows them otherwise. */
export async function fillKnownAs(
  known: KnownTables,
  admin: pg.Client,
  { tables, fill }: Filling,
  tenants: { own: TenantId; other: TenantId },
  count: number,
): Promise<void> {
  const { rows: parts } = await admin.query<{ name: string }>(PARTS, [tables]);
  for (const { name } of parts) await admin.query(`alter table ${name} set (autovacuum_enabled = false)`);
  await admin.query('set session_replication_role = replica');
  const analyze = () => admin.query(`analyze ${tables.join(', ')}`);
  if (known === 'tiny') await fill(admin, tenants.own, TINY, false);
  if (known === 'skewed') await fill(admin, tenants.other, count, true);
  if (known === 'full') await fill(admin, tenants.own, count, false);
  if (known !== 'never seen') await analyze();
  if (known !== 'full') await fill(admin, tenants.own, count, false);
  // What waits to be sorted into an index costs as much among these rows as among a million.
  await admin.query(SORT_IN, [tables]);
  // As each process of an app does when it starts.
  await admin.query(ESTIMATE_TENANTS);
}
