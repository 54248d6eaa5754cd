import type { ExportColumn, ExportTable } from './export-tables.js';

/** Rows that one statement looks at. */
const ROWS_MAX = 2_000;
/** Bytes of the rows that one statement returns, about, as Postgres stores them. */
const BYTES_MAX = 500_000;

/**
 * Some rows of a tenant by their key, each as a line of JSON with its key. The rows are as many as have a bounded size, but
 * at least one. Columns are measured as they are stored, which reads none of them. Parameters: tenant, and behind the first
 * rows the key of the last one.
 */
export function readSliceSql({ name, columns, key }: ExportTable, isFirst: boolean): string {
  const keys = key.map((column) => quoted(column.name));
  const place = key.map(({ type }, index) => `$${index + 2}::${type}`).join(', ');
  const from = isFirst ? '' : `and (${keys.join(', ')}) > (${place})`;
  const order = keys.length === 0 ? '' : `order by ${keys.join(', ')}`;
  const size = columns.map((column) => `coalesce(pg_column_size(${quoted(column.name)}), 0)`).join(' + ');
  return `
    select (select row_to_json(line)::text from (select ${columns.map(shown).join(', ')}) line) as line,
           array[${keys.map((column) => `s.${column}::text`).join(', ')}]::text[] as key
      from (select r.*, sum(r.stored_size) over (${order} rows unbounded preceding) as size_so_far
              from (select t.*, ${size} as stored_size from ${quoted(name)} t
                     where tenant_id = $1 ${from} ${order} limit ${ROWS_MAX}) r) s
     where size_so_far - stored_size < ${BYTES_MAX} ${order}`;
}

/** Bytes in base64 on one line. */
const shown = ({ name, type }: ExportColumn): string => {
  const column = `s.${quoted(name)}`;
  if (type !== 'bytea') return `${column} as ${quoted(name)}`;
  return `translate(encode(${column}, 'base64'), E'\\n', '') as ${quoted(name)}`;
};

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;
