import { beforeAll, describe, expect, it } from 'vitest';
import { newId, type Id } from '#libs/core/persistence';
import { waitUntil } from '#libs/test/testing';
import type { HttpClient } from '../../../../test/support/http-client.js';
import { platformStack, type TestTenant } from '../../../../test/support/platform-stack.js';
import { TrackingRecorder } from '../tracking/tracking-recorder.js';
import { usePrepared, useStack } from '../../../../test/support/use-stack.js';

const CAMPAIGN = 'cam_0123456789abcdef';
const SHOWN = ['sent', 'failed', 'opened', 'clicked'];

const stack = useStack(platformStack);
const acme = usePrepared(() => stack.createTenant());
let client: HttpClient;
let member: HttpClient;

beforeAll(async () => {
  [client, member] = [await acme.key(), await acme.session('member')];
  stack.mail.refuse(/^gone-.*@example\.test$/, { code: 554 });
  const send = (Tags: object, to: string[], changes: object = {}) =>
    client.post('/v1/emails/send', acme.email({ to, Tags, ...changes }));
  const later = { SendAt: new Date(Date.now() + 3_600_000).toISOString() };
  const [, , , cancelled] = await Promise.all([
    send({ kind: 'receipt', shop: 'a:b' }, ['a@example.test', 'b@example.test', 'gone-1@example.test']),
    send({ kind: 'welcome' }, ['c@example.test']),
    send({}, ['d@example.test']),
    send({ kind: 'receipt' }, ['e@example.test'], later),
  ]);
  await client.post(`/v1/emails/${cancelled.body.MessageId}/cancel`);
  await waitUntil(async () => {
    const [{ left }] = (await stack.sql(
      `select count(*)::int as left from message where tenant_id = $1 and status not in ('sent', 'failed', 'bounced', 'cancelled')`,
      [acme.id],
    )) as [{ left: number }];
    return left === 0;
  });
  await insertOfCampaign(3);
  await track();
});
async function insertOfCampaign(count: number): Promise<void> {
  await stack.sql(
    `insert into message (tenant_id, id, channel, status, environment, sender, recipient, subject, content_id, campaign_id, tags)
     select $1, id, 'email', 'sent', 'live', 'a@a.test', 'b@b.test', 'Hello', id, $3, '{"kind": "news"}'
     from unnest($2::text[]) as id`,
    [acme.id, Array.from({ length: count }, () => newId('msg')), CAMPAIGN],
  );
}

/** Each message is opened by a proxy and twice by a reader; every second one is clicked in two places, too. */
async function track(): Promise<void> {
  const recorder = stack.app.get(TrackingRecorder, { strict: false });
  const messages = await stack.sql<{ id: Id<'msg'> }>(
    `select id from message where tenant_id = $1 and status = 'sent' order by id`,
    [acme.id],
  );
  const at = Date.now();
  for (const [n, { id: messageId }] of messages.entries()) {
    const ref = { tenantId: acme.id, messageId };
    const event = { ref, userAgent: 'x', machine: false, occurredAt: new Date(at) };
    recorder.record({ ...event, type: 'opened', machine: true });
    recorder.record({ ...event, type: 'opened' });
    recorder.record({ ...event, type: 'opened', occurredAt: new Date(at + 120_000) });
    if (n % 2 === 1) continue;
    for (const url of ['https://a.test/', 'https://b.test/']) recorder.record({ ...event, type: 'clicked', url });
  }
  await recorder.beforeApplicationShutdown();
}

/**
 * Counts from the rows what the reports should say of the messages that a condition finds. Those of a campaign were never
 * accepted.
 */
async function countRows(condition: string): Promise<Record<string, number>> {
  const [accepted] = await stack.sql<{ count: number }>(
    `select count(*)::int as count from message m
     where tenant_id = $1 and status <> 'cancelled' and campaign_id is null and ${condition}`,
    [acme.id],
  );
  const rows = await stack.sql<{ type: string; count: number; human: number; messages: number }>(
    `select type, count(*)::int as count, count(*) filter (where detail->>'Machine' = 'false')::int as human,
            count(distinct message_id) filter (where detail->>'Machine' = 'false')::int as messages
     from message_event e join message m on m.tenant_id = e.tenant_id and m.id = e.message_id
     where e.tenant_id = $1 and ${condition} group by type`,
    [acme.id],
  );
  const of = (type: string) => rows.find((row) => row.type === type) ?? { count: 0, human: 0, messages: 0 };
  const raw = SHOWN.map((type): [string, number] => [type[0]!.toUpperCase() + type.slice(1), of(type).count]);
  return {
    Accepted: accepted!.count,
    ...Object.fromEntries(raw),
    HumanOpened: of('opened').human,
    HumanClicked: of('clicked').human,
    UniqueOpened: of('opened').messages,
    UniqueClicked: of('clicked').messages,
  };
}

const PERIOD = `from=${new Date(Date.now() - 3 * 86_400_000).toISOString()}&to=${new Date(Date.now() + 7_200_000).toISOString()}`;
const read = async (path: string) => (await member.get(`/api/reports/${path}${PERIOD}`)).body;

const sumOf = (points: Record<string, number>[], names: string[]) =>
  Object.fromEntries(names.map((name) => [name, points.reduce((sum, point) => sum + (point[name] ?? 0), 0)]));

describe('a report', () => {
  it.each([
    ['all messages', '', 'true'],
    ['a tag', 'tag=kind:receipt&', `m.tags->>'kind' = 'receipt'`],
    ['a tag whose value has a colon', 'tag=shop:a:b&', `m.tags->>'shop' = 'a:b'`],
    ['a tag that no message has', 'tag=kind:none&', 'false'],
    ['a campaign', `campaign=${CAMPAIGN}&`, `m.campaign_id = '${CAMPAIGN}'`],
    ['live messages', 'environment=live&', `m.environment = 'live'`],
    ['test messages', 'environment=test&', `m.environment = 'test'`],
  ])('of %s equals a count of the rows', async (_case, filter, condition) => {
    const expected = await countRows(condition);
    expect((await read(`overview?${filter}`)).Totals).toMatchObject(expected);
    for (const interval of ['hour', 'day', 'month']) {
      const { Points } = await read(`timeseries?interval=${interval}&${filter}`);
      expect(sumOf(Points, Object.keys(expected))).toEqual(expected);
    }
  });

  it('counts a reader once for each message, and a proxy never', async () => {
    const { Totals } = await read(`overview?campaign=${CAMPAIGN}&`);
    expect(Totals).toMatchObject({ Opened: 9, HumanOpened: 6, UniqueOpened: 3 });
  });

  it('counts a reader once when processes record at the same instant', async () => {
    const tenant = await stack.createTenant();
    const [id] = [newId('msg')];
    await stack.sql(
      `insert into message (tenant_id, id, channel, status, environment, sender, recipient, subject, content_id)
       values ($1, $2, 'email', 'sent', 'live', 'a@a.test', 'b@b.test', 'Hello', $2)`,
      [tenant.id, id],
    );
    const recorder = stack.app.get(TrackingRecorder, { strict: false });
    const write = (n: number) =>
      recorder['write']([
        {
          type: 'clicked',
          ref: { tenantId: tenant.id, messageId: id! },
          url: `https://a.test/${n}`,
          occurredAt: new Date(),
          userAgent: 'x',
          machine: false,
        },
      ]);
    await Promise.all([1, 2, 3, 4].map(write));
    const { body } = await (await tenant.session()).get(`/api/reports/overview?${PERIOD}`);
    expect(body.Totals).toMatchObject({ Clicked: 4, HumanClicked: 4, UniqueClicked: 1 });
  });

  it('is read by key, too', async () => {
    const key = await acme.key('reports:read');
    const { body } = await key.get(`/v1/reports/overview?tag=kind:welcome&${PERIOD}`);
    expect(body.Totals).toMatchObject({ Accepted: 1, Sent: 1 });
    expect((await key.get(`/v1/reports/groups?by=environment&${PERIOD}`)).status).toBe(200);
  });

  it("has nothing of another tenant's tags", async () => {
    const rival = await (await stack.createTenant()).session();
    const { body } = await rival.get(`/api/reports/overview?tag=kind:receipt&${PERIOD}`);
    expect(body.Totals.Accepted).toBe(0);
  });

  it.each([
    ['overview?tag=kind:a&environment=live&', 'environment'],
    ['timeseries?tag=kind&', 'tag'],
    ['overview?campaign=x&', 'campaign'],
    ['groups?by=tag&', 'key'],
    ['groups?by=campaign&key=kind&', 'key'],
    ['groups?by=colour&', 'by'],
  ])('is refused for ?%s, naming %s', async (path, field) => {
    const { status, body } = await member.get(`/api/reports/${path}${PERIOD}`);
    expect([status, body.Error.Details[0].Field]).toEqual([422, field]);
  });
});

describe('the groups', () => {
  const groups = async (query: string) =>
    (await read(`groups?${query}&`)).Groups as { Value: string; Totals: object }[];

  it('of a key of tags are its values, most messages first', async () => {
    const found = await groups('by=tag&key=kind');
    expect(found.map(({ Value }) => Value)).toEqual(['kind:receipt', 'kind:welcome', 'kind:news']);
    expect(found[0]!.Totals).toMatchObject(await countRows(`m.tags->>'kind' = 'receipt'`));
  });

  it('of campaigns and environments are theirs', async () => {
    expect((await groups('by=campaign')).map(({ Value }) => Value)).toEqual([CAMPAIGN]);
    expect((await groups('by=environment')).map(({ Value }) => Value).sort()).toEqual(['live', 'test']);
    expect(await groups('by=tag&key=kind&channel=sms')).toEqual([]);
  });
});

describe('values of tags beyond the cap of a day', () => {
  /** Sets how many values of `user` were counted today. */
  const counted = (tenant: TestTenant, count: number) =>
    stack.sql(
      `insert into group_total (tenant_id, dimension, span, start, value, channel, event, count)
       values ($1, 'tag-values', 'day', date_trunc('day', now(), 'UTC'), 'user', '', 'key', $2)`,
      [tenant.id, count],
    );
  const groupsOf = async (tenant: TestTenant, key: string, total: string) => {
    const { body } = await (await tenant.session()).get(`/api/reports/groups?by=tag&key=${key}&${PERIOD}`);
    const groups = body.Groups as { Value: string; Totals: Record<string, number> }[];
    return Object.fromEntries(groups.map(({ Value, Totals }) => [Value, Totals[total]]));
  };
  const batchOf = (tenant: TestTenant, tags: object[]) => ({
    Messages: tags.map((Tags, n) => ({ ...tenant.email({ to: [`${n}@example.test`] }), Tags })),
  });

  it('count as one, from acceptance on', async () => {
    const tenant = await stack.createTenant();
    const key = await tenant.key();
    await counted(tenant, 998);
    const users = (...names: string[]) => names.map((user) => ({ user, plan: 'free' }));
    await key.post('/v1/emails/batch', batchOf(tenant, users('a', 'b', 'b', 'c')));
    await key.post('/v1/emails/batch', batchOf(tenant, users('d', 'a')));
    await waitUntil(async () => (await groupsOf(tenant, 'plan', 'Sent'))['plan:free'] === 6, {
      what: 'the messages to be sent',
    });
    const expected = { 'user:a': 2, 'user:b': 2, 'user:other': 2 };
    expect(await groupsOf(tenant, 'user', 'Accepted')).toEqual(expected);
    expect(await groupsOf(tenant, 'user', 'Sent')).toEqual(expected);
    expect(await groupsOf(tenant, 'plan', 'Accepted')).toEqual({ 'plan:free': 6 });
  });

  it('of all keys count as one of a key', async () => {
    const tenant = await stack.createTenant();
    const key = await tenant.key();
    await key.post('/v1/emails/batch', batchOf(tenant, [{ a: '1' }]));
    await stack.sql(
      `update group_total set count = 20000 where tenant_id = $1 and dimension = 'tag-values' and event = 'all'`,
      [tenant.id],
    );
    await key.post('/v1/emails/batch', batchOf(tenant, [{ a: '1' }, { b: '1' }, { a: '2' }]));
    expect(await groupsOf(tenant, 'a', 'Accepted')).toEqual({ 'a:1': 2 });
    expect(await groupsOf(tenant, 'b', 'Accepted')).toEqual({});
    expect(await groupsOf(tenant, 'other', 'Accepted')).toEqual({ 'other:other': 2 });
  });

  it('are those after the first of each key: a value that comes again needs no room', async () => {
    const tenant = await stack.createTenant();
    const key = await tenant.key();
    const tags = [{ user: 'a', plan: 'x' }, { user: 'b', plan: 'x' }, { user: 'a' }];
    await key.post('/v1/emails/batch', batchOf(tenant, tags));
    await key.post('/v1/emails/batch', batchOf(tenant, tags));
    const rows = await stack.sql(
      `select value, event, count::int from group_total where tenant_id = $1 and dimension = 'tag-values' order by 1, 2`,
      [tenant.id],
    );
    expect(rows).toEqual([
      { value: '', event: 'all', count: 3 },
      { value: 'plan', event: 'key', count: 1 },
      { value: 'user', event: 'key', count: 2 },
    ]);
  });
});
