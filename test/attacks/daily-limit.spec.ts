import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HttpClient } from '../support/http-client.js';
import { platformStack, type PlatformStack, type TestTenant } from '../support/platform-stack.js';
import { usePrepared, useStack } from '../support/use-stack.js';

const DAY_MS = 86_400_000;

const stack = useStack(() => platformStack({ environment: { ROLE: 'api' } }));
/** A second process of the same service. */
const other = useStack(() => stack.startBeside({ ROLE: 'api' }));
const operator = usePrepared(() => stack.operator());

interface Attacker {
  tenant: TestTenant;
  plan: string;
  client: HttpClient;
}

async function attacker(DailyRamp: number, Email: number | null = null): Promise<Attacker> {
  const plan = `p${randomBytes(4).toString('hex')}`;
  const created = await operator.post('/api/admin/plans', {
    Name: plan,
    Quota: { Email, Sms: null, Push: null },
    DailyRamp,
    CallsPerMinute: { Send: null, Read: null, Write: null },
  });
  expect(created.status).toBe(201);
  const tenant = await stack.createTenant();
  await tenant.setPlan(plan);
  return { tenant, plan, client: await tenant.key() };
}

type Answer = Awaited<ReturnType<HttpClient['post']>>;

const send = ({ tenant, client }: Attacker, changes: Record<string, unknown> = {}, headers = {}): Promise<Answer> =>
  client.post('/v1/emails/send', tenant.email(changes), headers);
const statusesOf = (answers: Answer[]) => answers.map(({ status }) => status);
const usageOf = async ({ client }: Attacker) => (await client.get('/v1/account/usage')).body.Usage;
const recipients = (count: number) => Array.from({ length: count }, (_, n) => `r${n}@example.test`);
const tomorrow = () => new Date((Math.floor(Date.now() / DAY_MS) + 1) * DAY_MS).toISOString();

/** How many messages the tenant has in the database. */
async function messagesOf({ tenant }: Attacker): Promise<number> {
  const [row] = await stack.sql<{ count: number }>('select count(*)::int as count from message where tenant_id = $1', [
    tenant.id,
  ]);
  return row?.count ?? 0;
}

describe('a new tenant that floods', () => {
  it('sends what the day allows, to the message, through any number of calls, keys and processes', async () => {
    const mallory = await attacker(30);
    const { secret } = await mallory.tenant.createKey();
    const elsewhere = { ...mallory, client: new HttpClient(other.url, { authorization: `Bearer ${secret}` }) };
    const answers = await Promise.all(Array.from({ length: 100 }, (_, n) => send(n % 2 ? mallory : elsewhere)));
    expect(answers.filter(({ status }) => status === 202)).toHaveLength(30);
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(70);
    expect(new Set(refused.map(({ body }) => body.Error.Code))).toEqual(new Set(['QuotaExceeded']));
    expect(await messagesOf(mallory)).toBe(30);
    expect(await usageOf(mallory)).toMatchObject({ EmailsSent: 30, DailyLimit: 30, DailySent: 30 });
  });

  it('reads which limit it is, what is left and until when', async () => {
    const mallory = await attacker(5);
    expect((await send(mallory, { to: recipients(3) })).status).toBe(202);
    const { status, body, headers } = await send(mallory, { to: recipients(3) });
    expect([status, body.Error.Message]).toEqual([
      429,
      `The daily limit of this account is 5 messages, and 2 are left until ${tomorrow()}`,
    ]);
    const left = (Date.parse(tomorrow()) - Date.now()) / 1_000;
    expect(Math.abs(Number(headers['retry-after']) - left)).toBeLessThan(60);
    expect((await send(mallory, { to: recipients(2) })).status).toBe(202);
  });

  it('gets no second limit from other channels, batches or the dashboard', async () => {
    const mallory = await attacker(4);
    const session = await mallory.tenant.session();
    const push = { Topic: 'news', Notification: { Title: 'Hi', Body: 'Hi' } };
    const sms = { To: ['+15005550100'], Body: 'x'.repeat(500) };
    const first = [
      await send(mallory),
      await mallory.client.post('/v1/sms/send', sms),
      await mallory.client.post('/v1/push/send', push),
      await session.post('/api/messages/send', { Channel: 'email', ...mallory.tenant.email() }),
    ];
    expect(statusesOf(first)).toEqual([202, 202, 202, 202]);
    const over = [
      await send(mallory),
      await mallory.client.post('/v1/sms/send', sms),
      await mallory.client.post('/v1/push/send', push),
      await session.post('/api/messages/send', { Channel: 'email', ...mallory.tenant.email() }),
    ];
    expect(statusesOf(over)).toEqual([429, 429, 429, 429]);
    const { body } = await mallory.client.post('/v1/emails/batch', { Messages: [mallory.tenant.email()] });
    expect(body.Results[0].Error).toMatchObject({ Code: 'QuotaExceeded', Message: expect.stringContaining('daily') });
  });

  it('gets no room back by cancelling, and none for what is rejected', async () => {
    const mallory = await attacker(2);
    const SendAt = new Date(Date.now() + DAY_MS).toISOString();
    const { body } = await send(mallory, { SendAt });
    await mallory.client.post(`/v1/emails/${body.MessageId}/cancel`, {});
    const unverified = await send(mallory, { Source: 'ceo@not-verified.example.com' });
    expect(unverified.status).toBe(422);
    expect(statusesOf([await send(mallory), await send(mallory)])).toEqual([202, 429]);
  });

  it('is told the limit that lasts longer when there are two', async () => {
    const mallory = await attacker(1, 1);
    await send(mallory);
    expect((await send(mallory)).body.Error.Message).toContain('The quota of this month is 1 messages, and 0 are left');
  });
});

describe('a replay', () => {
  it('is answered when the day is used up, also a hundred at once', async () => {
    const acme = await attacker(1);
    const key = { 'idempotency-key': 'order-17' };
    const first = await send(acme, {}, key);
    expect((await send(acme)).status).toBe(429);
    const again = await Promise.all(Array.from({ length: 100 }, () => send(acme, {}, key)));
    expect(new Set(again.map(({ body }) => body.MessageId))).toEqual(new Set([first.body.MessageId]));
    expect(new Set(again.map(({ body }) => body.ReusedIdempotency))).toEqual(new Set([true]));
    const item = { ...acme.tenant.email(), IdempotencyKey: 'order-18' };
    const { body } = await acme.client.post('/v1/emails/batch', { Messages: [item] });
    expect(body.Results[0].Error.Code).toBe('QuotaExceeded');
  });

  it('is answered item by item in a batch', async () => {
    const acme = await attacker(2);
    const item = (n: number) => ({ ...acme.tenant.email(), IdempotencyKey: `item-${n}` });
    const batch = async (...items: object[]) =>
      (await acme.client.post('/v1/emails/batch', { Messages: items })).body.Results as {
        MessageId?: string;
        Error?: { Code: string };
      }[];
    const first = await batch(item(1), item(2), item(3));
    expect(first.map(({ Error }) => Error?.Code)).toEqual([undefined, undefined, 'QuotaExceeded']);
    const again = await batch(item(1), item(4), item(2));
    expect(again.map(({ MessageId, Error }) => MessageId ?? Error?.Code)).toEqual([
      first[0]?.MessageId,
      'QuotaExceeded',
      first[1]?.MessageId,
    ]);
  });
});

describe('the plan of a tenant', () => {
  it('applies at once when an operator changes it or gives another', async () => {
    const acme = await attacker(1);
    const change = (DailyRamp: number | null) => operator.patch(`/api/admin/plans/${acme.plan}`, { DailyRamp });
    expect(statusesOf([await send(acme), await send(acme)])).toEqual([202, 429]);
    await change(3);
    expect(statusesOf([await send(acme), await send(acme), await send(acme)])).toEqual([202, 202, 429]);
    await change(null);
    expect(statusesOf([await send(acme)])).toEqual([202]);
    expect(await usageOf(acme)).toMatchObject({ DailyLimit: null, DailySent: null, DailyResetsAt: null });
    await change(3);
    expect(statusesOf([await send(acme)])).toEqual([429]);
    await acme.tenant.setPlan('');
    expect(statusesOf([await send(acme)])).toEqual([202]);
  });
});

describe('messages of test keys in production', () => {
  let production: PlatformStack;

  beforeAll(async () => {
    production = await platformStack({
      environment: {
        NODE_ENV: 'production',
        ROLE: 'api',
        ALLOWED_ORIGINS: 'https://app.example.com',
        PUSH_SUBJECT: 'mailto:ops@example.com',
      },
    });
  });
  afterAll(() => production?.close());

  it('neither count towards the day nor are limited by it', async () => {
    await production.sql(`insert into plan (name, position, daily_ramp) values ('ramped', 17, 1)`);
    const tenant = await production.createTenant();
    const [test, live] = [await tenant.key(), (await tenant.createKey([], 'live')).client];
    await tenant.setPlan('ramped');
    const of = (client: HttpClient): Attacker => ({ tenant, plan: 'ramped', client });
    await expect.poll(async () => (await usageOf(of(live))).DailyLimit).toBe(1);
    const answers = [
      await send(of(test)),
      await send(of(test)),
      await send(of(live)),
      await send(of(live)),
      await send(of(test)),
    ];
    expect(statusesOf(answers)).toEqual([202, 202, 202, 429, 202]);
    expect(await usageOf(of(live))).toMatchObject({ DailySent: 1, EmailsSent: 1 });
  });
});
