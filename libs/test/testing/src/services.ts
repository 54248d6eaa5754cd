import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import {
  freePort,
  isAlive,
  startPostgres,
  startRedis,
  type EmbeddedPostgres,
  type EmbeddedRedis,
} from '#libs/test/embedded';
import { patient } from './patience.js';

/** The servers that test runs share. Postgres trusts local connections and is not durable. */
export interface SharedServices {
  postgres: EmbeddedPostgres;
  redis: EmbeddedRedis;
  /** Runs `work` in one test run of this directory at a time. */
  exclusively<T>(work: () => Promise<T>): Promise<T>;
  /** Whether the test run with this process id is still running. */
  isUsedBy(pid: number): boolean;
  /** Releases the servers; the last run stops them. */
  release(): Promise<void>;
}

const LOCK_TIMEOUT_MS = 120_000;

/** One logical Redis database per spec file, numbered round robin. */
export const REDIS_DATABASES = 1024;

const POSTGRES_SETTINGS = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  // Two lanes of a large machine: every worker has some apps, and each of these a pool.
  max_connections: 600,
  shared_buffers: '128MB',
  // Each spec file clones a database, which takes a checkpoint in any case.
  checkpoint_timeout: '1h',
  max_wal_size: '4GB',
};

/**
 * Starts or joins the Postgres and Redis below `dir`. Concurrent runs share them. The cluster stays on disk, so initdb and
 * unchanged migrations run once.
 * @param path value of the `PATH` variable, in which Redis is searched
 */
export async function acquireServices(dir: string, path: string): Promise<SharedServices> {
  const root = resolve(dir);
  const holders = join(root, 'holders');
  mkdirSync(holders, { recursive: true });
  const exclusively = <T>(work: () => Promise<T>) => withLock(join(root, 'lock'), work);
  const servers = await exclusively(async () => {
    const started = await startServers(root, path);
    writeFileSync(join(holders, String(process.pid)), '');
    return started;
  });
  const release = () =>
    exclusively(async () => {
      rmSync(join(holders, String(process.pid)), { force: true });
      if (runningPids(holders).length === 0) await Promise.all([servers.postgres.stop(), servers.redis.stop()]);
    });
  return { ...servers, exclusively, isUsedBy: (pid) => runningPids(holders).includes(pid), release };
}

/** If one of the two fails to start, stops the other. */
async function startServers(root: string, path: string): Promise<Pick<SharedServices, 'postgres' | 'redis'>> {
  const [postgres, redis] = await Promise.allSettled([startTestPostgres(root), startTestRedis(root, path)]);
  if (postgres.status === 'fulfilled' && redis.status === 'fulfilled') {
    return { postgres: postgres.value, redis: redis.value };
  }
  if (postgres.status === 'fulfilled') await postgres.value.stop();
  if (redis.status === 'fulfilled') await redis.value.stop();
  throw postgres.status === 'rejected' ? postgres.reason : (redis as PromiseRejectedResult).reason;
}

async function startTestPostgres(root: string): Promise<EmbeddedPostgres> {
  const dataDir = join(root, 'postgres');
  return startPostgres({ dataDir, port: await freePort(), settings: POSTGRES_SETTINGS, existing: 'adopt' });
}

async function startTestRedis(root: string, path: string): Promise<EmbeddedRedis> {
  const settings = { appendonly: 'no', databases: REDIS_DATABASES };
  return startRedis({ dataDir: join(root, 'redis'), port: await freePort(), path, settings, existing: 'adopt' });
}

/** Process ids of the runs that use the servers; deletes the files of killed runs. */
function runningPids(dir: string): number[] {
  const pids = readdirSync(dir).map(Number);
  for (const pid of pids.filter((one) => !isAlive(one))) rmSync(join(dir, String(pid)), { force: true });
  return pids.filter(isAlive);
}

async function withLock<T>(file: string, work: () => Promise<T>): Promise<T> {
  const timeoutMs = patient(LOCK_TIMEOUT_MS);
  const deadline = Date.now() + timeoutMs;
  while (!tryLockFile(file)) {
    if (Date.now() > deadline) throw new Error(`Another test run has kept ${file} for ${timeoutMs / 1000} s`);
    await delay(25);
  }
  try {
    return await work();
  } finally {
    rmSync(file, { force: true });
  }
}

function tryLockFile(file: string): boolean {
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    if (ownerIsGone(file)) rmSync(file, { force: true });
    return false;
  }
}

function ownerIsGone(file: string): boolean {
  try {
    const pid = Number(readFileSync(file, 'utf8'));
    return pid > 0 && !isAlive(pid);
  } catch {
    return false;
  }
}
