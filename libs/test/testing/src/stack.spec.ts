import { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withClient } from '#libs/test/embedded';
import { createTestDatabase, testRedis, type TestDatabase } from '#libs/test/testing';

describe('a test database', () => {
  let database: TestDatabase;

  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.drop());

  it('shows the app a table of the owner only after a grant', async () => {
    await withClient(database.ownerUrl, async (owner) => {
      await owner.query('create table note (id int primary key)');
      await owner.query('grant select on note to bare_app');
    });
    const count = await withClient(database.url, (app) => app.query('select count(*)::int as n from note'));
    expect(count.rows).toEqual([{ n: 0 }]);
    await expect(withClient(database.systemUrl, (system) => system.query('select * from note'))).rejects.toThrow(
      'permission denied',
    );
  });

  it('applies row-level security to the roles', async () => {
    const roles = await withClient(database.adminUrl, (admin) =>
      admin.query('select rolname from pg_roles where rolname like $1 and (rolsuper or rolbypassrls)', ['bare_%']),
    );
    expect(roles.rows).toEqual([]);
  });

  it('speaks UTF-8 and UTC', async () => {
    const settings = await withClient(database.url, (app) =>
      app.query(`select current_setting('TimeZone') as zone, current_setting('server_encoding') as encoding,
        current_setting('server_version_num')::int / 10000 as major`),
    );
    expect(settings.rows).toEqual([{ zone: 'UTC', encoding: 'UTF8', major: 18 }]);
  });

  it('is separate from other test databases, and does not exist after its drop', async () => {
    const other = await createTestDatabase();
    await expect(withClient(other.adminUrl, (admin) => admin.query('select * from note'))).rejects.toThrow(
      'does not exist',
    );
    const held = withClient(other.url, (app) => app.query('select pg_sleep(60)')).catch(() => 'cut off');
    await other.drop();
    await expect(held).resolves.toBe('cut off');
    await expect(withClient(other.url, (app) => app.query('select 1'))).rejects.toThrow('does not exist');
  });

  it('names the file that a missing template would come from', async () => {
    await expect(createTestDatabase('nowhere')).rejects.toThrow('apps/nowhere/src/migrate.ts');
  });
});

describe('a test Redis', () => {
  it('is separate from the next one and can be emptied', async () => {
    const [one, other] = await Promise.all([testRedis(), testRedis()]);
    const [client, stranger] = [new Redis(one.url), new Redis(other.url)];
    try {
      await client.set('key', 'value');
      expect(await stranger.get('key')).toBeNull();
      await one.flush();
      expect(await client.dbsize()).toBe(0);
    } finally {
      client.disconnect();
      stranger.disconnect();
    }
  });
});
