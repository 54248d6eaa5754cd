import { randomBytes, randomUUID } from 'node:crypto';
import pg from 'pg';
import { hashKey, type TenantView, ViewStore } from '#libs/core/auth';
import { DKIM_KEY_PURPOSE } from '#libs/messaging/domains';
import { ensureDatabase, ensureRoles, urlFor } from '#libs/test/embedded';
import { newId } from '#libs/core/persistence';
import { createRedis } from '#libs/core/redis';
import { KeyRing, SecretBox } from '#libs/core/secrets';
import { SYSTEM_FOLDERS } from '../../apps/mail/src/folders/folder-values.js';
import { SYSTEM_LABELS } from '../../apps/mail/src/labels/label-values.js';
import { migrate } from '../../apps/mail/src/migrate.js';
import { AppProcess } from './app-process.js';
import { ENCRYPTION_KEYS, SERVICE_SECRET, type BenchTenant } from './platform.js';
import type { Services } from './services.js';
import { until } from './until.js';

const PASSWORDS = { owner: 'bench', app: 'bench', system: 'bench' };

/** A tenant with a verified domain and the mailbox `orders` in it. */
export interface MailBenchTenant extends BenchTenant {
  domainId: string;
  mailboxId: string;
  address: string;
}

/** The database of Mail, its processes, and tenants as identity would publish them. */
export class MailApp {
  /** Connections of the superuser, for what the bench itself writes and reads. */
  readonly admin: pg.Pool;

  private constructor(
    private readonly services: Services,
    /** URL of a superuser. */
    readonly adminUrl: string,
    private readonly environment: Record<string, string>,
  ) {
    this.admin = new pg.Pool({ connectionString: adminUrl, max: 4 });
    this.admin.on('error', () => undefined);
  }

  get appUrl(): string {
    return this.environment['DATABASE_URL']!;
  }

  get systemUrl(): string {
    return this.environment['DATABASE_SYSTEM_URL']!;
  }

  /** Creates and migrates the database. */
  static async prepare(services: Services, smtpUrl: string): Promise<MailApp> {
    const { postgresUrl, redisUrl } = services;
    const roles = await ensureRoles(postgresUrl, 'mail', PASSWORDS);
    await ensureDatabase(postgresUrl, 'mail', roles);
    const as = (kind: keyof typeof PASSWORDS) => urlFor(postgresUrl, roles[kind], PASSWORDS[kind], 'mail');
    await migrate(as('owner'));
    const admin = new URL(postgresUrl);
    admin.pathname = '/mail';
    return new MailApp(services, admin.href, {
      DATABASE_URL: as('app'),
      DATABASE_SYSTEM_URL: as('system'),
      REDIS_URL: redisUrl,
      SMTP_URL: smtpUrl,
      SANDBOX_SMTP_URL: smtpUrl,
      IDENTITY_URL: 'http://127.0.0.1:9',
      PLATFORM_URL: 'http://127.0.0.1:9',
      BLOB_DIR: `${services.dir}/mail-blobs`,
      SERVICE_SECRET,
      ENCRYPTION_KEYS,
    });
  }

  /** A process of Mail, ready. */
  start(environment: Record<string, string> = {}): Promise<AppProcess> {
    return AppProcess.start('../../apps/mail/src/main.js', import.meta.url, {
      name: 'mail',
      logDir: this.services.dir,
      env: { ...this.environment, ...environment },
    });
  }

  async addTenant(): Promise<MailBenchTenant> {
    const slug = `t${randomBytes(4).toString('hex')}`;
    const tenant = {
      id: newId('acc'),
      slug,
      name: slug,
      status: 'active' as const,
      plan: '',
      products: ['mail' as const],
    };
    const apiKey = `sk_test_${randomBytes(24).toString('hex')}`;
    await this.publish(tenant, apiKey);
    const [domain, organisationId, domainId] = [`${slug}.test`, randomUUID(), randomUUID()];
    const { id } = tenant;
    await this.admin.query('insert into organisation (tenant_id, id, name) values ($1, $2, $3)', [
      id,
      organisationId,
      slug,
    ]);
    await this.admin.query(
      `insert into mail_domain (tenant_id, id, organisation_id, name, ownership_token, verified_at)
       values ($1, $2, $3, $4, '', now())`,
      [id, domainId, organisationId, domain],
    );
    const mailbox = await this.addMailbox({ id, domain, domainId }, 'orders');
    return { id, domain, apiKey, domainId, mailboxId: mailbox.id, address: mailbox.address };
  }

  /** Further mailboxes of a tenant; returns their addresses. */
  async addMailboxes(tenant: MailBenchTenant, count: number): Promise<string[]> {
    const names = Array.from({ length: count }, (_, n) => `box${n}`);
    return Promise.all(names.map(async (name) => (await this.addMailbox(tenant, name)).address));
  }

  private async addMailbox(
    { id: tenantId, domain, domainId }: Pick<MailBenchTenant, 'id' | 'domain' | 'domainId'>,
    name: string,
  ): Promise<{ id: string; address: string }> {
    const [id, address] = [randomUUID(), `${name}@${domain}`];
    await this.admin.query(
      `insert into mailbox (tenant_id, id, domain_id, local_part, address, display_name, kind, origin, quota_bytes)
       values ($1, $2, $3, $4, $5, $4, 'personal', 'manual', $6)`,
      [tenantId, id, domainId, name, address, 1024 ** 4],
    );
    await this.admin.query(
      `insert into folder (tenant_id, id, mailbox_id, kind, name)
       select $1, gen_random_uuid(), $2, kind, kind from unnest($3::text[]) as kind`,
      [tenantId, id, [...SYSTEM_FOLDERS]],
    );
    await this.admin.query(
      `insert into label (tenant_id, id, mailbox_id, name, colour, system_key)
       select $1, gen_random_uuid(), $2, key, '#000000', key from unnest($3::text[]) as key`,
      [tenantId, id, [...SYSTEM_LABELS]],
    );
    return { id, address };
  }

  /** Has a key sign for the tenant's domain. */
  async addDkimKey({ id, domainId }: MailBenchTenant, algorithm: 'rsa-2048' | 'ed25519', privateKeyPem: string) {
    const sealed = new SecretBox(KeyRing.fromConfig(ENCRYPTION_KEYS)).seal(id, DKIM_KEY_PURPOSE, privateKeyPem);
    await this.admin.query(
      `insert into dkim_signing_key (tenant_id, id, domain_id, selector, algorithm, private_key, public_key, active)
       values ($1, $2, $3, $4, $4, $5, '', true)`,
      [id, randomUUID(), domainId, algorithm, sealed],
    );
  }

  /** Writes all changed pages to disk, so that a measurement does not pay for the one before it. */
  async checkpoint(): Promise<void> {
    await this.admin.query('checkpoint');
  }

  async stop(): Promise<void> {
    await this.admin.end();
  }

  private async publish(tenant: TenantView, apiKey: string): Promise<void> {
    const view = new ViewStore(createRedis(this.services.redisUrl), SERVICE_SECRET);
    const entry = {
      keyId: newId('key'),
      tenantId: tenant.id,
      scopes: ['email:send', 'email:read'],
      environment: 'test' as const,
      expiresAt: null,
    };
    await until('the credential view', () => view.mark().then(Boolean, () => false));
    await view.overwrite([
      { kind: 'tenant', name: tenant.id, entry: tenant },
      { kind: 'key', name: hashKey(apiKey), entry },
    ]);
    view.close();
  }
}
