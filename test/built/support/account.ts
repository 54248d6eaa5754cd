import { randomBytes } from 'node:crypto';
import type { DevFile } from '../../../scripts/stack/read-dev-file.js';
import type { Answer, HttpClient } from '../../support/http-client.js';
import { Outside } from './outside.js';
import { PatientClient } from './patient-client.js';

export const PASSWORD = 'a-long-enough-password';

export type AppName = Exclude<keyof DevFile['urls'], 'inbox'>;

/** Answer with this status, or an error that says what came instead. */
export async function expectStatus(call: Promise<Answer>, ...statuses: number[]): Promise<Answer['body']> {
  const { status, text, body } = await call;
  if (!statuses.includes(status)) throw new Error(`${status} instead of ${statuses.join(' or ')}: ${text}`);
  return body;
}

let number = 0;

/** A tenant of the running stack whose owner signed up for this spec. Its names appear in nothing of another tenant. */
export class BuiltAccount {
  readonly outside: Outside;

  private constructor(
    readonly dev: DevFile,
    /** In every name that the account gives, so that its rows are recognized. */
    readonly mark: string,
    readonly email: string,
    readonly userId: string,
    readonly tenantId: string,
    readonly token: string,
    readonly key: string,
    readonly keyId: string,
    /** Session of the platform's operator. */
    private readonly operatorToken: string,
  ) {
    this.outside = new Outside(dev);
  }

  /** Registers, verifies the address by the link in the mail, logs in, and creates a key with every scope. */
  static async signUp(dev: DevFile): Promise<BuiltAccount> {
    const platform = new PatientClient(dev.urls.platform);
    const mark = `m${randomBytes(5).toString('hex')}`;
    const email = `owner@${mark}.test`;
    const registered = await register(platform, email, mark);
    const outside = new Outside(dev);
    const token = await outside.inMailTo(email, /verify-email\?token=([\w-]+)/);
    await expectStatus(platform.post('/api/auth/verify', { token }), 200);
    const session = await login(platform, email);
    const owner = platform.with({ authorization: `Bearer ${session}` });
    const tenantId: string = registered.Tenant.Tenant.Id;
    const keys = `/api/tenants/${tenantId}/api-keys`;
    const key = await expectStatus(owner.post(keys, { Name: mark, Scopes: await everyScope(dev) }), 201);
    const operator = await login(platform, dev.operator.email, dev.operator.password);
    return new BuiltAccount(
      dev,
      mark,
      email,
      registered.UserId,
      tenantId,
      session,
      key.Secret,
      key.ApiKey.Id,
      operator,
    );
  }

  /** A name that no other row has. */
  name(): string {
    number += 1;
    return `${this.mark}-${number}`;
  }

  address(): string {
    return `${this.name()}@example.test`;
  }

  /** With the owner's session. */
  session(app: AppName): HttpClient {
    return this.clientOf(app, this.token);
  }

  /** With the account's key. */
  withKey(app: AppName): HttpClient {
    return this.clientOf(app, this.key);
  }

  operator(app: AppName): HttpClient {
    return this.clientOf(app, this.operatorToken);
  }

  anonymous(app: AppName): HttpClient {
    return new PatientClient(this.dev.urls[app]);
  }

  /** An anonymous caller who asks for a host that leads to the app. */
  host(app: AppName, host: string): HttpClient {
    return this.anonymous(app).with({ host });
  }

  /** A further user of the product, with a session. */
  async user(): Promise<{ id: string; email: string; client: HttpClient }> {
    const email = this.address();
    const platform = this.anonymous('platform');
    const { UserId } = await register(platform, email);
    return { id: UserId, email, client: this.clientOf('platform', await login(platform, email)) };
  }

  private clientOf(app: AppName, secret: string): HttpClient {
    return new PatientClient(this.dev.urls[app], { authorization: `Bearer ${secret}` });
  }
}

function register(platform: HttpClient, email: string, tenant?: string): Promise<Answer['body']> {
  const body = { Email: email, Password: PASSWORD, Name: 'Ana', ...(tenant && { TenantName: tenant }) };
  return expectStatus(platform.post('/api/auth/register', body), 201);
}

export async function login(platform: HttpClient, email: string, password = PASSWORD): Promise<string> {
  return (await expectStatus(platform.post('/api/auth/login', { email, password }), 200)).Token;
}

/** The scopes that the demo key has. */
async function everyScope(dev: DevFile): Promise<string[]> {
  const platform = new PatientClient(dev.urls.platform);
  const session = platform.with({
    authorization: `Bearer ${await login(platform, dev.user.email, dev.user.password)}`,
  });
  const { ApiKeys } = await expectStatus(session.get(`/api/tenants/${dev.tenant.id}/api-keys?limit=200`), 200);
  const scopes = (ApiKeys as { Scopes: string[] }[]).map(({ Scopes }) => Scopes);
  return scopes.toSorted((a, b) => b.length - a.length)[0] ?? [];
}
