import { randomBytes, randomUUID } from 'node:crypto';
import pg from 'pg';
import { hashKey, ViewStore, type TenantView } from '#libs/core/auth';
import { createRedis } from '#libs/core/redis';
import { ensureDatabase, ensureRoles, urlFor } from '#libs/test/embedded';
import { newId, type Id, type TenantId } from '#libs/core/persistence';
import { KeyRing, SecretBox } from '#libs/core/secrets';
import { PlatformConfig } from '../../apps/platform/src/config.js';
import { DKIM_KEY_PURPOSE } from '#libs/messaging/domains';
import { migrate } from '../../apps/platform/src/migrate.js';
import { TrackingLinks } from '../../apps/platform/src/tracking/links/tracking-links.js';
import { AppProcess } from './app-process.js';
import type { Services } from './services.js';
import { until } from './until.js';
import { ALL_SCOPES } from '../../apps/identity/src/api-keys/scopes.js';

const PASSWORDS = { owner: 'bench', app: 'bench', system: 'bench' };
export const SERVICE_SECRET = 'the-service-secret-of-all-the-benches';
export const ENCRYPTION_KEYS = `bench:${Buffer.alloc(32, 7).toString('base64')}`;

/** A tenant that may send from its domain, with an API key that has every scope. */
export interface BenchTenant {
  id: TenantId;
  domain: string;
  apiKey: string;
  /** Absent of tenants that send nothing as clients of Amazon SES. */
  keyId?: Id<'key'>;
}

/** The platform's database, its processes, and tenants as identity would publish them. */
export class Platform {
  /** Connections of the superuser, for what the bench itself writes and reads. */
  readonly admin: pg.Pool;

  private constructor(
    private readonly services: Services,
    /** URL of the superuser. */
    readonly databaseUrl: string,
    /** URL of the app's own role, which row-level security limits to its tenant. */
    readonly appUrl: string,
    /** URL of the role that reads and writes across tenants. */
    readonly systemUrl: string,
    private readonly environment: Record<string, string>,
  ) {
    this.admin = new pg.Pool({ connectionString: databaseUrl, max: 4 });
    this.admin.on('error', () => undefined);
  }

  /** Creates and migrates the database. Processes send their mail to `smtpUrl`. */
  static async prepare(services: Services, smtpUrl = 'smtp://127.0.0.1:9'): Promise<Platform> {
    const { postgresUrl, redisUrl } = services;
    const roles = await ensureRoles(postgresUrl, 'platform', PASSWORDS);
    await ensureDatabase(postgresUrl, 'platform', roles);
    const as = (kind: keyof typeof PASSWORDS) => urlFor(postgresUrl, roles[kind], PASSWORDS[kind], 'platform');
    await migrate(as('owner'));
    const admin = new URL(postgresUrl);
    admin.pathname = '/platform';
    return new Platform(services, admin.href, as('app'), as('system'), {
      DATABASE_URL: as('app'),
      DATABASE_SYSTEM_URL: as('system'),
      REDIS_URL: redisUrl,
      IDENTITY_URL: 'http://127.0.0.1:9',
      SERVICE_SECRET,
      ENCRYPTION_KEYS,
      SMTP_URL: smtpUrl,
    });
  }

  /** A process of the platform, ready. */
  start(role: 'api' | 'worker' | 'all', environment: Record<string, string> = {}): Promise<AppProcess> {
    return AppProcess.start('../../apps/platform/src/main.js', import.meta.url, {
      name: `platform-${role}`,
      logDir: this.services.dir,
      env: { ...this.environment, ROLE: role, ...environment },
    });
  }

  /** The platform without its guard; see unguarded-platform.ts. */
  startUnguarded(environment: Record<string, string>): Promise<AppProcess> {
    return AppProcess.start('./unguarded-platform.js', import.meta.url, {
      name: 'unguarded-platform',
      logDir: this.services.dir,
      isLimit: true,
      env: { ...this.environment, ROLE: 'api', ...environment },
    });
  }

  async addTenant(): Promise<BenchTenant> {
    const id = newId('acc');
    const slug = `t${randomBytes(4).toString('hex')}`;
    const apiKey = `sk_live_${randomBytes(24).toString('hex')}`;
    const keyId = await this.publish({ id, slug, name: slug, status: 'active', plan: '', products: ['mail'] }, apiKey);
    const domain = `${slug}.test`;
    await this.admin.query(`insert into sending_domain (tenant_id, id, name, verified_at) values ($1, $2, $3, now())`, [
      id,
      randomUUID(),
      domain,
    ]);
    return { id, domain, apiKey, keyId };
  }

  /** Adds a DKIM key to the tenant's domain. */
  async addDkimKey({ id, domain }: BenchTenant, algorithm: 'rsa-2048' | 'ed25519', privateKeyPem: string) {
    const sealed = new SecretBox(KeyRing.fromConfig(ENCRYPTION_KEYS)).seal(id, DKIM_KEY_PURPOSE, privateKeyPem);
    await this.admin.query(
      `insert into domain_key (tenant_id, id, domain_id, selector, algorithm, private_key, public_key)
       select tenant_id, $2, id, $4, $4, $5, '' from sending_domain where tenant_id = $1 and name = $3`,
      [id, randomUUID(), domain, algorithm, sealed],
    );
  }

  /** Inserts sent e-mails of the tenant; returns their ids. */
  async addMessages({ id: tenantId, domain }: BenchTenant, count: number): Promise<Id<'msg'>[]> {
    const ids = Array.from({ length: count }, () => newId('msg'));
    await this.admin.query(
      `insert into message (tenant_id, id, channel, status, environment, sender, recipient, subject, content_id)
       select $1, id, 'email', 'sent', 'live', 'orders@' || $3, 'customer@example.test', 'Your order', id
       from unnest($2::text[]) as id`,
      [tenantId, ids, domain],
    );
    return ids;
  }

  /** The path of the tracking link to `url` in each of the messages. */
  clickPaths(
    { id: tenantId }: BenchTenant,
    messageIds: readonly Id<'msg'>[],
    publicUrl: string,
    url: string,
  ): string[] {
    const box = new SecretBox(KeyRing.fromConfig(ENCRYPTION_KEYS));
    const links = new TrackingLinks(box, Object.assign(new PlatformConfig(), { publicUrl }));
    return messageIds.map((messageId) => links.click({ tenantId, messageId }, url)!.slice(publicUrl.length));
  }

  /** Tells the workers that jobs were enqueued, as who enqueues them does after the commit. */
  async announceJobs(): Promise<void> {
    const redis = createRedis(this.services.redisUrl);
    const announce = () => redis.publish('{platform}:enqueued', '').then(Number.isInteger, () => false);
    await until('Redis', announce);
    redis.disconnect();
  }

  /** Writes all changed pages to disk, so that a measurement does not pay for the one before it. */
  async checkpoint(): Promise<void> {
    await this.admin.query('checkpoint');
  }

  async stop(): Promise<void> {
    await this.admin.end();
  }

  private async publish(tenant: TenantView, apiKey: string): Promise<Id<'key'>> {
    const redis = createRedis(this.services.redisUrl);
    const view = new ViewStore(redis, SERVICE_SECRET);
    const keyView = {
      keyId: newId('key'),
      tenantId: tenant.id,
      scopes: [...ALL_SCOPES],
      environment: 'live' as const,
      expiresAt: null,
    };
    await until('the credential view', () => view.mark().then(Boolean, () => false));
    await view.overwrite([
      { kind: 'tenant', name: tenant.id, entry: tenant },
      { kind: 'key', name: hashKey(apiKey), entry: keyView },
      { kind: 'keyHash', name: keyView.keyId, entry: { hash: hashKey(apiKey) } },
    ]);
    view.close();
    return keyView.keyId;
  }
}
