import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import pg from 'pg';
import { ViewStore } from '#libs/core/auth';
import { ensureDatabase, ensureRoles, urlFor } from '#libs/test/embedded';
import { newId } from '#libs/core/persistence';
import { createRedis } from '#libs/core/redis';
import { migrate } from '../../apps/pages/src/migrate.js';
import { AppProcess } from './app-process.js';
import { ENCRYPTION_KEYS, SERVICE_SECRET, type BenchTenant } from './platform.js';
import type { Services } from './services.js';
import { until } from './until.js';

/** The policy of every page of {@link Pages.addPages}. */
export const PAGE_POLICY = `default-src 'none'; img-src 'self'; style-src 'self'`;

/** An address at which no app answers. */
const NOBODY = 'http://127.0.0.1:9';
const PASSWORDS = { owner: 'bench', app: 'bench', system: 'bench' };

/** The database of Pages, its processes, and tenants as identity would publish them. */
export class Pages {
  /** Connections of the superuser, for what the bench itself writes and reads. */
  readonly admin: pg.Pool;

  private constructor(
    private readonly services: Services,
    readonly databaseUrl: string,
    private readonly environment: Record<string, string>,
  ) {
    this.admin = new pg.Pool({ connectionString: databaseUrl, max: 4 });
    this.admin.on('error', () => undefined);
  }

  /** Creates and migrates the database. */
  static async prepare(services: Services): Promise<Pages> {
    const { postgresUrl, redisUrl, dir } = services;
    const roles = await ensureRoles(postgresUrl, 'pages', PASSWORDS);
    await ensureDatabase(postgresUrl, 'pages', roles);
    const as = (kind: keyof typeof PASSWORDS) => urlFor(postgresUrl, roles[kind], PASSWORDS[kind], 'pages');
    await migrate(as('owner'));
    const admin = new URL(postgresUrl);
    admin.pathname = '/pages';
    return new Pages(services, admin.href, {
      DATABASE_URL: as('app'),
      DATABASE_SYSTEM_URL: as('system'),
      REDIS_URL: redisUrl,
      NODE_ENV: 'production',
      SMTP_URL: 'smtp://127.0.0.1:9',
      IDENTITY_URL: NOBODY,
      PLATFORM_URL: NOBODY,
      CRM_URL: NOBODY,
      ALLOWED_ORIGINS: 'http://dashboard.test',
      LEADS_MAIL_FROM: 'forms@leads.test',
      RUNTIME_URL: 'http://127.0.0.1',
      BLOB_DIR: join(dir, 'pages-blobs'),
      JOURNAL_DIR: join(dir, 'journal'),
      SERVICE_SECRET,
      ENCRYPTION_KEYS,
    });
  }

  /** A process of authoring or of the runtime, ready. */
  start(app: 'pages' | 'runtime', environment: Record<string, string> = {}): Promise<AppProcess> {
    return AppProcess.start(`../../apps/${app}/src/main.js`, import.meta.url, {
      name: app,
      logDir: this.services.dir,
      env: { ...this.environment, ...environment },
    });
  }

  /** A tenant with the product; it has no key. */
  async addTenant(): Promise<BenchTenant> {
    const slug = `t${randomBytes(4).toString('hex')}`;
    const entry = { id: newId('acc'), slug, name: slug, status: 'active' as const, plan: '', products: ['pages'] };
    const view = new ViewStore(createRedis(this.services.redisUrl), SERVICE_SECRET);
    await until('the credential view', () => view.mark().then(Boolean, () => false));
    await view.overwrite([{ kind: 'tenant', name: entry.id, entry }]);
    view.close();
    return { id: entry.id, domain: `${slug}.test`, apiKey: '' };
  }

  /** Publishes pages of the tenant with this content; returns their paths. */
  async addPages(
    { id: tenantId }: Pick<BenchTenant, 'id'>,
    { count, html, formIds = [] }: { count: number; html: string; formIds?: readonly string[] },
  ): Promise<string[]> {
    const body = Buffer.from(html);
    await this.admin.query(
      `insert into published_page
         (tenant_id, page_id, version, slug, title, html, gzip, brotli, etag, policy, form_ids)
       select $1, 'page-' || n, 1, 'page-' || n, 'Page', $3, $4, $5, '"' || n || '"', $6, $7 from generate_series(1, $2) n`,
      [tenantId, count, body, gzipSync(body), brotliCompressSync(body), PAGE_POLICY, formIds],
    );
    return Array.from({ length: count }, (_, n) => `/page-${n + 1}`);
  }

  async checkpoint(): Promise<void> {
    await this.admin.query('checkpoint');
  }

  async stop(): Promise<void> {
    await this.admin.end();
  }
}

/** A page of so many bytes. */
export function pageOf(bytes: number): string {
  const paragraph = (n: number) => `<p id="p${n}">Paragraph ${n} of an offer that ends soon.</p>`;
  const text = Array.from({ length: 400 }, (_, n) => paragraph(n)).join('\n');
  return `<!doctype html><html lang="en"><title>Offer</title>${text}`.padEnd(bytes, ' ').slice(0, bytes);
}
