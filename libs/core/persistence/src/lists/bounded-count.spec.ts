import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DataSource } from 'typeorm';
import { createTestDatabase, type TestDatabase } from '#libs/test/testing';
import { createDataSource } from '../connection/data-source.js';
import { COUNTED_MAX, countMatching, countRows, sumOfCounts } from './bounded-count.js';

let test: TestDatabase;
let source: DataSource;

beforeAll(async () => {
  test = await createTestDatabase();
  source = await createDataSource({ url: test.ownerUrl, entities: [], applicationName: 'spec' }).initialize();
});
afterAll(async () => {
  await source?.destroy();
  await test?.drop();
});

const numbers = 'select n from generate_series(1, $1::int) as n';

describe('the number of rows', () => {
  it('is exact up to a limit, and then says how many there are at least', async () => {
    const counted = (rows: number) => source.transaction((tx) => countRows(tx, numbers, [rows]));
    expect(await counted(0)).toEqual({ atLeast: 0, isExact: true });
    expect(await counted(COUNTED_MAX)).toEqual({ atLeast: COUNTED_MAX, isExact: true });
    expect(await counted(COUNTED_MAX + 1)).toEqual({ atLeast: COUNTED_MAX, isExact: false });
    expect(await counted(COUNTED_MAX * 3)).toEqual({ atLeast: COUNTED_MAX, isExact: false });
  });

  it('of those that match is exact if all were looked at', async () => {
    const counted = (rows: number, scanned: number) =>
      source.transaction((tx) => countMatching(tx, numbers, 'n % 10 = 0', [rows], scanned));
    expect(await counted(100, 1_000)).toEqual({ atLeast: 10, isExact: true });
    expect(await counted(2_000, 1_000)).toEqual({ atLeast: 100, isExact: false });
    expect(await counted(COUNTED_MAX * 20, COUNTED_MAX * 30)).toEqual({ atLeast: COUNTED_MAX, isExact: false });
  });

  it('of several lists is their sum, exact if each is', () => {
    const [some, more] = [
      { atLeast: 3, isExact: true },
      { atLeast: 4, isExact: false },
    ];
    expect(sumOfCounts([])).toEqual({ atLeast: 0, isExact: true });
    expect(sumOfCounts([some, some])).toEqual({ atLeast: 6, isExact: true });
    expect(sumOfCounts([some, more])).toEqual({ atLeast: 7, isExact: false });
    const many = { atLeast: COUNTED_MAX, isExact: true };
    expect(sumOfCounts([some, many])).toEqual({ atLeast: COUNTED_MAX, isExact: false });
  });
});
