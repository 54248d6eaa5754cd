import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { NestExpressApplication } from '@nestjs/platform-express';
import pg from 'pg';
import type { Role, Scope, TenantStatus, TenantView, ViewEntry, ViewKind, ViewStore } from '#libs/auth';
import { dkimRecord, generateDkimKeyPair } from '#libs/email';
import { newId, nextPosition, type TenantId } from '#libs/persistence';
import { KeyRing, SecretBox } from '#libs/secrets';
import type { SmtpSink, TestDatabase } from '#libs/testing';
import { PlatformConfig } from '../../apps/platform/src/config.js';
import { DKIM_KEY_PURPOSE } from '#libs/domains';
import { createPlatform } from '../../apps/platform/src/platform.js';
import { appStack, ENCRYPTION_KEYS, type AppStack, type AppStackOverrides, type StartableApp } from './app-stack.js';
import { HttpClient } from './http-client.js';
import { issueKey, openSession, publish, TestIssuer, type TestSession } from './test-credentials.js';

const PLATFORM: StartableApp<PlatformConfig> = { name: 'platform', config: PlatformConfig, create: createPlatform };

export interface PlatformStackOptions extends Pick<AppStackOverrides, 'environment' | 'redisUrl'> {
  /** Shares the database, the Redis and the mail server of this stack: a second process of the same service. */
  besides?: PlatformStack;
}

/** A platform in this process, on a database, a Redis and a mail server of its own, without identity. */
export async function platformStack(options: PlatformStackOptions = {}): Promise<PlatformStack> {
  const issuer = await TestIssuer.start();
  const blobDir = await mkdtemp(join(tmpdir(), 'platform-blobs-'));
  const environment = { ...issuer.environment, BLOB_DIR: blobDir, ...options.environment };
  const { besides, redisUrl } = options;
  const stack = await appStack(PLATFORM, { environment, redisUrl, surroundings: besides });
  return new PlatformStack({ ...stack, issuer, blobDir, isFirst: !besides });
}

interface Parts extends AppStack<PlatformConfig> {
  issuer: TestIssuer;
  blobDir: string;
  /** False for a further process of another stack; that one owns the shared services. */
  isFirst: boolean;
}

export class PlatformStack {
  readonly app: NestExpressApplication;
  readonly database: TestDatabase;
  /** Receives all mail. */
  readonly mail: SmtpSink;
  readonly view: ViewStore;
  readonly config: PlatformConfig;
  readonly redisUrl: string;
  readonly #parts: Parts;
  readonly #admin: pg.Pool;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.app = parts.app;
    this.database = parts.database;
    this.mail = parts.mail;
    this.view = parts.view;
    this.config = parts.config;
    this.redisUrl = parts.redisUrl;
    this.#admin = new pg.Pool({ connectionString: parts.database.adminUrl, max: 2 });
    // The database may be dropped while an idle connection is open.
    this.#admin.on('error', () => undefined);
  }

  get url(): string {
    const { port } = this.app.getHttpServer().address() as { port: number };
    return `http://127.0.0.1:${port}`;
  }

  /** A client without a credential. */
  get anonymous(): HttpClient {
    return new HttpClient(this.url);
  }

  /** A new tenant, active and with a verified domain `<slug>.test`. */
  async createTenant(): Promise<TestTenant> {
    const slug = `t${randomBytes(4).toString('hex')}`;
    const tenant = new TestTenant(this, {
      id: newId('acc'),
      slug,
      name: `Tenant ${slug}`,
      status: 'active',
      plan: '',
      products: ['mail', 'pages', 'crm'],
    });
    await tenant.publish();
    await tenant.verifyDomain(`${slug}.test`);
    return tenant;
  }

  /** A client with the session of a new platform operator, who is a member of no tenant. */
  async operator(): Promise<HttpClient> {
    return (await this.createOperator()).client;
  }

  async createOperator() {
    return this.createSession({ operator: true, memberships: [] });
  }

  /** A client with the session of a new user. */
  async createSession(user: TestSession) {
    const { userId, token } = await openSession(this.view, this.#parts.issuer, user);
    return { userId, token, client: new HttpClient(this.url, { authorization: `Bearer ${token}` }) };
  }

  /** A dead job of the tenant, by default the delivery of no message. Returns its id. */
  async createDeadLetter(
    tenantId: string,
    kind = 'email.deliver',
    payload: object = { messageIds: [] },
  ): Promise<string> {
    const id = String(nextPosition());
    await this.sql(
      `insert into outbox (id, tenant_id, kind, payload, attempts, failures, dead_at, last_error)
       values ($1, $2, $3, $4, 20, 20, now(), 'It failed')`,
      [id, tenantId, kind, payload],
    );
    return id;
  }

  /** Runs SQL as the superuser. */
  async sql<R extends object>(text: string, values: unknown[] = []): Promise<R[]> {
    return (await this.#admin.query<R>(text, values)).rows;
  }

  /** Writes an entry to the credential view, as identity does. */
  async publish<K extends ViewKind>(kind: K, name: string, entry: ViewEntry<K>): Promise<void> {
    await publish(this.view, kind, name, entry);
  }

  /** A session token such as identity signs. */
  signToken(userId: string, sessionId: string, expiresAt: Date): Promise<string> {
    return this.#parts.issuer.signToken(userId, sessionId, expiresAt);
  }

  async close(): Promise<void> {
    await this.app.close();
    await this.#parts.view.close();
    await Promise.all([this.#parts.issuer.stop(), this.#admin.end()]);
    if (this.#parts.isFirst) {
      await this.mail.stop();
      await this.database.drop();
    }
    await rm(this.#parts.blobDir, { recursive: true, force: true });
  }
}

export class TestTenant {
  constructor(
    private readonly stack: PlatformStack,
    private view: TenantView,
  ) {}

  get id(): TenantId {
    return this.view.id;
  }

  get slug(): string {
    return this.view.slug;
  }

  /** A verified sender of the tenant. */
  get source(): string {
    return `hello@${this.slug}.test`;
  }

  async publish(): Promise<void> {
    await this.stack.publish('tenant', this.id, this.view);
  }

  async setStatus(status: TenantStatus): Promise<void> {
    this.view = { ...this.view, status };
    await this.publish();
  }

  async setPlan(plan: string): Promise<void> {
    this.view = { ...this.view, plan };
    await this.publish();
  }

  /** A client with a new API key of these scopes; default: all scopes. */
  async key(...scopes: Scope[]): Promise<HttpClient> {
    return (await this.createKey(scopes)).client;
  }

  async createKey(scopes: Scope[] = [], environment: 'live' | 'test' = 'test') {
    const { secret, keyId, revoke } = await issueKey(this.stack.view, this.id, scopes, environment);
    const client = new HttpClient(this.stack.url, { authorization: `Bearer ${secret}` });
    return { secret, keyId, client, revoke };
  }

  /** A client with the session of a new member of the tenant. */
  async session(role: Role = 'owner'): Promise<HttpClient> {
    const memberships = [{ tenantId: this.id, slug: this.slug, role }];
    return (await this.stack.createSession({ operator: false, memberships })).client;
  }

  /** Inserts a verified domain with DKIM keys of these types; returns the keys' DNS records. */
  async verifyDomain(name: string, ...types: ('rsa-2048' | 'ed25519')[]): Promise<Map<string, string>> {
    const id = randomUUID();
    await this.stack.sql(`insert into sending_domain (tenant_id, id, name, verified_at) values ($1, $2, $3, now())`, [
      this.id,
      id,
      name,
    ]);
    const secrets = new SecretBox(KeyRing.fromConfig(ENCRYPTION_KEYS));
    const records = new Map<string, string>();
    for (const type of types) {
      const { privateKeyPem, publicKeyBase64 } = await generateDkimKeyPair(type);
      records.set(`${type}._domainkey.${name}`, dkimRecord({ type, publicKeyBase64 }));
      await this.stack.sql(
        `insert into domain_key (tenant_id, id, domain_id, selector, algorithm, private_key, public_key)
         values ($1, $2, $3, $4, $5, $6, $7)`,
        [
          this.id,
          randomUUID(),
          id,
          type,
          type,
          secrets.seal(this.id, DKIM_KEY_PURPOSE, privateKeyPem),
          publicKeyBase64,
        ],
      );
    }
    return records;
  }

  /** A send request from the tenant's own domain. */
  email(changes: { to?: string[]; subject?: string; text?: string } & Record<string, unknown> = {}) {
    const { to = ['someone@example.test'], subject = 'Hello', text = 'Hello.', ...rest } = changes;
    return {
      Source: this.source,
      Destination: { ToAddresses: to },
      Message: { Subject: { Data: subject }, Body: { Text: { Data: text } } },
      ...rest,
    };
  }
}
