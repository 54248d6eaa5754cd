import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Column, Entity, PrimaryColumn, type DataSource } from 'typeorm';
import { withClient } from '#libs/test/embedded';
import { KeyRing, SecretBox } from '#libs/core/secrets';
import { createTestDatabase, type TestDatabase } from '#libs/test/testing';
import { Timestamp } from '../schema/columns.js';
import { createDataSource } from '../connection/data-source.js';
import { newId } from '../ids/ids.js';
import { listKeysetPage, SealedCursors, type KeysetPosition } from './keyset.js';

@Entity()
class SpecLetter {
  @PrimaryColumn('text')
  id: string;

  @PrimaryColumn('uuid')
  uuid: string;

  @Timestamp()
  sentAt: Date;

  @Column('boolean')
  shown: boolean;
}

type Key = keyof SpecLetter & string;

const secrets = new SecretBox(KeyRing.fromConfig(`k1:${randomBytes(32).toString('base64')}`));
const otherSecrets = new SecretBox(KeyRing.fromConfig(`k1:${randomBytes(32).toString('base64')}`));

let database: TestDatabase;
let source: DataSource;

beforeAll(async () => {
  database = await createTestDatabase();
  await withClient(database.ownerUrl, async (owner) => {
    await owner.query(`create table spec_letter (id text collate "C", uuid uuid, sent_at timestamptz(3) not null,
      shown boolean not null, primary key (id, uuid))`);
  });
  const options = { url: database.ownerUrl, entities: [SpecLetter], poolSize: 1, applicationName: 'spec' };
  source = await createDataSource(options).initialize();
  const day = Date.UTC(2026, 0, 1);
  const rows = Array.from({ length: 23 }, (_, index) => {
    return { id: newId('evt'), uuid: uuidv7(), sentAt: new Date(day + Math.floor(index / 5)), shown: index % 4 !== 0 };
  });
  await source.manager.insert(SpecLetter, rows);
});
afterAll(async () => {
  await source?.destroy();
  await database?.drop();
});

/** All rows, read page by page through sealed cursors. */
async function readAll(order: readonly Key[], limit: number): Promise<SpecLetter[]> {
  const cursors = new SealedCursors(secrets, 'letters');
  const all: SpecLetter[] = [];
  let cursor: string | null | undefined;
  do {
    const query = source.manager.createQueryBuilder(SpecLetter, 'letter').where('letter.shown');
    const after: KeysetPosition | undefined = cursors.open(cursor ?? undefined);
    const page = await listKeysetPage(query, order, { limit, after });
    expect(page.items.length).toBeLessThanOrEqual(limit);
    all.push(...page.items);
    cursor = cursors.seal(page.next);
  } while (cursor);
  return all;
}

describe('pages by key', () => {
  it.each<Key[][]>([[['id']], [['uuid']], [['sentAt', 'uuid']]])(
    'hold every row once and in order, by %j',
    async (order) => {
      const rows = await source.manager.findBy(SpecLetter, { shown: true });
      const value = (row: SpecLetter) =>
        order.map((key) => (key === 'sentAt' ? row.sentAt.getTime() : row[key])).join();
      const expected = rows.toSorted((a, b) => (value(a) < value(b) ? 1 : -1)).map(({ id }) => id);
      await fc.assert(
        fc.asyncProperty(fc.integer({ min: 1, max: 30 }), async (limit) => {
          expect((await readAll(order, limit)).map(({ id }) => id)).toEqual(expected);
        }),
        { numRuns: 12 },
      );
    },
  );

  it('end without a cursor when the last row fills the last page', async () => {
    const query = source.manager.createQueryBuilder(SpecLetter, 'letter');
    expect((await listKeysetPage(query, ['id'], { limit: 23 })).next).toBeNull();
  });
});

describe('a sealed cursor', () => {
  const cursor = new SealedCursors(secrets, 'letters').seal(['a', 1, new Date(5)]) as string;

  it('opens to the values it was made of, dates included', () => {
    expect(new SealedCursors(secrets, 'letters').open(cursor)).toEqual(['a', 1, new Date(5)]);
  });

  it('reveals none of its values', () => {
    expect(Buffer.from(cursor, 'base64url').toString('latin1')).not.toContain('["a"');
  });

  it.each([
    ['another list', () => new SealedCursors(secrets, 'labels').open(cursor)],
    ['other keys', () => new SealedCursors(otherSecrets, 'letters').open(cursor)],
    ['a changed text', () => new SealedCursors(secrets, 'letters').open(`${cursor.slice(0, -2)}AA`)],
    ['any text', () => new SealedCursors(secrets, 'letters').open('page-2')],
  ])('is the first page for %s', (_, open) => {
    expect(open()).toBeUndefined();
  });
});
