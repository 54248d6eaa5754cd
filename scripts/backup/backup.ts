// `npm run backup -- --to DIR`: stores all databases and blobs of an installation, while it runs.
import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { readBuildInfo } from '#libs/core/config';
import { storeBlobs } from './blobs.js';
import { dumpDatabase, type Dumped } from './dump.js';
import { fingerprintsOf } from './keys.js';
import { type Manifest, rowsOf, type StoredDatabase, writeManifest } from './manifest.js';
import { DATABASES } from '../stack/apps.js';
import { assertSuperuser, type KeyRings, openPlace, type Place } from './place.js';
import { counted, mebibytes, Report } from './report.js';
import { withSnapshots } from './snapshots.js';

const USAGE = 'npm run backup -- --to <an empty or new directory>';

async function backUp(place: Place, rings: KeyRings, dir: string, report: Report): Promise<void> {
  await assertSuperuser(place);
  const startedAt = new Date().toISOString();
  const dumped = await withSnapshots(place.adminUrl, DATABASES, async (snapshots) => {
    const all = new Map<string, Dumped>();
    for (const snapshot of snapshots) all.set(snapshot.name, await dumpDatabase(snapshot, dir, report));
    return all;
  });
  const databases: Record<string, StoredDatabase> = {};
  let version = '';
  for (const [name, { postgres, ...database }] of dumped) {
    const blobPlace = place.blobs[name];
    const blobs = blobPlace ? await storeBlobs(blobPlace, name, dir, report) : null;
    databases[name] = { ...database, keys: fingerprintsOf(rings[name]!), blobs };
    version = postgres;
    report.say(summary(name, databases[name]));
  }
  const { version: own, commit } = readBuildInfo();
  const finishedAt = new Date().toISOString();
  writeManifest(dir, {
    format: 1,
    startedAt,
    finishedAt,
    version: own,
    commit,
    postgres: version,
    databases,
  } satisfies Manifest);
}

function summary(name: string, database: StoredDatabase): string {
  const bytes = database.tables.reduce((sum, table) => sum + table.bytes, 0);
  const { blobs } = database;
  const files = blobs ? `${counted(blobs.blobs)} blobs (${mebibytes(blobs.blobBytes)})` : 'blobs are not in it';
  return `✓ ${name.padEnd(10)} ${counted(rowsOf(database)).padStart(14)} rows (${mebibytes(bytes)}), ${files}`;
}

async function main(): Promise<void> {
  const { to } = parseArgs({ options: { to: { type: 'string' } } }).values;
  if (!to) throw new Error(USAGE);
  const dir = resolve(to);
  if (existsSync(dir) && readdirSync(dir).length > 0) throw new Error(`${dir} is not empty`);
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  const [place, rings] = await openPlace(process.env, false);
  const report = new Report();
  try {
    await backUp(place, rings, dir, report);
  } finally {
    await place.close();
  }
  report.say(
    `The backup is in ${dir}. It has no keys: keep ENCRYPTION_KEYS (of a stack: secrets.json) in another place.`,
  );
}

await main().catch((error: Error) => {
  console.error(error.message);
  process.exitCode = 1;
});
