import fc from 'fast-check';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#libs/test/testing';
import { type SearchDocument, searchDocument } from './search-document.js';
import { toTsvector } from './tsvector.js';

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

/** Reads a document as Postgres has it, in the order of its lexemes. */
async function stored(document: SearchDocument): Promise<[string, number[]][]> {
  const { rows } = await pool.query<{ lexeme: string; positions: number[] | null }>(
    'select lexeme, positions::int[] from unnest($1::tsvector) order by lexeme collate "C"',
    [toTsvector(document)],
  );
  return rows.map(({ lexeme, positions }) => [lexeme, positions ?? []]);
}

const inBytes = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b));
const inOrder = (document: SearchDocument) =>
  [...document].map(([lexeme, positions]) => [lexeme, [...positions]] as const).toSorted(([a], [b]) => inBytes(a, b));

// Without NUL and lone surrogates, which no stored message has.
const text = fc.string({ unit: 'grapheme', maxLength: 200 }).filter((value) => !value.includes('\0'));
const person = fc.record({ name: text, address: fc.oneof(text, fc.emailAddress()) });
const message = fc.record({
  subject: text,
  text,
  from: fc.option(person, { nil: null }),
  to: fc.array(person, { maxLength: 3 }),
  cc: fc.array(person, { maxLength: 3 }),
  bcc: fc.array(person, { maxLength: 3 }),
  fileNames: fc.array(text, { maxLength: 3 }),
  listId: fc.option(text, { nil: null }),
  hasAttachments: fc.boolean(),
});

const EMPTY = {
  subject: '',
  text: '',
  from: null,
  to: [],
  cc: [],
  bcc: [],
  fileNames: [],
  listId: null,
  hasAttachments: false,
};

describe('a document as a tsvector', () => {
  it('has every lexeme of any message with its positions', async () => {
    await fc.assert(
      fc.asyncProperty(message, async (given) => {
        const document = searchDocument(given);
        expect(await stored(document)).toEqual(inOrder(document));
      }),
      { numRuns: 100 },
    );
  });

  it('has as many positions as Postgres keeps, of a text with one word and of one with more words than positions', async () => {
    for (const words of [
      Array.from({ length: 20_000 }, () => 'casa'),
      Array.from({ length: 20_000 }, (_, n) => `w${n}`),
    ]) {
      const document = searchDocument({ ...EMPTY, text: words.join(' ') });
      expect(await stored(document)).toEqual(inOrder(document));
    }
  });

  it('keeps quotes, backslashes and spaces of an address', async () => {
    const address = String.raw`"o'neil \ x" : 1@shop.test`;
    const document = searchDocument({ ...EMPTY, to: [{ name: '', address }] });
    expect(await stored(document)).toContainEqual([`t=${address}`, []]);
  });

  it('is cut where the people of a message would fill more than Postgres takes', async () => {
    const domain = (n: number) => Array.from({ length: 20 }, (_, label) => `${n}-${label}`.padEnd(15, 'x')).join('.');
    const people = (from: number) =>
      Array.from({ length: 200 }, (_, n) => ({ name: '', address: `a@${domain(from + n)}` }));
    const many = { to: people(0), cc: people(200), bcc: people(400) };
    const document = searchDocument({ ...EMPTY, ...many, subject: 'Ata', text: 'Casa' });
    const found = await stored(document);
    expect(found).toEqual(inOrder(document));
    expect(found.map(([lexeme]) => lexeme)).toEqual(expect.arrayContaining(['s:ata', 'cas']));
  });

  it('of nothing is empty', async () => {
    expect(await stored(searchDocument(EMPTY))).toEqual([]);
  });
});
