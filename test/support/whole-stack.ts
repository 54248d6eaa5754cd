import { HttpSink } from '#libs/testing';
import { HttpClient } from './http-client.js';
import { identityStack, type IdentityStack, type TestOwner } from './identity-stack.js';
import type { Operation } from './operations.js';
import { platformStack, type PlatformStack } from './platform-stack.js';

/** A person with a tenant, as they call the platform: by a session of theirs, or by a key of the tenant. */
export interface Caller {
  owner: TestOwner;
  session: HttpClient;
  key: HttpClient;
  keyId: string;
  /** Where a webhook of theirs may lead. */
  hook: string;
}

/** Identity and the platform in this process, with real credentials. */
export async function wholeStack(): Promise<WholeStack> {
  const [identity, hooks] = await Promise.all([identityStack(), HttpSink.start()]);
  const { url, redisUrl } = identity;
  const environment = { REDIS_URL: redisUrl, IDENTITY_URL: url, ISSUER: url, OUTBOUND_ALLOW: hooks.host };
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
    const as = (secret: string) => new HttpClient(this.platform.url, { authorization: `Bearer ${secret}` });
    return { owner, session: as(token), key: as(key.secret), keyId: key.id, hook: `${this.hooks.url}/` };
  }

  async close(): Promise<void> {
    await this.platform.close();
    await Promise.all([this.identity.close(), this.hooks.stop()]);
  }
}

/** The caller's client with the credential that an operation wants. */
export function clientFor(operation: Operation, caller: Caller): HttpClient {
  return operation.credential === 'key' ? caller.key : caller.session;
}
