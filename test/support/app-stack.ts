import type { NestExpressApplication } from '@nestjs/platform-express';
import { ViewStore } from '#libs/core/auth';
import { createRedis } from '#libs/core/redis';
import { loadConfig, variablesOf, type ConfigClass, type ServiceConfig } from '#libs/core/config';
import { logger } from '#libs/core/observability';
import {
  createTestDatabase,
  freePort,
  recordStart,
  SmtpSink,
  testRedis,
  waitUntil,
  type TestDatabase,
} from '#libs/test/testing';

export const SERVICE_SECRET = 'the-service-secret-that-the-tests-share';
export const ENCRYPTION_KEYS = `test:${Buffer.alloc(32, 7).toString('base64')}`;

/** The argument of `runService` in an app's main.ts. */
export interface StartableApp<C extends ServiceConfig> {
  name: string;
  /** The app whose migrations create the database; default: this app. */
  database?: string;
  config: ConfigClass<C>;
  create(config: Readonly<C>): Promise<NestExpressApplication>;
}

/** The services around an app. A second process of the same app shares them. */
export interface Surroundings {
  database: TestDatabase;
  redisUrl: string;
  /** Receives all mail. */
  mail: SmtpSink;
}

export interface AppStackOverrides {
  /** Further environment of the app. */
  environment?: Record<string, string>;
  /** Default: a database of the shared Redis. */
  redisUrl?: string;
  /** The database, Redis and mail server of another stack. */
  surroundings?: Surroundings;
}

/** An app in this process that listens, with a database, a Redis and a mail server of its own. */
export interface AppStack<C extends ServiceConfig> extends Surroundings {
  app: NestExpressApplication;
  config: Readonly<C>;
  url: string;
  /** The credential view that the app reads. */
  view: ViewStore;
}

/** Starts an app for a spec: no log, and short job leases. */
export async function appStack<C extends ServiceConfig>(
  startable: StartableApp<C>,
  overrides: AppStackOverrides = {},
): Promise<AppStack<C>> {
  const surroundings = overrides.surroundings ?? (await surroundingsOf(startable, overrides));
  const { database, redisUrl, mail } = surroundings;
  const port = overrides.environment?.['PORT'] ?? String(await freePort());
  const given: Record<string, string> = {
    NODE_ENV: 'test',
    LOG_LEVEL: 'silent',
    PORT: port,
    DATABASE_URL: database.url,
    DATABASE_SYSTEM_URL: database.systemUrl,
    REDIS_URL: redisUrl,
    SERVICE_SECRET,
    ENCRYPTION_KEYS,
    SMTP_URL: mail.url,
    SANDBOX_SMTP_URL: mail.url,
    JOB_LEASE_MS: '3000',
    RECONCILE_MS: '500',
    ...overrides.environment,
  };
  const known = new Set(variablesOf(startable.config).map(({ name }) => name));
  const unknown = Object.keys(overrides.environment ?? {}).filter((name) => !known.has(name));
  if (unknown.length > 0) throw new Error(`${startable.name} does not read ${unknown.join(', ')}`);
  const config = loadConfig(startable.config, given);
  logger.configure({ service: startable.name, level: 'silent' });
  recordStart('app');
  const app = await startable.create(config);
  await app.listen(config.port, config.host);
  const view = new ViewStore(createRedis(redisUrl), SERVICE_SECRET);
  // Until the app reaches its own it asks identity, which most specs do not have.
  const isReachable = (overrides.environment?.['REDIS_URL'] ?? redisUrl) === redisUrl;
  for (const one of isReachable ? [view, app.get(ViewStore, { strict: false })] : [view])
    await waitUntil(() => one.mark(), { what: 'the credential view' });
  return { ...surroundings, app, config, url: `http://127.0.0.1:${config.port}`, view };
}

async function surroundingsOf(
  { name, database }: { name: string; database?: string },
  overrides: AppStackOverrides,
): Promise<Surroundings> {
  const [own, redisUrl, mail] = await Promise.all([
    createTestDatabase(database ?? name),
    overrides.redisUrl ?? testRedis().then(({ url }) => url),
    SmtpSink.start(),
  ]);
  return { database: own, redisUrl, mail };
}
