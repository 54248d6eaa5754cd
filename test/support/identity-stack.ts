import type { NestExpressApplication } from '@nestjs/platform-express';
import { randomBytes } from 'node:crypto';
import { simpleParser } from 'mailparser';
import { Redis } from 'ioredis';
import pg from 'pg';
import type { Role, TenantStatus, ViewStore } from '#libs/core/auth';
import { waitUntil, type SmtpSink, type TestDatabase } from '#libs/test/testing';
import { IdentityConfig } from '../../apps/identity/src/config.js';
import { createIdentity } from '../../apps/identity/src/identity.js';
import { appStack, SERVICE_SECRET, type AppStack, type StartableApp } from './app-stack.js';
import { HttpClient } from './http-client.js';
import { VIEW_GUARD } from './view-guard.sql.js';
import { ALL_SCOPES } from '../../apps/identity/src/api-keys/scopes.js';

export { SERVICE_SECRET };
/** Nothing listens there: the tests check the redirects to it. */
export const DASHBOARD_URL = 'http://dashboard.example.test';
export const PASSWORD = 'a-long-enough-password';

const IDENTITY: StartableApp<IdentityConfig> = { name: 'identity', config: IdentityConfig, create: createIdentity };

/** Variables that production requires. */
const OF_PRODUCTION = {
  IDENTITY_MAIL_FROM: 'no-reply@service.test',
  NEW_TENANT_PLAN: 'scale',
  SIGNUP: 'open',
  PLATFORM_URL: 'http://127.0.0.1:9',
  MAIL_URL: 'http://127.0.0.1:9',
  PAGES_URL: 'http://127.0.0.1:9',
  CRM_URL: 'http://127.0.0.1:9',
};

export interface IdentityStackOptions {
  /** Further environment of identity. */
  environment?: Record<string, string>;
  /** Default: a database of the shared Redis. */
  redisUrl?: string;
  /** Shares the services and the issuer of this stack: a second process of the same service. */
  besides?: IdentityStack;
}

/** Identity in this process, on a database and a Redis of its own. */
export async function identityStack(options: IdentityStackOptions = {}): Promise<IdentityStack> {
  const { besides, redisUrl } = options;
  const environment = {
    NEW_TENANT_PRODUCTS: 'mail,pages,crm',
    // Hashing takes next to no time; a spec of passwords sets it to '' and gets what production has.
    ...(options.environment?.['NODE_ENV'] === 'production' ? OF_PRODUCTION : { PASSWORD_MEMORY_KIB: '8' }),
    DASHBOARD_URL,
    ...(besides && { ISSUER: besides.url }),
    ...options.environment,
  };
  const parts = await appStack(IDENTITY, { environment, redisUrl, surroundings: besides });
  const stack = new IdentityStack({ ...parts, isFirst: !besides });
  if (!besides) await stack.sql(VIEW_GUARD);
  return stack;
}

interface Parts extends AppStack<IdentityConfig> {
  /** False for a further process of another stack; that one owns the shared services. */
  isFirst: boolean;
}

export interface TestUser {
  id: string;
  email: string;
}

/** A user who owns a tenant. */
export interface TestOwner extends TestUser {
  tenantId: string;
  slug: string;
}

export class IdentityStack {
  readonly app: NestExpressApplication;
  readonly config: IdentityConfig;
  readonly database: TestDatabase;
  readonly redisUrl: string;
  readonly view: ViewStore;
  /** Receives identity's mail. */
  readonly mail: SmtpSink;
  readonly #isFirst: boolean;
  readonly #admin: pg.Pool;
  #stopped = false;

  constructor(parts: Parts) {
    this.app = parts.app;
    this.config = parts.config;
    this.database = parts.database;
    this.redisUrl = parts.redisUrl;
    this.view = parts.view;
    this.mail = parts.mail;
    this.#isFirst = parts.isFirst;
    this.#admin = new pg.Pool({ connectionString: parts.database.adminUrl, max: 2 });
    // The database is dropped while its connections are open.
    this.#admin.on('error', () => undefined);
  }

  get url(): string {
    return `http://127.0.0.1:${this.config.port}`;
  }

  get anonymous(): HttpClient {
    return new HttpClient(this.url);
  }

  /** A client of the internal interface, with the service secret. */
  get service(): HttpClient {
    return new HttpClient(this.url, { authorization: `Bearer ${SERVICE_SECRET}` });
  }

  /** Runs SQL as the superuser. */
  async sql<R extends object>(text: string, values: unknown[] = []): Promise<R[]> {
    return (await this.#admin.query<R>(text, values)).rows;
  }

  async createUser(): Promise<TestUser> {
    const email = `p${randomBytes(6).toString('hex')}@example.test`;
    const { body } = await this.service.post('/internal/users', { email, password: PASSWORD });
    return { id: body.user.id, email };
  }

  /** Verifies the user's addresses, as the link in the mail does. */
  async verify({ id }: TestUser): Promise<void> {
    await this.sql('update email_address set verified_at = now() where user_id = $1', [id]);
  }

  /** A user who is a platform operator. */
  async createOperator(): Promise<TestUser> {
    const user = await this.createUser();
    await this.sql('update user_account set is_operator = true where id = $1', [user.id]);
    return user;
  }

  async createOwner(tenantName = `Tenant ${randomBytes(6).toString('hex')}`): Promise<TestOwner> {
    const email = `o${randomBytes(6).toString('hex')}@example.test`;
    const { body } = await this.service.post('/internal/users', { email, password: PASSWORD, tenantName });
    return { id: body.user.id, email, tenantId: body.tenant.id, slug: body.tenant.slug };
  }

  /** A new user who is a member of the owner's tenant. */
  async createMember(owner: TestOwner, role: Role = 'member'): Promise<TestUser> {
    const user = await this.createUser();
    await this.service.post(`/internal/tenants/${owner.tenantId}/members`, { userId: user.id, role });
    return user;
  }

  /** Opens a session and returns its token. */
  async login({ email }: TestUser): Promise<string> {
    const { body } = await this.service.post('/internal/sessions', { email, password: PASSWORD });
    return body.token;
  }

  /** The token of the link in the last mail to an address. */
  async mailedToken(email: string, page: string): Promise<string> {
    const link = new RegExp(`/${page}[?#]token=([\\w-]+)`);
    return waitUntil(
      async () => {
        const mails = this.mail.messages.filter(({ to }) => to.includes(email));
        const texts = await Promise.all(mails.map(async ({ raw }) => (await simpleParser(raw)).text ?? ''));
        return texts.map((text) => link.exec(text)?.[1]).findLast((token) => token !== undefined);
      },
      { what: `a mail to ${email} with a link to ${page}` },
    );
  }

  /** Lets the next mail go to an address that got one a moment ago. */
  async liftMailLimits(): Promise<void> {
    const redis = new Redis(this.redisUrl);
    const keys = await redis.keys('*mail-minute*');
    if (keys.length > 0) await redis.del(...keys);
    redis.disconnect();
  }

  async endSession(token: string) {
    return this.service.post('/internal/sessions/end', { token });
  }

  /** A new key of the owner's tenant; default: all scopes. */
  async createKey(owner: TestOwner, scopes: readonly string[] = ALL_SCOPES): Promise<{ id: string; secret: string }> {
    const request = { actorId: owner.id, name: 'Test', scopes };
    const { body } = await this.service.post(`/internal/tenants/${owner.tenantId}/api-keys`, request);
    return { id: body.apiKey.id, secret: body.secret };
  }

  revokeKey(owner: TestOwner, keyId: string) {
    const path = `/internal/tenants/${owner.tenantId}/api-keys/${keyId}/revoke`;
    return this.service.post(path, { actorId: owner.id });
  }

  setTenantStatus(tenantId: string, status: TenantStatus) {
    return this.service.patch(`/internal/tenants/${tenantId}`, { status });
  }

  /** Closes the app and keeps its database and Redis. */
  async stop(): Promise<void> {
    if (this.#stopped) return;
    this.#stopped = true;
    await this.app.close();
  }

  async close(): Promise<void> {
    await this.stop();
    this.view.close();
    await this.#admin.end();
    if (!this.#isFirst) return;
    await this.mail.stop();
    await this.database.drop();
  }
}
