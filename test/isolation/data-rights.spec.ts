import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import type { Type } from '@nestjs/common';
import { describe, expect, it } from 'vitest';
import { ErasesPersonIn, RegisteredTables } from '#libs/privacy/data-rights';
import type { Entities } from '#libs/core/persistence';
import { createTestDatabase } from '#libs/test/testing';
import { APPS } from '../support/apps.js';
import { Catalogue } from '../support/catalogue.js';

/** The table of TypeORM, which has the names of migrations. */
const OF_NOBODY = ['migration'];

/** The apps that have a database; the runtime reads that of Pages. */
const WITH_TABLES = APPS.map(({ name }) => name).filter((app) => existsSync(`apps/${app}/migrations`));

async function registeredIn(app: string): Promise<RegisteredTables> {
  const { ENTITIES } = (await import(resolve(`apps/${app}/src/entities.ts`))) as { ENTITIES: Entities };
  return new RegisteredTables(ENTITIES);
}

const filesIn = (dir: string, end: string): string[] =>
  readdirSync(dir, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith(end))
    .map((file) => join(dir, file));

/** Lists the tables that the erasers of a folder name, each as often as one does. Those that no module provides name nothing. */
async function erasedBy(folder: string, modulesIn: readonly string[]): Promise<string[]> {
  const modules = modulesIn.flatMap((dir) => filesIn(dir, '.module.ts')).map((file) => readFileSync(file, 'utf8'));
  // Once where it is imported, and once among the providers.
  const provided = (name: string) =>
    modules.some((text) => (text.match(new RegExp(`\\b${name}\\b`, 'g')) ?? []).length > 1);
  const tables: string[] = [];
  for (const file of filesIn(folder, '.eraser.ts')) {
    const erasers = Object.values((await import(resolve(file))) as Record<string, Type>);
    for (const eraser of erasers.filter(({ name }) => provided(name)))
      tables.push(...((Reflect.getMetadata(ErasesPersonIn.KEY, eraser) as string[] | undefined) ?? []));
  }
  return tables;
}

describe.each(WITH_TABLES)('the tables of %s', (app) => {
  it('are all registered: each says what happens to it when a person is erased, a tenant exported or removed', async () => {
    const database = await createTestDatabase(app);
    const catalogue = new Catalogue(database.adminUrl);
    try {
      const tables = (await catalogue.tables()).filter(({ isPartition }) => !isPartition).map(({ name }) => name);
      const registered = new Set([...(await registeredIn(app)).names, ...OF_NOBODY]);
      expect(tables.length).toBeGreaterThan(5);
      expect(
        tables.filter((name) => !registered.has(name)),
        'Register the table: @DataRights on its entity, which stands in entities.ts',
      ).toEqual([]);
    } finally {
      await catalogue.close();
      await database.drop();
    }
  });

  it('that are erased are each named by an eraser, and no others', async () => {
    const registered = await registeredIn(app);
    const own = await erasedBy(`apps/${app}/src`, [`apps/${app}/src`]);
    const ofLibs = (await erasedBy('libs', ['libs', `apps/${app}/src`])).filter((table) =>
      registered.names.includes(table),
    );
    expect([...own, ...ofLibs].toSorted()).toEqual(registered.erased.toSorted());
  });
});

it('the erasers are found by the names of their files', () => {
  const marked = ['apps', 'libs']
    .flatMap((dir) => filesIn(dir, '.ts'))
    .filter((file) => /^@ErasesPersonIn\(/m.test(readFileSync(file, 'utf8')))
    .filter((file) => !basename(file).endsWith('.eraser.ts'));
  expect(marked).toEqual([]);
});

it('every app has tables but the runtime and the dashboard', () => {
  expect(APPS.map(({ name }) => name).filter((app) => !WITH_TABLES.includes(app))).toEqual(['runtime', 'dashboard']);
});
