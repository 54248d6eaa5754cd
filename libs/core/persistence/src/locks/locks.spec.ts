import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#libs/test/testing';
import { lock, lockKey, LOCKS, tryLock, type LockName } from './locks.js';

let database: TestDatabase;
let pool: pg.Pool;
let first: pg.PoolClient;
let second: pg.PoolClient;

beforeAll(async () => {
  database = await createTestDatabase();
  pool = new pg.Pool({ connectionString: database.url, max: 2 });
  [first, second] = await Promise.all([pool.connect(), pool.connect()]);
});
afterAll(async () => {
  first?.release();
  second?.release();
  await pool?.end();
  await database?.drop();
});

/** Whether a second transaction gets `other` while a first one holds `held`. */
async function isFree(held: LockName, other: LockName): Promise<boolean> {
  await first.query('begin');
  await second.query('begin');
  try {
    await lock(first, held);
    return await tryLock(second, other);
  } finally {
    await first.query('rollback');
    await second.query('rollback');
  }
}

describe('named locks', () => {
  it('have numbers of their own', () => {
    const numbers = Object.values(LOCKS);
    expect(new Set(numbers).size).toBe(numbers.length);
  });

  it('are held by one transaction at a time, until it ends', async () => {
    expect(await isFree('alert evaluation', 'alert evaluation')).toBe(false);
    expect(await tryLock(second, 'alert evaluation')).toBe(true);
  });

  it('do not block each other: alerts are evaluated while months are maintained', async () => {
    expect(await isFree('month maintenance', 'alert evaluation')).toBe(true);
    expect(await isFree('alert evaluation', 'month maintenance')).toBe(true);
  });

  it('have a key: the same name with another key is another lock', async () => {
    await second.query(`set lock_timeout = '200ms'`);
    await first.query('begin');
    try {
      await lockKey(first, 'sending domains', 'one');
      await lockKey(second, 'sending domains', 'two');
      await lockKey(second, 'webhook endpoints', 'one');
      await expect(lockKey(second, 'sending domains', 'one')).rejects.toThrow('lock timeout');
    } finally {
      await first.query('rollback');
    }
  });
});
