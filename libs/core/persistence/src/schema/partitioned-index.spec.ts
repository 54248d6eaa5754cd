import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DataSource, QueryRunner } from 'typeorm';
import { createTestDatabase, type TestDatabase } from '#libs/test/testing';
import { createDataSource } from '../connection/data-source.js';
import { createIndexByPartition } from './partitioned-index.js';

const INDEX = { name: 'parcel__shelf__ix', table: 'parcel', on: `(shelf, id) where shelf <> ''` };

let test: TestDatabase;
let source: DataSource;
let runner: QueryRunner;

beforeAll(async () => {
  test = await createTestDatabase();
  source = await createDataSource({ url: test.ownerUrl, entities: [], applicationName: 'spec' }).initialize();
  runner = source.createQueryRunner();
  for (const statement of [
    'create table parcel (id int not null, shelf text not null) partition by range (id)',
    'create table parcel_2026_01 partition of parcel for values from (0) to (1000)',
    'create table parcel_2026_02 partition of parcel for values from (1000) to (2000)',
    `insert into parcel select n, 'shelf ' || n % 100 from generate_series(0, 1999) as n`,
  ])
    await runner.query(statement);
});
afterAll(async () => {
  await runner?.release();
  await source?.destroy();
  await test?.drop();
});

const indexes = () =>
  runner.query(`
    select indexrelid::regclass::text as name, indisvalid as valid from pg_index
    where indrelid in (select relid from pg_partition_tree('parcel')) order by 1`) as Promise<object[]>;

const PARTS = [
  { name: 'parcel_2026_01__parcel__shelf__ix', valid: true },
  { name: 'parcel_2026_02__parcel__shelf__ix', valid: true },
  { name: 'parcel__shelf__ix', valid: true },
];

describe('an index that is made partition by partition', () => {
  it('is whole, and may be made again', async () => {
    for (let times = 0; times < 2; times += 1) {
      await createIndexByPartition(runner, INDEX);
      expect(await indexes()).toEqual(PARTS);
    }
  });

  it('goes on after an interruption that left a part of it', async () => {
    await runner.query('drop index parcel__shelf__ix');
    await runner.query(`create index parcel_2026_01__parcel__shelf__ix on parcel_2026_01 ${INDEX.on}`);
    await createIndexByPartition(runner, INDEX);
    expect(await indexes()).toEqual(PARTS);
  });

  it('is had by partitions that come later', async () => {
    await runner.query('create table parcel_2026_03 partition of parcel for values from (2000) to (3000)');
    await runner.query(`insert into parcel select n, 'shelf ' || n % 100 from generate_series(2000, 2999) as n`);
    await runner.query('analyze parcel');
    await runner.query('set enable_seqscan = off');
    const plan = (await runner.query(`explain select id from parcel where shelf = 'shelf 7' order by id`)) as object[];
    expect(JSON.stringify(plan)).toMatch(/parcel_2026_03_\w+/);
    expect(JSON.stringify(plan)).not.toContain('Seq Scan');
  });
});
