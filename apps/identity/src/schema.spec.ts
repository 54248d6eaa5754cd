import { afterAll, beforeAll, expect, it } from 'vitest';
import type { DataSource } from 'typeorm';
import { createDataSource } from '#libs/persistence';
import { createTestDatabase, schemaDifferences, type TestDatabase } from '#libs/testing';
import { ENTITIES } from './entities.js';

let database: TestDatabase;
let source: DataSource;

beforeAll(async () => {
  database = await createTestDatabase('identity');
  const options = { url: database.ownerUrl, entities: ENTITIES, poolSize: 1, applicationName: 'spec' };
  source = await createDataSource(options).initialize();
});
afterAll(async () => {
  await source?.destroy();
  await database?.drop();
});

it('the entities describe the tables that the migrations make', async () => {
  expect(await schemaDifferences(source)).toEqual([]);
});
