import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { waitUntil } from '#libs/test/testing';
import type { HttpClient } from '../../../../test/support/http-client.js';
import { platformStack, type TestTenant } from '../../../../test/support/platform-stack.js';
import { statementsOf } from '../../../../test/support/statements.js';
import { useStack } from '../../../../test/support/use-stack.js';

const RAMP = 10;
const DAY_MS = 86_400_000;

const stack = useStack(platformStack);

interface Account {
  tenant: TestTenant;
  client: HttpClient;
}

async function planWith(DailyRamp: number | null, Email: number | null = null): Promise<string> {
  const Name = `p${randomBytes(4).toString('hex')}`;
  const created = await (
    await stack.operator()
  ).post('/api/admin/plans', {
    Name,
    Quota: { Email, Sms: null, Push: null },
    DailyRamp,
    CallsPerMinute: { Send: null, Read: null, Write: null },
  });
  expect(created.status, JSON.stringify(created.body)).toBe(201);
  return Name;
}

async function account(plan?: string): Promise<Account> {
  const tenant = await stack.createTenant();
  await tenant.setPlan(plan ?? (await planWith(RAMP)));
  return { tenant, client: await tenant.key() };
}

const send = ({ tenant, client }: Account, ...to: string[]) =>
  client.post('/v1/emails/send', tenant.email(to.length > 0 ? { to } : {}));
const usageOf = async ({ client }: Account) => (await client.get('/v1/account/usage')).body.Usage;
const addresses = (count: number, outcome = 'delivered') =>
  Array.from({ length: count }, (_, n) => `${outcome}+${n}@sandbox.test`);

/** Waits until so many events of a kind were counted today. */
async function counted({ tenant }: Account, event: string, count: number): Promise<void> {
  await waitUntil(async () => {
    const [row] = await stack.sql<{ count: string }>(
      `select count from event_total where tenant_id = $1 and span = 'day' and start = date_trunc('day', now(), 'UTC') and event = $2`,
      [tenant.id, event],
    );
    return Number(row?.count) === count;
  });
}

/** Makes everything that the tenant did a day older. */
async function nextDay({ tenant }: Account): Promise<void> {
  // In two steps: a row must not meet the one of the day before.
  for (const days of [1_000, -1_001]) {
    await stack.sql(`update event_total set start = start + $2 * interval '1 day' where tenant_id = $1`, [
      tenant.id,
      days,
    ]);
  }
  await stack.sql(`update sending_ramp set since = since - 1, judged_on = judged_on - 1 where tenant_id = $1`, [
    tenant.id,
  ]);
}

/** Writes what became of the sending of a day. */
async function sentOn({ tenant }: Account, daysAgo: number, counts: Record<string, number>): Promise<void> {
  await stack.sql(
    `insert into event_total (tenant_id, span, start, channel, event, count)
     select $1, 'day', date_trunc('day', now(), 'UTC') - $2 * interval '1 day', 'email', key, value::bigint
     from jsonb_each_text($3)`,
    [tenant.id, daysAgo, counts],
  );
}

describe('the daily limit', () => {
  it('is shown before the first message, with what was sent and when the next day begins', async () => {
    const acme = await account();
    const DailyResetsAt = new Date((Math.floor(Date.now() / DAY_MS) + 1) * DAY_MS).toISOString();
    expect(await usageOf(acme)).toMatchObject({ DailyLimit: RAMP, DailySent: 0, DailyResetsAt });
    expect((await send(acme, ...addresses(3))).status).toBe(202);
    expect(await usageOf(acme)).toMatchObject({ DailyLimit: RAMP, DailySent: 3, DailyResetsAt });
  });

  it('does not exist on a plan without a ramp', async () => {
    const acme = await account('starter');
    await send(acme);
    expect(await usageOf(acme)).toMatchObject({ DailyLimit: null, DailySent: null, DailyResetsAt: null });
  });

  it('begins anew each day, and doubles after a good one', async () => {
    const acme = await account();
    expect((await send(acme, ...addresses(RAMP))).status).toBe(202);
    expect((await send(acme)).status).toBe(429);
    await counted(acme, 'sent', RAMP);
    await nextDay(acme);
    expect(await usageOf(acme)).toMatchObject({ DailyLimit: 2 * RAMP, DailySent: 0 });
    expect((await send(acme, ...addresses(2 * RAMP))).status).toBe(202);
    expect((await send(acme)).status).toBe(429);
    await counted(acme, 'sent', 2 * RAMP);
    await nextDay(acme);
    expect((await usageOf(acme)).DailyLimit).toBe(4 * RAMP);
  });

  it.each(['bounced', 'complained'])('does not grow by mail that is %s, and shrinks again', async (outcome) => {
    const acme = await account();
    await send(acme, ...addresses(RAMP));
    await counted(acme, 'sent', RAMP);
    await nextDay(acme);
    await send(acme, ...addresses(5), ...addresses(5, outcome));
    await counted(acme, outcome, 5);
    expect((await usageOf(acme)).DailyLimit).toBe(2 * RAMP);
    await nextDay(acme);
    expect((await usageOf(acme)).DailyLimit).toBe(RAMP);
    expect((await send(acme, ...addresses(RAMP + 1))).status).toBe(429);
  });

  it('does not grow by a day without sending, nor by scheduled messages', async () => {
    const acme = await account();
    const SendAt = new Date(Date.now() + DAY_MS).toISOString();
    const email = acme.tenant.email({ to: addresses(RAMP), SendAt });
    expect((await acme.client.post('/v1/emails/send', email)).status).toBe(202);
    await nextDay(acme);
    await send(acme);
    await nextDay(acme);
    await nextDay(acme);
    expect((await usageOf(acme)).DailyLimit).toBe(RAMP);
  });

  it('grows by the sending of several days, when each is small', async () => {
    const acme = await account();
    await send(acme);
    await stack.sql(`update sending_ramp set since = since - 5, judged_on = judged_on - 1 where tenant_id = $1`, [
      acme.tenant.id,
    ]);
    await sentOn(acme, 4, { sent: 2 });
    await sentOn(acme, 2, { sent: 2 });
    expect((await usageOf(acme)).DailyLimit).toBe(RAMP);
    await sentOn(acme, 1, { sent: 1 });
    expect((await usageOf(acme)).DailyLimit).toBe(2 * RAMP);
  });

  it('ends when it has doubled ten times', async () => {
    const acme = await account();
    await send(acme);
    await stack.sql(
      `update sending_ramp set doublings = 9, since = since - 1, judged_on = judged_on - 1 where tenant_id = $1`,
      [acme.tenant.id],
    );
    await sentOn(acme, 1, { sent: 256 * RAMP - 1 });
    expect((await usageOf(acme)).DailyLimit).toBe(512 * RAMP);
    await sentOn(acme, 2, { sent: 1 });
    expect((await usageOf(acme)).DailyLimit).toBe(512 * RAMP);
    await stack.sql(`update sending_ramp set since = since - 1 where tenant_id = $1`, [acme.tenant.id]);
    await send(acme);
    expect((await usageOf(acme)).DailyLimit).toBeNull();
    expect((await send(acme, ...addresses(2 * RAMP))).status).toBe(202);
  });

  it('begins with the best day of a tenant that sent well before its plan had one', async () => {
    const [good, bad] = [await account(''), await account('')];
    await sentOn(good, 3, { sent: 75, complained: 1 });
    await sentOn(bad, 3, { sent: 75, complained: 2 });
    const plan = await planWith(RAMP);
    for (const { tenant } of [good, bad]) await tenant.setPlan(plan);
    await Promise.all([send(good), send(bad)]);
    expect([(await usageOf(good)).DailyLimit, (await usageOf(bad)).DailyLimit]).toEqual([8 * RAMP, RAMP]);
  });

  it('is that of each tenant, when many send at once on the first day of each', async () => {
    const plan = await planWith(3);
    const all = await Promise.all(Array.from({ length: 8 }, () => account(plan)));
    const answers = await Promise.all(all.flatMap((one) => Array.from({ length: 6 }, () => send(one))));
    expect(answers.filter(({ status }) => status === 202)).toHaveLength(8 * 3);
    for (const one of all) expect(await usageOf(one)).toMatchObject({ DailySent: 3 });
  });
});

describe('what the limit costs', () => {
  const OF_LIMITS = /usage_counter|sending_ramp/;

  it('is no statement without a limit, one more with a ramp, and another at the first call of a day', async () => {
    const [free, quota, ramp] = [await account(''), await account('starter'), await account()];
    const statements = async (one: Account) => (await statementsOf(() => send(one), OF_LIMITS)).length;
    expect([await statements(free), await statements(quota)]).toEqual([1, 3]);
    expect([await statements(ramp), await statements(ramp)]).toEqual([5, 4]);
  });
});
