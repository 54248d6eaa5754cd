import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startRedis, type EmbeddedRedis } from '#libs/test/embedded';
import { freePort, patient, waitUntil } from '#libs/test/testing';
import { ViewStore, ViewUnavailable, type SessionView } from '../index.js';
import { createRedis, type RedisClient } from '#libs/core/redis';

/** A Redis of its own, with its data on disk: these specs end it and start it again. */
const home = mkdtempSync(join(tmpdir(), 'view-'));
const SECRET = 'a secret that the apps share, and no other';
const dataDir = join(home, 'redis');
let port: number;
let server: EmbeddedRedis;
let redis: RedisClient;
let view: ViewStore;
let reader: ViewStore;

const start = () => startRedis({ dataDir, port, path: process.env['PATH'] ?? '', settings: { appendfsync: 'always' } });
const ready = (store: ViewStore) => waitUntil(() => store.mark(), { what: 'the view' });

beforeAll(async () => {
  port = await freePort();
  server = await start();
});

afterAll(async () => {
  await server.stop();
  await server.exited;
  rmSync(home, { recursive: true });
});

beforeEach(async () => {
  redis = createRedis(server.url);
  view = new ViewStore(redis, SECRET);
  reader = new ViewStore(createRedis(server.url), SECRET);
  await Promise.all([ready(view), ready(reader)]);
  await redis.flushall();
});

afterEach(() => {
  view.close();
  reader.close();
});

const session = (userId: SessionView['userId'] = 'usr_1'): SessionView => ({
  sessionId: 'ses_1',
  userId,
  expiresAt: '2030-01-01T00:00:00.000Z',
});

const read = async (store = reader) => (await store.read([['session', 'ses_1']]))[0];
const fill = async (entry: SessionView | null) => view.fill(await view.mark(), 'session', 'ses_1', entry);
const replace = async (entry: SessionView | null) => view.replace(await view.mark(), 'session', 'ses_1', entry);

describe('ViewStore', () => {
  it('is empty at first, and then returns what was filled in', async () => {
    expect(await read()).toBeUndefined();
    await fill(session());
    expect(await read()).toEqual(session());
  });

  it('distinguishes "does not exist" from "not in the view"', async () => {
    await fill(null);
    expect(
      await reader.read([
        ['session', 'ses_1'],
        ['session', 'ses_2'],
      ]),
    ).toEqual([null, undefined]);
  });

  it('shows a change to every reader', async () => {
    await fill(session());
    expect(await replace(null)).toBe(true);
    expect(await read()).toBeNull();
  });

  it('rejects a late answer that was read before the change', async () => {
    const mark = await view.mark();
    await replace(null);
    await view.fill(mark, 'session', 'ses_1', session());
    expect(await read()).toBeNull();
  });

  it('rejects an answer that was read before Redis was emptied', async () => {
    const mark = await view.mark();
    await replace(null);
    await redis.flushall();
    await view.fill(mark, 'session', 'ses_1', session());
    expect(await read()).toBeUndefined();
    expect(await view.replace(mark, 'session', 'ses_1', session())).toBe(false);
    expect(await read()).toBeUndefined();
  });

  it('accepts new entries under an earlier mark until the view changes, then under the next one', async () => {
    const mark = await view.mark();
    expect(await view.earlierMark()).toEqual(mark);
    await view.fill(mark, 'session', 'ses_1', session());
    expect(await read()).toEqual(session());
    await redis.flushall();
    await view.fill(await view.earlierMark(), 'session', 'ses_1', session());
    expect(await read()).toBeUndefined();
    await view.fill(await view.earlierMark(), 'session', 'ses_1', session());
    expect(await read()).toEqual(session());
  });

  it('rejects a delayed write after that of a later change', async () => {
    await replace(session());
    const client = createRedis(server.url);
    const slow = new ViewStore(client, SECRET);
    const mark = await ready(slow);
    const held = delayScripts(client);
    const late = slow.replace(mark, 'session', 'ses_1', session('usr_2'));
    await held.reached;
    await replace(null);
    held.release();
    expect(await late).toBe(false);
    expect(await read()).toBeNull();
    slow.close();
  });

  it('returns nothing that a restarted Redis loaded from disk', async () => {
    const mark = await view.mark();
    await fill(session());
    await server.stop();
    server = await start();
    await Promise.all([ready(view), ready(reader)]);
    expect(await redis.dbsize()).toBeGreaterThan(1);
    expect(await read()).toBeUndefined();
    await view.fill(mark, 'session', 'ses_1', session());
    expect(await view.replace(mark, 'session', 'ses_1', session())).toBe(false);
    expect(await read()).toBeUndefined();
    await fill(session());
    expect(await read()).toEqual(session());
  });

  it('fails at once without Redis, and works again when it is back', async () => {
    await server.stop();
    const began = Date.now();
    await expect(read()).rejects.toBeInstanceOf(ViewUnavailable);
    await expect(view.mark()).rejects.toBeInstanceOf(ViewUnavailable);
    await expect(view.ping()).rejects.toBeInstanceOf(ViewUnavailable);
    expect(Date.now() - began).toBeLessThan(patient(500));
    server = await start();
    await Promise.all([ready(view), ready(reader)]);
    expect(await read()).toBeUndefined();
  });

  it('fails within its deadline if Redis hangs', async () => {
    process.kill(server.pid, 'SIGSTOP');
    try {
      await expect(read()).rejects.toBeInstanceOf(ViewUnavailable);
    } finally {
      process.kill(server.pid, 'SIGCONT');
    }
    await waitUntil(async () => (await read()) === undefined);
  });

  it('accepts one of many concurrent writers of an entry', async () => {
    const marks = await Promise.all(Array.from({ length: 20 }, () => view.mark()));
    const results = await Promise.all(
      marks.map((mark, index) => view.replace(mark, 'session', 'ses_1', session(`usr_${index}`))),
    );
    expect(results.filter(Boolean)).toHaveLength(1);
    expect(await read()).toEqual(session(`usr_${results.indexOf(true)}`));
  });
});

describe('an entry that no app wrote', () => {
  const keyOf = async (kind: string) => (await redis.keys(`*:${kind}:*`))[0]!;

  it('counts as missing, and is discarded', async () => {
    await fill(null);
    const key = await keyOf('session');
    const forged = (await redis.get(key))!.replace('null', JSON.stringify(session()));
    await redis.set(key, forged);
    expect(await read()).toBeUndefined();
    await waitUntil(async () => !(await redis.exists(key)), { what: 'the end of the entry' });
  });

  it('is not replaced by an answer that was on its way: what it displaced may have been a revocation', async () => {
    const mark = await view.mark();
    await fill(null);
    const key = await keyOf('session');
    await redis.set(key, 'x'.repeat(100));
    await read();
    await waitUntil(async () => !(await redis.exists(key)), { what: 'the end of the entry' });
    await view.fill(mark, 'session', 'ses_1', session());
    expect(await read()).toBeUndefined();
  });

  it('counts under no other name', async () => {
    await fill(session());
    const key = await keyOf('session');
    await redis.set(key.replace('ses_1', 'ses_2'), (await redis.get(key))!);
    expect(await reader.read([['session', 'ses_2']])).toEqual([undefined]);
  });

  it('may be one that another secret sealed', async () => {
    const other = new ViewStore(createRedis(server.url), `${SECRET}!`);
    await ready(other);
    await other.fill(await other.mark(), 'session', 'ses_1', session());
    expect(await read()).toBeUndefined();
    other.close();
  });
});

/** Delays the scripts of a client until they are released. */
function delayScripts(client: RedisClient): { reached: Promise<void>; release: () => void } {
  const held = gate();
  const reached = gate();
  const evaluate = client.eval.bind(client) as (...args: unknown[]) => Promise<unknown>;
  client.eval = async (...args: unknown[]) => {
    reached.open();
    await held.opened;
    return evaluate(...args);
  };
  return { reached: reached.opened, release: held.open };
}

function gate(): { opened: Promise<void>; open: () => void } {
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { opened, open };
}
