import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { DataSource } from 'typeorm';
import { freePort, withClient } from '#libs/test/embedded';
import { createTestDatabase, type TestDatabase } from '#libs/test/testing';
import { afterCommit, CommitGathering } from './after-commit.js';
import { createDataSource } from './data-source.js';
import { Database } from './database.js';
import { DatabaseUnavailable } from './errors.js';
import type { TenantId } from '../ids/ids.js';
import {
  CURRENT_TENANTS_SQL,
  SET_TENANTS_SQL,
  systemAccessSql,
  tenantPolicySql,
} from '../schema/row-level-security.sql.js';
import { prepared } from '../statements/prepared.js';
import { exec, many, maybe, one, type SqlExecutor } from '../statements/sql.js';

const ACME = 'acc_0000000000000001' satisfies TenantId;
const RIVAL = 'acc_0000000000000002' satisfies TenantId;

const SCHEMA = [
  CURRENT_TENANTS_SQL,
  'create table note (tenant_id text not null, id text not null, body text not null, primary key (tenant_id, id))',
  ...tenantPolicySql('note', 'bare'),
  ...systemAccessSql('note', 'bare', ['select', 'update']),
];

let test: TestDatabase;
let sources: DataSource[];
let database: Database;

beforeAll(async () => {
  test = await createTestDatabase();
  await withClient(test.ownerUrl, async (owner) => {
    for (const statement of SCHEMA) await owner.query(statement);
  });
  sources = await Promise.all(
    [test.url, test.systemUrl].map((url) =>
      createDataSource({ url, poolSize: 4, applicationName: 'spec' }).initialize(),
    ),
  );
  database = databaseOf(sources);
});
beforeEach(async () => {
  await withClient(test.adminUrl, async (admin) => {
    await admin.query('truncate note');
    await admin.query(`insert into note values ($1, 'a', 'of acme'), ($2, 'b', 'of rival')`, [ACME, RIVAL]);
  });
});
afterAll(async () => {
  await Promise.all(sources?.map((source) => source.destroy()) ?? []);
  await test?.drop();
});

const databaseOf = ([app, system]: DataSource[]): Database => new Database(app as DataSource, system as DataSource);

const ids = async (tx: SqlExecutor) =>
  (await many<{ id: string }>(tx, 'select id from note order by id')).map(({ id }) => id);

type Door = <T>(work: (tx: SqlExecutor) => Promise<T>) => Promise<T>;

const DOORS: Record<string, (of: Database) => Door> = {
  tenant: (of) => (work) => of.tenant(ACME, work),
  tenants: (of) => (work) => of.tenants([ACME], work),
  system: (of) => (work) => of.system(work),
  statement: (of) => (work) => of.statement(work),
};

describe('rows that are visible', () => {
  it.each([
    ['tenant', ['a']],
    ['tenants', ['a']],
    ['system', ['a', 'b']],
    ['statement', ['a', 'b']],
  ])('%s: %j', async (name, expected) => {
    expect(await DOORS[name]?.(database)(ids)).toEqual(expected);
  });

  it('through tenants are those of the given tenants', async () => {
    expect(await database.tenants([ACME, RIVAL], ids)).toEqual(['a', 'b']);
  });

  it('are none without a tenant or with a malformed id: both are rejected', async () => {
    await expect(database.tenants([], ids)).rejects.toThrow('at least one tenant');
    await expect(database.tenant(`acc_'; drop table note` as TenantId, ids)).rejects.toThrow('malformed');
  });
});

describe('a statement for several tenants', () => {
  const INSERT = `with setting as materialized (${SET_TENANTS_SQL})
    insert into note (tenant_id, id, body)
    select tenant, 'n', '' from setting cross join unnest($2::text[]) as tenant where tenants is not null`;
  const insert = (tenantIds: TenantId[], rowsOf: TenantId[], sql = INSERT) =>
    database.tenantsStatement(tenantIds, (pool, tenants) => exec(pool, sql, [tenants, rowsOf]));

  it('writes rows of theirs', async () => {
    expect(await insert([ACME, RIVAL], [ACME, RIVAL])).toBe(2);
    expect(await database.tenants([ACME, RIVAL], ids)).toEqual(['a', 'b', 'n', 'n']);
  });

  it('writes no row of another, and leaves nothing to the next on its connection', async () => {
    await expect(insert([ACME], [ACME, RIVAL])).rejects.toThrow('row-level security');
    await insert([ACME], [ACME]);
    const unset = `insert into note (tenant_id, id, body) select tenant, 'm', $1 from unnest($2::text[]) as tenant`;
    await expect(insert([ACME], [ACME], unset)).rejects.toThrow('row-level security');
    expect(await database.tenants([ACME, RIVAL], ids)).toEqual(['a', 'b', 'n']);
  });

  it('is rejected without a tenant', async () => {
    await expect(insert([], [ACME])).rejects.toThrow('at least one tenant');
  });
});

describe.each(['tenant', 'tenants', 'system'])('a transaction of %s', (name) => {
  const door: Door = (work) => (DOORS[name] as (of: Database) => Door)(database)(work);

  it('has Postgres keep a statement that has a name', async () => {
    const kept = `select name from pg_prepared_statements where name like 'notes-%'`;
    await door(async (tx) => {
      const rows = await many(tx, prepared(`notes-${name}`, 'select id from note where id = $1'), ['a']);
      expect(rows).toEqual([{ id: 'a' }]);
      expect(await many(tx, kept)).toEqual(expect.arrayContaining([{ name: `notes-${name}` }]));
    });
  });
  const change = (tx: SqlExecutor) => exec(tx, `update note set body = body || '!' where id = 'a'`);
  const body = async () =>
    (await database.tenant(ACME, (tx) => one<{ body: string }>(tx, 'select body from note'))).body;

  it('is committed as a whole', async () => {
    await door(change);
    expect(await body()).toBe('of acme!');
  });

  it('is rolled back as a whole', async () => {
    const failing = door(async (tx) => {
      await change(tx);
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect(await body()).toBe('of acme');
  });

  it('is followed by what waits for its commit', async () => {
    const seen: string[] = [];
    const followed = await new Promise<string>((done, failed) => {
      door(async (tx) => {
        await change(tx);
        afterCommit(tx, () => body().then(done, failed));
        seen.push(await body());
      }).catch(failed);
    });
    expect([...seen, followed]).toEqual(['of acme', 'of acme!']);
  });

  it('is followed by nothing when it is rolled back, and once when it runs again', async () => {
    let calls = 0;
    const failing = door(async (tx) => {
      afterCommit(tx, () => (calls += 1));
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect(calls).toBe(0);
    let runs = 0;
    await door(async (tx) => {
      afterCommit(tx, () => (calls += 1));
      runs += 1;
      if (runs < 3) await exec(tx, `do $$ begin raise exception sqlstate '40P01'; end $$`);
    });
    expect([runs, calls]).toEqual([3, 1]);
  });

  it('gathers what is used once, after its commit, and nothing of a run that is rolled back', async () => {
    const used: string[][] = [];
    const gathering = new CommitGathering<string[]>(
      () => [],
      (gathered) => used.push(gathered),
    );
    let runs = 0;
    await door(async (tx) => {
      runs += 1;
      gathering.add(tx, (texts) => texts.push(`${runs}a`));
      gathering.add(tx, (texts) => texts.push(`${runs}b`));
      if (runs < 2) await exec(tx, `do $$ begin raise exception sqlstate '40P01'; end $$`);
      expect(used).toEqual([]);
    });
    const failing = door(async (tx) => {
      gathering.add(tx, (texts) => texts.push('never'));
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    await door(async (tx) => gathering.add(tx, (texts) => texts.push('next')));
    expect(used).toEqual([['2a', '2b'], ['next']]);
  });

  it('runs again as a whole after a deadlock', async () => {
    let runs = 0;
    await door(async (tx) => {
      await change(tx);
      runs += 1;
      if (runs < 3) await exec(tx, `do $$ begin raise exception sqlstate '40P01'; end $$`);
    });
    expect(runs).toBe(3);
    expect(await body()).toBe('of acme!');
  });

  it('fails after the third deadlock', async () => {
    let runs = 0;
    const failing = door(async (tx) => {
      runs += 1;
      await exec(tx, `do $$ begin raise exception sqlstate '40P01'; end $$`);
    });
    await expect(failing).rejects.toMatchObject({ code: '40P01' });
    expect(runs).toBe(3);
  });
});

describe('an unreachable database', () => {
  it.each(Object.keys(DOORS))('is DatabaseUnavailable, a 503, through %s', async (name) => {
    const source = createDataSource({ url: `postgres://x@127.0.0.1:${await freePort()}/x`, applicationName: 'spec' });
    // The pool exists from the moment that the driver connects; one that lost its server is like it.
    const gone = await createDataSource({ url: test.url, poolSize: 1, applicationName: 'spec' }).initialize();
    Object.assign((gone.driver as unknown as { master: { options: object } }).master.options, {
      connectionString: (source.options as { url: string }).url,
    });
    await withClient(test.adminUrl, (admin) =>
      admin.query(
        `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name = 'spec'`,
      ),
    );
    const door = DOORS[name]?.(new Database(gone, gone));
    const error = await door?.(ids).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(DatabaseUnavailable);
    expect(error).toMatchObject({ statusCode: 503, expose: true });
    await gone.destroy();
  });
});

describe('the SQL helpers', () => {
  it.each(Object.keys(DOORS))('read rows through %s', async (name) => {
    const door = DOORS[name]?.(database) as Door;
    expect(await door((tx) => maybe(tx, `select body from note where id = $1`, ['a']))).toEqual({ body: 'of acme' });
    expect(await door((tx) => maybe(tx, `select body from note where id = $1`, ['x']))).toBeUndefined();
    await expect(door((tx) => one(tx, `select body from note where id = 'x'`))).rejects.toThrow('returned none');
  });

  it.each(Object.keys(DOORS))(
    'return the count of changed rows and the rows of a statement through %s',
    async (name) => {
      const door = DOORS[name]?.(database) as Door;
      expect(await door((tx) => exec(tx, `update note set body = 'new' where id = 'a'`))).toBe(1);
      expect(await door((tx) => exec(tx, `update note set body = 'new' where id = 'x'`))).toBe(0);
      expect(await door((tx) => many(tx, `update note set body = 'newer' where id = 'a' returning body`))).toEqual([
        { body: 'newer' },
      ]);
    },
  );
});

describe('what waits for a commit', () => {
  it('is called at once outside a transaction', async () => {
    let calls = 0;
    await database.statement(async (pool) => {
      afterCommit(pool, () => (calls += 1));
      expect(calls).toBe(1);
    });
  });

  it('is used at once outside a transaction, if it is gathered', async () => {
    const used: number[] = [];
    const gathering = new CommitGathering(
      () => ({ sum: 0 }),
      ({ sum }) => used.push(sum),
    );
    await database.statement(async (pool) => {
      gathering.add(pool, (gathered) => (gathered.sum += 1));
      gathering.add(pool, (gathered) => (gathered.sum += 2));
      expect(used).toEqual([1, 2]);
    });
  });
});
