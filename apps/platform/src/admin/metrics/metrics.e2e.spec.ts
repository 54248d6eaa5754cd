import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { waitUntil } from '#libs/testing';
import type { HttpClient } from '../../../../../test/support/http-client.js';
import { identityStack, type IdentityStack } from '../../../../../test/support/identity-stack.js';
import { platformStack, type PlatformStack } from '../../../../../test/support/platform-stack.js';
import { PlatformTally } from '../../platform-counts/platform-tally.js';

let identity: IdentityStack;
let platform: PlatformStack;
let operator: HttpClient;

beforeAll(async () => {
  identity = await identityStack();
  const { url, redisUrl } = identity;
  platform = await platformStack({ environment: { REDIS_URL: redisUrl, IDENTITY_URL: url, ISSUER: url } });
  const token = await identity.login(await identity.operator());
  operator = platform.anybody.with({ authorization: `Bearer ${token}` });
});
afterAll(async () => {
  await platform?.close();
  await identity?.close();
});

const read = async () => (await operator.get('/api/admin/metrics')).body.Metrics;

describe('GET /api/admin/metrics', () => {
  it('tells of tenants, messages, webhooks, queues and calls, of all tenants', async () => {
    const owners = [await identity.owner(), await identity.owner(), await identity.owner()];
    await identity.setTenantStatus(owners[0]?.tenantId ?? '', 'suspended');
    for (const tenant of [await platform.tenant(), await platform.tenant()]) {
      const { status } = await (await tenant.key()).post('/v1/emails/send', tenant.email());
      expect(status).toBe(202);
    }
    const tally = platform.app.get(PlatformTally, { strict: false });
    for (const status of ['delivered', 'delivered', 'delivered', 'failed']) tally.count('webhook', status);
    await tally.write();
    await waitUntil(async () => (await read()).Windows[0].ByChannel.email.Totals.Sent === 2, { timeoutMs: 10_000 });
    const Metrics = await read();
    expect(Metrics.Tenants).toEqual({ Active: 2, Trial: 0, Suspended: 1, Total: 3 });
    expect(Metrics.ApiCalls).toBe(2);
    expect(Metrics.Windows.map(({ Minutes }: { Minutes: number }) => Minutes)).toEqual([60, 1_440, 10_080]);
    for (const { ByChannel, Webhooks } of Metrics.Windows) {
      expect(ByChannel.email.Totals).toMatchObject({ Accepted: 2, Sent: 2, Bounced: 0 });
      expect(ByChannel.email.Rates).toMatchObject({ Sent: 1, Bounced: 0 });
      expect(ByChannel.sms.Rates.Sent).toBeNull();
      expect(Webhooks).toEqual({ Delivered: 3, Pending: 0, Failed: 1, SuccessRate: 0.75 });
    }
    expect(Metrics.Queues.map(({ Kind }: { Kind: string }) => Kind)).toContain('email.deliver');
  });

  it('tells the rest while identity does not answer', async () => {
    await identity.stop();
    await waitUntil(async () => (await read()).Tenants === null, { timeoutMs: 10_000 });
    expect((await read()).ApiCalls).toBe(2);
  });
});
