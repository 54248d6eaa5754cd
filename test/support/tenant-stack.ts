import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { NestExpressApplication } from '@nestjs/platform-express';
import pg from 'pg';
import type { Product, TenantView, ViewEntry, ViewKind, ViewStore } from '#libs/core/auth';
import type { ServiceConfig } from '#libs/core/config';
import { newId, type Id } from '#libs/core/persistence';
import type { SmtpSink, TestDatabase } from '#libs/test/testing';
import { appStack, type AppStack, type AppStackOverrides, type StartableApp } from './app-stack.js';
import { HttpClient } from './http-client.js';
import type { StackTenant } from './stack-tenant.js';
import { openSession, publish, TestIssuer, type TestSession } from './test-credentials.js';

/** Parts of a stack. */
export interface TenantStackParts<C extends ServiceConfig> extends AppStack<C> {
  startable: StartableApp<C>;
  issuer: TestIssuer;
  blobDir: string;
  /** Another stack owns the database, the mail server, the issuer and the blobs. */
  isBeside?: boolean;
}

/** Starts an app that knows its tenants from the credential view alone, with blobs in a directory of its own. */
export async function startTenantStack<C extends ServiceConfig>(
  startable: StartableApp<C>,
  { environment, redisUrl }: Pick<AppStackOverrides, 'environment' | 'redisUrl'> = {},
): Promise<TenantStackParts<C>> {
  const issuer = await TestIssuer.start();
  const blobDir = await mkdtemp(join(tmpdir(), `${startable.name}-blobs-`));
  const all = { ...issuer.environment, BLOB_DIR: blobDir, ...environment };
  return { ...(await appStack(startable, { environment: all, redisUrl })), startable, issuer, blobDir };
}

/** An app in this process, on a database and a Redis of its own, without identity; and tenants with credentials. */
export class TenantStack<C extends ServiceConfig, T extends StackTenant = StackTenant> {
  readonly app: NestExpressApplication;
  readonly config: Readonly<C>;
  readonly database: TestDatabase;
  readonly redisUrl: string;
  /** Receives all mail. */
  readonly mail: SmtpSink;
  readonly view: ViewStore;
  readonly url: string;
  readonly issuer: TestIssuer;
  readonly blobDir: string;
  readonly #parts: TenantStackParts<C>;
  readonly #admin: pg.Pool;
  readonly #further = new Set<() => Promise<void>>();
  #closed = false;

  constructor(
    parts: TenantStackParts<C>,
    private readonly tenantClass: new (stack: TenantStack<ServiceConfig>, view: TenantView) => T,
  ) {
    this.#parts = parts;
    this.app = parts.app;
    this.config = parts.config;
    this.database = parts.database;
    this.redisUrl = parts.redisUrl;
    this.mail = parts.mail;
    this.view = parts.view;
    this.url = parts.url;
    this.issuer = parts.issuer;
    this.blobDir = parts.blobDir;
    this.#admin = new pg.Pool({ connectionString: parts.database.adminUrl, max: 2 });
    // The database may be dropped while an idle connection is open.
    this.#admin.on('error', () => undefined);
  }

  /** A client without a credential. */
  get anonymous(): HttpClient {
    return new HttpClient(this.url);
  }

  /** A further process of the app, on the same database, Redis and blobs. It ends with the stack if not before. */
  async startBeside(environment: Record<string, string> = {}): Promise<TenantStack<C, T>> {
    const { startable, issuer, blobDir } = this.#parts;
    const app = await this.startFurther(startable, environment);
    const beside = new TenantStack({ ...app, startable, issuer, blobDir, isBeside: true }, this.tenantClass);
    this.closeFirst(() => beside.close());
    return beside;
  }

  /** Starts an app on the same database, Redis and blobs. */
  protected startFurther<F extends ServiceConfig>(
    startable: StartableApp<F>,
    environment: Record<string, string>,
  ): Promise<AppStack<F>> {
    const all = { ...this.issuer.environment, BLOB_DIR: this.blobDir, ...environment };
    return appStack(startable, { environment: all, surroundings: this.#parts });
  }

  /** Has `close` run before the stack is closed. */
  protected closeFirst(close: () => Promise<void>): void {
    this.#further.add(close);
  }

  /** The tenant of a credential view, which it is not yet in. */
  tenantOf(view: TenantView): T {
    return new this.tenantClass(this, view);
  }

  /** A new tenant, active and with these products. */
  async createTenant(products: Product[] = ['mail', 'pages', 'crm']): Promise<T> {
    const slug = `t${randomBytes(4).toString('hex')}`;
    const name = `Tenant ${slug}`;
    const tenant = this.tenantOf({ id: newId('acc'), slug, name, status: 'active', plan: '', products });
    await tenant.publish();
    return tenant;
  }

  /** A client with the session of a new platform operator, who is a member of no tenant. */
  async operator(): Promise<HttpClient> {
    return (await this.createOperator()).client;
  }

  createOperator() {
    return this.createSession({ operator: true, memberships: [] });
  }

  /** A client with the session of a new user. */
  async createSession(user: TestSession): Promise<{ userId: Id<'usr'>; token: string; client: HttpClient }> {
    const { userId, token } = await openSession(this.view, this.issuer, user);
    return { userId, token, client: new HttpClient(this.url, { authorization: `Bearer ${token}` }) };
  }

  /** Writes an entry to the credential view, as identity does. */
  async publish<K extends ViewKind>(kind: K, name: string, entry: ViewEntry<K>): Promise<void> {
    await publish(this.view, kind, name, entry);
  }

  /** Runs SQL as the superuser. */
  async sql<R extends object>(text: string, values: unknown[] = []): Promise<R[]> {
    return (await this.#admin.query<R>(text, values)).rows;
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    for (const close of this.#further) await close();
    await this.app.close();
    this.view.close();
    await this.#admin.end();
    if (this.#parts.isBeside) return;
    await Promise.all([this.issuer.stop(), this.mail.stop()]);
    await this.database.drop();
    await rm(this.blobDir, { recursive: true, force: true });
  }
}
