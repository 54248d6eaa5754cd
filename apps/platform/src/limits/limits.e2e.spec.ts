import { describe, expect, it } from 'vitest';
import { waitUntil } from '#libs/test/testing';
import { platformStack } from '../../../../test/support/platform-stack.js';
import { useStack } from '../../../../test/support/use-stack.js';

const LIMITS = { AUTH_CALLS_PER_MINUTE: '5', VISITOR_CALLS_PER_MINUTE: '3', FAILED_CALLS_PER_MINUTE: '4' };

const stack = useStack(() => platformStack({ environment: { ...LIMITS, TRUST_PROXY: '127.0.0.1', ROLE: 'api' } }));

const from = (address: string) => stack.anonymous.with({ 'x-forwarded-for': address });

async function statuses(calls: number, call: () => Promise<{ status: number }>): Promise<number[]> {
  const seen: number[] = [];
  for (let n = 0; n < calls; n += 1) seen.push((await call()).status);
  return seen;
}

describe('calls of one class from one address', () => {
  it('are limited as configured, whatever their answers', async () => {
    const client = from('192.0.2.1');
    expect(await statuses(6, () => client.get('/api/auth/me'))).toEqual([401, 401, 401, 401, 401, 429]);
    const { headers, body } = await client.post('/api/auth/logout');
    expect(body.Error).toMatchObject({ Type: 'Sender', Code: 'Throttling' });
    expect(headers).toMatchObject({ 'x-ratelimit-limit': '5', 'x-ratelimit-remaining': '0' });
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    expect(headers['x-ratelimit-reset']).toBe(headers['retry-after']);
  });

  it('are another class for the links of mail, of which forged ones count', async () => {
    const client = from('192.0.2.1');
    expect(await statuses(4, () => client.get('/t/u/forged'))).toEqual([404, 404, 404, 429]);
    expect((await client.get('/t/c/forged')).status).toBe(429);
  });

  it('are those of a whole network for IPv6', async () => {
    const addresses = ['2001:db8::1', '2001:db8::2', '2001:db8::ffff:3', '2001:db8::4'];
    const seen = [];
    for (const address of addresses) seen.push((await from(address).get('/t/u/forged')).status);
    expect(seen).toEqual([404, 404, 404, 429]);
    expect((await from('2001:db8:0:1::1').get('/t/u/forged')).status).toBe(404);
  });
});

describe('calls with a wrong credential from one address', () => {
  const refused = { authorization: 'Bearer nonsense' };

  it('lead to 429 for all its calls, and for no other address', async () => {
    const tenant = await stack.createTenant();
    const key = await tenant.key();
    const [bad, good] = [from('192.0.2.9').with(refused), key.with({ 'x-forwarded-for': '192.0.2.9' })];
    expect((await good.get('/v1/account')).status).toBe(200);
    await waitUntil(async () => (await bad.get('/v1/account')).status === 429);
    const { status, headers } = await good.get('/v1/account');
    expect([status, headers['x-ratelimit-limit']]).toEqual([429, '4']);
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    expect((await key.with({ 'x-forwarded-for': '192.0.2.10' }).get('/v1/account')).status).toBe(200);
  });

  it('do not limit calls with a valid one', async () => {
    const key = (await (await stack.createTenant()).key()).with({ 'x-forwarded-for': '192.0.2.11' });
    expect(await statuses(8, () => key.get('/v1/account'))).toEqual(Array(8).fill(200));
  });
});

describe('the address of a caller', () => {
  it('is not taken from headers of an untrusted proxy', async () => {
    const direct = await platformStack({ environment: { ...LIMITS, ROLE: 'api' } });
    try {
      const seen = [];
      for (let n = 1; n < 5; n += 1) {
        const claimed = { 'x-forwarded-for': `192.0.2.${n}` };
        seen.push((await direct.anonymous.get('/t/u/forged', claimed)).status);
      }
      expect(seen).toEqual([404, 404, 404, 429]);
    } finally {
      await direct.close();
    }
  });
});
