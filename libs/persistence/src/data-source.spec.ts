import type { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withClient } from '#libs/embedded';
import { createTestDatabase, type TestDatabase } from '#libs/testing';
import { createDataSource, poolOf } from './data-source.js';
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
