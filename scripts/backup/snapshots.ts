import pg from 'pg';
import { lock } from '#libs/core/persistence';
import { type TableRow, TABLES } from './catalogue.sql.js';
import { adminUrlOf } from './dump.js';

/** A database as it was at one moment, in a transaction that is open. */
export interface Snapshot {
  name: string;
  client: pg.Client;
  /** The moment. */
  at: Date;
  /** Version of Postgres. */
  version: string;
}

/** How often a table may vanish between its listing and its lock: maintenance drops old months. */
const LOCK_ATTEMPTS = 5;
const UNDEFINED_TABLE = '42P01';

/**
 * Runs `work` on snapshots of databases. An event between apps is deleted by its sender once its receiver has applied it: a sender that
 * has deleted it and a receiver that does not know it would lose it. So no event is deleted between the first snapshot and the last.
 * One that its receiver has, and its sender as well, is delivered once more, and applied once.
 */
export async function withSnapshots<T>(
  adminUrl: string,
  names: readonly string[],
  work: (snapshots: Snapshot[]) => Promise<T>,
): Promise<T> {
  const clients = new Map<string, pg.Client>();
  try {
    for (const name of names) clients.set(name, await lockedTables(adminUrl, name));
    return await work(await openTogether(adminUrl, clients));
  } finally {
    await Promise.all([...clients.values()].map((client) => client.end()));
  }
}

/** A transaction without a snapshot, which keeps every table that there is from being dropped. */
async function lockedTables(adminUrl: string, name: string): Promise<pg.Client> {
  for (let attempt = 1; ; attempt += 1) {
    const client = await connect(adminUrl, name);
    try {
      const { rows } = await client.query<TableRow>(TABLES);
      await client.query('begin isolation level repeatable read read only');
      // Without the right to see every row, fail; do not store some of them.
      await client.query(
        `set local row_security = off; set local statement_timeout = 0; set local timezone = 'UTC';
         set local idle_in_transaction_session_timeout = 0`,
      );
      const tables = rows.map((table) => `public.${client.escapeIdentifier(table.name)}`);
      // Takes no snapshot: that is the first query's.
      if (tables.length > 0) await client.query(`lock table ${tables.join(', ')} in access share mode`);
      return client;
    } catch (error) {
      await client.end();
      if (attempt === LOCK_ATTEMPTS || (error as { code?: string }).code !== UNDEFINED_TABLE) throw error;
    }
  }
}

async function openTogether(adminUrl: string, clients: ReadonlyMap<string, pg.Client>): Promise<Snapshot[]> {
  const pausing: pg.Client[] = [];
  try {
    for (const name of clients.keys()) {
      const client = await connect(adminUrl, name);
      pausing.push(client);
      await client.query('begin');
      await lock(client, 'event completions');
    }
    return await Promise.all([...clients].map(([name, client]) => open(name, client)));
  } finally {
    await Promise.all(pausing.map((client) => client.end()));
  }
}

async function open(name: string, client: pg.Client): Promise<Snapshot> {
  const { rows } = await client.query<{ at: Date; version: string }>(
    `select clock_timestamp() as at, current_setting('server_version') as version`,
  );
  return { name, client, ...rows[0]! };
}

async function connect(adminUrl: string, name: string): Promise<pg.Client> {
  const url = adminUrlOf(adminUrl, name);
  const client = new pg.Client({ connectionString: url, application_name: 'backup', keepAlive: true });
  await client.connect();
  return client;
}
