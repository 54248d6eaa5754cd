import { v7 } from 'uuid';
import { beforeAll, describe, expect, it } from 'vitest';
import { waitUntil } from '#libs/test/testing';
import { HttpClient } from '../../../../test/support/http-client.js';
import { identityStack, SERVICE_SECRET, type TestOwner } from '../../../../test/support/identity-stack.js';
import { useStack } from '../../../../test/support/use-stack.js';

const stack = useStack(identityStack);
let owner: TestOwner;

beforeAll(async () => {
  owner = await stack.createOwner();
});
/** Has Platform tell that a webhook was switched off; the host names the event. */
async function disabled(host: string, occurredAt = new Date()): Promise<void> {
  const payload = { webhookId: 'whk_0123456789abcdef', host, failingSince: occurredAt.toISOString() } as const;
  const event = { id: v7(), type: 'platform.webhook.disabled', tenantId: owner.tenantId, from: 'platform', payload };
  const platform = new HttpClient(stack.url, { authorization: `Bearer ${SERVICE_SECRET}` });
  const { body } = await platform.post('/internal/events', { ...event, occurredAt: occurredAt.toISOString() });
  expect(body.receipt).toBe('applied');
}

const mailsAbout = (host: string) => stack.mail.messages.filter(({ source }) => source.includes(host)).length;

describe('a mail to the admins about an event', () => {
  it('is not written for an event of before a restore, unless what had waited is sent', async () => {
    const before = new Date(Date.now() - 60_000);
    const held = (pending: string) =>
      stack.sql(`insert into queue_hold (reason, pending, ended_at) values ('Restored', $1, now())`, [pending]);
    await held('cancel');
    await disabled('told-before.test', before);
    await disabled('later.test', new Date(Date.now() + 60_000));
    await stack.sql('delete from queue_hold');
    await held('send');
    await disabled('wanted.test', before);
    await waitUntil(() => mailsAbout('later.test') === 1 && mailsAbout('wanted.test') === 1);
    expect(mailsAbout('told-before.test')).toBe(0);
  });
});
