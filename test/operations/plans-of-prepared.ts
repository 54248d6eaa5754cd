import type pg from 'pg';
import type { PreparedStatement } from '#libs/core/persistence';

/** A node of a plan, as `explain (format json)` writes it. */
interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Index Cond'?: string;
  Plans?: PlanNode[];
}

/** Indexes that find one row by the tenant alone. */
const OF_TENANT = `
  select indexrelid::regclass::text as name from pg_index
  where indisunique and indnkeyatts = 1 and indrelid::regclass::text !~ '^pg_' and exists (
    select from pg_attribute where attrelid = indrelid and attnum = indkey[0] and attname = 'tenant_id')`;

/** Errors of Postgres that say that a statement is of another app's database, by their SQLSTATE. */
const OF_ANOTHER_APP = new Set(['42P01', '42703', '42704', '42883']);

/**
 * Explains a statement as a connection plans it that keeps its plan, whatever its parameters are. Returns what reads more than the rows
 * that it looks for; null if the database has not what it names.
 */
export async function readsWithoutIndex(
  client: pg.Client,
  role: string,
  { text }: Pick<PreparedStatement, 'text'>,
): Promise<string[] | null> {
  const { rows: ofTenant } = await client.query<{ name: string }>(OF_TENANT);
  const known = new Set(ofTenant.map(({ name }) => name));
  await client.query(`set role ${role}`);
  try {
    const { rows } = await client.query<{ 'QUERY PLAN': { Plan: PlanNode }[] }>(
      `explain (generic_plan, format json) ${text}`,
    );
    return [...new Set(nodesOf(rows[0]!['QUERY PLAN'][0]!.Plan).flatMap((node) => faultsOf(node, known)))].toSorted();
  } catch (error) {
    if (OF_ANOTHER_APP.has((error as { code?: string }).code ?? '')) return null;
    throw error;
  } finally {
    await client.query('reset role');
  }
}

function nodesOf(node: PlanNode): PlanNode[] {
  return [node, ...(node.Plans ?? []).flatMap(nodesOf)];
}

function faultsOf(node: PlanNode, ofTenant: ReadonlySet<string>): string[] {
  const table = node['Relation Name'];
  if (node['Node Type'] === 'Seq Scan') return [`reads all of ${table}`];
  const index = node['Index Name'];
  if (!index || ofTenant.has(index)) return [];
  const others = (node['Index Cond'] ?? '').replaceAll(/\(?tenant_id\)? = [^)]*\)/g, '');
  // A condition on another column compares it with something.
  return /\w+(::\w+)? (=|<|>|<=|>=|@>|@@) /.test(others) ? [] : [`reads ${index} by ${node['Index Cond']}`];
}
