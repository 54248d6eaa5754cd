import { beforeAll, describe, expect, it } from 'vitest';
import { waitUntil } from '#libs/test/testing';
import type { HttpClient } from '../../../../../test/support/http-client.js';
import { wholeStack, type Account } from '../../../../../test/support/whole-stack.js';
import { PlatformTally } from '../../platform-counts/platform-tally.js';
import { useStack } from '../../../../../test/support/use-stack.js';

const stack = useStack(wholeStack);
let callers: Account[];
let operator: HttpClient;

beforeAll(async () => {
  callers = [await stack.createAccount(), await stack.createAccount(), await stack.createAccount()];
  operator = (callers[0] as Account).operator;
});
const EMAIL = {
  Source: 'hello@sender.test',
  Destination: { ToAddresses: ['someone@example.test'] },
  Message: { Subject: { Data: 'Hello' }, Body: { Text: { Data: 'Hello.' } } },
};

const read = async () => (await operator.get('/api/admin/metrics')).body.Metrics;

describe('GET /api/admin/metrics', () => {
  it('sums tenants, messages, webhooks, queues and calls of all tenants', async () => {
    const [suspended, ...others] = callers;
    await stack.identity.setTenantStatus(suspended?.owner.tenantId ?? '', 'suspended');
    for (const { key } of others) expect((await key.post('/v1/emails/send', EMAIL)).status).toBe(202);
    const tally = stack.platform.app.get(PlatformTally, { strict: false });
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

  it('answers the rest while identity does not answer', async () => {
    await stack.identity.stop();
    await waitUntil(async () => (await read()).Tenants === null, { timeoutMs: 10_000 });
    expect((await read()).ApiCalls).toBe(2);
  });
});
