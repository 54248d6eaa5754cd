import fc from 'fast-check';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#libs/test/testing';
import { RowParameters } from './row-parameters.js';

interface Row {
  word: string | null;
  words: string[] | null;
  value: unknown;
  count: number | null;
  flag: boolean | null;
  at: Date | null;
  bytes: Buffer | null;
  key: string | null;
  weight: number | null;
}

const rows = new RowParameters<Row>({
  word: { type: 'text', of: ({ word }) => word },
  words: { type: 'text[]', of: ({ words }) => words },
  value: { type: 'jsonb', of: ({ value }) => value },
  count: { type: 'int', of: ({ count }) => count },
  flag: { type: 'boolean', of: ({ flag }) => flag },
  at: { type: 'timestamptz', of: ({ at }) => at },
  bytes: { type: 'bytea', of: ({ bytes }) => bytes },
  key: { type: 'uuid', of: ({ key }) => key },
  weight: { type: 'double precision', of: ({ weight }) => weight },
});

let database: TestDatabase;
let pool: pg.Pool;

beforeAll(async () => {
  database = await createTestDatabase('bare');
  pool = new pg.Pool({ connectionString: database.url, max: 1 });
});
afterAll(async () => {
  await pool?.end();
  await database?.drop();
});

const given = async (...values: Row[]) =>
  (await pool.query<Row & { n: string }>(`select * from ${rows.sql(1)} as given order by n`, rows.values(values))).rows;

const nothing: Row = {
  word: null,
  words: null,
  value: null,
  count: null,
  flag: null,
  at: null,
  bytes: null,
  key: null,
  weight: null,
};

// Without NUL and lone surrogates, which Postgres cannot store; the HTTP layer rejects them.
const text = fc.string({ unit: 'grapheme' }).filter((value) => !value.includes('\0'));
const orNull = <T>(some: fc.Arbitrary<T>) => fc.option(some, { nil: null });

describe('rows as parameters', () => {
  it('arrive unchanged, whatever their values', async () => {
    const row = fc.record<Row>({
      word: orNull(text),
      words: orNull(fc.array(text)),
      value: orNull(fc.dictionary(text, text)),
      count: orNull(fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 })),
      flag: orNull(fc.boolean()),
      at: orNull(fc.date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true })),
      bytes: orNull(fc.uint8Array().map((bytes) => Buffer.from(bytes))),
      key: orNull(fc.uuid()),
      weight: orNull(fc.double({ noDefaultInfinity: false })),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 5 }), async (values) => {
        // At least one column has to have a value, or there is no row at all.
        const sent = values.map((value, index) => ({ ...value, count: index }));
        expect(await given(...sent)).toEqual(sent.map((value, index) => ({ ...value, n: String(index + 1) })));
      }),
      { numRuns: 50 },
    );
  });

  it('may not have a number with a fraction as an integer, an invalid date, nor a text as a UUID', () => {
    for (const wrong of [
      { count: 1.5 },
      { count: 2 ** 31 },
      { at: new Date(NaN) },
      { key: 'x' },
      { key: '0'.repeat(31) },
      { key: 'g'.repeat(32) },
    ])
      expect(() => rows.values([{ ...nothing, ...wrong }]), JSON.stringify(wrong)).toThrow(RangeError);
  });

  it('keep quotes, backslashes, commas and braces in texts and in arrays of texts', async () => {
    const word = `"a", {b}, \\c\\ 'd' NULL`;
    expect(await given({ ...nothing, word, words: [word, 'NULL', ''] })).toMatchObject([
      { word, words: [word, 'NULL', ''] },
    ]);
  });

  it('may have a column that is null in every row, and one that is in some', async () => {
    expect(await given({ ...nothing, word: 'a' }, { ...nothing, word: 'b', words: [] })).toMatchObject([
      { n: '1', word: 'a', words: null, value: null },
      { n: '2', word: 'b', words: [], value: null },
    ]);
  });

  it('take a document to search in binary form', async () => {
    const documents = new RowParameters<Buffer>({ lexemes: { type: 'tsvector', of: (document) => document } });
    const abAt1And3 = Buffer.from([0, 0, 0, 1, 0x61, 0x62, 0, 0, 2, 0, 1, 0, 3]);
    const found = await pool.query(
      `select lexemes::text from ${documents.sql(1)} as given`,
      documents.values([abAt1And3]),
    );
    expect(found.rows).toEqual([{ lexemes: "'ab':1,3" }]);
  });
});
