import { afterEach, expect, it } from 'vitest';
import { APPS_WITH_DATABASE } from '../../scripts/stack/apps.js';
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

const OWNERS = APPS_WITH_DATABASE.filter(({ sharesDatabase }) => !sharesDatabase);
/** Folders with the statements of a database. */
const foldersOf = (database: string): string[] => [
  ...APPS_WITH_DATABASE.filter((app) => app.database === database).map(({ name }) => `apps/${name}`),
  'libs',
];

// A place is one of a partition: in a table of several it names a row of each.
it.each(OWNERS)(
  'no statement on the database of $name names rows of a partitioned table by their places',
  async ({ database }) => {
    migrated = await migratedDatabase(database!);
    const { rows } = await migrated.admin.query<{ name: string }>(PARTITIONED);
    const partitioned = new Set(rows.map(({ name }) => name));
    const named = tablesByPlace(foldersOf(database!));
    expect(named.length).toBeGreaterThan(0);
    expect(named.filter((name) => partitioned.has(name))).toEqual([]);
  },
);
