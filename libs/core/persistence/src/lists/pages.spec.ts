import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Column, Entity, PrimaryColumn, type DataSource, type EntityManager } from 'typeorm';
import { withClient } from '#libs/test/embedded';
import { createTestDatabase, type TestDatabase } from '#libs/test/testing';
import { bigintNumber } from '../schema/columns.js';
import { createDataSource } from '../connection/data-source.js';
import { newId, positionOf } from '../ids/ids.js';
import { findPage, pageStart } from './pages.js';
import { returned } from '../statements/returned.js';

@Entity()
class ReadNote {
  @PrimaryColumn('text')
  id: string;

  @Column('text')
  shelf: string;

  @Column('bigint', { transformer: bigintNumber })
  timesRead: number;
}

let test: TestDatabase;
let source: DataSource;

beforeAll(async () => {
  test = await createTestDatabase();
  await withClient(test.ownerUrl, (owner) =>
    owner.query('create table read_note (id text primary key, shelf text not null, times_read bigint not null)'),
  );
  source = await createDataSource({ url: test.ownerUrl, entities: [ReadNote], applicationName: 'spec' }).initialize();
});
beforeEach(() => source.query('truncate read_note'));
afterAll(async () => {
  await source?.destroy();
  await test?.drop();
});

const inTransaction = <T>(work: (tx: EntityManager) => Promise<T>): Promise<T> => source.transaction(work);

async function insertNotes(...shelves: string[]): Promise<string[]> {
  const notes = shelves.map((shelf) => ({ id: newId('req'), shelf, timesRead: 0 }));
  await inTransaction((tx) => tx.insert(ReadNote, notes));
  return notes.map(({ id }) => id);
}

describe('a page of entities', () => {
  const page = (cursor: number | undefined, limit = 2) =>
    inTransaction((tx) => findPage(tx, ReadNote, 'req', { shelf: 'a' }, { cursor, limit }));

  it('has the newest rows that match; the next page begins after its last row', async () => {
    const [first, , third, fourth] = await insertNotes('a', 'b', 'a', 'a');
    const newest = await page(undefined);
    expect(newest.items.map(({ id }) => id)).toEqual([fourth, third]);
    expect(newest).toMatchObject({ hasMore: true, nextCursor: positionOf(third ?? '') });
    const next = await page(newest.nextCursor);
    expect(next.items.map(({ id }) => id)).toEqual([first]);
    expect(next).toMatchObject({ hasMore: false, nextCursor: 0 });
  });

  it('has no more when its last row is the last', async () => {
    await insertNotes('a', 'a');
    expect(await page(undefined)).toMatchObject({ hasMore: false, nextCursor: 0 });
  });

  it('begins with the newest rows for a cursor of 0, also after a burst of ids', () => {
    const last = Array.from({ length: 1_000 }, () => newId('req')).at(-1) ?? '';
    expect(pageStart('req', 0) > last).toBe(true);
    expect(pageStart('req', undefined) > last).toBe(true);
  });
});

describe('rows that a statement returned', () => {
  it('are entities, with the names of properties and through transformers', async () => {
    const [id] = await insertNotes('a');
    const notes = await inTransaction(async (tx) =>
      returned(
        tx,
        ReadNote,
        await tx.getRepository(ReadNote).update({ id }, { timesRead: 9_007_199_254_740_991 }, { returning: '*' }),
      ),
    );
    expect(notes).toEqual([{ id, shelf: 'a', timesRead: Number.MAX_SAFE_INTEGER }]);
    expect(notes[0]).toBeInstanceOf(ReadNote);
  });

  it('are none if no row matched', async () => {
    const result = await inTransaction(async (tx) =>
      returned(tx, ReadNote, await tx.getRepository(ReadNote).update({ id: 'x' }, { shelf: 'b' }, { returning: '*' })),
    );
    expect(result).toEqual([]);
  });
});
