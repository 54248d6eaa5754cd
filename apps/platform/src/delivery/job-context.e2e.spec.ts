import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { logger } from '#libs/core/observability';
import { HttpSink, waitUntil } from '#libs/test/testing';
import { platformStack, type PlatformStack, type TestTenant } from '../../../../test/support/platform-stack.js';
import { TestWebhook } from '../../../../test/support/webhooks.js';

let stack: PlatformStack;
let endpoint: HttpSink;
let acme: TestTenant;
const lines: Record<string, unknown>[] = [];

beforeAll(async () => {
  endpoint = await HttpSink.start();
  endpoint.answer({ status: 500 });
  stack = await platformStack({ environment: { OUTBOUND_ALLOW: new URL(endpoint.url).host } });
  acme = await stack.createTenant();
  await TestWebhook.create(stack, endpoint.url, acme);
  const destination = { write: (line: string) => void lines.push(JSON.parse(line) as Record<string, unknown>) };
  logger.configure({ service: 'platform', level: 'info', destination });
});
afterAll(async () => {
  logger.configure({ service: 'platform', level: 'silent' });
  await stack?.close();
  await endpoint?.stop();
});

const failures = () => lines.filter(({ msg }) => msg === 'A message was not delivered');

describe('a message that cannot be delivered', () => {
  it('is logged with the id of the request that sent it; its webhook carries that id, too', async () => {
    const client = await acme.key();
    const send = (n: number) => client.post('/v1/emails/send', acme.email({ to: [`refused+${n}@sandbox.test`] }));
    // Together, so that they share a commit.
    const answers = await Promise.all([1, 2, 3, 4].map(send));
    const batch = await client.post('/v1/emails/batch', { Messages: [acme.email({ to: ['refused@sandbox.test'] })] });
    await waitUntil(() => failures().length === 5);
    const requestOf = new Map(failures().map(({ messageId, requestId }) => [messageId, requestId]));
    for (const { status, body, headers } of answers) {
      expect(status).toBe(202);
      expect(requestOf.get(body.MessageId)).toBe(headers['x-request-id']);
    }
    expect([...requestOf.values()]).toContain(batch.headers['x-request-id']);
    for (const line of failures()) expect(line).toMatchObject({ tenantId: acme.id, kind: 'email.deliver' });
    const rows = await waitUntil(async () => {
      const found = await stack.sql<{ requestId: string }>(
        `select context->>'requestId' as "requestId" from outbox where tenant_id = $1 and kind = 'webhook.deliver'`,
        [acme.id],
      );
      return found.length === 5 ? found : undefined;
    });
    expect(rows.map(({ requestId }) => requestId).sort()).toEqual([...requestOf.values()].sort());
  });
});
