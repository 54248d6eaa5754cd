import pg from 'pg';
import { to } from 'pg-copy-streams';
import { urlFor } from '#libs/embedded';
import { MIGRATIONS, SEQUENCES, TABLES } from './catalogue.sql.js';
import { store } from './checked-files.js';
import type { StoredDatabase, StoredTable } from './manifest.js';
import { counted, type Report } from './report.js';

interface TableRow {
  name: string;
  parent: string | null;
  bound: string | null;
  options: string[];
  columns: string[];
}

export type Dumped = Omit<StoredDatabase, 'keys' | 'blobs'> & { postgres: string };

/** The database of an installation as its superuser. */
export function adminUrlOf(adminUrl: string, database: string): string {
  const { username, password } = new URL(adminUrl);
  return urlFor(adminUrl, decodeURIComponent(username), decodeURIComponent(password), database);
}

/** Stores all rows of a database as they were at one moment, while it is in use. */
export async function dumpDatabase(adminUrl: string, name: string, dir: string, report: Report): Promise<Dumped> {
  const client = new pg.Client({ connectionString: adminUrlOf(adminUrl, name), application_name: 'backup' });
  await client.connect();
  try {
    await client.query('begin isolation level repeatable read read only');
    // Without the right to see every row, fail; do not store some of them.
    await client.query(`set local row_security = off; set local statement_timeout = 0; set local timezone = 'UTC'`);
    const moment = await client.query<{ at: Date; version: string }>(
      `select now() as at, current_setting('server_version') as version`,
    );
    const { at, version } = moment.rows[0]!;
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
  } finally {
    await client.end();
  }
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
