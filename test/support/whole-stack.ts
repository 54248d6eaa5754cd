import { HttpSink } from '#libs/test/testing';
import { HttpClient } from './http-client.js';
import { identityStack, type IdentityStack, type TestOwner } from './identity-stack.js';
import type { Operation } from './operations.js';
import { platformStack, type PlatformStack } from './platform-stack.js';
import { createSuggestion } from './suggestion.js';

/** The owner of a tenant, with clients that use their session and a key of the tenant. */
export interface Account {
  owner: TestOwner;
  session: HttpClient;
  key: HttpClient;
  keyId: string;
  /** A client with the session of a platform operator who is not a member of the tenant. */
  operator: HttpClient;
  /** Creates a suggestion to block a domain; returns its id. */
  suggestion: () => Promise<string>;
  /** Creates a dead job of the tenant; returns its id. */
  deadLetter: () => Promise<string>;
  /** An address that accepts webhooks. */
  hook: string;
}

/** Identity and the platform in this process, with real credentials. @param platform further variables of the platform */
export async function wholeStack(platform: Record<string, string> = {}): Promise<WholeStack> {
  const [identity, hooks] = await Promise.all([identityStack(), HttpSink.start()]);
  const { url, redisUrl } = identity;
  const environment = {
    REDIS_URL: redisUrl,
    IDENTITY_URL: url,
    ISSUER: url,
    OUTBOUND_ALLOW: hooks.host,
    // A suite makes more calls from one address than the rate limits allow.
    AUTH_CALLS_PER_MINUTE: '1000000',
    FAILED_CALLS_PER_MINUTE: '1000000',
    SITE_CALLS_PER_MINUTE: '1000000',
    VISITOR_CALLS_PER_MINUTE: '1000000',
    ...platform,
  };
  return new WholeStack(identity, await platformStack({ environment }), hooks);
}

export class WholeStack {
  constructor(
    readonly identity: IdentityStack,
    readonly platform: PlatformStack,
    /** Takes the webhooks. */
    readonly hooks: HttpSink,
  ) {}

  async createAccount(): Promise<Account> {
    const owner = await this.identity.createOwner();
    const [token, key] = [await this.identity.login(owner), await this.identity.createKey(owner)];
    const operator = await this.createOperator();
    const suggestion = () => createSuggestion(this.platform, `${owner.slug}.suggested.example`);
    const deadLetter = () => this.platform.createDeadLetter(owner.tenantId);
    return {
      owner,
      session: this.#as(token),
      key: this.#as(key.secret),
      keyId: key.id,
      operator,
      suggestion,
      deadLetter,
      hook: `${this.hooks.url}/`,
    };
  }

  /** A client with the session of a new operator of the platform. */
  async createOperator(): Promise<HttpClient> {
    return this.#as(await this.identity.login(await this.identity.createOperator()));
  }

  async close(): Promise<void> {
    await this.platform.close();
    await Promise.all([this.identity.close(), this.hooks.stop()]);
  }

  #as(secret: string): HttpClient {
    return new HttpClient(this.platform.url, { authorization: `Bearer ${secret}` });
  }
}

/** Whether an operation belongs to the operator console. */
export function isOperators({ path }: Operation): boolean {
  return path.startsWith('/api/admin/') && path !== '/api/admin/me';
}

/** The account's client with the credential that an operation requires. */
export function clientFor(operation: Operation, account: Account): HttpClient {
  if (isOperators(operation)) return account.operator;
  return operation.credential === 'key' ? account.key : account.session;
}
