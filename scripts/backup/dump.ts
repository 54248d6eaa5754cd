import pg from 'pg';
import { to } from 'pg-copy-streams';
import { isSuperuser, roleNames, urlFor } from '#libs/test/embedded';
import { MIGRATIONS, SEQUENCES, type TableRow, TABLES } from './catalogue.sql.js';
import { store } from './checked-files.js';
import type { StoredDatabase, StoredTable } from './manifest.js';
import { counted, type Report } from './report.js';
import type { Snapshot } from './snapshots.js';

export type Dumped = Omit<StoredDatabase, 'keys' | 'blobs'> & { postgres: string };

/** Lets a role that is no superuser see and write what the system role may, until its transaction ends. */
export async function actAsSystem(client: pg.Client, database: string): Promise<void> {
  if (await isSuperuser(client)) return;
  await client.query(`set local role ${client.escapeIdentifier(roleNames(database).system)}`);
}

/** The database of an installation as its superuser. */
export function adminUrlOf(adminUrl: string, database: string): string {
  const { username, password } = new URL(adminUrl);
  return urlFor(adminUrl, decodeURIComponent(username), decodeURIComponent(password), database);
}

/** Stores all rows of a database as they were when its snapshot was opened, while it is in use. */
export async function dumpDatabase(snapshot: Snapshot, dir: string, report: Report): Promise<Dumped> {
  const { client, name, at, version } = snapshot;
  const { rows: names } = await client.query<{ name: string }>(MIGRATIONS);
  const tables = await dumpTables(client, name, dir, report);
  // Not part of the snapshot: read last, they are never behind the rows.
  const { rows: sequences } = await client.query<{ name: string; value: string }>(SEQUENCES);
  return {
    at: at.toISOString(),
    migrations: names.map((migration) => migration.name),
    tables,
    sequences: Object.fromEntries(sequences.map((sequence) => [sequence.name, sequence.value])),
    postgres: version,
  };
}

async function dumpTables(client: pg.Client, database: string, dir: string, report: Report): Promise<StoredTable[]> {
  const { rows } = await client.query<TableRow>(TABLES);
  const tables: StoredTable[] = [];
  for (const [index, row] of rows.entries()) {
    report.progress(() => `  ${database}: ${row.name} (${index + 1} of ${rows.length})`);
    tables.push(await dumpTable(client, database, row, dir, report));
  }
  return tables;
}

async function dumpTable(
  client: pg.Client,
  database: string,
  { name, parent, bound, options, columns }: TableRow,
  dir: string,
  report: Report,
): Promise<StoredTable> {
  const copy = client.query(to(copyText(client, name, columns, 'to stdout')));
  const file = await store(dir, `${database}/${name}.copy.gz`, copy, (bytes) => {
    report.progress(() => `  ${database}: ${name}, ${counted(Math.round(bytes / 1e6))} MB so far`);
  });
  const partition = parent && bound ? { partition: { of: parent, bound, options } } : {};
  return { ...file, name, rows: copy.rowCount, columns, ...partition };
}

/** The statement that reads or writes the stored columns of a table. */
export function copyText(client: pg.Client, table: string, columns: readonly string[], rest: string): string {
  const names = columns.map((column) => client.escapeIdentifier(column)).join(', ');
  return `copy public.${client.escapeIdentifier(table)} (${names}) ${rest}`;
}
