import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { waitUntil } from '#libs/test/testing';
import type { HttpClient } from '../../../../../test/support/http-client.js';
import { platformStack } from '../../../../../test/support/platform-stack.js';
import { usePrepared, useStack } from '../../../../../test/support/use-stack.js';

const ROUTE = '/api/admin/plans';
const LIMITS = {
  Quota: { Email: 100, Sms: 0, Push: null },
  DailyRamp: 50,
  CallsPerMinute: { Send: 10, Read: 20, Write: null },
};

const stack = useStack(() => platformStack({ environment: { ROLE: 'api' } }));
/** A second process of the same service. */
const other = useStack(() => stack.startBeside({ ROLE: 'api' }));
const operator = usePrepared(() => stack.operator());

const newName = () => `p${randomBytes(4).toString('hex')}`;
const pathOf = (name: string) => `${ROUTE}/${name}`;

async function createPlan(changes: object = {}): Promise<string> {
  const Name = newName();
  expect((await operator.post(ROUTE, { Name, ...LIMITS, ...changes })).status).toBe(201);
  return Name;
}

/** Latest first. */
const entriesOf = (name: string) =>
  stack.sql<{ action: string; actor_kind: string; before: object | null; after: object | null }>(
    `select action, actor_kind, before, after from audit_entry where object_type = 'plan' and object_id = $1
     order by id desc`,
    [name],
  );

describe('the plans', () => {
  it('are at first those that the product brings, after the absence of one', async () => {
    const { Plans } = (await operator.get(ROUTE)).body;
    expect(Plans[0]).toEqual({
      Name: '',
      Quota: { Email: null, Sms: null, Push: null },
      DailyRamp: null,
      CallsPerMinute: { Send: null, Read: null, Write: null },
    });
    expect(Plans.slice(1, 5).map(({ Name }: { Name: string }) => Name)).toEqual(['free', 'starter', 'growth', 'scale']);
    expect(Plans[1]).toMatchObject({
      Quota: { Email: 3_000, Sms: 0, Push: 10_000 },
      CallsPerMinute: { Send: 120, Read: 600, Write: 300 },
    });
  });

  it('are made by an operator, and recorded', async () => {
    const Name = newName();
    const made = await operator.post(ROUTE, { Name, ...LIMITS });
    expect([made.status, made.headers['location'], made.body.Plan]).toEqual([201, pathOf(Name), { Name, ...LIMITS }]);
    expect((await operator.get(pathOf(Name))).body.Plan).toEqual({ Name, ...LIMITS });
    expect((await operator.get(ROUTE)).body.Plans.at(-1)).toEqual({ Name, ...LIMITS });
    expect(await entriesOf(Name)).toMatchObject([
      {
        action: 'plan.created',
        actor_kind: 'operator',
        after: { quota: { email: 100, sms: 0, push: null }, dailyRamp: 50 },
      },
    ]);
  });

  it('are changed field by field, and each change is recorded', async () => {
    const name = await createPlan();
    const { status, body } = await operator.patch(pathOf(name), { Quota: { Sms: 5 }, CallsPerMinute: { Send: null } });
    expect([status, body.Plan]).toEqual([
      200,
      {
        ...LIMITS,
        Name: name,
        Quota: { Email: 100, Sms: 5, Push: null },
        CallsPerMinute: { Send: null, Read: 20, Write: null },
      },
    ]);
    expect((await operator.patch(pathOf(name), { DailyRamp: null })).body.Plan.DailyRamp).toBeNull();
    await operator.patch(pathOf(name), { DailyRamp: null });
    const entries = await entriesOf(name);
    expect(entries.map(({ action }) => action)).toEqual(['plan.changed', 'plan.changed', 'plan.created']);
    expect(entries[0]).toMatchObject({ before: { dailyRamp: 50 }, after: { dailyRamp: null } });
    expect(entries[1]).toMatchObject({ before: { quota: { sms: 0 } }, after: { quota: { sms: 5 } } });
  });

  it('have names of their own', async () => {
    const name = await createPlan();
    const again = await operator.post(ROUTE, { Name: name, ...LIMITS });
    expect([again.status, again.body.Error.Code]).toEqual([409, 'AlreadyExists']);
  });

  it('take no limit that is none, and no change that is empty', async () => {
    const name = await createPlan();
    for (const body of [
      { Name: newName() },
      { Name: '', ...LIMITS },
      { Name: 'Big Plan', ...LIMITS },
      { Name: newName(), ...LIMITS, Quota: { Email: 1, Sms: 1 } },
      { Name: newName(), ...LIMITS, Quota: { Email: -1, Sms: 1, Push: 1 } },
      { Name: newName(), ...LIMITS, CallsPerMinute: { Send: 0, Read: 1, Write: 1 } },
      { Name: newName(), ...LIMITS, DailyRamp: 1.5 },
    ]) {
      expect((await operator.post(ROUTE, body)).status, JSON.stringify(body)).toBe(400);
    }
    for (const body of [{ Name: newName() }, { Quota: { Email: 'many' } }]) {
      expect((await operator.patch(pathOf(name), body)).status, JSON.stringify(body)).toBe(400);
    }
    for (const body of [{}, { Quota: {} }, { Quota: null }]) {
      expect((await operator.patch(pathOf(name), body)).status, JSON.stringify(body)).toBe(422);
    }
    for (const unknown of ['nothing', 'constructor', '%00']) {
      expect((await operator.patch(pathOf(unknown), { DailyRamp: 1 })).status, unknown).toBe(404);
    }
  });

  it('are for operators alone', async () => {
    const session = await (await stack.createTenant()).session();
    for (const client of [session, stack.anonymous]) {
      const statuses = [
        (await client.get(ROUTE)).status,
        (await client.post(ROUTE, { Name: newName(), ...LIMITS })).status,
        (await client.patch(pathOf('free'), { Quota: { Email: null } })).status,
      ];
      expect(new Set(statuses)).toEqual(new Set([client === session ? 403 : 401]));
    }
  });
});

describe('a change of a plan', () => {
  it('applies with its answer, and in every other process at once', async () => {
    const name = await createPlan();
    const tenant = await stack.createTenant();
    await tenant.setPlan(name);
    const { client, secret } = await tenant.createKey();
    const elsewhere = other.anonymous.with({ authorization: `Bearer ${secret}` });
    const limitOf = async (key: HttpClient) => (await key.get('/v1/account')).headers['x-ratelimit-limit'];
    await waitUntil(async () => (await limitOf(elsewhere)) === '20', { timeoutMs: 2_000 });

    await operator.patch(pathOf(name), { CallsPerMinute: { Read: 7_777 }, Quota: { Email: 1 } });
    expect(await limitOf(client)).toBe('7777');
    await waitUntil(async () => (await limitOf(elsewhere)) === '7777', { timeoutMs: 2_000 });
    const answers = [
      await elsewhere.post('/v1/emails/send', tenant.email()),
      await elsewhere.post('/v1/emails/send', tenant.email()),
    ];
    expect(answers.map(({ status }) => status)).toEqual([202, 429]);
  });

  it('reaches a process that its message does not', async () => {
    const name = await createPlan();
    const tenant = await stack.createTenant();
    await tenant.setPlan(name);
    const client = await tenant.key();
    await stack.sql('update plan set calls_per_minute_read = 4321 where name = $1', [name]);
    const limit = async () => (await client.get('/v1/account')).headers['x-ratelimit-limit'];
    await expect.poll(limit).toBe('4321');
  });
});
