import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { closeToOthers, isSuperuser, withClient, type RolePasswords } from '#libs/test/embedded';
import { KeyRing } from '#libs/core/secrets';
import { DATABASES } from '../stack/apps.js';
import { postgres } from '../stack/backing-services.js';
import { readDevFile } from '../stack/read-dev-file.js';
import { loadSecrets, type Secrets } from '../stack/secrets.js';
import { dataPath, readSettings, type Settings } from '../stack/settings.js';
import { type BlobPlace, BucketBlobs, FileBlobs } from './blob-places.js';

/** Databases and blobs of an installation. */
export interface Place {
  /** URL of the superuser. */
  adminUrl: string;
  /** Passwords of the three roles of each database; undefined if they are not known, and so the roles must exist. */
  passwords: Record<string, RolePasswords> | undefined;
  /** Stores of blobs by database; without those that are not known. */
  blobs: Record<string, BlobPlace>;
  /** Deletes what Redis knows, if it is ours and stands still. */
  forgetRedis(): boolean;
  close(): Promise<void>;
}

/** Keys at rest by database. Without them a backup cannot be read, so a restore looks whether they fit. */
export type KeyRings = Record<string, KeyRing>;

/**
 * The installation that the environment describes: with DATABASE_ADMIN_URL that of its variables, else the stack of DATA_DIR,
 * running or not.
 * @param restoring whether it is to be written
 * @throws Error that says what to set
 */
export async function openPlace(env: NodeJS.ProcessEnv, restoring: boolean): Promise<[Place, KeyRings]> {
  return env['DATABASE_ADMIN_URL'] ? external(env, env['DATABASE_ADMIN_URL']) : stack(env, restoring);
}

/** Row-level security hides rows from every other role. @throws Error that says what to do instead */
export async function assertSuperuser({ adminUrl }: Place): Promise<void> {
  if (await withClient(adminUrl, isSuperuser)) return;
  throw new Error(
    'This needs a superuser of Postgres. On a managed service take its own snapshots: docs/operations.md, "A managed Postgres"',
  );
}

async function external(env: NodeJS.ProcessEnv, adminUrl: string): Promise<[Place, KeyRings]> {
  const blobs: Record<string, BlobPlace> = {};
  for (const [name, url] of Object.entries(perDatabase((prefix) => env[`${prefix}_S3_URL`] || undefined)))
    blobs[name] = await BucketBlobs.open(url);
  for (const [name, root] of Object.entries(perDatabase((prefix) => env[`${prefix}_BLOB_DIR`] || undefined)))
    blobs[name] ??= new FileBlobs(root);
  const rings = perDatabase((name) => KeyRing.fromConfig(required(env, `${name}_ENCRYPTION_KEYS`)));
  const passwords = perDatabase((name) => {
    const [owner, app, system] = ['OWNER', 'APP', 'SYSTEM'].map((role) => env[`${name}_${role}_PASSWORD`]);
    return owner && app && system ? { owner, app, system } : undefined;
  });
  const areKnown = DATABASES.every((name) => passwords[name]);
  const close = async () => undefined;
  return [{ adminUrl, passwords: areKnown ? passwords : undefined, blobs, forgetRedis: () => false, close }, rings];
}

async function stack(env: NodeJS.ProcessEnv, restoring: boolean): Promise<[Place, KeyRings]> {
  const settings = readSettings(env, []);
  const running = runningUrl(settings);
  if (running && restoring) throw new Error('The stack runs: stop it first');
  const secretsFile = dataPath(settings, 'secrets.json');
  if (!existsSync(secretsFile)) {
    throw new Error(`${secretsFile} is missing: put the secrets there that were kept apart from the backup`);
  }
  const secrets = loadSecrets(secretsFile);
  if (!running) {
    mkdirSync(dataPath(settings, 'logs'), { recursive: true });
    closeToOthers(settings.dataDir);
  }
  const server = running ? undefined : await postgres(settings, secrets);
  const place: Place = {
    adminUrl: running ?? server!.url,
    passwords: secrets.databases,
    blobs: Object.fromEntries(DATABASES.map((name) => [name, new FileBlobs(dataPath(settings, 'blobs', name))])),
    forgetRedis: () => {
      rmSync(dataPath(settings, 'redis'), { recursive: true, force: true });
      return !settings.redisUrl;
    },
    close: async () => server?.stop(),
  };
  return [place, ringsOf(secrets)];
}

function runningUrl(settings: Settings): string | undefined {
  const file = join(settings.dataDir, 'dev.json');
  if (existsSync(file)) return readDevFile(file).postgres.url;
  if (existsSync(dataPath(settings, 'run.json')))
    throw new Error('The stack is starting or was killed: start or stop it');
  return undefined;
}

const ringsOf = (secrets: Secrets): KeyRings =>
  Object.fromEntries(DATABASES.map((name) => [name, KeyRing.fromConfig(secrets.encryptionKeys[name]!)]));

/**
 * Calls `of` with the prefix of each database's variables and returns the results by database, without the undefined
 * ones.
 */
function perDatabase<T>(of: (prefix: string) => T | undefined): Record<string, T> {
  const all = DATABASES.map((name) => [name, of(name.toUpperCase())] as const);
  return Object.fromEntries(all.filter(([, value]) => value !== undefined)) as Record<string, T>;
}

function required(env: NodeJS.ProcessEnv, name: string): string {
  const value = env[name];
  if (value) return value;
  throw new Error(`Set ${name}: with DATABASE_ADMIN_URL the keys of all databases are needed, to see that they fit`);
}
