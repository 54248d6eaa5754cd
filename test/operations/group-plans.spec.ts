import { afterEach, describe, expect, it } from 'vitest';
import { createDataSource, newId } from '#libs/core/persistence';
import { migratedDatabase, type MigratedDatabase } from '../support/schema.js';
import { CRM } from './groups-of-crm.js';
import type { GroupsOfApp } from './groups.js';
import { MAIL } from './groups-of-mail.js';
import { PAGES } from './groups-of-pages.js';
import { PLATFORM } from './groups-of-platform.js';
import { fillKnownAs, KNOWN_TABLES, type KnownTables, rowsReadBy } from './rows-read.js';

/** Rows of a tenant in each table. */
const ROWS = 20_000;
const OWN = newId('acc');
const OTHER = newId('acc');

let migrated: MigratedDatabase | undefined;
let stop: (() => Promise<void>) | undefined;
afterEach(async () => {
  await stop?.();
  await migrated?.close();
  [migrated, stop] = [undefined, undefined];
});

/** Reads and writes every group, and returns those that look at more rows than they may. */
async function faultsOf(known: KnownTables, { app, entities, filling, groups }: GroupsOfApp): Promise<unknown[]> {
  migrated = await migratedDatabase(app);
  const { admin, database } = migrated;
  await fillKnownAs(known, admin, filling, { own: OWN, other: OTHER }, ROWS);
  const source = await createDataSource({ url: database.url, entities, applicationName: 'spec' }).initialize();
  stop = () => source.destroy();
  const faults: unknown[] = [];
  for (const [name, { most, run }] of Object.entries(groups)) {
    const { rows, scans } = await rowsReadBy(source, OWN, (tx, hot) => run(tx, hot, OWN));
    if (rows > most || rows === 0) faults.push({ name, rows, most, scans });
  }
  return faults;
}

describe.each(KNOWN_TABLES)('while Postgres knows tables as %s', (known) => {
  it.each([CRM, MAIL, PAGES, PLATFORM])(
    'groups of rows of $app are found by their keys, and no others',
    async (groups) => {
      expect(await faultsOf(known, groups)).toEqual([]);
    },
  );
});
