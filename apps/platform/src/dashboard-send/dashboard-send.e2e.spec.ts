import { describe, expect, it } from 'vitest';
import { platformStack } from '../../../../test/support/platform-stack.js';
import { usePrepared, useStack } from '../../../../test/support/use-stack.js';

const stack = useStack(() => platformStack({ environment: { ROLE: 'api' } }));
const acme = usePrepared(() => stack.createTenant());
const member = usePrepared(() => acme.session('member'));

const send = (body: unknown, headers: Record<string, string> = {}) => member.post('/api/messages/send', body, headers);

describe('sending from the dashboard', () => {
  it('takes an e-mail with the fields of /v1/emails/send', async () => {
    const { status, body } = await send({
      Channel: 'email',
      ...acme.email({ to: ['a@example.test', 'b@example.test'] }),
    });
    expect(status).toBe(202);
    expect(body.Messages).toEqual([
      { Id: expect.stringMatching(/^msg_/), Status: 'queued' },
      { Id: expect.stringMatching(/^msg_/), Status: 'queued' },
    ]);
  });

  it('takes a text with the fields of /v1/sms/send', async () => {
    const { body } = await send({ Channel: 'sms', To: ['+15005550100'], Body: 'Hello.' });
    expect(body.Messages[0].Id).toMatch(/^sms_/);
  });

  it('is done once for the same key', async () => {
    const email = { Channel: 'email', ...acme.email() };
    const first = await send(email, { 'idempotency-key': 'dashboard-1' });
    const again = await send(email, { 'idempotency-key': 'dashboard-1' });
    expect(again.body).toMatchObject({ Messages: first.body.Messages, ReusedIdempotency: true });
  });

  it.each([
    ['without a channel', {}, 'Channel'],
    ['for an unknown channel', { Channel: 'fax' }, 'Channel'],
    [
      'with a field of another channel',
      { Channel: 'sms', To: ['+15005550100'], Body: 'x', Source: 'a@b.test' },
      'Source',
    ],
    ['with an array for a body', [], ''],
  ])('is refused %s', async (_case, body, field) => {
    const answer = await send(body);
    expect([answer.status, answer.body.Error.Details[0].Field]).toEqual([400, field]);
  });

  it('is rejected in a suspended tenant, where reading still works', async () => {
    const tenant = await stack.createTenant();
    const own = await tenant.session();
    await tenant.setStatus('suspended');
    expect((await own.post('/api/messages/send', { Channel: 'email', ...tenant.email() })).status).toBe(403);
    expect((await own.get('/api/messages')).status).toBe(200);
  });
});
