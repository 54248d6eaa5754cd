import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { waitUntil } from '#libs/test/testing';
import { platformStack } from '../../../../../test/support/platform-stack.js';
import { AlertEvaluator } from './alert-evaluator.js';
import { AlertNotifier } from './alert-notifier.js';
import { usePrepared, useStack } from '../../../../../test/support/use-stack.js';

const ROUTE = '/api/admin/platform-alerts';
const RULE = { Name: 'Much mail', Metric: 'messages_accepted', Operator: 'gt', Threshold: 1e9, WindowMinutes: 60 };

const stack = useStack(() =>
  platformStack({ environment: { ALERT_EMAILS: 'ops@example.test', ALERT_SENDER: 'alerts@example.test' } }),
);
const operator = usePrepared(() => stack.operator());
const acme = usePrepared(() => stack.createTenant());
const evaluator = usePrepared(() => stack.app.get(AlertEvaluator, { strict: false }));

async function make(changes: object): Promise<string> {
  const { status, body } = await operator.post(ROUTE, { ...RULE, ...changes });
  expect(status).toBe(201);
  return body.Alert.Id;
}

const read = async (id: string) => (await operator.get(`${ROUTE}/${id}`)).body.Alert;
const eventsOf = async (id: string) => (await operator.get(`${ROUTE}/events?rule=${id}`)).body.Events;
const typesOf = async (id: string) => (await eventsOf(id)).map(({ Type }: { Type: string }) => Type);
const evaluate = () => evaluator.evaluate(0);

/** Events of a channel, as if they had been recorded so many hours ago. */
function happened(counts: Record<string, number>, hoursAgo = 0, channel = 'email') {
  return stack.sql(
    `insert into event_total as t (tenant_id, span, start, channel, event, count)
     select $1, 'hour', date_trunc('hour', now() - $2 * interval '1 hour', 'UTC'), $3, key, value::bigint
     from jsonb_each_text($4) on conflict on constraint event_total__pk do update set count = t.count + excluded.count`,
    [acme.id, hoursAgo, channel, JSON.stringify(counts)],
  );
}

describe('an alert rule', () => {
  it('is created, read, replaced and deleted', async () => {
    const made = await operator.post(ROUTE, RULE);
    expect([made.status, made.headers['location']]).toEqual([201, `${ROUTE}/${made.body.Alert.Id}`]);
    expect(made.body.Alert).toMatchObject({ ...RULE, Active: true, State: 'ok', Value: null, EvaluatedAt: null });
    const path = `${ROUTE}/${made.body.Alert.Id}`;
    const replaced = await operator.send('PUT', path, JSON.stringify({ ...RULE, Threshold: 0.5, Active: false }));
    expect([replaced.status, replaced.body.Alert.Threshold, replaced.body.Alert.Active]).toEqual([200, 0.5, false]);
    expect((await operator.get(ROUTE)).body.Alerts).toContainEqual(replaced.body.Alert);
    expect((await operator.delete(path)).status).toBe(204);
    for (const method of ['GET', 'PUT', 'DELETE']) {
      const body = method === 'PUT' ? JSON.stringify(RULE) : undefined;
      expect((await operator.send(method, path, body)).status, method).toBe(404);
    }
    const actions = await stack.sql<{ action: string }>(
      `select action from audit_entry where object_id = $1 order by id`,
      [made.body.Alert.Id],
    );
    expect(actions.map(({ action }) => action)).toEqual([
      'alert_rule.created',
      'alert_rule.changed',
      'alert_rule.removed',
    ]);
  });

  it.each([
    { Metric: 'unknown' },
    { Operator: '>' },
    { Threshold: '1' },
    { Threshold: null },
    { WindowMinutes: 0 },
    { WindowMinutes: 10_081 },
    { Name: '' },
    { Surprise: 1 },
  ])('is rejected with %o', async (change) => {
    expect((await operator.post(ROUTE, { ...RULE, ...change })).status).toBe(400);
  });

  it('is for operators only', async () => {
    const member = await acme.session('owner');
    const id = await make({ Active: false });
    for (const answer of [
      await member.get(ROUTE),
      await member.post(ROUTE, RULE),
      await member.get(`${ROUTE}/events`),
      await member.send('PUT', `${ROUTE}/${id}`, JSON.stringify(RULE)),
      await member.delete(`${ROUTE}/${id}`),
      await member.delete(`${ROUTE}/${randomUUID()}`),
      await member.get('/api/admin/metrics'),
    ]) {
      expect(answer.status).toBe(403);
    }
  });
});

describe('a rule whose condition becomes true', () => {
  it('fires once and recovers once, however often and by however many processes it is evaluated', async () => {
    const id = await make({ Metric: 'dead_letters', Operator: 'gte', Threshold: 1 });
    await evaluate();
    expect([await typesOf(id), (await read(id)).Value]).toEqual([[], 0]);
    const letter = await stack.createDeadLetter(acme.id);
    await Promise.all(Array.from({ length: 6 }, evaluate));
    await evaluate();
    expect(await typesOf(id)).toEqual(['fired']);
    expect(await read(id)).toMatchObject({ State: 'firing', Value: 1 });
    await operator.post(`/api/admin/dead-letters/${letter}/discard`);
    await Promise.all(Array.from({ length: 6 }, evaluate));
    expect(await typesOf(id)).toEqual(['recovered', 'fired']);
    expect(await read(id)).toMatchObject({ State: 'ok', Value: 0 });
    expect((await eventsOf(id))[1]).toMatchObject({ AlertId: id, Name: RULE.Name, Metric: 'dead_letters', Value: 1 });
    await operator.delete(`${ROUTE}/${id}`);
    expect(await typesOf(id)).toEqual(['recovered', 'fired']);
  });

  it('evaluates shares of a sufficient total', async () => {
    const id = await make({ Metric: 'email_bounce_rate', Operator: 'gt', Threshold: 0.1 });
    await happened({ accepted: 10, sent: 10, bounced: 10 });
    await evaluate();
    expect(await read(id)).toMatchObject({ State: 'ok', Value: null });
    await happened({ accepted: 30, sent: 30 });
    await evaluate();
    expect(await read(id)).toMatchObject({ State: 'firing', Value: 0.25 });
    await happened({ accepted: 160, sent: 160 });
    await evaluate();
    expect(await read(id)).toMatchObject({ State: 'ok', Value: 0.05 });
  });

  it('counts its window only', async () => {
    await happened({ accepted: 5_000 }, 5, 'sms');
    const [short, long] = [
      await make({ Operator: 'gte', Threshold: 5_000, WindowMinutes: 120 }),
      await make({ Operator: 'gte', Threshold: 5_000, WindowMinutes: 400 }),
    ];
    await stack.sql('delete from platform_count');
    await evaluate();
    expect([(await read(short)).State, (await read(long)).State]).toEqual(['ok', 'firing']);
  });

  it('stops firing when it is changed or deleted, and is not evaluated while it is inactive', async () => {
    const id = await make({ Metric: 'queue_due', Operator: 'gte', Threshold: 0 });
    await evaluate();
    expect(await typesOf(id)).toEqual(['fired']);
    const inactive = JSON.stringify({ ...RULE, Metric: 'queue_due', Operator: 'gte', Threshold: 0, Active: false });
    expect((await operator.send('PUT', `${ROUTE}/${id}`, inactive)).body.Alert.State).toBe('ok');
    await evaluate();
    expect(await typesOf(id)).toEqual(['recovered', 'fired']);
    expect((await eventsOf(id))[0].Reason).toBe('The rule was changed');
  });

  it('is sent to operators by e-mail, once', async () => {
    const notifier = stack.app.get(AlertNotifier, { strict: false });
    const Name = `Told ${randomUUID()}`;
    await make({ Name, Metric: 'queue_due', Operator: 'gte', Threshold: 0 });
    await evaluate();
    await Promise.all([notifier.notify(), notifier.notify()]);
    const sent = () =>
      stack.mail.messages.filter(({ to, raw }) => to.includes('ops@example.test') && String(raw).includes(Name));
    await waitUntil(() => sent().length === 1);
    await notifier.notify();
    expect(sent()).toHaveLength(1);
  });
});
