import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#libs/test/testing';
import { escapeLike } from './like.js';

let database: TestDatabase;
let pool: pg.Pool;

beforeAll(async () => {
  database = await createTestDatabase();
  pool = new pg.Pool({ connectionString: database.url, max: 1 });
});
afterAll(async () => {
  await pool?.end();
  await database?.drop();
});

async function matches(text: string, pattern: string): Promise<boolean> {
  const { rows } = await pool.query<{ matches: boolean }>('select $1::text like $2 as matches', [text, pattern]);
  return rows[0]!.matches;
}

describe('escapeLike', () => {
  it.each(['100%', 'a_b', 'C:\\temp', '\\%', '%_\\', 'plain', ''])('makes %j match itself', async (text) => {
    expect(await matches(text, escapeLike(text))).toBe(true);
    expect(await matches(`before ${text} after`, `%${escapeLike(text)}%`)).toBe(true);
  });

  it('leaves no wildcard', async () => {
    expect(await matches('100 euro', `${escapeLike('100%')}`)).toBe(false);
    expect(await matches('axb', escapeLike('a_b'))).toBe(false);
  });
});
