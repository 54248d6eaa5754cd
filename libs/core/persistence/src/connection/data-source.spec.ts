import type { Client, PoolClient } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { withClient } from '#libs/test/embedded';
import { createTestDatabase, patient, type TestDatabase, waitUntil } from '#libs/test/testing';
import { createDataSource, poolOf, runMigrations } from './data-source.js';
import { isUnavailable } from './errors.js';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database?.drop());

describe('a connection that Postgres ends', () => {
  it('while it is taken from the pool and idle, does not end the process', async () => {
    const source = await createDataSource({ url: database.url, poolSize: 2, applicationName: 'spec' }).initialize();
    const client = await poolOf(source).connect();
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
    const lost = new Promise((resolve) => client.once('end', resolve));
    await withClient(database.adminUrl, (admin) => admin.query('select pg_terminate_backend($1)', [rows[0]?.pid]));
    await lost;
    await expect(client.query('select 1')).rejects.toThrow('not queryable');
    client.release(true);
    expect(await source.query('select 1 as one')).toEqual([{ one: 1 }]);
    await source.destroy();
  });
});

describe('a Postgres that hangs', () => {
  const answerTimeoutMs = 200;

  it('fails the waiting statement with DatabaseUnavailable, and the connection is not used again', async () => {
    const options = { url: database.url, poolSize: 1, applicationName: 'spec', answerTimeoutMs };
    const source = await createDataSource(options).initialize();
    const error = await source.query('select pg_sleep(20)').catch((reason: unknown) => reason);
    expect(isUnavailable(error)).toBe(true);
    expect(await source.query('select 1 as one')).toEqual([{ one: 1 }]);
    await source.destroy();
  });

  it('is not confused with an idle connection', async () => {
    const options = { url: database.url, poolSize: 1, applicationName: 'spec', answerTimeoutMs };
    const source = await createDataSource(options).initialize();
    const client = await poolOf(source).connect();
    const { rows: before } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
    await new Promise((resolve) => (client as unknown as Client).connection.stream.once('timeout', resolve));
    const { rows: after } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
    expect(after).toEqual(before);
    client.release();
    await source.destroy();
  });
});

describe.each(['promises', 'callbacks'])('a prepared statement of a client with %s', (style) => {
  const LOOK_UP = {
    name: 'look-up',
    text: 'select n from unnest($1::int[]) asked(id) join grown on grown.id = asked.id',
  };

  it('is planned anew when its table has grown since', async () => {
    await withClient(database.adminUrl, async (admin) => {
      await admin.query(
        `drop table if exists grown; create table grown (id int primary key, n int, wide char(1500)) with (autovacuum_enabled = false)`,
      );
      await admin.query('grant select on grown to bare_app');
    });
    const source = await createDataSource({ url: database.url, poolSize: 1, applicationName: 'spec' }).initialize();
    const client = (await poolOf(source).connect()) as unknown as PoolClient;
    const run = () =>
      style === 'promises'
        ? client.query({ ...LOOK_UP }, [[1]])
        : new Promise((done, failed) =>
            client.query({ ...LOOK_UP, values: [[1]] }, (error: Error | null, result: unknown) =>
              error ? failed(error) : done(result),
            ),
          );
    const plan = async () =>
      JSON.stringify((await client.query(`explain (format json) execute "look-up"('{1}')`)).rows);
    for (let n = 0; n < 40; n += 1) await run();
    expect(await plan()).toContain('Seq Scan');
    await withClient(database.adminUrl, (admin) =>
      admin.query(`insert into grown select n, n, '' from generate_series(1, 2000) n`),
    );
    expect(await plan()).toContain('Seq Scan');
    for (let n = 0; n < 20; n += 1) await run();
    expect(await plan()).not.toContain('Seq Scan');
    client.release();
    await source.destroy();
  });
});

class Made1700000000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('create table busy (id text)');
    await runner.query('grant select on busy to bare_app');
  }

  async down(): Promise<void> {}
}

class Wider1700000000001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table busy add column more text');
  }

  async down(): Promise<void> {}
}

describe('a migration of a table that is in use', () => {
  it('lets statements pass until the table is free, and runs then', async () => {
    await runMigrations(database.ownerUrl, [Made1700000000000]);
    const slowest = await withClient(database.url, async (reader) => {
      await reader.query('begin; select from busy');
      const migrating = runMigrations(database.ownerUrl, [Made1700000000000, Wider1700000000001]);
      const isWaiting = `select from pg_locks where relation = 'busy'::regclass and not granted`;
      const longest = await withClient(database.url, async (other) => {
        const times: number[] = [];
        // Three times the migration has waited, and given way.
        for (let round = 0; round < 3; round += 1) {
          await waitUntil(async () => (await reader.query(isWaiting)).rowCount === 1);
          const start = performance.now();
          await other.query('select from busy');
          times.push(performance.now() - start);
        }
        return Math.max(...times);
      });
      await reader.query('commit');
      expect(await migrating).toEqual(['Wider1700000000001']);
      return longest;
    });
    // Less than the timeout of any statement of an app.
    expect(slowest).toBeLessThan(patient(8_000));
  });
});
