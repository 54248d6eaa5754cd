import { many, type SqlExecutor } from '#libs/core/persistence';
import { LIST_COLUMNS } from './export-tables.sql.js';

export interface ExportColumn {
  name: string;
  type: string;
}

/** A table whose rows are exported. */
export interface ExportTable {
  name: string;
  columns: ExportColumn[];
  /** The columns that name a row of a tenant; empty if the tenant has one row. */
  key: ExportColumn[];
}

interface FoundColumn extends ExportColumn {
  table: string;
  keyPlace: number;
}

/**
 * The tables of a database with rows of tenants, read from the database itself, so that a new one is not forgotten.
 * @param leftOut names of tables
 * @param withheld columns, as `table.column`
 * @throws Error if the key of a table is withheld
 */
export async function listExportTables(
  tx: SqlExecutor,
  leftOut: ReadonlySet<string>,
  withheld: ReadonlySet<string>,
): Promise<ExportTable[]> {
  const found = new Map<string, FoundColumn[]>();
  for (const column of await many<FoundColumn>(tx, LIST_COLUMNS)) {
    found.set(column.table, [...(found.get(column.table) ?? []), column]);
  }
  return [...found].flatMap(([name, all]) => {
    if (leftOut.has(name)) return [];
    const columns = all.filter((column) => !withheld.has(`${name}.${column.name}`));
    const key = all.filter(({ keyPlace }) => keyPlace >= 0).toSorted((a, b) => a.keyPlace - b.keyPlace);
    if (key.some((column) => !columns.includes(column))) throw new Error(`The key of ${name} cannot be withheld`);
    return [{ name, columns: columns.map(toColumn), key: key.map(toColumn) }];
  });
}

const toColumn = ({ name, type }: FoundColumn): ExportColumn => ({ name, type });
