import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { ViewStore } from '#libs/core/auth';
import { ensureDatabase, ensureRoles, urlFor } from '#libs/test/embedded';
import { newId } from '#libs/core/persistence';
import { createRedis } from '#libs/core/redis';
import { DataKey, KeyRing, SecretBox } from '#libs/core/secrets';
import { TENANT_KEY_PURPOSE } from '../../apps/crm/src/keys/tenant-keys.js';
import { TenantCipher } from '../../apps/crm/src/keys/tenant-cipher.js';
import { migrate } from '../../apps/crm/src/migrate.js';
import { AppProcess } from './app-process.js';
import { ENCRYPTION_KEYS, SERVICE_SECRET, type BenchTenant } from './platform.js';
import type { Services } from './services.js';
import { until } from './until.js';

const PASSWORDS = { owner: 'bench', app: 'bench', system: 'bench' };

/** The database of the CRM, its processes, and tenants as identity would publish them. */
export class Crm {
  /** Connections of the superuser, for what the bench itself writes and reads. */
  readonly admin: pg.Pool;
  /** Box that the processes seal with. */
  readonly secrets = new SecretBox(KeyRing.fromConfig(ENCRYPTION_KEYS));

  private constructor(
    private readonly services: Services,
    readonly databaseUrl: string,
    /** URL of the app's own role, which row-level security limits to its tenant. */
    readonly appUrl: string,
    readonly systemUrl: string,
    private readonly environment: Record<string, string>,
  ) {
    this.admin = new pg.Pool({ connectionString: databaseUrl, max: 4 });
    this.admin.on('error', () => undefined);
  }

  /** Creates and migrates the database. */
  static async prepare(services: Services): Promise<Crm> {
    const { postgresUrl, redisUrl } = services;
    const roles = await ensureRoles(postgresUrl, 'crm', PASSWORDS);
    await ensureDatabase(postgresUrl, 'crm', roles);
    const as = (kind: keyof typeof PASSWORDS) => urlFor(postgresUrl, roles[kind], PASSWORDS[kind], 'crm');
    await migrate(as('owner'));
    const admin = new URL(postgresUrl);
    admin.pathname = '/crm';
    return new Crm(services, admin.href, as('app'), as('system'), {
      DATABASE_URL: as('app'),
      DATABASE_SYSTEM_URL: as('system'),
      REDIS_URL: redisUrl,
      SMTP_URL: 'smtp://127.0.0.1:9',
      IDENTITY_URL: 'http://127.0.0.1:9',
      SERVICE_SECRET,
      ENCRYPTION_KEYS,
    });
  }

  /** A process of the CRM, ready. */
  start(environment: Record<string, string> = {}): Promise<AppProcess> {
    return AppProcess.start('../../apps/crm/src/main.js', import.meta.url, {
      name: 'crm',
      logDir: this.services.dir,
      env: { ...this.environment, ...environment },
    });
  }

  /** A tenant with the product; it has no key of the API. */
  async addTenant(): Promise<BenchTenant> {
    const slug = `t${randomBytes(4).toString('hex')}`;
    const entry = { id: newId('acc'), slug, name: slug, status: 'active' as const, plan: '', products: ['crm'] };
    const view = new ViewStore(createRedis(this.services.redisUrl), SERVICE_SECRET);
    await until('the credential view', () => view.mark().then(Boolean, () => false));
    await view.overwrite([{ kind: 'tenant', name: entry.id, entry }]);
    view.close();
    return { id: entry.id, domain: `${slug}.test`, apiKey: '' };
  }

  /** Makes the key of a tenant, before a process does. */
  async addKey({ id }: Pick<BenchTenant, 'id'>): Promise<TenantCipher> {
    const key = DataKey.generate();
    const sealed = this.secrets.seal(id, TENANT_KEY_PURPOSE, key.exportBytes());
    await this.admin.query('insert into tenant_key (tenant_id, sealed) values ($1, $2)', [id, sealed]);
    return new TenantCipher(key);
  }

  /** Writes all changed pages to disk, so that a measurement does not pay for the one before it. */
  async checkpoint(): Promise<void> {
    await this.admin.query('checkpoint');
  }

  async stop(): Promise<void> {
    await this.admin.end();
  }
}
