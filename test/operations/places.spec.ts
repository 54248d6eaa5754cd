import { afterEach, expect, it } from 'vitest';
import { isOfTests, sourcesIn } from '../house/sources.js';
import { migratedDatabase, type MigratedDatabase } from '../support/schema.js';

const PARTITIONED = `select relname as name from pg_class where relkind = 'p' and relnamespace = 'public'::regnamespace`;
/** A table whose rows a statement names by their places (`ctid`). */
const BY_PLACE = /\b(?:rowsByKeys\(\s*'(\w+)'|select (?:\w+\.)?ctid(?: as \w+)?(?:, [\w ,$.]+?)? from (\w+))/g;

let migrated: MigratedDatabase | undefined;
afterEach(() => migrated?.close());

const tablesByPlace = (folders: readonly string[]): string[] =>
  sourcesIn(folders, /\.ts$/)
    .filter(({ file }) => !isOfTests(file))
    .flatMap(({ text }) => [...text.matchAll(BY_PLACE)].map(([, keyed, selected]) => (keyed ?? selected)!));

// A place is one of a partition: in a table of several it names a row of each.
it.each([
  ['crm', ['apps/crm', 'libs']],
  ['identity', ['apps/identity', 'libs']],
  ['mail', ['apps/mail', 'libs']],
  ['pages', ['apps/pages', 'apps/runtime', 'libs']],
  ['platform', ['apps/platform', 'libs']],
])('no statement on the database of %s names rows of a partitioned table by their places', async (app, folders) => {
  migrated = await migratedDatabase(app);
  const { rows } = await migrated.admin.query<{ name: string }>(PARTITIONED);
  const partitioned = new Set(rows.map(({ name }) => name));
  const named = tablesByPlace(folders);
  expect(named.length).toBeGreaterThan(0);
  expect(named.filter((name) => partitioned.has(name))).toEqual([]);
});
