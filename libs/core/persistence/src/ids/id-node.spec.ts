import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, waitUntil, type TestDatabase } from '#libs/test/testing';
import { IdNode } from './id-node.js';
import { ID_NODES } from './ids.js';

let database: TestDatabase;
let admin: pg.Client;
const running: IdNode[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  admin = new pg.Client({ connectionString: database.adminUrl });
  await admin.connect();
  await admin.query('create sequence id_node');
  await admin.query('grant usage on sequence id_node to bare_system');
});
afterEach(async () => {
  await Promise.all(running.splice(0).map((node) => node.onApplicationShutdown()));
});
afterAll(async () => {
  await admin?.end();
  await database?.drop();
});

/** Claims a node as a process does at its start. */
async function start(waitMs?: number): Promise<IdNode> {
  const node = new IdNode(database.systemUrl, 'spec', waitMs);
  running.push(node);
  await node.onModuleInit();
  return node;
}

async function stop(node: IdNode): Promise<void> {
  running.splice(running.indexOf(node), 1);
  await node.onApplicationShutdown();
}

describe('the number of a process', () => {
  it('is never shared by two running processes, however often others start and stop', async () => {
    const lasting = await start();
    for (let n = 0; n < ID_NODES + 5; n += 1) {
      const other = await start();
      expect(other.current).not.toBe(lasting.current);
      await stop(other);
    }
  });

  it('is leased to 64 processes; the next one waits, then fails and says why', async () => {
    const nodes = await Promise.all(Array.from({ length: ID_NODES }, () => start()));
    const numbers = nodes.map(({ current }) => current).toSorted((a, b) => Number(a) - Number(b));
    expect(numbers).toEqual(Array.from({ length: ID_NODES }, (_, n) => n));
    await expect(start(0)).rejects.toThrow('process numbers of ids is taken');
    const waiting = start();
    const [first] = nodes as [IdNode];
    await stop(first);
    expect((await waiting).current).toBe(first.current);
  });

  it('stays the same when its connection is lost, and is locked again', async () => {
    const node = await start();
    const number = node.current;
    const holders = async () =>
      (
        await admin.query<{ pid: number }>(`select pid from pg_locks where locktype = 'advisory' and objid = $1`, [
          number,
        ])
      ).rows;
    const [before] = await holders();
    await admin.query('select pg_terminate_backend($1)', [before?.pid]);
    await waitUntil(async () => {
      const [after] = await holders();
      return after !== undefined && after.pid !== before?.pid;
    });
    expect(node.current).toBe(number);
  });
});
