import { afterEach, describe, expect, it } from 'vitest';
import { v7 } from 'uuid';
import { twilioSignature } from '#libs/messaging/sms';
import { HttpSink, waitUntil } from '#libs/test/testing';
import { SERVICE_SECRET } from '../../../../../../test/support/app-stack.js';
import {
  closeCentres,
  LOOPBACK,
  partyWithSmpp,
  startCentre,
  textOf,
} from '../../../../../../test/support/own-carriers.js';
import { messageWithStatus } from '../../../../../../test/support/message-status.js';
import { platformStack, type TestTenant } from '../../../../../../test/support/platform-stack.js';
import {
  addSender,
  CARRIER_TOKEN,
  createParty,
  number,
  type Party,
  sendText,
  SMS_FROM,
  smsUrl,
  startTextCarrier,
} from '../../../../../../test/support/texting.js';
import { useStack } from '../../../../../../test/support/use-stack.js';
import { Maintenance } from '../../../maintenance/maintenance.service.js';

const PUBLIC_URL = 'https://api.service.test';
const CALLBACK = `${PUBLIC_URL}/callbacks/sms/inbound`;

const carrier = useStack(startTextCarrier);
const hooks = useStack(() => HttpSink.start());
const stack = useStack(() =>
  platformStack({
    environment: {
      SMS_URL: smsUrl(carrier),
      SMS_FROM,
      PUBLIC_URL,
      OUTBOUND_ALLOW: `${LOOPBACK},${hooks.host}`,
      KEEP_MESSAGES_DAYS: '90',
    },
  }),
);
afterEach(closeCentres);

interface Owner extends Party {
  /** Its confirmed number. */
  value: string;
}

async function owner(value = number()): Promise<Owner> {
  const party = await createParty(stack);
  const id = await addSender(party.session, value);
  await (await stack.operator()).post(`/api/admin/sms/senders/${id}/confirm`, {});
  return { ...party, value };
}

let sid = 0;

/** Hands a text in as the installation's carrier does; returns the status of the answer. */
async function comesIn(From: string, To: string, Body: string, MessageSid = `SMin${(sid += 1)}`): Promise<number> {
  const fields = { MessageSid, From, To, Body };
  const response = await fetch(`${stack.url}/callbacks/sms/inbound`, {
    method: 'POST',
    headers: { 'x-twilio-signature': twilioSignature(CALLBACK, fields, CARRIER_TOKEN) },
    body: new URLSearchParams(fields),
  });
  await response.arrayBuffer();
  return response.status;
}

async function subscribe({ session }: Party): Promise<string> {
  const path = `/${v7()}`;
  const body = { Url: `${hooks.url}${path}`, Events: ['sms.received'] };
  expect((await session.post('/api/webhooks', body)).status).toBe(201);
  return path;
}

/** The events that came to a path. */
const eventsAt = (path: string) =>
  hooks.requests.filter((request) => request.path === path).map(({ text }) => JSON.parse(text));

async function eventAt(path: string) {
  await waitUntil(() => eventsAt(path).length > 0);
  return eventsAt(path)[0];
}

const listed = async ({ session }: Party, query = '') => (await session.get(`/api/sms/inbound${query}`)).body.Texts;

describe('a text to a number of an account', () => {
  it('is told to webhooks and kept, whatever it says', async () => {
    const party = await owner();
    const [path, from] = [await subscribe(party), number()];
    expect(await comesIn(from, party.value, 'Where is my order? 📦')).toBe(204);
    const event = await eventAt(path);
    expect(event).toMatchObject({ EventType: 'sms.received', Environment: 'live', TenantId: party.tenant.id });
    expect(event.Data).toEqual({
      InboundId: expect.stringMatching(/^itx_[0-9a-f]{16}$/),
      From: from,
      To: party.value,
      Body: 'Where is my order? 📦',
      Keyword: null,
      ReceivedAt: event.CreatedAt,
    });
    const { InboundId: Id, ...told } = event.Data;
    expect(await listed(party)).toEqual([{ Id, Environment: 'live', ...told }]);
    const reader = await party.tenant.key('messages:read');
    expect((await reader.get(`/v1/sms/inbound/${Id}`)).body.Text).toEqual({ Id, Environment: 'live', ...told });
  });

  it('is told and kept once, however often the carrier repeats it', async () => {
    const party = await owner();
    const [path, from] = [await subscribe(party), number()];
    for (const Body of ['Yes', 'Yes', 'Yes']) expect(await comesIn(from, party.value, Body, 'SMrepeated')).toBe(204);
    expect(await comesIn(from, party.value, 'No')).toBe(204);
    await waitUntil(() => eventsAt(path).length > 1);
    expect(
      eventsAt(path)
        .map(({ Data }) => Data.Body)
        .toSorted(),
    ).toEqual(['No', 'Yes']);
    expect((await listed(party)).map(({ Body }: { Body: string }) => Body)).toEqual(['No', 'Yes']);
  });

  it('applies its keyword, too', async () => {
    const party = await owner();
    const [path, from] = [await subscribe(party), number()];
    await comesIn(from, party.value, 'PARAR');
    expect((await eventAt(path)).Data).toMatchObject({ Keyword: 'stop', Body: 'PARAR' });
    expect((await sendText(party.live, { To: [from], From: party.value })).status).toBe(422);
  });

  it('is of the account that has confirmed the number alone', async () => {
    const [party, rival] = [await owner(), await createParty(stack)];
    await addSender(rival.session, party.value);
    const path = await subscribe(rival);
    await comesIn(number(), party.value, 'Hello');
    expect([await listed(party), await listed(rival)]).toMatchObject([[{ Body: 'Hello' }], []]);
    const [{ Id }] = await listed(party);
    expect((await rival.session.get(`/api/sms/inbound/${Id}`)).status).toBe(404);
    expect(eventsAt(path)).toEqual([]);
  });

  it('is found by its numbers', async () => {
    const party = await owner();
    const [ana, bia] = [number(), number()];
    await comesIn(ana, party.value, 'one');
    await comesIn(bia, party.value, 'two');
    await comesIn(ana, party.value, 'three');
    const bodies = async (query: string) => (await listed(party, query)).map(({ Body }: { Body: string }) => Body);
    expect(await bodies('')).toEqual(['three', 'two', 'one']);
    expect(await bodies(`?sender=${encodeURIComponent(ana)}`)).toEqual(['three', 'one']);
    expect(await bodies(`?recipient=${encodeURIComponent(party.value)}&limit=1`)).toEqual(['three']);
    expect(await bodies(`?recipient=${encodeURIComponent(ana)}`)).toEqual([]);
    const { body } = await party.session.get('/api/sms/inbound?limit=2');
    expect(body.HasMore).toBe(true);
    expect(await bodies(`?limit=2&cursor=${body.NextCursor}`)).toEqual(['one']);
  });
});

describe('a text to the sender of the installation', () => {
  it('is of no account: it is neither kept nor told, and its keyword applies for who texted the telephone', async () => {
    const party = await createParty(stack);
    const [path, from] = [await subscribe(party), number()];
    const { body } = await sendText(party.live, { To: [from] });
    await messageWithStatus(party.session, `/api/messages/${body.MessageId}`, 'sent');
    expect(await comesIn(from, SMS_FROM, 'Hello')).toBe(204);
    expect(await comesIn(from, SMS_FROM, 'STOP')).toBe(204);
    expect((await sendText(party.live, { To: [from] })).status).toBe(422);
    expect([await listed(party), eventsAt(path)]).toEqual([[], []]);
  });
});

describe('a text by the carrier of an account', () => {
  it('is kept and told, to a sender that the account has alone', async () => {
    const centre = await startCentre();
    const party = await partyWithSmpp(stack, centre);
    const path = await subscribe(party);
    const { body } = await sendText(party.live, { To: [number()] });
    await messageWithStatus(party.session, `/api/messages/${body.MessageId}`, 'sent');
    const from = number();
    expect((await centre.deliver(textOf(from, number(), 'Elsewhere'))).command_status).toBe(0);
    expect((await centre.deliver(textOf(from, party.value, 'Thank you'))).command_status).toBe(0);
    expect((await eventAt(path)).Data).toMatchObject({ From: from, To: party.value, Body: 'Thank you', Keyword: null });
    expect(await listed(party)).toMatchObject([{ Body: 'Thank you', Environment: 'live' }]);
  });
});

describe('a text that the sandbox plays', () => {
  it('is kept and told as one of test, once', async () => {
    const party = await createParty(stack);
    const path = await subscribe(party);
    const text = { From: '+15005550100', To: '+5511912345678', Body: 'Where is my order?', Id: 'played' };
    const { body } = await party.session.post('/api/sms/inbound', text);
    expect(body).toMatchObject({ Keyword: null, Applied: false, Reply: null });
    expect((await party.session.post('/api/sms/inbound', text)).body.InboundId).toBeNull();
    expect(await eventAt(path)).toMatchObject({ Environment: 'test', Data: { InboundId: body.InboundId } });
    expect(await listed(party)).toMatchObject([{ Id: body.InboundId, Environment: 'test' }]);
    const toShared = await party.session.post('/api/sms/inbound', { ...text, To: SMS_FROM, Id: 'shared' });
    expect(toShared.body.InboundId).toBeNull();
  });
});

const ERASED = {
  contactId: 'cnt_0123456789abcdef',
  requestId: null,
  leadIds: [],
  emails: [],
  phones: ['+5511987654321'],
};

describe('the texts that an account has received', () => {
  const play = async (party: Party, From: string) =>
    (await party.session.post('/api/sms/inbound', { From, To: '+5511912345678', Body: 'Hello' })).body.InboundId;

  async function receive(tenant: TestTenant, type: string, payload: object): Promise<void> {
    const crm = stack.anonymous.with({ authorization: `Bearer ${SERVICE_SECRET}` });
    const event = { id: v7(), type, tenantId: tenant.id, from: 'crm', occurredAt: new Date().toISOString(), payload };
    expect((await crm.post('/internal/events', event)).body.receipt).toBe('applied');
  }

  it('lose those of a person who is erased, by every spelling of the number', async () => {
    const party = await createParty(stack);
    const kept = await play(party, '+5511912340000');
    await play(party, '+5511987654321');
    await play(party, '+551187654321');
    await receive(party.tenant, 'crm.contact.erased', ERASED);
    expect((await listed(party)).map(({ Id }: { Id: string }) => Id)).toEqual([kept]);
  });

  it('are in what is held about a person', async () => {
    const party = await createParty(stack);
    const id = await play(party, '+5511987654321');
    const service = stack.anonymous.with({ authorization: `Bearer ${SERVICE_SECRET}` });
    const subject = { tenantId: party.tenant.id, emails: [], phones: ['+5511987654321'], leadIds: [], limit: 10 };
    const { items } = (await service.post('/internal/subject-data', subject)).body;
    expect(items).toMatchObject([
      { kind: 'sms_recebido', fields: { id, texto: 'Hello', remetente: '+5511987654321' } },
    ]);
  });

  it('are kept as long as messages', async () => {
    const party = await createParty(stack);
    const [old, recent] = [await play(party, number()), await play(party, number())];
    const age = (id: string, days: number) =>
      stack.sql('update received_text set received_at = now() - make_interval(days => $2) where id = $1', [id, days]);
    await age(old, 91);
    await age(recent, 89);
    const { texts } = await stack.app.get(Maintenance, { strict: false }).run();
    expect(texts).toBe(1);
    expect((await listed(party)).map(({ Id }: { Id: string }) => Id)).toEqual([recent]);
  });
});
