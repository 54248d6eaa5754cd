import { describe, expect, it } from 'vitest';
import { waitUntil } from '#libs/test/testing';
import { graphqlCodes, graphqlData, operation } from '../../../../../test/support/graphql.js';
import type { HttpClient } from '../../../../../test/support/http-client.js';
import { platformStack } from '../../../../../test/support/platform-stack.js';
import { usePrepared, useStack } from '../../../../../test/support/use-stack.js';

const stack = useStack(() => platformStack());
const tenant = usePrepared(() => stack.createTenant());
const member = usePrepared(() => tenant.session('member'));

const DETAIL = `message { id internetMessageId channel status from to subject topicId templateId tags { key value } } body { text html }
  resendOf resends headers metadata attachmentCount events { type detail }`;
const READ = operation('query', 'message', { id: 'ID!' }, DETAIL);
const RESEND = operation('mutation', 'resendMessage', { id: 'ID!', idempotencyKey: 'String' }, DETAIL);

/** Sends a message; returns its id once it has left. */
async function sent(client: HttpClient, body: object): Promise<string> {
  const answer = await client.post('/api/messages/send', body);
  expect(answer.status).toBe(202);
  const id = answer.body.Messages[0].Id as string;
  await hasLeft(client, id);
  return id;
}

async function hasLeft(client: HttpClient, id: string): Promise<void> {
  await waitUntil(async () => {
    const { Status } = (await client.get(`/api/messages/${id}`)).body.Message;
    return !['queued', 'processing', 'sending'].includes(Status);
  });
}

const read = async (client: HttpClient, id: string) => (await graphqlData(client, READ, { id })).message;

describe('a message that is sent again', () => {
  it('is a new one of the same content to the same recipient, and each names the other', async () => {
    const attachment = {
      FileName: 'a.txt',
      ContentType: 'text/plain',
      Data: Buffer.from('x'.repeat(9_000)).toString('base64'),
    };
    const id = await sent(member, {
      Channel: 'email',
      ...tenant.email({ to: ['Ana <ana@example.test>', 'bo@example.test'], text: 'Hello' }),
      Headers: { 'X-Order': '7' },
      Tags: { kind: 'order' },
      Attachments: [attachment],
    });
    const { resendMessage: again } = await graphqlData(member, RESEND, { id });
    const first = await read(member, id);
    expect(again.message.id).not.toBe(id);
    expect(again.message).toMatchObject({
      from: first.message.from,
      to: first.message.to,
      subject: first.message.subject,
    });
    expect(again.message.tags).toEqual([{ key: 'kind', value: 'order' }]);
    expect(again.message.internetMessageId).toMatch(new RegExp(`^<${again.message.id}@`));
    expect(again).toMatchObject({
      body: { text: 'Hello' },
      headers: { 'X-Order': '7' },
      metadata: first.metadata,
      resendOf: id,
    });
    expect(first).toMatchObject({ resends: [again.message.id], resendOf: null, attachmentCount: 1 });
    await hasLeft(member, again.message.id);
    expect((await read(member, again.message.id)).message.status).toBe('sent');
    const mails = (await member.get('/api/messages?q=ana@example')).body.Messages;
    expect(mails).toHaveLength(2);
    const entries = await stack.sql(
      `select after from audit_entry where action = 'message.resent' and object_id = $1`,
      [id],
    );
    expect(entries).toEqual([{ after: { messageId: again.message.id } }]);
  });

  it('may be a text, or a push message to a topic', async () => {
    const text = await sent(member, { Channel: 'sms', To: ['+15005550100'], Body: 'Soon' });
    const push = await sent(member, {
      Channel: 'push',
      Topic: 'news',
      Notification: { Title: 'Hi', Body: 'There' },
      Data: { a: 'b' },
    });
    for (const [id, to] of [
      [text, '+15005550100'],
      [push, expect.stringContaining('news')],
    ]) {
      const { resendMessage } = await graphqlData(member, RESEND, { id });
      expect(resendMessage.message.to).toEqual(to);
      expect(resendMessage.body).toEqual((await read(member, id)).body);
    }
  });

  it('is sent once for one key', async () => {
    const id = await sent(member, { Channel: 'email', ...tenant.email() });
    const answers = [];
    for (let n = 0; n < 2; n += 1)
      answers.push((await graphqlData(member, RESEND, { id, idempotencyKey: 'once' })).resendMessage.message.id);
    expect(answers[0]).toBe(answers[1]);
    expect((await read(member, id)).resends).toEqual([answers[0]]);
  });

  it('goes through the checks of every other: who is suppressed gets nothing', async () => {
    const id = await sent(member, { Channel: 'email', ...tenant.email({ to: ['gone@example.test'] }) });
    await member.post('/api/suppressions', { Address: 'gone@example.test', Reason: 'manual' });
    expect(await graphqlCodes(member, RESEND, { id })).toEqual(['SuppressedAddress']);
  });
});

describe('a message that cannot be sent again', () => {
  it('is on its way', async () => {
    const SendAt = new Date(Date.now() + 3_600_000).toISOString();
    const { body } = await member.post('/api/messages/send', { Channel: 'email', ...tenant.email(), SendAt });
    expect(await graphqlCodes(member, RESEND, { id: body.Messages[0].Id })).toEqual(['Conflict']);
  });

  it('has no content any more', async () => {
    const id = await sent(member, { Channel: 'email', ...tenant.email() });
    await stack.sql(
      `update message_content set body_text = null, body_html = null
       where id = (select content_id from message where id = $1)`,
      [id],
    );
    expect(await graphqlCodes(member, RESEND, { id })).toEqual(['Gone']);
  });

  it('is of another account, or none', async () => {
    const id = await sent(member, { Channel: 'email', ...tenant.email() });
    const rival = await (await stack.createTenant()).session();
    expect(await graphqlCodes(rival, RESEND, { id })).toEqual(['NotFound']);
    expect(await graphqlCodes(member, RESEND, { id: 'nothing' })).toEqual(['NotFound']);
  });
});
