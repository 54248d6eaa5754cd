import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  assertPortFree,
  closeToOthers,
  ensureDatabase,
  ensureRedisServer,
  ensureRoles,
  freePort,
  isAlive,
  startPostgres,
  startRedis,
  urlFor,
  waitUntilGone,
  withClient,
  type EmbeddedPostgres,
} from '#libs/test/embedded';

const PATH = process.env['PATH'] ?? '';
let root: string;

beforeAll(() => {
  // Mode 700, as mkdtemp makes it: the server's account can only pass with the capability it is given.
  root = mkdtempSync(join(tmpdir(), 'embedded-'));
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

async function value(server: EmbeddedPostgres, sql: string): Promise<unknown> {
  const { rows } = await withClient(server.url, (client) => client.query<Record<string, unknown>>(sql));
  return Object.values(rows[0] ?? {})[0];
}

describe('an embedded Postgres', () => {
  const start = async (existing: 'stop' | 'adopt' = 'stop') =>
    startPostgres({
      dataDir: join(root, 'postgres'),
      port: await freePort(),
      password: 'a b/c',
      settings: { fsync: 'off', shared_buffers: '16MB' },
      existing,
    });

  it('keeps its data across stop and start, and ends cleanly', async () => {
    const first = await start();
    await value(first, 'create table kept as select 42 as n');
    await first.stop();
    await first.exited;
    expect(isAlive(first.pid)).toBe(false);
    const second = await start();
    expect(await value(second, 'select n from kept')).toBe(42);
    await second.stop();
  });

  it('logs no values of rows', async () => {
    const server = await start();
    await value(server, 'create table one (email text primary key)');
    const add = () =>
      withClient(server.url, (client) => client.query('insert into one values ($1)', ['ana@example.test']));
    await add();
    await expect(add()).rejects.toThrow('one_pkey');
    await server.stop();
    const log = readFileSync(join(root, 'postgres.log'), 'utf8');
    expect(log).toContain('one_pkey');
    expect(log).not.toContain('ana@example.test');
  });

  it('asks for the password', async () => {
    const server = await start();
    const wrongUser = urlFor(server.url, 'postgres', 'guess', 'postgres');
    await expect(withClient(wrongUser, (client) => client.query('select 1'))).rejects.toThrow('password');
    await server.stop();
  });

  it('starts despite the lock file of a killed server, also if another process has its pid now', async () => {
    const killed = await start();
    process.kill(killed.pid, 'SIGKILL');
    await waitUntilGone(killed.pid, 5_000);
    const lock = join(root, 'postgres', 'postmaster.pid');
    const lines = readFileSync(lock, 'utf8').split('\n');
    writeFileSync(lock, [process.pid, ...lines.slice(1)].join('\n'));
    const server = await start();
    expect(await value(server, 'select n from kept')).toBe(42);
    await server.stop();
  });

  it('stops or adopts the server of a killed run', async () => {
    const left = await start();
    const adopted = await start('adopt');
    expect([adopted.pid, adopted.port]).toEqual([left.pid, left.port]);
    const next = await start('stop');
    expect(isAlive(left.pid)).toBe(false);
    expect(next.pid).not.toBe(left.pid);
    await next.stop();
  });

  it('creates roles without BYPASSRLS and a database that only they can connect to', async () => {
    const server = await start();
    const passwords = { owner: 'o', app: 'a', system: 's' };
    const roles = await ensureRoles(server.url, 'shop', passwords);
    await ensureDatabase(server.url, 'shop', roles);
    await ensureDatabase(server.url, 'shop', roles);
    await ensureRoles(server.url, 'other', passwords);
    const connect = (user: string, password: string) =>
      withClient(urlFor(server.url, user, password, 'shop'), (client) => client.query('select 1'));
    await expect(connect('shop_app', 'a')).resolves.toBeDefined();
    await expect(connect('other_app', 'a')).rejects.toThrow('permission denied');
    await server.stop();
  });

  it('names the port and the process that uses it if the port is taken', async () => {
    const port = await freePort();
    const holder = createServer().listen(port, '127.0.0.1');
    await new Promise((done) => holder.once('listening', done));
    await expect(assertPortFree(port)).rejects.toThrow(new RegExp(`Port ${port} is taken by process ${process.pid}`));
    await new Promise((done) => holder.close(done));
  });
});

describe('an embedded Redis', () => {
  const start = async (existing: 'stop' | 'adopt' = 'stop') =>
    startRedis({ dataDir: join(root, 'redis'), port: await freePort(), path: PATH, existing });

  async function withRedis<T>(url: string, work: (redis: Redis) => Promise<T>): Promise<T> {
    const redis = new Redis(url);
    try {
      return await work(redis);
    } finally {
      redis.disconnect();
    }
  }

  it('keeps its data across a stop', async () => {
    const first = await start();
    await withRedis(first.url, (redis) => redis.set('kept', 'yes'));
    await first.stop();
    await first.exited;
    const second = await start();
    expect(await withRedis(second.url, (redis) => redis.get('kept'))).toBe('yes');
    await second.stop();
  });

  it('asks for its password, which its command line does not show', async () => {
    const password = 'kept-in_the_url1';
    const server = await startRedis({ dataDir: join(root, 'redis'), port: await freePort(), path: PATH, password });
    expect(await withRedis(server.url, (redis) => redis.ping())).toBe('PONG');
    const without = server.url.replace(`:${password}@`, '');
    await expect(withRedis(without, (redis) => redis.ping())).rejects.toThrow('NOAUTH');
    expect(readFileSync(`/proc/${server.pid}/cmdline`, 'utf8')).not.toContain(password);
    await server.stop();
  });

  it('stops or adopts the server of a killed run', async () => {
    const left = await start();
    const adopted = await start('adopt');
    expect([adopted.pid, adopted.url]).toEqual([left.pid, left.url]);
    const next = await start('stop');
    expect(isAlive(left.pid)).toBe(false);
    await next.stop();
  });

  it('may end after its log was deleted', async () => {
    const server = await start();
    rmSync(join(root, 'redis.log'));
    process.kill(server.pid, 'SIGKILL');
    // What a listener threw would end the process before this is through.
    await expect(server.exited).resolves.toBeUndefined();
  });

  it('fails with instructions if Redis is missing and cannot be installed', async () => {
    await expect(ensureRedisServer(root)).rejects.toThrow(/Redis is not installed.*REDIS_URL/);
  });
});

it('isAlive is false for an ended process', () => {
  const pid = Number(execFileSync('sh', ['-c', 'echo $$'], { encoding: 'utf8' }));
  expect(isAlive(pid)).toBe(false);
});

describe('a data directory', () => {
  it('is closed to other users of the machine, but for the account of Postgres', () => {
    const dir = join(root, 'data');
    mkdirSync(dir, { mode: 0o755 });
    closeToOthers(dir);
    const isRoot = process.getuid?.() === 0;
    expect((statSync(dir).mode & 0o777).toString(8)).toBe(isRoot ? '710' : '700');
  });
});
