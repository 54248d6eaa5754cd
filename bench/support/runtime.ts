import { brotliCompressSync, gzipSync } from 'node:zlib';
import pg from 'pg';
import { type TenantView, ViewStore } from '#libs/auth';
import { ensureDatabase, ensureRoles, urlFor } from '#libs/embedded';
import { newId } from '#libs/persistence';
import { createRedis } from '#libs/redis';
import { migrate } from '../../apps/pages/src/migrate.js';
import { AppProcess } from './app-process.js';
import { ENCRYPTION_KEYS, SERVICE_SECRET } from './platform.js';
import type { Services } from './services.js';
import { until } from './until.js';

const PASSWORDS = { owner: 'bench', app: 'bench', system: 'bench' };

/** The database of Pages and processes of the runtime. */
export class Runtime {
  private constructor(
    private readonly services: Services,
    /** Connections of the superuser. */
    private readonly admin: pg.Pool,
    private readonly environment: Record<string, string>,
  ) {
    admin.on('error', () => undefined);
  }

  static async prepare(services: Services): Promise<Runtime> {
    const { postgresUrl, redisUrl } = services;
    const roles = await ensureRoles(postgresUrl, 'pages', PASSWORDS);
    await ensureDatabase(postgresUrl, 'pages', roles);
    const as = (kind: keyof typeof PASSWORDS) => urlFor(postgresUrl, roles[kind], PASSWORDS[kind], 'pages');
    await migrate(as('owner'));
    const admin = new URL(postgresUrl);
    admin.pathname = '/pages';
    return new Runtime(services, new pg.Pool({ connectionString: admin.href, max: 2 }), {
      DATABASE_URL: as('app'),
      DATABASE_SYSTEM_URL: as('system'),
      REDIS_URL: redisUrl,
      SMTP_URL: 'smtp://127.0.0.1:9',
      IDENTITY_URL: 'http://127.0.0.1:9',
      SERVICE_SECRET,
      ENCRYPTION_KEYS,
    });
  }

  /** A process of the runtime, ready. */
  start(): Promise<AppProcess> {
    return AppProcess.start('../../apps/runtime/src/main.js', import.meta.url, {
      name: 'runtime',
      logDir: this.services.dir,
      env: { ...this.environment, ROLE: 'api' },
    });
  }

  /** Publishes pages of one tenant with this content; returns their paths. */
  async addPages(count: number, html: string): Promise<string[]> {
    const tenantId = newId('acc');
    await this.publishTenant({ id: tenantId, slug: 't', name: 't', status: 'active', plan: '', products: ['pages'] });
    const body = Buffer.from(html);
    await this.admin.query(
      `insert into published_page
         (tenant_id, page_id, version, slug, title, html, gzip, brotli, etag, policy)
       select $1, 'page-' || n, 1, 'page-' || n, 'Page', $3, $4, $5, '"' || n || '"', $6 from generate_series(1, $2) n`,
      [
        tenantId,
        count,
        body,
        gzipSync(body),
        brotliCompressSync(body),
        `default-src 'none'; img-src 'self'; style-src 'self'`,
      ],
    );
    return Array.from({ length: count }, (_, n) => `/page-${n + 1}`);
  }

  async stop(): Promise<void> {
    await this.admin.end();
  }

  private async publishTenant(tenant: TenantView): Promise<void> {
    const view = new ViewStore(createRedis(this.services.redisUrl), SERVICE_SECRET);
    await until('the credential view', () => view.mark().then(Boolean, () => false));
    await view.overwrite([{ kind: 'tenant', name: tenant.id, entry: tenant }]);
    view.close();
  }
}
