import type pg from 'pg';
import { ensureDatabase, ensureRoles, urlFor, withClient, type RolePasswords } from '#libs/test/embedded';

/** How to make an app's migrated template database. */
export interface TemplateSource {
  app: string;
  /** Changes with the migrations; part of the template's name. */
  fingerprint: string;
  /** Migrates an empty database, connected as its owner. */
  migrate(ownerUrl: string): Promise<void>;
}

/** Postgres trusts local connections in tests, so the passwords do not matter. */
export const TEST_PASSWORDS: RolePasswords = { owner: 'test', app: 'test', system: 'test' };

/** The app name for databases without tables, for specs of libs. */
export const BARE = 'bare';

const TEMPLATE = 'template_';
const CLONE = 't_';

/** Makes the roles of an app and a template without schema. */
export async function prepareBare(adminUrl: string): Promise<string> {
  return prepareTemplate(adminUrl, { app: BARE, fingerprint: 'empty', migrate: async () => undefined });
}

/** Name of the app's migrated template; creates it if there is none with this fingerprint. */
export async function prepareTemplate(adminUrl: string, source: TemplateSource): Promise<string> {
  const roles = await ensureRoles(adminUrl, source.app, TEST_PASSWORDS);
  const name = `${TEMPLATE}${source.app}_${source.fingerprint}`;
  if (await exists(adminUrl, name)) return name;
  const unfinished = `${name}_new`;
  await withClient(adminUrl, (client) => dropMatching(client, (database) => isOlder(database, source.app)));
  await ensureDatabase(adminUrl, unfinished, roles);
  await source.migrate(urlFor(adminUrl, roles.owner, TEST_PASSWORDS.owner, unfinished));
  await withClient(adminUrl, (client) => finish(client, unfinished, name));
  return name;
}

function isOlder(database: string, app: string): boolean {
  return database.startsWith(`${TEMPLATE}${app}_`);
}

async function exists(adminUrl: string, database: string): Promise<boolean> {
  return withClient(adminUrl, async (client) => {
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [database]);
    return rowCount === 1;
  });
}

/** Renames a migrated template. A failed or interrupted migration never gets the final name. */
async function finish(client: pg.Client, unfinished: string, name: string): Promise<void> {
  await client.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [unfinished]);
  await client.query(
    `alter database ${client.escapeIdentifier(unfinished)} rename to ${client.escapeIdentifier(name)}`,
  );
}

/** Name of a clone. It contains the process id of the run, so that the clones of killed runs can be dropped. */
export function cloneName(runPid: number, workerPid: number, count: number): string {
  return `${CLONE}${runPid}_${workerPid}_${count}`;
}

/** Drops the clones of ended runs. */
export async function dropClones(adminUrl: string, isOver: (runPid: number) => boolean): Promise<void> {
  await withClient(adminUrl, (client) =>
    dropMatching(client, (database) => database.startsWith(CLONE) && isOver(Number(database.split('_')[1]))),
  );
}

async function dropMatching(client: pg.Client, wanted: (database: string) => boolean): Promise<void> {
  const { rows } = await client.query<{ datname: string }>('select datname from pg_database');
  for (const name of rows.map((row) => row.datname).filter(wanted)) {
    await client.query(`drop database if exists ${client.escapeIdentifier(name)} with (force)`);
  }
}
