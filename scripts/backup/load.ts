import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { pathToFileURL } from 'node:url';
import pg from 'pg';
import { from } from 'pg-copy-streams';
import { ensureDatabase, roleNames, urlFor, withClient } from '#libs/test/embedded';
import { holdQueues } from '#libs/core/jobs';
import { type Migrations, runMigrations } from '#libs/core/persistence';
import { SET_SEQUENCE, TABLES } from './catalogue.sql.js';
import { stored } from './checked-files.js';
import { adminUrlOf, copyText } from './dump.js';
import type { StoredDatabase, StoredTable } from './manifest.js';
import { counted, type Report } from './report.js';

const APPS = join(import.meta.dirname, '../../apps');

/** A database that is to be restored. */
export interface Target {
  adminUrl: string;
  name: string;
  /** Password of the role that owns the tables. */
  ownerPassword: string;
}

/** The migrations of this version, in their order. @throws Error if the backup has others: a newer version made it */
export async function migrationsOf(name: string, { migrations }: StoredDatabase): Promise<Migrations> {
  const { migrations: all } = (await import(moduleOf(name, 'migrations/index.js'))) as { migrations: Migrations };
  const known = new Set(all.map((migration) => migration.name));
  const strange = migrations.filter((migration) => !known.has(migration));
  if (strange.length > 0) {
    throw new Error(
      `${name}: this version lacks the migration ${strange.join(', ')}; restore with the one that has it`,
    );
  }
  const wanted = new Set(migrations);
  return all.filter((migration) => wanted.has(migration.name));
}

/**
 * Makes a database: the schema of the backup by its migrations, all rows, the migrations that are newer than the backup, and the hold
 * on the queues. It has its name only then, so that nothing can start on one that is not complete or not on hold.
 */
export async function loadDatabase(target: Target, dir: string, backup: StoredDatabase, report: Report): Promise<void> {
  const { adminUrl, name } = target;
  const unfinished = `${name}_restoring`;
  const [before, after] = [unfinished, name].map((one) => pg.escapeIdentifier(one));
  await withClient(adminUrl, (client) => client.query(`drop database if exists ${before}`));
  await ensureDatabase(adminUrl, unfinished, roleNames(name));
  await fill(unfinished, target, dir, backup, report);
  await withClient(adminUrl, async (client) => {
    // One that was there was seen to be empty.
    await client.query(`drop database if exists ${after}`);
    await client.query(`alter database ${before} rename to ${after}`);
  });
}

async function fill(
  unfinished: string,
  target: Target,
  dir: string,
  backup: StoredDatabase,
  report: Report,
): Promise<void> {
  const { adminUrl, name } = target;
  const ownerUrl = urlFor(adminUrl, roleNames(name).owner, target.ownerPassword, unfinished);
  await runMigrations(ownerUrl, await migrationsOf(name, backup));
  const client = new pg.Client({ connectionString: adminUrlOf(adminUrl, unfinished), application_name: 'restore' });
  await client.connect();
  try {
    await client.query('begin');
    await loadRows(client, target, dir, backup, report);
    await client.query('commit');
    const { migrate } = (await import(moduleOf(name, 'src/migrate.js'))) as { migrate(url: string): Promise<void> };
    await migrate(ownerUrl);
    await holdQueues(client, 'Restored from a backup', new Date(backup.at));
    await client.query('analyze');
  } finally {
    await client.end();
  }
}

async function loadRows(
  client: pg.Client,
  { name }: Target,
  dir: string,
  { tables, sequences }: StoredDatabase,
  report: Report,
): Promise<void> {
  // Triggers have done their work already, foreign keys held, and no policy applies to a superuser.
  await client.query(`set local session_replication_role = replica; set local statement_timeout = 0`);
  await addPartitions(client, name, tables);
  const names = tables.map((table) => `public.${client.escapeIdentifier(table.name)}`);
  await client.query(`truncate ${names.join(', ')}`);
  let rows = 0;
  for (const table of tables) {
    const copy = client.query(from(copyText(client, table.name, table.columns, 'from stdin')));
    await pipeline(stored(dir, table), copy);
    if (copy.rowCount !== table.rows)
      throw new Error(`${name}.${table.name}: ${copy.rowCount} rows, not ${table.rows}`);
    rows += table.rows;
    report.progress(() => `  ${name}: ${counted(rows)} rows`);
  }
  for (const [sequence, value] of Object.entries(sequences)) await client.query(SET_SEQUENCE, [sequence, value]);
}

/** Partitions are made month by month, not by migrations. */
async function addPartitions(client: pg.Client, name: string, tables: readonly StoredTable[]): Promise<void> {
  const { rows } = await client.query<{ name: string }>(TABLES);
  const present = new Set(rows.map((table) => table.name));
  await client.query(`set local role ${client.escapeIdentifier(roleNames(name).owner)}`);
  for (const table of tables) {
    const { partition } = table;
    if (present.has(table.name)) continue;
    if (!partition) throw new Error(`${name}: no migration makes the table ${table.name}`);
    const [own, parent] = [table.name, partition.of].map((one) => client.escapeIdentifier(one));
    const options = partition.options.length > 0 ? ` with (${partition.options.join(', ')})` : '';
    await client.query(`create table public.${own} partition of public.${parent} ${partition.bound}${options}`);
  }
  await client.query('reset role');
}

const moduleOf = (app: string, path: string): string => pathToFileURL(join(APPS, app, path)).href;
