import { beforeAll, describe, expect, it } from 'vitest';
import { graphqlCodes, graphqlData } from '../../../../../test/support/graphql.js';
import { deepGraphqlNames } from '../../../../../test/support/graphql-names.js';
import { platformStack, type TestTenant } from '../../../../../test/support/platform-stack.js';
import { graphqlStatements } from '../../../../../test/support/statements.js';
import { useStack } from '../../../../../test/support/use-stack.js';

const stack = useStack(() => platformStack({ environment: { ROLE: 'api' } }));

const USAGE = `query ($months: Int) { tenantUsage(months: $months) {
  plan { name quota { email sms push } dailyRamp callsPerMinute { send read write } }
  period resetsAt apiCalls updatedAt
  channels { channel used limit left today } today { used limit left resetsAt }
  history { period emailsSent smsSent smsSegments pushSent apiCalls }
} }`;

const usageOf = async (tenant: TestTenant, variables: object = {}) =>
  (await graphqlData(await tenant.session('member'), USAGE, variables)).tenantUsage;

/** Two texts of two parts each and an e-mail, sent by a key. */
async function send(tenant: TestTenant): Promise<void> {
  const key = await tenant.key();
  await key.post('/v1/sms/send', { To: ['+15005550100', '+15005550101'], Body: 'a'.repeat(161) });
  await key.post('/v1/emails/send', tenant.email());
}

const setMonth = (tenant: TestTenant, period: string, emails: number) =>
  stack.sql('insert into usage_counter (tenant_id, period, emails_sent) values ($1, $2, $3)', [
    tenant.id,
    period,
    emails,
  ]);

describe('the usage of an account by GraphQL', () => {
  let now: Date;
  beforeAll(() => {
    now = new Date();
  });

  it('is what its plan allows, what is used of it and what is left, for a member', async () => {
    const tenant = await stack.createTenant();
    await tenant.setPlan('starter');
    await send(tenant);
    const usage = await usageOf(tenant);
    const { body } = await (await tenant.key()).get('/v1/account/usage');
    expect(usage).toMatchObject({
      plan: {
        name: 'starter',
        quota: { email: 50_000, sms: 1_000, push: 200_000 },
        callsPerMinute: { send: 1_200, read: 1_200, write: 600 },
      },
      period: body.Usage.Period,
      apiCalls: 2,
      updatedAt: body.Usage.UpdatedAt,
    });
    expect(usage.channels).toEqual([
      { channel: 'email', used: 1, limit: 50_000, left: 49_999, today: 1 },
      { channel: 'sms', used: 4, limit: 1_000, left: 996, today: 2 },
      { channel: 'push', used: 0, limit: 200_000, left: 200_000, today: 0 },
    ]);
    const rest = (await (await tenant.session('member')).get('/api/usage')).body.Usage;
    expect(deepGraphqlNames(rest)).toEqual({ ...usage, plan: deepGraphqlNames(rest.Plan) });
    expect(usage.history).toEqual([
      { period: usage.period, emailsSent: 1, smsSent: 2, smsSegments: 4, pushSent: 0, apiCalls: 2 },
    ]);
  });

  it('says when the day and the month are counted anew', async () => {
    const usage = await usageOf(await stack.createTenant());
    const [month, day] = [new Date(usage.resetsAt), new Date(usage.today.resetsAt)];
    expect(month.toISOString()).toMatch(/-01T00:00:00\.000Z$/);
    expect(day.toISOString()).toMatch(/T00:00:00\.000Z$/);
    for (const [next, days] of [
      [month, 31],
      [day, 1],
    ] as const) {
      expect(next.getTime()).toBeGreaterThan(now.getTime());
      expect(next.getTime() - now.getTime()).toBeLessThanOrEqual((days + 1) * 86_400_000);
    }
  });

  it('has no limits without a plan, and nothing left of a smaller plan or an unknown one', async () => {
    const tenant = await stack.createTenant();
    await send(tenant);
    const free = await usageOf(tenant);
    expect(free).toMatchObject({ plan: { name: '', dailyRamp: null }, today: { used: 3, limit: null, left: null } });
    expect(free.channels[0]).toEqual({ channel: 'email', used: 1, limit: null, left: null, today: 1 });
    await tenant.setPlan('abolished');
    expect((await usageOf(tenant)).channels).toMatchObject([
      { channel: 'email', limit: 0, left: 0 },
      { channel: 'sms', used: 4, limit: 0, left: 0 },
      { channel: 'push', limit: 0, left: 0 },
    ]);
  });

  it('has the limit of the day, as a key reads it', async () => {
    const tenant = await stack.createTenant();
    const Name = `ramp-${tenant.id.slice(-8)}`;
    const none = { Email: null, Sms: null, Push: null };
    const plan = { Name, Quota: none, DailyRamp: 10, CallsPerMinute: { Send: null, Read: null, Write: null } };
    expect((await (await stack.operator()).post('/api/admin/plans', plan)).status).toBe(201);
    await tenant.setPlan(Name);
    await send(tenant);
    const { Usage } = (await (await tenant.key()).get('/v1/account/usage')).body;
    const { plan: shown, today } = await usageOf(tenant);
    expect([shown.name, shown.dailyRamp]).toEqual([Name, 10]);
    expect(today).toEqual({ used: 3, limit: Usage.DailyLimit, left: 7, resetsAt: Usage.DailyResetsAt });
  });

  it('has the months with use, newest first, as many as are asked for', async () => {
    const tenant = await stack.createTenant();
    for (const [period, emails] of [
      ['2026-01', 10],
      ['2025-11', 8],
      ['2026-03', 12],
    ] as const)
      await setMonth(tenant, period, emails);
    const listed = async (months?: number) =>
      (await usageOf(tenant, { months })).history.map((month: { period: string; emailsSent: number }) => [
        month.period,
        month.emailsSent,
      ]);
    expect(await listed()).toEqual([
      ['2026-03', 12],
      ['2026-01', 10],
      ['2025-11', 8],
    ]);
    expect(await listed(2)).toEqual([
      ['2026-03', 12],
      ['2026-01', 10],
    ]);
    expect((await usageOf(tenant)).channels[0]).toMatchObject({ used: 0 });
    for (const months of [0, 121])
      expect(await graphqlCodes(await tenant.session(), USAGE, { months })).toEqual(['InvalidParameter']);
  });

  it('is of the account of the session, and of nobody without one', async () => {
    const [tenant, rival] = [await stack.createTenant(), await stack.createTenant()];
    await send(tenant);
    expect((await usageOf(rival)).history).toEqual([]);
    const switched = (await rival.session()).with({ 'x-service-tenant': tenant.id });
    expect(await graphqlCodes(switched, USAGE)).not.toEqual([]);
    expect(await graphqlCodes(stack.anonymous, USAGE)).toEqual(['AuthorizationError']);
    expect(await graphqlCodes(await tenant.key(), USAGE)).not.toEqual([]);
  });

  it('takes two statements where no day has a limit', async () => {
    const tenant = await stack.createTenant();
    await send(tenant);
    const texts = await graphqlStatements(await tenant.session(), USAGE, {}, /^\s*select/i);
    expect(texts.filter((text) => !text.includes('set_config'))).toHaveLength(2);
  });
});
