import { describe, expect, it } from 'vitest';
import { type PageRequest, toPageBy } from '#libs/core/persistence';
import { listWindow } from './list-window.js';

/** A list of the numbers down from a first one, which counts how its pages are read. */
function countdown(first: number) {
  const limits: number[] = [];
  const read = async ({ cursor, limit }: PageRequest) => {
    limits.push(limit);
    const start = cursor === undefined ? first : cursor - 1;
    const rows = Array.from({ length: Math.min(limit + 1, start) }, (_, n) => start - n);
    return toPageBy(rows, limit, (row) => row);
  };
  return { read, limits };
}

describe('a part of a list', () => {
  it.each([
    [{ offset: 0, count: 3 }, [9, 8, 7]],
    [{ offset: 4, count: 2 }, [5, 4]],
    [{ offset: 7, count: 5 }, [2, 1]],
    [{ offset: 9, count: 1 }, []],
    [{ offset: 20, count: 5 }, []],
    [{ offset: 3, count: 0 }, []],
  ])('%o', async (window, items) => {
    expect(await listWindow(window, countdown(9).read, 2)).toEqual(items);
  });

  it('reads no more rows than it needs', async () => {
    const { read, limits } = countdown(5_000);
    expect(await listWindow({ offset: 1_100, count: 2 }, read)).toEqual([3_900, 3_899]);
    expect(limits).toEqual([500, 500, 102]);
  });

  it('ends where a search has looked at as much as it may', async () => {
    let calls = 0;
    const read = async () => {
      calls += 1;
      return { items: ['one'], hasMore: true, nextCursor: 7 };
    };
    expect([await listWindow({ offset: 0, count: 10 }, read), calls]).toEqual([['one'], 1]);
  });
});
