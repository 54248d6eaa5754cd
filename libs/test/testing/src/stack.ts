import { setTimeout as delay } from 'node:timers/promises';
import { Redis } from 'ioredis';
import type pg from 'pg';
import { inject } from 'vitest';
import { grantConnect, roleNames, urlFor, withClient } from '#libs/test/embedded';
import type { TestServices } from './global-setup.js';
import { REDIS_DATABASES } from './services.js';
import { recordStart } from './starts.js';
import { BARE, cloneName, TEST_PASSWORDS } from './templates.js';

/** A database for one spec file: the app's migrated schema without rows. */
export interface TestDatabase {
  name: string;
  /** URL of the app's role, to which row-level security applies. */
  url: string;
  /** URL of the owner of the tables. */
  ownerUrl: string;
  /** URL of the system role. */
  systemUrl: string;
  /** URL of the superuser. */
  adminUrl: string;
  /** Drops it and closes its connections. The end of the run drops the remaining databases. */
  drop(): Promise<void>;
}

/** An empty logical Redis database for one spec file. */
export interface TestRedis {
  url: string;
  /** Deletes all keys, as if Redis had lost its data. */
  flush(): Promise<void>;
}

const CLONE_ATTEMPTS = 20;
const OBJECT_IN_USE = '55006';

let clones = 0;

/**
 * Clones the migrated template of an app, in tens of milliseconds. Without a name the database has no tables, and its
 * roles are `bare_owner`, `bare_app` and `bare_system`.
 */
export async function createTestDatabase(app: string = BARE): Promise<TestDatabase> {
  const services = inject('testServices');
  const name = cloneName(services.runPid, process.pid, ++clones);
  recordStart('database');
  await withClient(services.adminUrl, (client) => clone(client, templateOf(services, app), name, app));
  const roles = roleNames(app);
  const as = (kind: keyof typeof roles) => urlFor(services.adminUrl, roles[kind], TEST_PASSWORDS[kind], name);
  return {
    name,
    url: as('app'),
    ownerUrl: as('owner'),
    systemUrl: as('system'),
    adminUrl: urlFor(services.adminUrl, 'postgres', '', name),
    drop: () => drop(services.adminUrl, name),
  };
}

function templateOf(services: TestServices, app: string): string {
  const template = services.templates[app];
  if (template) return template;
  throw new Error(`No migrated template of "${app}": apps/${app}/src/migrate.ts is what the suite makes it from`);
}

async function clone(client: pg.Client, template: string, name: string, app: string): Promise<void> {
  const roles = roleNames(app);
  const words = [name, template, roles.owner].map((word) => client.escapeIdentifier(word));
  // Copied as files, a database takes a fifth less processor time than by the log; without fsync the checkpoint is cheap.
  const sql = `create database ${words[0]} template ${words[1]} owner ${words[2]} strategy file_copy`;
  await retryWhileInUse(() => client.query(sql));
  await grantConnect(client, name, roles);
}

/** A template cannot be cloned while another connection (such as autovacuum) uses it, so this retries. */
async function retryWhileInUse(work: () => Promise<unknown>): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await work();
      return;
    } catch (error) {
      if (attempt === CLONE_ATTEMPTS || (error as { code?: string }).code !== OBJECT_IN_USE) throw error;
    }
  }
}

/** A connection that is being closed has no listener for errors any more: to be cut then would end the process. */
const CLOSING_MS = 200;

async function drop(adminUrl: string, name: string): Promise<void> {
  await withClient(adminUrl, async (client) => {
    const deadline = Date.now() + CLOSING_MS;
    while ((await isInUse(client, name)) && Date.now() < deadline) await delay(10);
    await client.query(`drop database if exists ${client.escapeIdentifier(name)} with (force)`);
  });
}

async function isInUse(client: pg.Client, name: string): Promise<boolean> {
  return ((await client.query('select from pg_stat_activity where datname = $1 limit 1', [name])).rowCount ?? 0) > 0;
}

/** Empties the next logical database of the test server and returns it. */
export async function testRedis(): Promise<TestRedis> {
  const { redisUrl } = inject('testServices');
  const number = await withRedis(`${redisUrl}/0`, (redis) => redis.incr('databases-handed-out'));
  // The counter is in database 0.
  const url = `${redisUrl}/${1 + (number % (REDIS_DATABASES - 1))}`;
  const flush = () => withRedis(url, async (redis) => void (await redis.flushdb()));
  await flush();
  return { url, flush };
}

async function withRedis<T>(url: string, work: (redis: Redis) => Promise<T>): Promise<T> {
  const redis = new Redis(url, { lazyConnect: true, maxRetriesPerRequest: 1 });
  await redis.connect();
  try {
    return await work(redis);
  } finally {
    redis.disconnect();
  }
}
