import { many, type SqlExecutor } from '#libs/core/persistence';
import { LIST_REFERENCES, LIST_TENANT_TABLES } from './tenant-tables.sql.js';

/** A table with rows of tenants. */
export interface TenantTable {
  name: string;
  /** The columns that name a row; empty if its place does. */
  key: string[];
  /** Columns that are cleared before a row is deleted, because tables refer to each other in a circle. */
  cleared: string[];
}

export interface FoundTable {
  name: string;
  isPartitioned: boolean;
  key: string[];
}

export interface Reference {
  child: string;
  parent: string;
  nullable: string[];
}

/**
 * The tables of a database that hold rows of tenants, in the order in which they are emptied: what refers to a row goes
 * before it. Read from the database itself, so that a new table is never forgotten.
 */
export async function listTenantTables(tx: SqlExecutor): Promise<TenantTable[]> {
  const tables = await many<FoundTable>(tx, LIST_TENANT_TABLES);
  return inOrder(tables, await many<Reference>(tx, LIST_REFERENCES));
}

/** @throws Error for a circle of tables that nothing opens */
export function inOrder(tables: readonly FoundTable[], references: readonly Reference[]): TenantTable[] {
  const ordered: TenantTable[] = [];
  const cleared = new Map<string, string[]>();
  const names = new Set(tables.map(({ name }) => name));
  let open = references.filter(({ child, parent }) => names.has(child) && names.has(parent));
  const clear = (found: readonly Reference[]) => {
    for (const { child, nullable } of found) cleared.set(child, [...(cleared.get(child) ?? []), ...nullable]);
    open = open.filter((reference) => !found.includes(reference));
  };
  clear(open.filter(({ child, parent, nullable }) => child === parent && nullable.length > 0));
  const left = new Map(tables.map((table) => [table.name, table]));
  while (left.size > 0) {
    const free = [...left.values()].filter(({ name }) => isFree(name, open));
    if (free.length === 0) {
      const opening = open.find(({ nullable }) => nullable.length > 0);
      if (!opening) throw new Error(`Tables refer to each other in a circle: ${[...left.keys()].join(', ')}`);
      clear([opening]);
    }
    for (const { name, isPartitioned, key } of free) {
      if (isPartitioned && key.length === 0) throw new Error(`The partitioned table ${name} has no primary key`);
      ordered.push({ name, key: isPartitioned ? key : [], cleared: [] });
      left.delete(name);
      open = open.filter(({ child }) => child !== name);
    }
  }
  return ordered.map((table) => ({ ...table, cleared: cleared.get(table.name) ?? [] }));
}

/** Whether no other table that is left refers to this one. */
const isFree = (name: string, open: readonly Reference[]): boolean =>
  open.every(({ child, parent }) => parent !== name || child === name);
