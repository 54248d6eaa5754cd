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
} from '#libs/embedded';

/** The servers that test runs share; Postgres trusts local connections and forgoes durability. */
export interface SharedServices {
  postgres: EmbeddedPostgres;
  redis: EmbeddedRedis;
  /** Runs `work` while no other test run of this directory does. */
  exclusively<T>(work: () => Promise<T>): Promise<T>;
  /** Whether a run that made a database under this process id still goes on. */
  isHeldBy(pid: number): boolean;
  /** Gives the servers back; the last run to do so stops them. */
  release(): Promise<void>;
}

const LOCK_TIMEOUT_MS = 120_000;

/** One logical Redis database per spec file; the numbers are handed out in turn. */
export const REDIS_DATABASES = 1024;

const POSTGRES_SETTINGS = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_connections: 300,
  shared_buffers: '128MB',
  // A clone is made per spec file, and a checkpoint per clone is what would cost.
  checkpoint_timeout: '1h',
  max_wal_size: '4GB',
};

/**
 * Starts, or joins, the Postgres and Redis below `dir`. Runs that overlap share them, so a developer's single spec and
 * a whole `npm test` go side by side; the cluster stays on disk, so initdb and unchanged migrations do not recur.
 * @param path value of the `PATH` variable, where Redis is looked for
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
      if (liveHolders(holders).length === 0) await Promise.all([servers.postgres.stop(), servers.redis.stop()]);
    });
  return { ...servers, exclusively, isHeldBy: (pid) => liveHolders(holders).includes(pid), release };
}

/** When one of the two does not come up, the other does not stay behind. */
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

/** Process ids of the runs that use the servers; those of killed runs are forgotten. */
function liveHolders(dir: string): number[] {
  const pids = readdirSync(dir).map(Number);
  for (const pid of pids.filter((one) => !isAlive(one))) rmSync(join(dir, String(pid)), { force: true });
  return pids.filter(isAlive);
}

async function withLock<T>(file: string, work: () => Promise<T>): Promise<T> {
  const deadline = Date.now() + LOCK_TIMEOUT_MS;
  while (!takeLock(file)) {
    if (Date.now() > deadline) throw new Error(`Another test run has kept ${file} for ${LOCK_TIMEOUT_MS / 1000} s`);
    await delay(25);
  }
  try {
    return await work();
  } finally {
    rmSync(file, { force: true });
  }
}

function takeLock(file: string): boolean {
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
