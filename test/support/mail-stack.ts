import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { NestExpressApplication } from '@nestjs/platform-express';
import pg from 'pg';
import type { Product, Role, Scope, TenantStatus, TenantView, ViewStore } from '#libs/auth';
import { type Id, newId, type TenantId } from '#libs/persistence';
import type { TestDatabase } from '#libs/testing';
import { MailConfig } from '../../apps/mail/src/config.js';
import { createMail } from '../../apps/mail/src/mail.js';
import { appStack, type AppStack, type StartableApp } from './app-stack.js';
import { HttpClient } from './http-client.js';
import { issueKey, openSession, publish, TestIssuer } from './test-credentials.js';

const MAIL: StartableApp<MailConfig> = { name: 'mail', config: MailConfig, create: createMail };

/** Mail in this process, on a database and a Redis of its own, without identity. */
export async function mailStack(environment: Record<string, string> = {}): Promise<MailStack> {
  const issuer = await TestIssuer.start();
  const blobDir = await mkdtemp(join(tmpdir(), 'mail-blobs-'));
  const all = { ...issuer.environment, BLOB_DIR: blobDir, ...environment };
  return new MailStack(await appStack(MAIL, { environment: all }), issuer, blobDir);
}

export class MailStack {
  readonly app: NestExpressApplication;
  readonly database: TestDatabase;
  readonly view: ViewStore;
  readonly url: string;
  readonly #admin: pg.Pool;
  readonly #further: AppStack<MailConfig>[] = [];

  constructor(
    readonly mail: AppStack<MailConfig>,
    readonly issuer: TestIssuer,
    readonly blobDir: string,
  ) {
    this.app = mail.app;
    this.database = mail.database;
    this.view = mail.view;
    this.url = mail.url;
    this.#admin = new pg.Pool({ connectionString: mail.database.adminUrl, max: 2 });
    // The database may be dropped while an idle connection is open.
    this.#admin.on('error', () => undefined);
  }

  /** A client without a credential. */
  get anonymous(): HttpClient {
    return new HttpClient(this.url);
  }

  /** A further process on the same database and Redis; it ends with the stack. */
  async startBeside(environment: Record<string, string> = {}): Promise<AppStack<MailConfig>> {
    const further = await appStack(MAIL, {
      environment: { ...this.issuer.environment, BLOB_DIR: this.blobDir, ...environment },
      surroundings: this.mail,
    });
    this.#further.push(further);
    return further;
  }

  /** A new tenant, active and with these products. */
  async createTenant(products: Product[] = ['mail', 'pages', 'crm']): Promise<MailTenant> {
    const slug = `t${randomBytes(4).toString('hex')}`;
    const view: TenantView = { id: newId('acc'), slug, name: `Tenant ${slug}`, status: 'active', plan: '', products };
    const tenant = new MailTenant(this, view);
    await tenant.publish();
    return tenant;
  }

  /** Runs SQL as the superuser. */
  async sql<R extends object>(text: string, values: unknown[] = []): Promise<R[]> {
    return (await this.#admin.query<R>(text, values)).rows;
  }

  async close(): Promise<void> {
    for (const { app, view } of this.#further) {
      await app.close();
      await view.close();
    }
    await this.app.close();
    await this.view.close();
    await this.#admin.end();
    await Promise.all([this.issuer.stop(), this.mail.mail.stop()]);
    await this.database.drop();
    await rm(this.blobDir, { recursive: true, force: true });
  }
}

export class MailTenant {
  constructor(
    private readonly stack: MailStack,
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
    const { secret } = await issueKey(this.stack.view, this.id, scopes, 'test');
    return new HttpClient(this.stack.url, { authorization: `Bearer ${secret}` });
  }

  /** A client with the session of a new member of the tenant. */
  async session(role: Role = 'owner'): Promise<HttpClient> {
    return (await this.member(role)).client;
  }

  /** A new member of the tenant, and a client with a session. */
  async member(role: Role = 'owner'): Promise<{ userId: Id<'usr'>; client: HttpClient }> {
    const memberships = [{ tenantId: this.id, slug: this.slug, role }];
    const { token, userId } = await openSession(this.stack.view, this.stack.issuer, { operator: false, memberships });
    return {
      userId: userId as Id<'usr'>,
      client: new HttpClient(this.stack.url, { authorization: `Bearer ${token}` }),
    };
  }

  /** A client with the session of a platform operator, for routes that name this tenant. */
  async operator(): Promise<HttpClient> {
    const { token } = await openSession(this.stack.view, this.stack.issuer, { operator: true, memberships: [] });
    return new HttpClient(this.stack.url, { authorization: `Bearer ${token}`, 'x-service-tenant': this.id });
  }
}
