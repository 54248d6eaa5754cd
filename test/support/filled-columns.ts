import type { CrmStack } from './crm-stack.js';

type Sql = CrmStack['sql'];

/** A value of each type of column. */
const SAMPLES: Record<string, string> = {
  text: `'x'`,
  ARRAY: `'{x}'`,
  jsonb: `'{"x": 1}'`,
  bytea: `'\\x01'`,
  uuid: 'gen_random_uuid()',
  boolean: 'true',
  integer: '1',
  smallint: '1',
  bigint: '1',
  'double precision': '1',
  'timestamp with time zone': 'now()',
};

interface NullableColumn {
  table: string;
  name: string;
  type: string;
}

function nullableColumns(sql: Sql, tables: readonly string[]): Promise<NullableColumn[]> {
  return sql<NullableColumn>(
    `select table_name as table, column_name as name, data_type as type from information_schema.columns
      where table_schema = 'public' and table_name = any ($1::text[]) and is_nullable = 'YES' and is_generated = 'NEVER'
      order by 1, 2`,
    [tables],
  );
}

/**
 * Fills each column of a tenant's rows that may be empty. Returns those (`table.column`) whose constraints take no sample.
 * @param except columns that stay as they are
 */
export async function fillColumns(
  sql: Sql,
  tables: readonly string[],
  tenantId: string,
  except: readonly string[] = [],
): Promise<string[]> {
  const unfilled: string[] = [];
  for (const { table, name, type } of await nullableColumns(sql, tables)) {
    if (except.includes(`${table}.${name}`)) continue;
    try {
      await sql(`update "${table}" set "${name}" = coalesce("${name}", ${SAMPLES[type]}) where tenant_id = $1`, [
        tenantId,
      ]);
    } catch {
      unfilled.push(`${table}.${name}`);
    }
  }
  return unfilled;
}

/** Lists the columns (`table.column`) that may be empty, and are not in some row of a tenant. */
export async function filledColumns(sql: Sql, tables: readonly string[], tenantId: string): Promise<string[]> {
  const filled: string[] = [];
  for (const { table, name } of await nullableColumns(sql, tables)) {
    const found = await sql(`select from "${table}" where tenant_id = $1 and "${name}" is not null limit 1`, [
      tenantId,
    ]);
    if (found.length > 0) filled.push(`${table}.${name}`);
  }
  return filled;
}
