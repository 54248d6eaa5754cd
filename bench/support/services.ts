import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, startPostgres, startRedis } from '#libs/test/embedded';

/** The servers of one bench: durable as in production, deleted afterwards. */
export interface Services {
  /** Superuser. */
  postgresUrl: string;
  redisUrl: string;
  /** Directory for logs. */
  dir: string;
  stop(): Promise<void>;
}

/** The defaults of a small server; checkpoints happen only between measurements, when the bench makes them. */
const POSTGRES_SETTINGS = {
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  max_connections: 150,
  shared_buffers: '512MB',
  max_wal_size: '8GB',
  checkpoint_timeout: '1h',
};

/** @param settings of Postgres, beside those of every bench */
export async function startServices(settings: Record<string, string> = {}): Promise<Services> {
  const dir = mkdtempSync(join(tmpdir(), 'bench-'));
  // Postgres may run under another account, which must be able to reach its directory.
  chmodSync(dir, 0o755);
  const [postgresPort, redisPort] = [await freePort(), await freePort()];
  const postgres = await startPostgres({
    dataDir: join(dir, 'postgres'),
    port: postgresPort,
    settings: { ...POSTGRES_SETTINGS, ...settings },
  });
  mkdirSync(join(dir, 'redis'));
  const path = process.env['PATH'] ?? '';
  const redis = await startRedis({ dataDir: join(dir, 'redis'), port: redisPort, path });
  const stop = async () => {
    await Promise.all([postgres.stop(), redis.stop()]);
    rmSync(dir, { recursive: true, force: true });
  };
  return { postgresUrl: postgres.url, redisUrl: redis.url, dir, stop };
}
