import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { hashKey, ViewStore, type KeyView, type TenantView } from '#libs/core/auth';
import { createRedis } from '#libs/core/redis';
import { newId } from '#libs/core/persistence';
import { createTestDatabase, freePort, SmtpSink, waitUntil, type TestDatabase } from '#libs/test/testing';
import { AppProcess, ensureBuilt } from './app-process.js';
import { HttpClient } from './http-client.js';
import { PostgresCluster } from './postgres-cluster.js';
import { RedisServer } from './redis-server.js';
import { ALL_SCOPES } from '../../apps/identity/src/api-keys/scopes.js';

const SERVICE_SECRET = 'the-service-secret-that-the-tests-share';

export interface FaultStackOptions {
  /** Start identity too. Without it, credentials are written to the credential view and other lookups fail. */
  identity?: boolean;
  /** Start a Postgres for the platform alone, so that the test can restart it. */
  ownPostgres?: boolean;
  /** Further environment of the platform. */
  environment?: Record<string, string>;
}

export interface DatabaseUrls {
  url: string;
  systemUrl: string;
  adminUrl: string;
}

/** The platform and its dependencies as processes that a test can kill without disturbing other tests. */
export async function faultStack(options: FaultStackOptions = {}): Promise<FaultStack> {
  const home = mkdtempSync(join(tmpdir(), 'faults-'));
  const [redis, mail, cluster, database] = await Promise.all([
    RedisServer.start(join(home, 'redis')),
    SmtpSink.start(),
    options.ownPostgres ? PostgresCluster.start(home) : undefined,
    options.ownPostgres ? undefined : createTestDatabase('platform'),
    ensureBuilt(),
  ]);
  const urls = (cluster?.urls ?? database) as DatabaseUrls;
  const common = {
    // As in production, without the checks of secrets and origins.
    NODE_ENV: 'development',
    LOG_LEVEL: 'warn',
    REDIS_URL: redis.url,
    SERVICE_SECRET,
    ENCRYPTION_KEYS: `test:${Buffer.alloc(32, 7).toString('base64')}`,
  };
  const identity = options.identity
    ? await startIdentity({ ...common, SMTP_URL: mail.url, PASSWORD_MEMORY_KIB: '8' })
    : undefined;
  const platform = await AppProcess.start('platform', {
    ...common,
    DATABASE_URL: urls.url,
    DATABASE_SYSTEM_URL: urls.systemUrl,
    IDENTITY_URL: identity?.process.url ?? `http://127.0.0.1:${await freePort()}`,
    SMTP_URL: mail.url,
    SANDBOX_SMTP_URL: mail.url,
    JOB_LEASE_MS: '1000',
    RECONCILE_MS: '250',
    ...options.environment,
  });
  return new FaultStack({ home, redis, mail, cluster, database, identity, platform, adminUrl: urls.adminUrl });
}

interface Identity {
  process: AppProcess;
  database: TestDatabase;
}

async function startIdentity(common: Record<string, string>): Promise<Identity> {
  const database = await createTestDatabase('identity');
  const urls = { DATABASE_URL: database.url, DATABASE_SYSTEM_URL: database.systemUrl };
  return { process: await AppProcess.start('identity', { ...common, ...urls }), database };
}

interface Parts {
  home: string;
  redis: RedisServer;
  mail: SmtpSink;
  cluster: PostgresCluster | undefined;
  database: TestDatabase | undefined;
  identity: Identity | undefined;
  platform: AppProcess;
  adminUrl: string;
}

/** A tenant with a key that has all scopes. */
export interface Sender {
  tenantId: string;
  keyId: string;
  secret: string;
  client: HttpClient;
}

export class FaultStack {
  readonly redis: RedisServer;
  /** Receives all mail. */
  readonly mail: SmtpSink;
  readonly platform: AppProcess;
  readonly #parts: Parts;
  readonly #admin: pg.Pool;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.redis = parts.redis;
    this.mail = parts.mail;
    this.platform = parts.platform;
    this.#admin = new pg.Pool({ connectionString: parts.adminUrl, max: 2 });
    // A test may restart its server.
    this.#admin.on('error', () => undefined);
  }

  get identity(): AppProcess {
    return present(this.#parts.identity).process;
  }

  get postgres(): PostgresCluster {
    return present(this.#parts.cluster);
  }

  /** Runs SQL as the superuser. */
  async sql<R extends object>(text: string, values: unknown[] = []): Promise<R[]> {
    return (await this.#admin.query<R>(text, values)).rows;
  }

  /** @param environment of the key; ignored with a real identity */
  async createSender(environment: 'live' | 'test' = 'test'): Promise<Sender> {
    return this.#parts.identity ? this.#registered() : this.#inView(environment);
  }

  /** A client of the platform with this key. */
  clientOf(secret: string): HttpClient {
    return new HttpClient(this.platform.url, { authorization: `Bearer ${secret}` });
  }

  /** Identity's internal interface. */
  get service(): HttpClient {
    return this.identity.client.with({ authorization: `Bearer ${SERVICE_SECRET}` });
  }

  /** A new key of a registered tenant. */
  async createKey(tenantId: string, actorId: string): Promise<{ keyId: string; secret: string }> {
    const wanted = { actorId, name: 'Test', scopes: ALL_SCOPES };
    const { body } = await this.service.post(`/internal/tenants/${tenantId}/api-keys`, wanted);
    return { keyId: body.apiKey.id, secret: body.secret };
  }

  async createOwner(): Promise<{ id: string; tenantId: string }> {
    const name = randomBytes(6).toString('hex');
    const wanted = { email: `${name}@example.test`, password: 'a-long-enough-password', tenantName: `Tenant ${name}` };
    const { body } = await this.service.post('/internal/users', wanted);
    return { id: body.user.id, tenantId: body.tenant.id };
  }

  async close(): Promise<void> {
    const { home, cluster, database, identity, redis, mail, platform } = this.#parts;
    for (const app of [platform, identity?.process]) {
      if (app && !app.isRunning) console.error(`The process of ${app.app} ended: ${app.output}`);
    }
    await Promise.all([platform.kill(), identity?.process.kill(), this.#admin.end()]);
    await Promise.all([redis.kill(), cluster?.crash(), mail.stop(), database?.drop(), identity?.database.drop()]);
    rmSync(home, { recursive: true, force: true });
  }

  async #registered(): Promise<Sender> {
    const { id, tenantId } = await this.createOwner();
    const { keyId, secret } = await this.createKey(tenantId, id);
    return { tenantId, keyId, secret, client: this.clientOf(secret) };
  }

  /** Puts a tenant and its key into the credential view, as identity does. */
  async #inView(environment: 'live' | 'test'): Promise<Sender> {
    const [tenantId, keyId] = [newId('acc'), newId('key')];
    const secret = `sk_${environment}_${randomBytes(24).toString('hex')}`;
    const tenant: TenantView = { id: tenantId, slug: tenantId, name: 'Test', status: 'active', plan: '', products: [] };
    const key: KeyView = { keyId, tenantId, scopes: [...ALL_SCOPES], environment, expiresAt: null };
    const view = new ViewStore(createRedis(this.redis.url), SERVICE_SECRET);
    await waitUntil(() => view.mark(), { what: 'the credential view' });
    await view.overwrite([
      { kind: 'tenant', name: tenantId, entry: tenant },
      { kind: 'key', name: hashKey(secret), entry: key },
    ]);
    view.close();
    return { tenantId, keyId, secret, client: this.clientOf(secret) };
  }
}

function present<T>(part: T | undefined): T {
  if (part === undefined) throw new Error('The stack was started without it');
  return part;
}
