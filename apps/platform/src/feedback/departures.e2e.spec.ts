import { createTransport } from 'nodemailer';
import { describe, expect, it } from 'vitest';
import { HttpSink, waitUntil } from '#libs/test/testing';
import { arf } from '../../../../libs/mail/email/test-support/reports.js';
import { graphqlData, operation } from '../../../../test/support/graphql.js';
import type { HttpClient } from '../../../../test/support/http-client.js';
import { platformStack, type TestTenant } from '../../../../test/support/platform-stack.js';
import { BounceListener } from './listener/bounce-listener.js';
import { useStack } from '../../../../test/support/use-stack.js';

const PUBLIC_URL = 'https://t.demo.test';
const FORM = { 'content-type': 'application/x-www-form-urlencoded' };
const EVENTS = ['email.unsubscribed', 'contact.unsubscribed'];

const hooks = useStack(() => HttpSink.start());
const stack = useStack(() =>
  platformStack({
    environment: {
      PUBLIC_URL,
      OUTBOUND_ALLOW: hooks.host,
      RETURN_PATH_DOMAIN: 'bounces.demo.test',
      BOUNCE_PORT: '0',
    },
  }),
);

interface Reader {
  tenant: TestTenant;
  session: HttpClient;
  contactId: string;
  news: string;
  offers: string;
}

/** An account with two topics, a contact, and an endpoint for those who leave. */
async function account(): Promise<Reader> {
  const tenant = await stack.createTenant();
  const session = await tenant.session('admin');
  const topic = async (Name: string) => (await session.post('/api/topics', { Name })).body.Topic.Id as string;
  const [news, offers] = [await topic('News'), await topic('Offers')];
  expect((await session.post('/api/webhooks', { Url: hooks.url, Events: EVENTS })).status).toBe(201);
  const { body } = await session.post('/api/contacts', { Email: 'ana@example.test' });
  return { tenant, session, contactId: body.Contact.Id, news, offers };
}

interface Received {
  id: string;
  unsubscribe: string;
  preferences: string;
  returnPath: string;
}

async function received(
  { tenant }: Reader,
  more: object = {},
  environment: 'live' | 'test' = 'live',
): Promise<Received> {
  const { client } = await tenant.createKey([], environment);
  const text = 'https://unsubscribe-link.invalid/ https://preferences-link.invalid/';
  const { body } = await client.post('/v1/emails/send', tenant.email({ to: ['ana@example.test'], text, ...more }));
  const mail = await stack.mail.waitFor(({ source }) => source.includes(body.MessageId));
  const pathOf = (kind: string) =>
    new RegExp(`https://t\\.demo\\.test(/t/${kind}/[\\w-]+)`).exec(mail.source)?.[1] ?? '';
  return { id: body.MessageId, unsubscribe: pathOf('u'), preferences: pathOf('p'), returnPath: mail.from };
}

const post = async (path: string, body: string) =>
  expect((await stack.anonymous.send('POST', path, body, FORM)).status).toBe(200);

const unsubscribe = ({ unsubscribe: path }: Received) => post(path, 'List-Unsubscribe=One-Click');

/** Reads what webhooks are told: the type, the topic that was left, and the environment. */
async function told({ tenant }: Reader): Promise<unknown[][]> {
  const rows = await stack.sql<{ payload: string }>(
    'select payload from webhook_delivery where tenant_id = $1 order by id',
    [tenant.id],
  );
  return rows
    .map(({ payload }) => JSON.parse(payload))
    .map(({ EventType, Environment, Data }) => [EventType, Data.TopicId, Environment]);
}

const both = (topic: string | null, environment = 'live') => [
  ['email.unsubscribed', topic, environment],
  ['contact.unsubscribed', topic, environment],
];

describe('leaving a topic', () => {
  it('tells webhooks, and the timeline, which one', async () => {
    const reader = await account();
    const mail = await received(reader, { TopicId: reader.news });
    await unsubscribe(mail);
    await unsubscribe(mail);
    expect(await told(reader)).toEqual(both(reader.news));
    const { Message, Events } = (await reader.session.get(`/api/messages/${mail.id}`)).body;
    expect(Message.TopicId).toBe(reader.news);
    // The mail may arrive before it is recorded as sent.
    const left = (Events as { Type: string }[]).filter(({ Type }) => Type === 'unsubscribed');
    expect(left).toMatchObject([{ Detail: { Via: 'link', TopicId: reader.news } }]);
    const listed = (await reader.session.get('/api/messages?channel=email')).body.Messages;
    expect(listed).toEqual([expect.objectContaining({ TopicId: reader.news })]);
    const query = operation('query', 'message', { id: 'ID!' }, 'message { topicId }');
    expect((await graphqlData(reader.session, query, { id: mail.id })).message.message.topicId).toBe(reader.news);
  });

  it('tells null of a mail without one, of which everything is left', async () => {
    const reader = await account();
    await unsubscribe(await received(reader));
    expect(await told(reader)).toEqual(both(null));
  });

  it('tells the environment of the mail, of the contact, too', async () => {
    const reader = await account();
    await unsubscribe(await received(reader, {}, 'test'));
    expect(await told(reader)).toEqual(both(null, 'test'));
  });

  it('tells a later choice by the same mail, too, which reports count as one mail', async () => {
    const reader = await account();
    const mail = await received(reader, { TopicId: reader.news });
    await unsubscribe(mail);
    const shown = [reader.news, reader.offers, 'none'].map((id) => `shown=${id}`).join('&');
    await post(mail.preferences, shown);
    await post(mail.preferences, shown);
    expect((await told(reader)).toSorted()).toEqual(
      [...both(reader.news), ...both(reader.offers), ...both('none')].toSorted(),
    );
    const [counted] = await stack.sql(
      `select max(count)::int as count from event_total where tenant_id = $1 and event = 'unsubscribed'`,
      [reader.tenant.id],
    );
    expect(counted).toEqual({ count: 1 });
  });

  it('is told once by the button for nothing, however often it is pressed', async () => {
    const reader = await account();
    const { preferences } = await received(reader);
    await post(preferences, 'nothing=1');
    await post(preferences, 'nothing=1');
    expect(await told(reader)).toEqual(both(null));
  });

  it('is not told again of what comes back in part', async () => {
    const reader = await account();
    const { preferences } = await received(reader);
    await post(preferences, 'nothing=1');
    await post(preferences, `shown=${reader.news}&shown=${reader.offers}&shown=none&choice=${reader.news}`);
    expect(await told(reader)).toEqual(both(null));
  });

  it('is told of a report that asks for it', async () => {
    const reader = await account();
    const mail = await received(reader, { TopicId: reader.offers });
    const { port } = stack.app.get(BounceListener, { strict: false });
    const transport = createTransport({ host: '127.0.0.1', port: port!, ignoreTLS: true });
    const raw = arf({ 'Feedback-Type': 'opt-out' });
    await transport.sendMail({ envelope: { from: '', to: mail.returnPath }, raw });
    await transport.sendMail({ envelope: { from: '', to: mail.returnPath }, raw });
    transport.close();
    await waitUntil(async () => (await stack.sql(`select from outbox where kind = 'feedback.process'`)).length === 0);
    expect(await told(reader)).toEqual(both(reader.offers));
    const { body } = await reader.session.get('/api/suppressions');
    expect(body.Suppressions).toEqual([expect.objectContaining({ TopicId: reader.offers, Source: 'report' })]);
  });
});
