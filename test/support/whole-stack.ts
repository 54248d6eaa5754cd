import { HttpSink } from '#libs/testing';
import { HttpClient } from './http-client.js';
import { identityStack, type IdentityStack, type TestOwner } from './identity-stack.js';
import type { Operation } from './operations.js';
import { platformStack, type PlatformStack } from './platform-stack.js';
import { suggestBlock } from './suggestion.js';

/** A person with a tenant, as they call the platform: by a session of theirs, or by a key of the tenant. */
export interface Caller {
  owner: TestOwner;
  session: HttpClient;
  key: HttpClient;
  keyId: string;
  /** The session of a platform operator, who is no member of the tenant. */
  operator: HttpClient;
  /** Has the platform suggest a block; the suggestion's id. */
  suggestion: () => Promise<string>;
  /** Gives up a piece of work of the tenant, which is of no kind that anything else looks at; its id. */
  deadLetter: () => Promise<string>;
  /** Where a webhook of theirs may lead. */
  hook: string;
}

/** Identity and the platform in this process, with real credentials. */
export async function wholeStack(): Promise<WholeStack> {
  const [identity, hooks] = await Promise.all([identityStack(), HttpSink.start()]);
  const { url, redisUrl } = identity;
  const environment = {
    REDIS_URL: redisUrl,
    IDENTITY_URL: url,
    ISSUER: url,
    OUTBOUND_ALLOW: hooks.host,
    // All of a suite's calls come from one address, and more of them than one may make.
    AUTH_CALLS_PER_MINUTE: '1000000',
    FAILED_CALLS_PER_MINUTE: '1000000',
    SITE_CALLS_PER_MINUTE: '1000000',
    VISITOR_CALLS_PER_MINUTE: '1000000',
  };
  return new WholeStack(identity, await platformStack({ environment }), hooks);
}

export class WholeStack {
  constructor(
    readonly identity: IdentityStack,
    readonly platform: PlatformStack,
    private readonly hooks: HttpSink,
  ) {}

  async caller(): Promise<Caller> {
    const owner = await this.identity.owner();
    const [token, key] = [await this.identity.login(owner), await this.identity.key(owner)];
    const operator = await this.identity.login(await this.identity.operator());
    const suggestion = () => suggestBlock(this.platform, `${owner.slug}.suggested.example`);
    const deadLetter = () => this.platform.deadLetter(owner.tenantId);
    const as = (secret: string) => new HttpClient(this.platform.url, { authorization: `Bearer ${secret}` });
    return {
      owner,
      session: as(token),
      key: as(key.secret),
      keyId: key.id,
      operator: as(operator),
      suggestion,
      deadLetter,
      hook: `${this.hooks.url}/`,
    };
  }

  async close(): Promise<void> {
    await this.platform.close();
    await Promise.all([this.identity.close(), this.hooks.stop()]);
  }
}

/** Whether an operation is one of the console of platform operators. */
export function isOperators({ path }: Operation): boolean {
  return path.startsWith('/api/admin/') && path !== '/api/admin/me';
}

/** The caller's client with the credential that an operation wants. */
export function clientFor(operation: Operation, caller: Caller): HttpClient {
  if (isOperators(operation)) return caller.operator;
  return operation.credential === 'key' ? caller.key : caller.session;
}
