import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lockShared } from '#libs/core/persistence';
import { createTestDatabase, type TestDatabase, waitUntil } from '#libs/test/testing';
import { withSnapshots } from '../../scripts/backup/snapshots.js';

let databases: TestDatabase[];
let sender: pg.Client;
let receiver: pg.Client;

beforeAll(async () => {
  databases = await Promise.all([createTestDatabase(), createTestDatabase()]);
  const clients = databases.map(({ adminUrl }) => new pg.Client({ connectionString: adminUrl }));
  [sender, receiver] = clients as [pg.Client, pg.Client];
  await Promise.all(clients.map((client) => client.connect()));
  await sender.query('create table event (id int primary key)');
  await receiver.query('create table received (id int primary key)');
});
afterAll(async () => {
  await Promise.all([sender, receiver].map((client) => client?.end()));
  await Promise.all((databases ?? []).map((database) => database.drop()));
});

const names = () => databases.map(({ name }) => name);
const eventLocks = async (client: pg.Client, granted: boolean) =>
  (
    await client.query(
      `select from pg_locks l join pg_stat_activity a using (pid)
       where locktype = 'advisory' and granted = $1 and a.datname = $2 and a.application_name = 'backup'`,
      [granted, databases[0]!.name],
    )
  ).rowCount;

describe('snapshots of several databases', () => {
  it('have an event at its sender or its receiver, whatever is delivered while they are opened', async () => {
    await sender.query('insert into event values (1)');
    // The backup gets its turn at the sender, and waits at the receiver, which tells of an event of its own.
    await receiver.query('begin');
    await lockShared(receiver, 'event completions');
    const counts = withSnapshots(databases[0]!.adminUrl, names(), (snapshots) =>
      Promise.all(
        ['event', 'received'].map(async (table, index) => {
          const { rows } = await snapshots[index]!.client.query<{ id: number }>(`select id from ${table}`);
          return rows.map(({ id }) => id);
        }),
      ),
    );
    await waitUntil(async () => (await eventLocks(sender, true)) === 1);
    await receiver.query('insert into received values (1)');
    await sender.query('begin');
    const ended = lockShared(sender, 'event completions')
      .then(() => sender.query('delete from event'))
      .then(() => sender.query('commit'));
    await receiver.query('commit');
    expect(await counts).toEqual([[1], [1]]);
    await ended;
  });

  it('wait for an event that ends, and have its effect', async () => {
    await sender.query('begin');
    await lockShared(sender, 'event completions');
    await sender.query('delete from event');
    const seen = withSnapshots(databases[0]!.adminUrl, names(), async ([snapshot]) => {
      return (await snapshot!.client.query('select from event')).rowCount;
    });
    await waitUntil(async () => (await eventLocks(receiver, false)) === 1);
    await sender.query('commit');
    expect(await seen).toBe(0);
  });

  it('keep every table until the end', async () => {
    await withSnapshots(databases[0]!.adminUrl, names(), async ([snapshot]) => {
      await sender.query(`set lock_timeout = '50ms'`);
      await expect(sender.query('drop table event')).rejects.toThrow('lock timeout');
      expect((await snapshot!.client.query('select from event')).rowCount).toBe(0);
    });
    await sender.query('drop table event');
  });
});
