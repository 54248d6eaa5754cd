import type { HttpClient } from './http-client.js';
import { identityStack, type IdentityStack } from './identity-stack.js';
import { platformStack, type PlatformStack } from './platform-stack.js';

/** Platform before a real identity, and an operator's session. */
export interface ConsoleStack {
  identity: IdentityStack;
  platform: PlatformStack;
  operator: HttpClient;
  close(): Promise<void>;
}

export async function consoleStack(): Promise<ConsoleStack> {
  const identity = await identityStack();
  const { url, redisUrl } = identity;
  const environment = { REDIS_URL: redisUrl, IDENTITY_URL: url, ISSUER: url, TRUST_PROXY: 'loopback' };
  const platform = await platformStack({ environment });
  const token = await identity.login(await identity.createOperator());
  const close = async () => {
    await platform.close();
    await identity.close();
  };
  return { identity, platform, operator: platform.anonymous.with({ authorization: `Bearer ${token}` }), close };
}
