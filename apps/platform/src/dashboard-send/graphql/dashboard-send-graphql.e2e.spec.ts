import { describe, expect, it } from 'vitest';
import { askGraphql, graphqlCodes, graphqlData, operation } from '../../../../../test/support/graphql.js';
import { platformStack } from '../../../../../test/support/platform-stack.js';
import { usePrepared, useStack } from '../../../../../test/support/use-stack.js';

const stack = useStack(platformStack);
const tenant = usePrepared(() => stack.createTenant());
const member = usePrepared(() => tenant.session('member'));

const SENT = 'messages { id status } reusedIdempotency';
const EMAIL = operation('mutation', 'sendEmail', { input: 'SendEmailInput!' }, SENT);
const SMS = operation('mutation', 'sendSms', { input: 'SendSmsInput!' }, SENT);
const PUSH = operation('mutation', 'sendPush', { input: 'SendPushInput!' }, SENT);
const READ = operation(
  'query',
  'message',
  { id: 'ID!' },
  'message { channel subject tags { key value } } body { text }',
);

const email = (changes: object = {}) => ({
  source: tenant.source,
  destination: { toAddresses: ['someone@example.test'] },
  message: { subject: { data: 'Hello' }, body: { text: { data: 'Hi.' } } },
  ...changes,
});
const attachment = { fileName: 'a.txt', contentType: 'text/plain', data: 'eA==' };

describe('sending by GraphQL', () => {
  it('takes e-mails, texts and push messages, and answers what waits', async () => {
    const { sendEmail } = await graphqlData(member, EMAIL, {
      input: email({ tags: { Kind: 'order' }, attachments: [attachment] }),
    });
    const { sendSms } = await graphqlData(member, SMS, { input: { to: ['+15005550100'], body: 'Hi' } });
    const notification = { title: 'Hi', body: 'Hello.' };
    const { sendPush } = await graphqlData(member, PUSH, { input: { topic: 'news', notification } });
    for (const sent of [sendEmail, sendSms, sendPush])
      expect(sent).toEqual({ messages: [{ id: expect.any(String), status: 'queued' }], reusedIdempotency: false });
    const { message } = await graphqlData(member, READ, { id: sendEmail.messages[0].id });
    expect(message).toEqual({
      message: { channel: 'email', subject: 'Hello', tags: [{ key: 'Kind', value: 'order' }] },
      body: { text: 'Hi.' },
    });
  });

  it('sends once what is sent twice with one key, also where REST sent it before', async () => {
    const input = email({ idempotencyKey: 'once' });
    const first = (await graphqlData(member, EMAIL, { input })).sendEmail;
    const again = (await graphqlData(member, EMAIL, { input })).sendEmail;
    expect(again).toEqual({ messages: first.messages, reusedIdempotency: true });
    const body = { Channel: 'sms', To: ['+15005550100'], Body: 'Hi', IdempotencyKey: 'both' };
    const { body: byRest } = await member.post('/api/messages/send', body);
    const text = { to: ['+15005550100'], body: 'Hi', idempotencyKey: 'both' };
    const { sendSms } = await graphqlData(member, SMS, { input: text });
    expect(sendSms.messages[0].id).toBe(byRest.Messages[0].Id);
    expect(sendSms.reusedIdempotency).toBe(true);
  });

  it('names what is wrong by the names of GraphQL', async () => {
    const { errors } = await askGraphql(member, EMAIL, {
      input: email({ attachments: [{ ...attachment, data: '?' }] }),
    });
    expect(errors[0]!.extensions).toMatchObject({
      code: 'ValidationError',
      details: [{ Field: 'attachments[0].data' }],
    });
  });

  it('is refused without a session, and without a text', async () => {
    expect(await graphqlCodes(stack.anonymous, EMAIL, { input: email() })).toEqual(['AuthorizationError']);
    expect(await graphqlCodes(member, SMS, { input: { to: ['+15005550100'] } })).not.toEqual([]);
  });
});
