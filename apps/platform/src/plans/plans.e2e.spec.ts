import { decodeJwt } from 'jose';
import { describe, expect, it } from 'vitest';
import { CallCounter } from '#libs/core/limits';
import { platformStack, type TestTenant } from '../../../../test/support/platform-stack.js';
import { useStack } from '../../../../test/support/use-stack.js';

/** Limits of the plan `free`. */
const FREE_EMAILS = 3_000;
const FREE_SENDS_A_MINUTE = 120;

const stack = useStack(() => platformStack({ environment: { ROLE: 'api' } }));

async function tenantOn(plan: string, emailsUsed = 0): Promise<TestTenant> {
  const tenant = await stack.createTenant();
  await tenant.setPlan(plan);
  await stack.sql(
    `insert into usage_counter (tenant_id, period, emails_sent) values ($1, to_char(now() at time zone 'UTC', 'YYYY-MM'), $2)`,
    [tenant.id, emailsUsed],
  );
  return tenant;
}

/** Counts calls as if they had been made: so many real ones may take longer than a minute on a busy machine. */
async function spend(limit: string, subject: string, calls: number): Promise<void> {
  await stack.app.get(CallCounter, { strict: false }).count(limit, calls, subject, calls);
}

const codesOf = (answers: { status: number; body: { Error?: { Code: string } } }[]) =>
  answers.map(({ status, body }) => body.Error?.Code ?? status);

describe('the quota of a plan', () => {
  it('refuses what it has no room for with 429, until the next month', async () => {
    const tenant = await tenantOn('free', FREE_EMAILS - 1);
    const client = await tenant.key();
    const first = await client.post('/v1/emails/send', tenant.email());
    const second = await client.post('/v1/emails/send', tenant.email());
    expect([first.status, second.status, second.body.Error.Code]).toEqual([202, 429, 'QuotaExceeded']);
    expect(Number(second.headers['retry-after'])).toBeGreaterThan(0);
  });

  it('is kept to the message when many calls come at once', async () => {
    const tenant = await tenantOn('free', FREE_EMAILS - 10);
    const client = await tenant.key();
    const answers = await Promise.all(Array.from({ length: 40 }, () => client.post('/v1/emails/send', tenant.email())));
    expect(answers.filter(({ status }) => status === 202)).toHaveLength(10);
    expect((await client.get('/v1/account/usage')).body.Usage.EmailsSent).toBe(FREE_EMAILS);
  });

  it('counts every recipient of a call', async () => {
    const tenant = await tenantOn('free', FREE_EMAILS - 2);
    const client = await tenant.key();
    const three = tenant.email({ to: ['a@example.test', 'b@example.test', 'c@example.test'] });
    const two = tenant.email({ to: ['a@example.test', 'b@example.test'] });
    const answers = [await client.post('/v1/emails/send', three), await client.post('/v1/emails/send', two)];
    expect(codesOf(answers)).toEqual(['QuotaExceeded', 202]);
    expect(answers[0]?.body.Error.Message).toContain(
      `The quota of this month is ${FREE_EMAILS} messages, and 2 are left until 20`,
    );
    expect(answers[0]?.body.Error.Message).toContain('this takes 3');
  });

  it('still answers the repetition of a call that it had room for', async () => {
    const tenant = await tenantOn('free', FREE_EMAILS - 1);
    const client = await tenant.key();
    const first = await client.post('/v1/emails/send', tenant.email(), { 'idempotency-key': 'last' });
    const again = await client.post('/v1/emails/send', tenant.email(), { 'idempotency-key': 'last' });
    expect(again.body).toMatchObject({ MessageId: first.body.MessageId, ReusedIdempotency: true });
  });

  it('ends in the middle of a batch, item by item', async () => {
    const tenant = await tenantOn('free', FREE_EMAILS - 2);
    const client = await tenant.key();
    const { body } = await client.post('/v1/emails/batch', {
      Messages: Array.from({ length: 4 }, () => tenant.email()),
    });
    expect(body.Results.map((result: { Error?: { Code: string } }) => result.Error?.Code)).toEqual([
      undefined,
      undefined,
      'QuotaExceeded',
      'QuotaExceeded',
    ]);
  });

  it('has room again for what was not accepted for another reason', async () => {
    const tenant = await tenantOn('free', FREE_EMAILS - 1);
    const client = await tenant.key();
    const unverified = { ...tenant.email(), Source: 'a@elsewhere.com' };
    const { body } = await client.post('/v1/emails/batch', { Messages: [unverified, tenant.email()] });
    expect(body.Results.map((result: { Error?: { Code: string } }) => result.Error?.Code)).toEqual([
      'DomainNotVerified',
      undefined,
    ]);
  });

  it('refuses a channel that the plan lacks with 402', async () => {
    const tenant = await tenantOn('free');
    const { status, body } = await (await tenant.key()).post('/v1/sms/send', { To: ['+15005550100'], Body: 'Hi' });
    expect([status, body.Error.Code]).toEqual([402, 'PlanLimitExceeded']);
  });

  it('is none for an account without a plan', async () => {
    const tenant = await tenantOn('', 10_000_000);
    expect((await (await tenant.key()).post('/v1/emails/send', tenant.email())).status).toBe(202);
  });
});

describe('a plan that does not exist', () => {
  it('grants no message of any channel', async () => {
    const tenant = await tenantOn('free-of-charge');
    const client = await tenant.key();
    await client.post('/v1/push/devices', { Token: 'a'.repeat(64), Platform: 'ios' });
    const answers = [
      await client.post('/v1/emails/send', tenant.email()),
      await client.post('/v1/sms/send', { To: ['+15005550100'], Body: 'Hi' }),
      await client.post('/v1/push/send', { Topic: 'news', Notification: { Title: 'Hi', Body: 'Hi' } }),
      await (await tenant.session()).post('/api/messages/send', { Channel: 'email', ...tenant.email() }),
    ];
    expect(codesOf(answers)).toEqual(answers.map(() => 'PlanLimitExceeded'));
    const { body } = await client.post('/v1/emails/batch', { Messages: [tenant.email()] });
    expect(body.Results[0].Error.Code).toBe('PlanLimitExceeded');
  });

  it('is not found among the names that every object has', async () => {
    for (const plan of ['constructor', '__proto__', 'toString', 'Free', ' free']) {
      const tenant = await tenantOn(plan);
      const answer = await (await tenant.key()).post('/v1/emails/send', tenant.email());
      expect([answer.status, answer.body.Error.Code], plan).toEqual([402, 'PlanLimitExceeded']);
    }
  });

  it('limits calls, and leaves what the account has readable', async () => {
    const { status, headers } = await (await (await tenantOn('gone')).key()).get('/v1/account/usage');
    expect([status, headers['x-ratelimit-limit']]).toEqual([200, '60']);
  });
});

describe('the rate limit of a plan', () => {
  it('shows on every answer how much is left', async () => {
    const tenant = await tenantOn('free');
    const { headers } = await (await tenant.key()).post('/v1/emails/send', tenant.email());
    expect(headers).toMatchObject({
      'x-ratelimit-limit': String(FREE_SENDS_A_MINUTE),
      'x-ratelimit-remaining': String(FREE_SENDS_A_MINUTE - 1),
    });
  });

  it('is that of sending for what the dashboard sends, too', async () => {
    const tenant = await tenantOn('free');
    const session = await tenant.session();
    const { headers } = await session.post('/api/messages/send', { Channel: 'email', ...tenant.email() });
    expect(headers).toMatchObject({ 'x-ratelimit-limit': String(FREE_SENDS_A_MINUTE) });
  });

  it('refuses the call after the last with 429, and says when to come back', async () => {
    const tenant = await tenantOn('free');
    const client = await tenant.key();
    await spend('calls', `send:${tenant.id}`, FREE_SENDS_A_MINUTE - 20);
    const calls = Array.from({ length: 25 }, () => client.post('/v1/emails/send', tenant.email()));
    const refused = (await Promise.all(calls)).filter(({ status }) => status === 429);
    expect(refused).toHaveLength(5);
    expect(refused[0]?.body.Error.Code).toBe('Throttling');
    expect(Number(refused[0]?.headers['retry-after'])).toBeLessThanOrEqual(60);
  });

  it('is that of a tenant, whatever the number of its keys and sessions', async () => {
    const [tenant, other] = [await tenantOn('free'), await tenantOn('free')];
    const [first, second, session] = [await tenant.key(), await tenant.key(), await tenant.session()];
    await spend('calls', `send:${tenant.id}`, FREE_SENDS_A_MINUTE - 20);
    const half = Array.from({ length: 10 }, (_, n) => n);
    await Promise.all(half.map(() => first.post('/v1/emails/send', tenant.email())));
    const answers = await Promise.all(half.map(() => second.post('/v1/emails/send', tenant.email())));
    expect(answers.map(({ status }) => status)).toEqual(half.map(() => 202));
    const left = answers.map(({ headers }) => Number(headers['x-ratelimit-remaining']));
    expect(Math.min(...left)).toBe(0);
    const dashboard = { Channel: 'email', ...tenant.email() };
    const over = [
      await first.post('/v1/emails/send', tenant.email()),
      await (await tenant.key()).post('/v1/emails/send', tenant.email()),
      await session.post('/api/messages/send', dashboard),
    ];
    expect(codesOf(over)).toEqual(['Throttling', 'Throttling', 'Throttling']);
    expect((await first.get('/v1/emails')).status).toBe(200);
    expect((await (await other.key()).post('/v1/emails/send', other.email())).status).toBe(202);
  });

  it('is that of a session over all its tenants', async () => {
    const tenants = [await tenantOn('free'), await tenantOn('free')];
    const memberships = tenants.map(({ id, slug }) => ({ tenantId: id, slug, role: 'owner' as const }));
    const { client } = await stack.createSession({ operator: false, memberships });
    const left = [];
    for (const { slug } of tenants) {
      left.push((await client.get('/api/messages', { 'x-service-tenant': slug })).headers['x-ratelimit-remaining']);
    }
    expect(left).toEqual(['599', '598']);
  });

  it('counts a path with a slash at its end like the path without', async () => {
    const tenant = await tenantOn('free');
    const { headers } = await (await tenant.key()).post('/v1/emails/send/', tenant.email());
    expect(headers).toMatchObject({ 'x-ratelimit-limit': String(FREE_SENDS_A_MINUTE) });
  });

  it('does not exist for an account without a plan', async () => {
    const { headers } = await (await (await stack.createTenant()).key()).get('/v1/account');
    expect(headers).not.toHaveProperty('x-ratelimit-limit');
  });
});

describe('the calls of a session without a tenant', () => {
  it('are 1,500 a minute, on all such routes together', async () => {
    const { client, token } = await stack.createOperator();
    await spend('session-calls', decodeJwt(token)['sid'] as string, 1_490);
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) => client.get(n % 2 ? '/api/admin/plans' : '/api/admin/blacklist')),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(10);
    const refused = answers.find(({ status }) => status !== 200);
    expect([refused?.status, refused?.body.Error.Code]).toEqual([429, 'Throttling']);
    expect(refused?.headers).toMatchObject({ 'x-ratelimit-limit': '1500', 'x-ratelimit-remaining': '0' });
    expect((await (await stack.operator()).get('/api/admin/plans')).status).toBe(200);
  });
});
