import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { join, resolve } from 'node:path';
import pg from 'pg';
import { hashKey, type KeyView, type TenantView, ViewStore } from '#libs/core/auth';
import { ensureDatabase, ensureRoles, startPostgres, urlFor, type EmbeddedPostgres } from '#libs/test/embedded';
import { newId, type TenantId } from '#libs/core/persistence';
import { createRedis } from '#libs/core/redis';
import { freePort, waitUntil } from '#libs/test/testing';
import { AppProcess, ensureBuilt } from './app-process.js';
import { HttpClient } from './http-client.js';
import { RedisServer } from './redis-server.js';
import { ALL_SCOPES } from '../../apps/identity/src/api-keys/scopes.js';
import { migrate as migrateCrm } from '../../apps/crm/src/migrate.js';
import { migrate as migrateIdentity } from '../../apps/identity/src/migrate.js';
import { migrate as migrateMail } from '../../apps/mail/src/migrate.js';
import { migrate as migratePages } from '../../apps/pages/src/migrate.js';
import { migrate as migratePlatform } from '../../apps/platform/src/migrate.js';

export const MIGRATE = {
  identity: migrateIdentity,
  platform: migratePlatform,
  mail: migrateMail,
  pages: migratePages,
  crm: migrateCrm,
};

export type DatabaseName = keyof typeof MIGRATE;

export const DATABASE_NAMES = Object.keys(MIGRATE) as DatabaseName[];

type PlatformRole = 'api' | 'worker' | 'all';

const ROOT = resolve(import.meta.dirname, '../..');
const SERVICE_SECRET = 'the-service-secret-that-the-tests-share';
const PASSWORD = 'test';
const KEYS = `k1:${Buffer.alloc(32, 7).toString('base64')}`;
const SETTINGS = { fsync: 'off', full_page_writes: 'off', max_connections: 80 };

export interface InstallationOptions {
  /** Directory of its files. */
  home: string;
  smtpUrl: string;
  /** The databases that are there from the start, migrated. */
  databases: readonly DatabaseName[];
  /** Migrates the databases; the present version does if it is absent. */
  migrate?: (name: DatabaseName, ownerUrl: string) => Promise<void>;
}

/** A tenant's key, which any installation can be told of. */
export interface Credential {
  tenantId: TenantId;
  secret: string;
}

export const newCredential = (): Credential => ({
  tenantId: newId('acc'),
  secret: `sk_test_${randomBytes(24).toString('hex')}`,
});

/** Outcome of a command and its output. */
export interface Ran {
  ok: boolean;
  output: string;
}

/** An installation of the product as an operator has it: servers of its own, and the commands that work on them. */
export class Installation {
  platform: AppProcess | undefined;
  readonly #pools = new Map<string, pg.Pool>();
  readonly #processes: AppProcess[] = [];

  private constructor(
    private readonly options: InstallationOptions,
    private readonly postgres: EmbeddedPostgres,
    private readonly redis: RedisServer,
  ) {}

  static async start(options: InstallationOptions): Promise<Installation> {
    const [postgres, redis] = await Promise.all([
      startPostgres({ dataDir: join(options.home, 'postgres'), port: await freePort(), settings: SETTINGS }),
      RedisServer.start(join(options.home, 'redis')),
      ensureBuilt(),
    ]);
    const installation = new Installation(options, postgres, redis);
    await Promise.all(options.databases.map((name) => installation.#create(name)));
    return installation;
  }

  /** Variables of the commands; one that is undefined is left out. */
  get environment(): NodeJS.ProcessEnv {
    const perDatabase = DATABASE_NAMES.flatMap((name) => {
      const prefix = name.toUpperCase();
      const roles = ['OWNER', 'APP', 'SYSTEM'].map((role) => [`${prefix}_${role}_PASSWORD`, PASSWORD]);
      return [...roles, [`${prefix}_ENCRYPTION_KEYS`, KEYS], [`${prefix}_BLOB_DIR`, this.blobDir(name)]];
    });
    return { PATH: process.env['PATH'], DATABASE_ADMIN_URL: this.postgres.url, ...Object.fromEntries(perDatabase) };
  }

  blobDir(name: DatabaseName): string {
    return join(this.options.home, 'blobs', name);
  }

  /** Runs a command of `scripts/backup` as it is compiled. */
  run(command: 'backup' | 'restore' | 'release-hold', args: string[], more: NodeJS.ProcessEnv = {}): Promise<Ran> {
    const script = join(ROOT, 'dist/scripts/backup', `${command}.js`);
    return new Promise((done) => {
      execFile(process.execPath, [script, ...args], { env: { ...this.environment, ...more } }, (error, out, err) =>
        done({ ok: !error, output: `${out}${err}` }),
      );
    });
  }

  /** Runs SQL as the superuser. */
  async sql<R extends object>(name: DatabaseName | 'postgres', text: string, values: unknown[] = []): Promise<R[]> {
    const pool = this.#pools.get(name) ?? new pg.Pool({ connectionString: this.#url(name, 'postgres'), max: 2 });
    if (!this.#pools.has(name)) pool.on('error', () => undefined);
    this.#pools.set(name, pool);
    return (await pool.query<R>(text, values)).rows;
  }

  ownerUrl(name: DatabaseName): string {
    return this.#url(name, `${name}_owner`);
  }

  async startPlatform(role: PlatformRole): Promise<void> {
    this.platform = await this.startProcess(role);
  }

  /** Starts a process of Platform beside others. @param root directory with the `dist` of another version */
  async startProcess(role: PlatformRole, root?: string): Promise<AppProcess> {
    const environment = {
      NODE_ENV: 'development',
      LOG_LEVEL: 'warn',
      ROLE: role,
      REDIS_URL: this.redis.url,
      SERVICE_SECRET,
      ENCRYPTION_KEYS: KEYS,
      DATABASE_URL: this.#url('platform', 'platform_app'),
      DATABASE_SYSTEM_URL: this.#url('platform', 'platform_system'),
      IDENTITY_URL: `http://127.0.0.1:${await freePort()}`,
      SMTP_URL: this.options.smtpUrl,
      SANDBOX_SMTP_URL: this.options.smtpUrl,
      BLOB_DIR: this.blobDir('platform'),
      JOB_LEASE_MS: '1000',
      RECONCILE_MS: '250',
    };
    const process = await AppProcess.start('platform', environment, root);
    this.#processes.push(process);
    return process;
  }

  async stopPlatform(): Promise<void> {
    await this.platform?.stop();
    this.platform = undefined;
  }

  /** Puts a tenant and its key into the credential view, as identity does. Returns a client of the platform with that key. */
  async admit({ tenantId, secret }: Credential, { url } = this.platform!): Promise<HttpClient> {
    const tenant: TenantView = { id: tenantId, slug: tenantId, name: 'Test', status: 'active', plan: '', products: [] };
    const key: KeyView = {
      keyId: newId('key'),
      tenantId,
      scopes: [...ALL_SCOPES],
      environment: 'test',
      expiresAt: null,
    };
    const view = new ViewStore(createRedis(this.redis.url), SERVICE_SECRET);
    await waitUntil(() => view.mark(), { what: 'the credential view' });
    await view.overwrite([
      { kind: 'tenant', name: tenantId, entry: tenant },
      { kind: 'key', name: hashKey(secret), entry: key },
    ]);
    view.close();
    return new HttpClient(url, { authorization: `Bearer ${secret}` });
  }

  /** Closes what the test itself has open in the databases. */
  async disconnect(): Promise<void> {
    const pools = [...this.#pools.values()];
    this.#pools.clear();
    await Promise.all(pools.map((pool) => pool.end()));
  }

  async close(): Promise<void> {
    await Promise.all(this.#processes.map((process) => process.kill()));
    await this.disconnect();
    await Promise.all([this.postgres.stop(), this.redis.kill()]);
  }

  async #create(name: DatabaseName): Promise<void> {
    const passwords = { owner: PASSWORD, app: PASSWORD, system: PASSWORD };
    await ensureDatabase(this.postgres.url, name, await ensureRoles(this.postgres.url, name, passwords));
    await (this.options.migrate?.(name, this.ownerUrl(name)) ?? MIGRATE[name](this.ownerUrl(name)));
  }

  #url(name: DatabaseName | 'postgres', role: string): string {
    return urlFor(this.postgres.url, role, role === 'postgres' ? '' : PASSWORD, name);
  }
}
