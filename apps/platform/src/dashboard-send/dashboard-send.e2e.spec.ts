import { describe, expect, it } from 'vitest';
import { platformStack } from '../../../../test/support/platform-stack.js';
import { statementsOf } from '../../../../test/support/statements.js';
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

describe('a send of any channel', () => {
  /** Matches the statements of sending: no other statement uses these tables in these ways. */
  const OF_SENDING = /idempotency_key|usage_counter|insert into message_content/;

  const bodyOf = (channel: string): Record<string, unknown> => {
    const { Source, Destination } = acme.email() as Record<string, unknown>;
    if (channel === 'email') return { Channel: 'email', Source, Destination };
    return channel === 'sms' ? { Channel: 'sms', To: ['+15005550100'] } : { Channel: 'push', Topic: 'news' };
  };

  const createTemplate = async (Channel: string, Name: string): Promise<string> => {
    const { body } = await member.post('/api/templates', { Name, Channel, Subject: 'S', Text: 'T' });
    return body.Template.Id;
  };

  it.each(['email', 'sms', 'push'])(
    'is accepted by one statement, and answered by one more if repeated: %s',
    async (channel) => {
      const request = {
        ...bodyOf(channel),
        TemplateId: await createTemplate(channel, `One ${channel}`),
        IdempotencyKey: `one-${channel}`,
      };
      const sendOnce = async () => expect((await send(request)).status).toBe(202);
      expect(await statementsOf(sendOnce, OF_SENDING)).toHaveLength(1);
      expect(await statementsOf(sendOnce, OF_SENDING)).toHaveLength(2);
    },
  );

  it.each(['email', 'sms', 'push'])(
    'is answered as before if it is invalid when it is repeated: %s',
    async (channel) => {
      const TemplateId = await createTemplate(channel, `Gone ${channel}`);
      const request = { ...bodyOf(channel), TemplateId };
      const key = { 'idempotency-key': `gone-${channel}` };
      const first = await send(request, key);
      await member.delete(`/api/templates/${TemplateId}`);
      const again = await send(request, key);
      expect(again.body).toMatchObject({ Messages: first.body.Messages, ReusedIdempotency: true });
      const other = await send({ ...request, Tags: { a: 'b' } }, key);
      expect([other.status, other.body.Error.Code]).toEqual([409, 'IdempotencyConflict']);
      const unknown = await send(request);
      expect([unknown.status, unknown.body.Error.Details[0].Field]).toEqual([422, 'TemplateId']);
    },
  );
});
