import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { identityStack, type IdentityStack } from '../support/identity-stack.js';
import { platformStack, type PlatformStack } from '../support/platform-stack.js';
import { RedisCluster } from '../support/redis-cluster.js';

let cluster: RedisCluster;
let platform: PlatformStack;
let identity: IdentityStack;

beforeAll(async () => {
  cluster = await RedisCluster.start();
  [platform, identity] = [
    await platformStack({ redisUrl: cluster.url }),
    await identityStack({ redisUrl: cluster.url }),
  ];
});
afterAll(async () => {
  await identity?.close();
  await platform?.close();
  await cluster?.stop();
});

/** Calls that no Redis counted; the figure is the whole process's, which other specs share. */
async function uncountedCalls(): Promise<number> {
  const { text } = await platform.anonymous.get('/metrics');
  return Number(/^rate_limit_uncounted_total (\d+)$/m.exec(text)?.[1]);
}

describe('on a Redis Cluster of three nodes', () => {
  it('a queue delivers, calls are counted, and a revoked key is rejected', async () => {
    const tenant = await platform.createTenant();
    const { client, revoke } = await tenant.createKey([], 'live');
    const uncounted = await uncountedCalls();
    expect(uncounted).toBeGreaterThanOrEqual(0);
    const remaining: number[] = [];
    for (let n = 0; n < 3; n += 1) {
      const answer = await client.post('/v1/emails/send', tenant.email({ to: [`r${n}@example.test`] }));
      expect(answer.status).toBe(202);
      remaining.push(Number(answer.headers['x-ratelimit-remaining']));
    }
    expect(remaining).toEqual([remaining[0], remaining[0]! - 1, remaining[0]! - 2]);
    for (let n = 0; n < 3; n += 1) {
      await platform.mail.waitFor((mail) => mail.to.includes(`r${n}@example.test`), 10_000);
    }
    expect(await uncountedCalls()).toBe(uncounted);
    await revoke();
    expect((await client.post('/v1/emails/send', tenant.email({}))).status).toBe(401);
  });

  it('identity limits guesses', async () => {
    const user = await identity.createUser();
    const login = (password: string) => identity.service.post('/internal/sessions', { email: user.email, password });
    for (let n = 0; n < 10; n += 1) expect((await login('a wrong password')).status).toBe(401);
    expect((await login('a wrong password')).status).toBe(429);
  });

  it('has keys on more than one node', async () => {
    expect((await cluster.sizes()).filter((size) => size > 0).length).toBeGreaterThan(1);
  });
});
