import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { twilioSignature } from '#libs/sms';
import { HttpSink, waitUntil } from '#libs/testing';
import type { HttpClient } from '../support/http-client.js';
import { messageWithStatus } from '../support/message-status.js';
import { platformStack, type PlatformStack, type TestTenant } from '../support/platform-stack.js';

const SMS_FROM = '+12025550100';

let stack: PlatformStack;
let carrier: HttpSink;
let operator: HttpClient;

beforeAll(async () => {
  carrier = await HttpSink.start();
  carrier.answer(({ text }) => {
    const form = new URLSearchParams(text);
    return { status: 201, body: JSON.stringify({ sid: `SM${form.get('To')?.slice(1)}`, num_segments: '1' }) };
  });
  const SMS_URL = `http://AC1:secret-of-the-carrier@${carrier.host}`;
  stack = await platformStack({ environment: { SMS_URL, SMS_FROM } });
  operator = await stack.operator();
});
afterAll(async () => {
  await stack?.close();
  await carrier?.stop();
});

let count = 200;
const number = () => `+12025550${(count += 1)}`;

interface Party {
  tenant: TestTenant;
  session: HttpClient;
  live: HttpClient;
}

async function party(): Promise<Party> {
  const tenant = await stack.createTenant();
  return { tenant, session: await tenant.session('admin'), live: (await tenant.createKey([], 'live')).client };
}

const send = (client: HttpClient, fields: object = {}) =>
  client.post('/v1/sms/send', { To: [number()], Body: 'Your code is 4711.', ...fields });

const add = async (session: HttpClient, Value: string): Promise<string> => {
  const { status, body } = await session.post('/api/sms/senders', { Value });
  expect(status).toBe(201);
  return body.Sender.Id;
};

/** The code that the carrier was given for a number. */
async function codeFor(value: string): Promise<string> {
  const { text } = await carrier.waitFor((one) => new URLSearchParams(one.text).get('To') === value);
  return /\d{6}/.exec(new URLSearchParams(text).get('Body') ?? '')?.[0] ?? '';
}

const askForCode = (session: HttpClient, id: string) => session.post(`/api/sms/senders/${id}/code`, {});
const confirm = (session: HttpClient, id: string, Code: string) =>
  session.post(`/api/sms/senders/${id}/confirm`, { Code });

/** Another code of six digits. */
const otherThan = (code: string, by = 1) => String((Number(code) + by) % 1_000_000).padStart(6, '0');

describe('a live text in the name of another', () => {
  it.each(['+12025550199', 'MyBank'])('is rejected: From %s is not a sender of the tenant', async (From) => {
    const { live } = await party();
    const { status, body } = await send(live, { From });
    expect([status, body.Error.Code, body.Error.Details[0].Field]).toEqual([422, 'InvalidParameter', 'From']);
  });

  it('is rejected while the sender is not confirmed, and accepted afterwards', async () => {
    const { live, session } = await party();
    const id = await add(session, 'MyShop');
    expect((await send(live, { From: 'MyShop' })).status).toBe(422);
    expect((await operator.post(`/api/admin/sms/senders/${id}/confirm`, {})).status).toBe(200);
    expect((await send(live, { From: 'MyShop' })).status).toBe(202);
    expect((await session.delete(`/api/sms/senders/${id}`)).status).toBe(204);
    expect((await send(live, { From: 'MyShop' })).status).toBe(422);
  });

  it("is rejected with another tenant's sender", async () => {
    const [owner, thief] = [await party(), await party()];
    const own = number();
    const id = await add(owner.session, own);
    await operator.post(`/api/admin/sms/senders/${id}/confirm`, {});
    expect((await send(owner.live, { From: own })).status).toBe(202);
    expect((await send(thief.live, { From: own })).status).toBe(422);
    const copy = await add(thief.session, own);
    const { status, body } = await operator.post(`/api/admin/sms/senders/${copy}/confirm`, {});
    expect([status, body.Error.Code]).toEqual([409, 'AlreadyExists']);
    expect((await send(thief.live, { From: own })).status).toBe(422);
  });
});

describe('confirming a number that another has', () => {
  it('needs the code that its telephone got: five guesses end it, the right one included', async () => {
    const { session } = await party();
    const value = number();
    const id = await add(session, value);
    expect((await askForCode(session, id)).body).toMatchObject({ Code: null });
    const code = await codeFor(value);
    const guesses = await Promise.all([1, 2, 3, 4, 5, 6, 7].map((by) => confirm(session, id, otherThan(code, by))));
    expect(guesses.map(({ status }) => status)).toEqual(guesses.map(() => 422));
    expect((await confirm(session, id, code)).status).toBe(422);
    expect((await session.get(`/api/sms/senders/${id}`)).body.Sender.State).toBe('pending');
  });

  it('is over when the code has expired', async () => {
    const { session } = await party();
    const value = number();
    const id = await add(session, value);
    await askForCode(session, id);
    const code = await codeFor(value);
    await stack.sql(`update sms_sender set code_expires_at = now() - interval '1 second' where id = $1`, [id]);
    expect((await confirm(session, id, code)).status).toBe(422);
  });

  it('takes the right code once, and keeps none that could be read', async () => {
    const { session, live } = await party();
    const value = number();
    const id = await add(session, value);
    await askForCode(session, id);
    const code = await codeFor(value);
    const [row] = await stack.sql<{ row: string }>(
      `select row_to_json(s)::text as row from sms_sender s where id = $1`,
      [id],
    );
    expect(row?.row).not.toContain(code);
    const { status, body } = await confirm(session, id, code);
    expect([status, body.Sender.State]).toEqual([200, 'confirmed']);
    expect((await confirm(session, id, code)).status).toBe(409);
    expect((await send(live, { From: value })).status).toBe(202);
  });

  it('texts the telephone three times a day at most, whichever tenant asks', async () => {
    const value = number();
    const statuses: number[] = [];
    for (let n = 0; n < 4; n += 1) {
      const { session } = await party();
      statuses.push((await askForCode(session, await add(session, value))).status);
    }
    expect(statuses).toEqual([202, 202, 202, 429]);
  });

  it('texts ten codes a day at most for one tenant, although it removes and adds the senders', async () => {
    const { session } = await party();
    const statuses: number[] = [];
    for (let n = 0; n < 11; n += 1) {
      const id = await add(session, number());
      statuses.push((await askForCode(session, id)).status);
      await session.delete(`/api/sms/senders/${id}`);
    }
    expect(statuses).toEqual([...Array<number>(10).fill(202), 429]);
  });

  it('is not for alphanumeric senders, and not for members or other tenants', async () => {
    const { session, tenant } = await party();
    const id = await add(session, 'MyBank');
    expect((await askForCode(session, id)).status).toBe(422);
    const member = await tenant.session('member');
    expect((await member.post('/api/sms/senders', { Value: number() })).status).toBe(403);
    expect((await askForCode(member, id)).status).toBe(403);
    const rival = (await party()).session;
    expect((await askForCode(rival, id)).status).toBe(404);
    expect((await session.post(`/api/admin/sms/senders/${id}/confirm`, {})).status).toBe(403);
  });
});

describe('a live text without From', () => {
  it("leaves with the tenant's default sender, else with that of the installation", async () => {
    const { session, live } = await party();
    const fromOf = async (To: string) => {
      await send(live, { To: [To] });
      await waitUntil(() => carrier.requests.some(({ text }) => new URLSearchParams(text).get('To') === To));
      const request = carrier.requests.find(({ text }) => new URLSearchParams(text).get('To') === To);
      return new URLSearchParams(request?.text).get('From');
    };
    expect(await fromOf(number())).toBe(SMS_FROM);
    const id = await add(session, 'MyShop');
    await session.patch(`/api/sms/senders/${id}`, { Default: true });
    expect(await fromOf(number())).toBe(SMS_FROM);
    await operator.post(`/api/admin/sms/senders/${id}/confirm`, {});
    expect(await fromOf(number())).toBe('MyShop');
  });
});

/** A line of each kind that costs the sender more than a text. */
const COSTLY: [string, string][] = [
  ['a premium number', '+19005550100'],
  ['a premium number in Brazil', '+550900123456'],
  ['a shared-cost number', '+491801234567'],
  ['a personal number', '+447012345678'],
];

describe('texts to numbers that cost more', () => {
  it.each(COSTLY)('are rejected: %s', async (_, To) => {
    const { live, tenant } = await party();
    for (const client of [live, await tenant.key()]) {
      const { status, body } = await send(client, { To: [number(), To] });
      expect([status, body.Error.Code, body.Error.Details[0].Field]).toEqual([422, 'InvalidRecipient', 'To[1]']);
    }
  });

  it('are rejected for the code of a sender, too', async () => {
    const { session } = await party();
    const { status, body } = await askForCode(session, await add(session, '+19005550100'));
    expect([status, body.Error.Details[0].Field]).toEqual([422, 'Value']);
  });
});

const setCountries = (session: HttpClient, Countries: unknown) => session.put('/api/sms/countries', { Countries });

describe('texts to countries that the tenant does not send to', () => {
  it('are rejected once it has a list, and accepted again without it', async () => {
    const { live, session, tenant } = await party();
    const To = ['+4915112345678'];
    expect((await send(live, { To })).status).toBe(202);
    expect((await setCountries(session, ['BR', 'US'])).status).toBe(200);
    for (const client of [live, await tenant.key()]) {
      const { status, body } = await send(client, { To });
      expect([status, body.Error.Code, body.Error.Details[0].Message]).toEqual([
        422,
        'InvalidRecipient',
        expect.stringContaining('DE'),
      ]);
    }
    expect((await send(live)).status).toBe(202);
    expect((await setCountries(session, null)).status).toBe(200);
    expect((await send(live, { To })).status).toBe(202);
  });

  it('are rejected for networks of no country, by any list', async () => {
    const { live, session } = await party();
    await setCountries(session, ['BR']);
    expect((await send(live, { To: ['+881612345678'] })).status).toBe(422);
  });

  it('leave the recipients of the sandbox to test keys', async () => {
    const { session, tenant } = await party();
    await setCountries(session, ['BR']);
    expect((await send(await tenant.key(), { To: ['+15005550100'] })).status).toBe(202);
  });

  it.each([[['XX']], [['br']], ['BR'], [[1]], [Array(300).fill('BR')]])('are not a list for %j', async (Countries) => {
    const { session } = await party();
    expect((await setCountries(session, Countries)).status).toBe(400);
  });

  it('are decided by admins, and the same for no other tenant', async () => {
    const [{ session, tenant }, other] = [await party(), await party()];
    expect((await setCountries(await tenant.session('member'), ['BR'])).status).toBe(403);
    await setCountries(session, ['BR']);
    expect((await session.get('/api/sms/countries')).body).toMatchObject({ Countries: ['BR'], Allowed: ['BR'] });
    expect((await other.session.get('/api/sms/countries')).body).toMatchObject({ Countries: null, Allowed: null });
  });
});

describe('an installation that sends to some countries alone', () => {
  let limited: PlatformStack;

  beforeAll(async () => {
    const production = {
      NODE_ENV: 'production',
      ALLOWED_ORIGINS: 'https://app.example.com',
      PUSH_SUBJECT: 'mailto:ops@example.com',
    };
    const SMS_URL = `http://AC1:secret-of-the-carrier@${carrier.host}`;
    limited = await platformStack({ environment: { ...production, SMS_URL, SMS_COUNTRIES: 'US,DE' } });
  });
  afterAll(() => limited?.close());

  it("sends in production to the tenant's own country until it has a list, and never beyond its own countries", async () => {
    const tenant = await limited.createTenant();
    const session = await tenant.session('admin');
    const live = (await tenant.createKey([], 'live')).client;
    const statuses = async () => {
      const answers = [];
      for (const To of ['+12025550143', '+4915112345678', '+5511987654321'])
        answers.push(await send(live, { To: [To] }));
      return answers.map(({ status }) => status);
    };
    expect(await statuses()).toEqual([422, 422, 422]);
    const id = await add(session, '+12025550144');
    await limited.sql(`update sms_sender set confirmed_at = now(), confirmed_by = 'operator' where id = $1`, [id]);
    await session.patch(`/api/sms/senders/${id}`, { Default: true });
    expect(await statuses()).toEqual([202, 422, 422]);
    expect((await session.get('/api/sms/countries')).body).toMatchObject({ Countries: null, Allowed: ['US'] });
    await setCountries(session, ['DE', 'BR']);
    expect(await statuses()).toEqual([422, 202, 422]);
    expect((await session.get('/api/sms/countries')).body).toMatchObject({ Countries: ['BR', 'DE'], Allowed: ['DE'] });
    expect((await askForCode(session, await add(session, '+5511987654321'))).status).toBe(422);
  });
});

describe('the quota of texts', () => {
  it('counts segments, so that long texts do not cost more than the plan includes', async () => {
    const { tenant } = await party();
    await tenant.setPlan('starter');
    await stack.sql(
      `insert into usage_counter (tenant_id, period, sms_sent, sms_segments)
       values ($1, to_char(now() at time zone 'UTC', 'YYYY-MM'), 100, 989)`,
      [tenant.id],
    );
    const client = await tenant.key();
    const Body = 'x'.repeat(1_600);
    expect((await send(client, { Body })).status).toBe(202);
    expect((await client.get('/v1/account/usage')).body.Usage).toMatchObject({ SmsSent: 101, SmsSegments: 1_000 });
    expect((await send(client, { Body: 'x' })).status).toBe(429);
  });

  it('counts the segments of each recipient, and of letters that take two octets', async () => {
    const { tenant } = await party();
    const client = await tenant.key();
    await send(client, { To: [number(), number()], Body: 'ж'.repeat(71) });
    expect((await client.get('/v1/account/usage')).body.Usage).toMatchObject({ SmsSent: 2, SmsSegments: 4 });
  });
});

describe('a text that comes in', () => {
  const URL_SIGNED = 'https://api.service.test/callbacks/sms/inbound';
  let reached: PlatformStack;

  beforeAll(async () => {
    const SMS_URL = `http://AC1:secret-of-the-carrier@${carrier.host}`;
    reached = await platformStack({ environment: { SMS_URL, SMS_FROM, PUBLIC_URL: 'https://api.service.test' } });
  });
  afterAll(() => reached?.close());

  let sid = 0;
  async function comesIn(From: string, To: string, Body: string, { token = 'secret-of-the-carrier', id = '' } = {}) {
    const fields = { MessageSid: id || `SMin${(sid += 1)}`, From, To, Body };
    const response = await fetch(`${reached.url}/callbacks/sms/inbound`, {
      method: 'POST',
      headers: { 'x-twilio-signature': twilioSignature(URL_SIGNED, fields, token) },
      body: new URLSearchParams(fields),
    });
    await response.arrayBuffer();
    return response.status;
  }

  async function owner(value = number()) {
    const tenant = await reached.createTenant();
    const session = await tenant.session('admin');
    const id = await add(session, value);
    const confirmed = await (await reached.operator()).post(`/api/admin/sms/senders/${id}/confirm`, {});
    expect(confirmed.status).toBe(200);
    return { tenant, session, value, live: (await tenant.createKey([], 'live')).client };
  }

  const statusTo = async (client: HttpClient, to: string, From?: string) =>
    (await send(client, { To: [to], From })).status;

  it('is believed with the signature of the carrier alone', async () => {
    const { live, value } = await owner();
    const to = number();
    expect(await comesIn(to, value, 'STOP', { token: 'a guess' })).toBe(403);
    expect(await statusTo(live, to, value)).toBe(202);
  });

  it('with STOP ends the texts of that sender, in every language, until START', async () => {
    const { live, value } = await owner();
    for (const word of ['STOP', 'Arrêt', 'sair', 'BAJA']) {
      const to = number();
      expect(await comesIn(to, value, word)).toBe(204);
      expect(await statusTo(live, to, value)).toBe(422);
      expect(await statusTo(live, to)).toBe(202);
      await comesIn(to, value, 'start');
      expect(await statusTo(live, to, value)).toBe(202);
    }
  });

  it('with START lifts nothing that the tenant has suppressed itself', async () => {
    const { live, value, session } = await owner();
    const to = number();
    await session.post('/api/suppressions', { Address: to, Sender: value });
    await comesIn(to, value, 'STOP');
    await comesIn(to, value, 'START');
    expect(await statusTo(live, to, value)).toBe(422);
  });

  it('is applied once, although the carrier repeats it after another one', async () => {
    const { live, value } = await owner();
    const to = number();
    await comesIn(to, value, 'STOP', { id: `SM${to}` });
    await comesIn(to, value, 'START');
    await comesIn(to, value, 'STOP', { id: `SM${to}` });
    expect(await statusTo(live, to, value)).toBe(202);
  });

  it('to the shared sender is for the tenants that have texted the number, and no other', async () => {
    const [texted, other] = [await owner(), await owner()];
    const to = number();
    const { body } = await send(texted.live, { To: [to] });
    await messageWithStatus(texted.session, `/api/messages/${body.MessageId}`, 'sent');
    await comesIn(to, SMS_FROM, 'STOP');
    expect(await statusTo(texted.live, to)).toBe(422);
    expect(await statusTo(other.live, to)).toBe(202);
  });

  it('with HELP is answered, three times a day at most', async () => {
    const { value } = await owner();
    const to = number();
    const answers = () => carrier.requests.filter(({ text }) => new URLSearchParams(text).get('To') === to);
    for (let n = 0; n < 5; n += 1) await comesIn(to, value, 'Ayuda');
    await waitUntil(() => answers().length === 3);
    await waitUntil(async () => (await reached.sql(`select from outbox where kind = 'sms.help'`)).length === 0);
    expect(answers()).toHaveLength(3);
    const form = new URLSearchParams(answers()[0]?.text);
    expect([form.get('From'), form.get('Body')]).toEqual([value, expect.stringContaining('STOP')]);
  });

  it('can be played in the sandbox, for the own account alone', async () => {
    const [{ session, tenant }, rival] = [await owner(), await owner()];
    const [From, To] = [number(), number()];
    const play = async (Body: string, Id?: string) =>
      (await session.post('/api/sms/inbound', { From, To, Body, Id })).body;
    expect(await play('Stopp', 'one')).toMatchObject({ Keyword: 'stop', Applied: true, Reply: null });
    expect(await play('Stopp', 'one')).toMatchObject({ Keyword: 'stop', Applied: false });
    expect(await statusTo(await tenant.key(), From, To)).toBe(422);
    expect(await statusTo(await rival.tenant.key(), From, To)).toBe(202);
    expect(await play('help')).toMatchObject({ Keyword: 'help', Reply: expect.stringContaining('STOP') });
    expect(await play('Thank you')).toMatchObject({ Keyword: null, Applied: false });
  });
});
