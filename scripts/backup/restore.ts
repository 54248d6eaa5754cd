// `npm run restore -- --from DIR`: makes an installation as it was when a backup was made, with its queues on hold.
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { ensureRoles, withClient } from '#libs/test/embedded';
import { restoreBlobs, verifyBlobs } from './blobs.js';
import { CONNECTIONS } from './catalogue.sql.js';
import { verify } from './checked-files.js';
import { adminUrlOf } from './dump.js';
import { assertKeysFit } from './keys.js';
import { loadDatabase, migrationsOf } from './load.js';
import { filesOf, type Manifest, readManifest, rowsOf } from './manifest.js';
import { assertSuperuser, openPlace, type KeyRings, type Place } from './place.js';
import { counted, Report } from './report.js';

const USAGE = `npm run restore -- --from <directory of a backup>

  --check     checks the backup and the keys, and writes nothing
  --replace   first deletes the databases and blobs that are there`;

/** Everything that can be known before the first write. */
async function check(dir: string, manifest: Manifest, rings: KeyRings, report: Report): Promise<void> {
  assertKeysFit(manifest, rings);
  for (const [name, database] of Object.entries(manifest.databases)) {
    await migrationsOf(name, database);
    for (const [index, file] of filesOf(database).entries()) {
      await verify(dir, file);
      report.progress(() => `  ${name}: ${index + 1} of ${filesOf(database).length} files checked`);
    }
    if (database.blobs) await verifyBlobs(dir, name, database.blobs, report);
    report.say(`✓ ${name.padEnd(10)} is as it was backed up at ${database.at}`);
  }
}

/** @throws Error if an app is connected, or, unless it is to be replaced, there is something already */
async function clear({ adminUrl, blobs }: Place, names: string[], replace: boolean): Promise<void> {
  await withClient(adminUrl, async (client) => {
    const { rows: used } = await client.query<{ name: string }>(CONNECTIONS, [names]);
    if (used.length > 0)
      throw new Error(`Somebody is connected to ${used.map(({ name }) => name).join(', ')}: stop all apps`);
    for (const name of names) {
      const isEmpty = (await holdsNoTable(client, adminUrl, name)) && ((await blobs[name]?.isEmpty()) ?? true);
      if (isEmpty) continue;
      if (!replace) throw new Error(`${name} has data already; --replace deletes it first`);
      await client.query(`drop database if exists ${client.escapeIdentifier(name)}`);
      await blobs[name]?.clear();
    }
  });
}

async function holdsNoTable(client: pg.Client, adminUrl: string, name: string): Promise<boolean> {
  const { rowCount } = await client.query('select from pg_database where datname = $1', [name]);
  if (rowCount === 0) return true;
  const tables = `select from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') limit 1`;
  return withClient(adminUrlOf(adminUrl, name), async (own) => (await own.query(tables)).rowCount === 0);
}

async function restore(place: Place, dir: string, manifest: Manifest, report: Report): Promise<void> {
  const { adminUrl, passwords, blobs } = place;
  await assertSuperuser(place);
  if (!passwords) throw new Error('Set <DATABASE>_OWNER_PASSWORD, _APP_PASSWORD and _SYSTEM_PASSWORD of all databases');
  for (const [name, database] of Object.entries(manifest.databases)) {
    await ensureRoles(adminUrl, name, passwords[name]!);
    const blobPlace = blobs[name];
    if (database.blobs && blobPlace) await restoreBlobs(dir, name, database.blobs, blobPlace, report);
    const ownerPassword = passwords[name]!.owner;
    await loadDatabase({ adminUrl, name, ownerPassword }, dir, database, report);
    const files =
      database.blobs && !blobPlace
        ? `; its ${database.blobs.blobs} blobs were left out: neither ${name.toUpperCase()}_S3_URL nor _BLOB_DIR is set`
        : '';
    report.say(`✓ ${name.padEnd(10)} ${counted(rowsOf(database)).padStart(14)} rows${files}`);
  }
}

async function main(): Promise<void> {
  const {
    from,
    check: only = false,
    replace = false,
  } = parseArgs({
    options: { from: { type: 'string' }, check: { type: 'boolean' }, replace: { type: 'boolean' } },
  }).values;
  if (!from) throw new Error(USAGE);
  const dir = resolve(from);
  const manifest = readManifest(dir);
  const [place, rings] = await openPlace(process.env, !only);
  const report = new Report();
  try {
    await check(dir, manifest, rings, report);
    if (only) return;
    await clear(place, Object.keys(manifest.databases), replace);
    await restore(place, dir, manifest, report);
    report.say(
      place.forgetRedis()
        ? 'Redis was emptied: it is rebuilt from the databases.'
        : 'Empty Redis before the apps start: what it knows is not that of the databases.',
    );
  } finally {
    await place.close();
  }
  report.say('All queues are on hold: the apps may start, and nothing is sent until npm run release-hold.');
}

await main().catch((error: Error) => {
  console.error(error.message);
  process.exitCode = 1;
});
