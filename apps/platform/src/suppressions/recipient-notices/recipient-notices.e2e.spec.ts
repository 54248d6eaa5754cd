import { simpleParser } from 'mailparser';
import { createTransport } from 'nodemailer';
import { v7 } from 'uuid';
import { beforeEach, expect, it } from 'vitest';
import type { RecipientNotice } from '#libs/core/app-events';
import { waitUntil } from '#libs/test/testing';
import { arf, dsn } from '../../../../../libs/mail/email/test-support/reports.js';
import { SERVICE_SECRET } from '../../../../../test/support/app-stack.js';
import type { HttpClient } from '../../../../../test/support/http-client.js';
import { platformStack, type TestTenant } from '../../../../../test/support/platform-stack.js';
import { statementsOf } from '../../../../../test/support/statements.js';
import { BounceListener } from '../../feedback/listener/bounce-listener.js';
import { InboundTexts } from '../../sms/inbound/inbound-texts.service.js';
import { useStack } from '../../../../../test/support/use-stack.js';
import { startEventReceiver } from '../../../../../test/support/event-receiver.js';

const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

let acme: TestTenant;
let key: HttpClient;
let session: HttpClient;

const crm = useStack(startEventReceiver);
const stack = useStack(() =>
  platformStack({
    environment: {
      CRM_URL: crm.url,
      PUBLIC_URL: 'https://t.demo.test',
      RETURN_PATH_DOMAIN: 'bounces.demo.test',
      BOUNCE_PORT: '0',
    },
  }),
);
beforeEach(async () => {
  acme = await stack.createTenant();
  key = await acme.key();
  session = await acme.session();
});

/**
 * Reads what the CRM was told of this tenant, in the order in which it happened. The sink takes no batches, so the events of
 * one come again alone.
 */
const told = () =>
  uniqueById(
    crm.requests.flatMap(({ text }) => {
      const { events, payload, ...one } = JSON.parse(text);
      return (events ?? [{ payload }]).map((event: object) => ({ ...one, ...event }));
    }),
  )
    .filter(({ type, tenantId }) => type === 'platform.recipients.changed' && tenantId === acme.id)
    .flatMap(({ payload }): RecipientNotice[] => payload.notices)
    .toSorted((a, b) => Date.parse(a.occurredAt) - Date.parse(b.occurredAt));

const uniqueById = <T extends { id: string }>(events: readonly T[]): T[] => [
  ...new Map(events.map((event) => [event.id, event])).values(),
];

/** Waits until no job is left; returns each notice as one line. */
async function news(): Promise<string[]> {
  await waitUntil(async () => (await stack.sql('select from outbox where tenant_id = $1', [acme.id])).length === 0);
  return told().map(({ address, change, source }) => `${address} ${change} ${source}`);
}

/** A mail to the address, with its links. */
async function received(to: string, more: object = {}) {
  const text = 'https://unsubscribe-link.invalid/ https://preferences-link.invalid/';
  const { body } = await key.post('/v1/emails/send', { ...acme.email({ to: [to], text }), ...more });
  const { source, from } = await stack.mail.waitFor((one) => one.source.includes(body.MessageId));
  const pathOf = (kind: string) => new RegExp(`https://t\\.demo\\.test(/t/${kind}/[\\w-]+)`).exec(source)?.[1] ?? '';
  return { id: body.MessageId as string, unsubscribe: pathOf('u'), preferences: pathOf('p'), returnPath: from };
}

const press = async (path: string, body: string) =>
  expect((await stack.anonymous.send('POST', path, body, FORM)).status).toBe(200);

async function report(returnPath: string, raw: Buffer): Promise<void> {
  const { port } = stack.app.get(BounceListener, { strict: false });
  const transport = createTransport({ host: '127.0.0.1', port: port!, ignoreTLS: true });
  await transport.sendMail({ envelope: { from: '', to: returnPath }, raw });
  transport.close();
}

it('who unsubscribes by the link of a mail is told to the CRM, and who leaves one topic is not', async () => {
  const { body } = await session.post('/api/topics', { Name: 'News' });
  const ofTopic = await received('ana@example.test', { TopicId: body.Topic.Id });
  await press(ofTopic.unsubscribe, 'List-Unsubscribe=One-Click');
  expect(await news()).toEqual([]);
  const { unsubscribe } = await received('Ana@example.test');
  await press(unsubscribe, 'List-Unsubscribe=One-Click');
  await press(unsubscribe, 'List-Unsubscribe=One-Click');
  expect(await news()).toEqual(['ana@example.test unsubscribed link']);
});

it('who wants nothing on the page of choices and comes back is told each time', async () => {
  const { preferences } = await received('bia@example.test');
  await press(preferences, 'nothing=1');
  expect(await news()).toEqual(['bia@example.test unsubscribed preferences']);
  await press(preferences, 'shown=none&choice=none');
  expect(await news()).toEqual([
    'bia@example.test unsubscribed preferences',
    'bia@example.test resubscribed preferences',
  ]);
});

it('a complaint and a hard bounce by a report are told once, a soft bounce is not', async () => {
  const [complained, gone, full] = await Promise.all(
    ['caio@example.test', 'gone@nowhere.test', 'full@example.test'].map((to) => received(to)),
  );
  const bounce = (to: string, status: string, text: string) =>
    dsn({ 'Final-Recipient': `rfc822; ${to}`, Action: 'failed', Status: status, 'Diagnostic-Code': `smtp; ${text}` });
  await report(full!.returnPath, bounce('full@example.test', '5.2.2', '552 5.2.2 mailbox full'));
  for (let n = 0; n < 2; n += 1) {
    await report(complained!.returnPath, arf({ 'Feedback-Type': 'abuse' }));
    await report(gone!.returnPath, bounce('gone@nowhere.test', '5.1.2', '550 5.1.2 Host unknown'));
  }
  expect((await news()).toSorted()).toEqual([
    'caio@example.test complained report',
    'gone@nowhere.test bounced report',
  ]);
  expect(told().find(({ change }) => change === 'bounced')).toMatchObject({ channel: 'email', isDomainGone: true });
});

it('addresses that the relay refuses for good are told in one event for each batch of mails', async () => {
  const to = Array.from({ length: 20 }, (_, n) => `no-${n}@example.test`);
  for (const one of to) stack.mail.refuse(one, { code: 550, message: '5.1.1 no such user' });
  const Messages = to.map((one) => acme.email({ to: [one] }));
  const statements = await statementsOf(async () => {
    expect((await key.post('/v1/emails/batch', { Messages })).status).toBe(202);
    expect((await news()).toSorted()).toEqual(to.map((one) => `${one} bounced report`).toSorted());
  }, /insert into outbox/);
  expect(told().every(({ isDomainGone }) => !isDomainGone)).toBe(true);
  // The batch of mails itself, and at most an event for each chunk of deliveries.
  expect(statements.length).toBeLessThan(8);
});

it('mails that arrive are no news of their recipients, and cost a statement for each chunk of reports', async () => {
  const statements = await statementsOf(async () => {
    const Messages = Array.from({ length: 20 }, (_, n) => acme.email({ to: [`fine-${n}@example.test`] }));
    await key.post('/v1/emails/batch', { Messages });
    await waitUntil(async () => {
      const [row] = await stack.sql<{ sent: number }>(
        `select count(*)::int as sent from message where tenant_id = $1 and status = 'sent'`,
        [acme.id],
      );
      return row?.sent === 20;
    });
  }, /insert into outbox/);
  // That which accepts them, and the reports of the messages.
  expect(statements.length).toBeLessThanOrEqual(4);
  expect(await news()).toEqual([]);
});

it('what the account records is told by its reason; an own entry alone is a return when it is deleted', async () => {
  const create = async (body: object) => (await session.post('/api/suppressions', body)).body.Suppression.Id;
  const left = await create({ Address: 'api@example.test', Reason: 'unsubscribe' });
  await create({ Address: 'api@example.test', Reason: 'unsubscribe' });
  await create({ Address: '+5511987654321', Reason: 'unsubscribe' });
  await create({ Address: 'manual@example.test' });
  expect(await news()).toEqual(['api@example.test unsubscribed api', '+5511987654321 unsubscribed api']);
  expect((await session.delete(`/api/suppressions/${left}`)).status).toBe(204);
  expect((await news()).slice(2)).toEqual(['api@example.test resubscribed api']);
  await session.delete('/api/suppressions/manual@example.test');
  expect(await news()).toHaveLength(3);
});

it('a contact that a client of Resend unsubscribes is told, and is back when that is taken back', async () => {
  const { body } = await key.post('/contacts', { email: 'ana@example.test', unsubscribed: true });
  expect(await news()).toEqual(['ana@example.test unsubscribed api']);
  expect((await key.patch(`/contacts/${body.id}`, { unsubscribed: false })).status).toBe(200);
  expect((await news()).slice(1)).toEqual(['ana@example.test resubscribed api']);
});

it('a list with double opt-in that is confirmed is a return, unless the recipient still wants nothing', async () => {
  const { body: list } = await session.post('/api/lists', { Name: 'News', DoubleOptIn: true });
  for (const Email of ['fay@example.test', 'gil@example.test']) {
    const { body } = await session.post('/api/contacts', { Email });
    await session.post(`/api/lists/${list.List.Id}/members`, { ContactIds: [body.Contact.Id] });
    const { raw } = await stack.mail.waitFor(({ to }) => to.includes(Email));
    const path = /https:\/\/t\.demo\.test(\/t\/l\/[\w.~-]+)/.exec((await simpleParser(raw)).text ?? '')?.[1] ?? '';
    if (Email.startsWith('gil')) await session.post('/api/suppressions', { Address: Email, Reason: 'unsubscribe' });
    expect((await stack.anonymous.send('POST', path)).text).toContain('You are subscribed');
  }
  expect(await news()).toEqual(['fay@example.test resubscribed confirmation', 'gil@example.test unsubscribed api']);
});

it('a text with STOP is told, and START when no other sender was stopped', async () => {
  const texts = stack.app.get(InboundTexts, { strict: false });
  const take = (keyword: 'stop' | 'start', to: string, body: string) =>
    texts.apply(acme.id, { carrierId: v7(), keyword, from: '+5511987654321', to, body }, {});
  await take('stop', '+5511900000001', 'PARAR');
  await take('stop', '+5511900000002', 'PARAR');
  await take('start', '+5511900000001', 'START');
  expect(await news()).toHaveLength(2);
  await take('start', '+5511900000002', 'START');
  expect((await news()).slice(2)).toEqual(['+5511987654321 resubscribed text']);
});

it('what the CRM said itself is not told back, and a tenant without the CRM is not told of', async () => {
  const notices = [{ channel: 'email', address: 'dora@example.test', suppressed: true }];
  const event = { id: v7(), type: 'crm.consent.changed', tenantId: acme.id, from: 'crm', payload: { notices } };
  const sender = stack.anonymous.with({ authorization: `Bearer ${SERVICE_SECRET}` });
  const answer = await sender.post('/internal/events', { ...event, occurredAt: new Date().toISOString() });
  expect(answer.body.receipt).toBe('applied');
  expect(await news()).toEqual([]);
  acme = await stack.createTenant(['mail']);
  session = await acme.session();
  await session.post('/api/suppressions', { Address: 'eva@example.test', Reason: 'unsubscribe' });
  expect(await news()).toEqual([]);
});
