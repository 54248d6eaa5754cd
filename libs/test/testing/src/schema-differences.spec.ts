import { afterAll, beforeAll, expect, it } from 'vitest';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import { withClient } from '#libs/test/embedded';
import { createDataSource, Timestamp, type Entities } from '#libs/core/persistence';
import { schemaDifferences } from './schema-differences.js';
import { createTestDatabase, type TestDatabase } from './stack.js';

@Entity()
class SpecNote {
  @PrimaryColumn('text')
  id: string;

  @Column('text', { array: true })
  tags: string[];

  @Timestamp({ nullable: true })
  readAt: Date | null;
}

@Entity('spec_note')
class WrongNote {
  @PrimaryColumn('uuid')
  id: string;

  @PrimaryColumn('text')
  tags: string;

  @Column('text')
  title: string;
}

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
  await withClient(database.ownerUrl, async (owner) => {
    await owner.query('create table spec_note (id text primary key, tags text[] not null, read_at timestamptz(3))');
  });
});
afterAll(() => database?.drop());

async function differences(entities: Entities): Promise<string[]> {
  const options = { url: database.ownerUrl, entities, poolSize: 1, applicationName: 'spec' };
  const source = await createDataSource(options).initialize();
  try {
    return await schemaDifferences(source);
  } finally {
    await source.destroy();
  }
}

it('finds none between a table and the entity that describes it', async () => {
  expect(await differences([SpecNote])).toEqual([]);
});

it('names a table without an entity', async () => {
  expect(await differences([])).toEqual(['spec_note: has no entity']);
});

it('names each column that is missing on either side, or has another type, nullability or key', async () => {
  expect(await differences([WrongNote])).toEqual([
    'spec_note.id: is text, the entity says uuid',
    'spec_note.read_at: is missing in the entity',
    'spec_note.tags: is text[], the entity says text',
    'spec_note.title: is not a column of the table',
    'spec_note: the key is (id), the entity says (id,tags)',
  ]);
});
