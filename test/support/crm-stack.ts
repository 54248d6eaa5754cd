import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { NestExpressApplication } from '@nestjs/platform-express';
import pg from 'pg';
import type { Product, Role, TenantStatus, TenantView, ViewStore } from '#libs/auth';
import { newId, type TenantId } from '#libs/persistence';
import type { TestDatabase } from '#libs/testing';
import { CrmConfig } from '../../apps/crm/src/config.js';
import { createCrm } from '../../apps/crm/src/crm.js';
import { appStack, type AppStack, type StartableApp } from './app-stack.js';
import { HttpClient } from './http-client.js';
import { issueKey, openSession, publish, TestIssuer } from './test-credentials.js';

const CRM: StartableApp<CrmConfig> = { name: 'crm', config: CrmConfig, create: createCrm };

/** The CRM in this process, on a database and a Redis of its own, without identity. */
export async function crmStack(environment: Record<string, string> = {}): Promise<CrmStack> {
  const issuer = await TestIssuer.start();
  const blobDir = await mkdtemp(join(tmpdir(), 'crm-blobs-'));
  const all = { ...issuer.environment, BLOB_DIR: blobDir, ...environment };
  return new CrmStack(await appStack(CRM, { environment: all }), issuer, blobDir);
}

export class CrmStack {
  readonly app: NestExpressApplication;
  readonly database: TestDatabase;
  readonly view: ViewStore;
  readonly url: string;
  readonly #admin: pg.Pool;
  readonly #further: AppStack<CrmConfig>[] = [];

  constructor(
    readonly crm: AppStack<CrmConfig>,
    readonly issuer: TestIssuer,
    readonly blobDir: string,
  ) {
    this.app = crm.app;
    this.database = crm.database;
    this.view = crm.view;
    this.url = crm.url;
    this.#admin = new pg.Pool({ connectionString: crm.database.adminUrl, max: 2 });
    // The database may be dropped while an idle connection is open.
    this.#admin.on('error', () => undefined);
  }

  /** A client without a credential. */
  get anonymous(): HttpClient {
    return new HttpClient(this.url);
  }

  /** A further process on the same database and Redis; it ends with the stack. */
  async startBeside(environment: Record<string, string> = {}): Promise<AppStack<CrmConfig>> {
    const further = await appStack(CRM, {
      environment: { ...this.issuer.environment, BLOB_DIR: this.blobDir, ...environment },
      surroundings: this.crm,
    });
    this.#further.push(further);
    return further;
  }

  /** A new tenant, active and with these products. */
  async createTenant(products: Product[] = ['mail', 'pages', 'crm']): Promise<CrmTenant> {
    const slug = `t${randomBytes(4).toString('hex')}`;
    const view: TenantView = { id: newId('acc'), slug, name: `Tenant ${slug}`, status: 'active', plan: '', products };
    const tenant = new CrmTenant(this, view);
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
    await Promise.all([this.issuer.stop(), this.crm.mail.stop()]);
    await this.database.drop();
    await rm(this.blobDir, { recursive: true, force: true });
  }
}

export class CrmTenant {
  constructor(
    private readonly stack: CrmStack,
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

  /** A client with a new API key of all scopes. */
  async key(): Promise<HttpClient> {
    const { secret } = await issueKey(this.stack.view, this.id, [], 'test');
    return new HttpClient(this.stack.url, { authorization: `Bearer ${secret}` });
  }

  /** A client with the session of a new member of the tenant. */
  async session(role: Role = 'owner', { operator = false } = {}): Promise<HttpClient> {
    const memberships = [{ tenantId: this.id, slug: this.slug, role }];
    const { token } = await openSession(this.stack.view, this.stack.issuer, { operator, memberships });
    return new HttpClient(this.stack.url, { authorization: `Bearer ${token}` });
  }

  /** A client with the session of a platform operator, for routes that name this tenant. */
  async operator(): Promise<HttpClient> {
    const { token } = await openSession(this.stack.view, this.stack.issuer, { operator: true, memberships: [] });
    return new HttpClient(this.stack.url, { authorization: `Bearer ${token}`, 'x-service-tenant': this.id });
  }
}
