import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { NestExpressApplication } from '@nestjs/platform-express';
import pg from 'pg';
import type { Product, Role, Scope, TenantStatus, TenantView, ViewStore } from '#libs/auth';
import { newId, type TenantId } from '#libs/persistence';
import type { TestDatabase } from '#libs/testing';
import { PagesConfig } from '../../apps/pages/src/config.js';
import { createPages } from '../../apps/pages/src/pages.js';
import { RuntimeConfig } from '../../apps/runtime/src/config.js';
import { createRuntime } from '../../apps/runtime/src/runtime.js';
import { appStack, type AppStack, type StartableApp } from './app-stack.js';
import { HttpClient } from './http-client.js';
import { issueKey, openSession, publish, TestIssuer } from './test-credentials.js';

const PAGES: StartableApp<PagesConfig> = { name: 'pages', config: PagesConfig, create: createPages };
const RUNTIME: StartableApp<RuntimeConfig> = {
  name: 'runtime',
  database: 'pages',
  config: RuntimeConfig,
  create: createRuntime,
};

export interface PagesStackOptions {
  /** Further environment of authoring. */
  pages?: Record<string, string>;
  /** Further environment of the runtime. */
  runtime?: Record<string, string>;
  /** Starts the runtime beside authoring. */
  withRuntime?: boolean;
  /** Shares the database, Redis and issuer of this stack: a second process of the same service. */
  besides?: PagesStack;
}

/** Authoring in this process, with the runtime if asked, on a database and a Redis of their own, without identity. */
export async function pagesStack(options: PagesStackOptions = {}): Promise<PagesStack> {
  const { besides } = options;
  const issuer = besides?.issuer ?? (await TestIssuer.start());
  const blobDir = besides?.blobDir ?? (await mkdtemp(join(tmpdir(), 'pages-blobs-')));
  const environment = { ...issuer.environment, BLOB_DIR: blobDir, ...options.pages };
  const pages = await appStack(PAGES, { environment, surroundings: besides?.pages });
  const stack = new PagesStack(pages, issuer, blobDir, !besides);
  if (options.withRuntime) await stack.startRuntime(options.runtime);
  return stack;
}

export class PagesStack {
  readonly app: NestExpressApplication;
  readonly database: TestDatabase;
  readonly view: ViewStore;
  readonly url: string;
  readonly #admin: pg.Pool;
  readonly #runtimes = new Set<AppStack<RuntimeConfig>>();

  constructor(
    readonly pages: AppStack<PagesConfig>,
    readonly issuer: TestIssuer,
    readonly blobDir: string,
    /** False for a further process of another stack; that one owns the shared services. */
    private readonly isFirst: boolean,
  ) {
    this.app = pages.app;
    this.database = pages.database;
    this.view = pages.view;
    this.url = pages.url;
    this.#admin = new pg.Pool({ connectionString: pages.database.adminUrl, max: 2 });
    // The database may be dropped while an idle connection is open.
    this.#admin.on('error', () => undefined);
  }

  /** A client of authoring without a credential. */
  get anonymous(): HttpClient {
    return new HttpClient(this.url);
  }

  /** A client of the runtime that was started last. */
  get visitor(): HttpClient {
    const runtime = [...this.#runtimes].at(-1);
    if (!runtime) throw new Error('the runtime was not started');
    return new HttpClient(runtime.url);
  }

  /** Starts a runtime on the same database. */
  async startRuntime(environment: Record<string, string> = {}): Promise<AppStack<RuntimeConfig>> {
    const runtime = await appStack(RUNTIME, {
      environment: {
        ...this.issuer.environment,
        BLOB_DIR: this.blobDir,
        JOURNAL_DIR: join(this.blobDir, 'journal'),
        ...environment,
      },
      surroundings: this.pages,
    });
    this.#runtimes.add(runtime);
    return runtime;
  }

  async stopRuntime(runtime: AppStack<RuntimeConfig>): Promise<void> {
    this.#runtimes.delete(runtime);
    await runtime.app.close();
    await runtime.view.close();
  }

  /** A new tenant, active and with these products. */
  async createTenant(products: Product[] = ['mail', 'pages', 'crm']): Promise<PagesTenant> {
    const slug = `t${randomBytes(4).toString('hex')}`;
    const view: TenantView = { id: newId('acc'), slug, name: `Tenant ${slug}`, status: 'active', plan: '', products };
    const tenant = new PagesTenant(this, view);
    await tenant.publish();
    return tenant;
  }

  /** Runs SQL as the superuser. */
  async sql<R extends object>(text: string, values: unknown[] = []): Promise<R[]> {
    return (await this.#admin.query<R>(text, values)).rows;
  }

  async close(): Promise<void> {
    for (const runtime of this.#runtimes) await this.stopRuntime(runtime);
    await this.app.close();
    await this.view.close();
    await this.#admin.end();
    if (!this.isFirst) return;
    await Promise.all([this.issuer.stop(), this.pages.mail.stop()]);
    await this.database.drop();
    await rm(this.blobDir, { recursive: true, force: true });
  }
}

export class PagesTenant {
  constructor(
    private readonly stack: PagesStack,
    private view: TenantView,
  ) {}

  get id(): TenantId {
    return this.view.id;
  }

  get slug(): string {
    return this.view.slug;
  }

  async publish(): Promise<void> {
    await publish(this.stack.view, 'tenant', this.id, this.view);
  }

  async setStatus(status: TenantStatus): Promise<void> {
    this.view = { ...this.view, status };
    await this.publish();
  }

  /** A client with a new API key of these scopes; default: all scopes. */
  async key(...scopes: Scope[]): Promise<HttpClient> {
    return (await this.createKey(scopes)).client;
  }

  async createKey(scopes: Scope[] = [], environment: 'live' | 'test' = 'test') {
    const key = await issueKey(this.stack.view, this.id, scopes, environment);
    return { ...key, client: new HttpClient(this.stack.url, { authorization: `Bearer ${key.secret}` }) };
  }

  /** A client with the session of a new member of the tenant. */
  async session(role: Role = 'owner'): Promise<HttpClient> {
    const memberships = [{ tenantId: this.id, slug: this.slug, role }];
    const { token } = await openSession(this.stack.view, this.stack.issuer, { operator: false, memberships });
    return new HttpClient(this.stack.url, { authorization: `Bearer ${token}` });
  }

  /** A verified host of the tenant, the first of which is its default; returns its id. */
  async verifyHost(host: string): Promise<string> {
    const id = newId('dom');
    await this.stack.sql(
      `insert into site_domain (tenant_id, id, host, ownership_token, verified_at, is_default)
       values ($1, $2, $3, $4, now(), not exists (select from site_domain where tenant_id = $1 and is_default))`,
      [this.id, id, host, randomBytes(16).toString('hex')],
    );
    return id;
  }
}
