import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { preparedStatements } from '#libs/core/persistence';
import { PlatformWebhookOptions } from '../../apps/platform/src/webhooks/delivery/platform-webhook-options.js';
import { DestinationOptions } from '../../apps/crm/src/destinations/delivery/destination-options.js';
import { webhookStatements } from '../../libs/messaging/webhooks/src/webhook-statements.sql.js';
import { isOfTests, sourcesIn } from '../house/sources.js';
import { ROOT } from '../support/docs-pages.js';
import { migratedDatabase, type MigratedDatabase } from '../support/schema.js';
import { readsWithoutIndex } from './plans-of-prepared.js';
import { fillTables } from './stale-statistics.js';

const APPS = ['crm', 'identity', 'mail', 'pages', 'platform'];

/** Statements that may read more, by app. */
const HARMLESS: Record<string, readonly string[]> = {
  // All fields that a tenant has made, which are few.
  crm: ['contact-rules'],
  // Its tables are no tenant's, so they are not filled here.
  identity: ['tenants-of-user'],
  // The latest erasure, by an index of erasures alone.
  platform: ['pending-messages', 'pending-texts'],
  // Its partitions, one a day, are not filled here.
  pages: ['find-replay-session'],
};

const SOURCES = sourcesIn(['apps', 'libs'], /\.ts$/).filter(
  ({ file, text }) => text.includes('prepared(') && !isOfTests(file),
);

let migrated: MigratedDatabase | undefined;
afterEach(async () => {
  await migrated?.close();
  migrated = undefined;
});

/** The statements of an app, and what each reads beyond the rows that it looks for, when its tables have grown and no statistics know it. */
async function explained(app: string, isFilled = true): Promise<{ name: string; reads: string[] }[]> {
  migrated = await migratedDatabase(app);
  if (isFilled) await fillTables(migrated.admin);
  const found: { name: string; reads: string[] }[] = [];
  for (const statement of preparedStatements()) {
    const reads = await readsWithoutIndex(migrated.admin, app === 'identity' ? 'postgres' : `${app}_app`, statement);
    if (reads) found.push({ name: statement.name, reads });
  }
  return found;
}

beforeAll(async () => {
  for (const { file } of SOURCES) await import(pathToFileURL(join(ROOT, file)).href);
  // These are made over the tables of an app.
  webhookStatements(new PlatformWebhookOptions({} as never, undefined as never).tables);
  webhookStatements(new DestinationOptions({} as never).tables);
});

describe('a statement that a connection plans once', () => {
  it('is known here, wherever it is written', () => {
    const written = SOURCES.flatMap(({ text }) =>
      [...text.matchAll(/\bprepared\(\s*'([a-z-]+)'/g)].map(([, name]) => name!),
    );
    expect(written.length).toBeGreaterThan(30);
    expect(new Set(preparedStatements().map(({ name }) => name))).toEqual(new Set(written));
  });

  it('belongs to the database of an app', async () => {
    const strays = new Set(preparedStatements().map(({ name }) => name));
    for (const app of APPS) {
      for (const { name } of await explained(app, false)) strays.delete(name);
      await migrated?.close();
      migrated = undefined;
    }
    expect([...strays]).toEqual([]);
  });

  it.each(APPS)(
    'finds rows of %s by an index of them, though no statistics know that its tables have grown',
    async (app) => {
      const reading = (await explained(app)).filter(
        ({ name, reads }) => reads.length > 0 && !HARMLESS[app]?.includes(name),
      );
      expect(reading).toEqual([]);
    },
  );
});
