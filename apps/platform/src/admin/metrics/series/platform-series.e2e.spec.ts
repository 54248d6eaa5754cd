import { beforeAll, describe, expect, it } from 'vitest';
import { newId } from '#libs/core/persistence';
import { graphqlCodes, graphqlData, operation } from '../../../../../../test/support/graphql.js';
import type { HttpClient } from '../../../../../../test/support/http-client.js';
import { platformStack } from '../../../../../../test/support/platform-stack.js';
import { useStack } from '../../../../../../test/support/use-stack.js';
import { QueueSamples } from './queue-samples.js';

const stack = useStack(() => platformStack({ environment: { ROLE: 'api' } }));
let operator: HttpClient;

const POINT = `at accepted sent delivered failed bounced complained webhooksDelivered webhooksFailed queued dead oldestSeconds`;
const ARGS = { from: 'String', to: 'String', interval: 'String', channel: 'String', queue: 'String' };
const SERIES = operation('query', 'platformSeries', ARGS, POINT);

const EMPTY = {
  accepted: 0,
  sent: 0,
  delivered: 0,
  failed: 0,
  bounced: 0,
  complained: 0,
  webhooksDelivered: 0,
  webhooksFailed: 0,
  queued: 0,
  dead: 0,
  oldestSeconds: 0,
};

const read = async (variables: object) => (await graphqlData(operator, SERIES, variables)).platformSeries;

beforeAll(async () => {
  operator = await stack.operator();
  for (const [hour, channel, event, count] of [
    ['2090-01-01T09:00Z', 'email', 'sent', 10],
    ['2090-01-01T09:00Z', 'sms', 'sent', 5],
    ['2090-01-01T11:00Z', 'email', 'bounced', 2],
    ['2090-01-02T00:00Z', 'email', 'sent', 1],
    ['2090-01-01T09:00Z', 'webhook', 'delivered', 7],
    ['2090-01-01T09:00Z', 'webhook', 'pending', 2],
    ['2090-01-01T09:00Z', 'webhook', 'failed', 1],
  ])
    await stack.sql('insert into platform_count values ($1, $2, $3, $4)', [hour, channel, event, count]);
  for (const [hour, kind, due, dead, oldest] of [
    ['2090-01-01T09:00Z', 'email.deliver', 100, 1, 60],
    ['2090-01-01T09:00Z', 'sms.deliver', 20, 0, 90],
    ['2090-01-01T11:00Z', 'email.deliver', 30, 0, 5],
  ])
    await stack.sql('insert into queue_sample values ($1, $2, $3, $4, $5)', [hour, kind, due, dead, oldest]);
});

describe('the figures of the platform over time', () => {
  it('are by the hour, with a point for each', async () => {
    const points = await read({ from: '2090-01-01T09:10:00Z', to: '2090-01-01T12:00:00Z', interval: 'hour' });
    expect(points).toEqual([
      {
        ...EMPTY,
        at: '2090-01-01T09:00:00.000Z',
        sent: 15,
        webhooksDelivered: 7,
        webhooksFailed: 3,
        queued: 120,
        dead: 1,
        oldestSeconds: 90,
      },
      { ...EMPTY, at: '2090-01-01T10:00:00.000Z' },
      { ...EMPTY, at: '2090-01-01T11:00:00.000Z', bounced: 2, queued: 30, oldestSeconds: 5 },
    ]);
  });

  it('are by the day: what happened is added up, and of queues the worst hour counts', async () => {
    const points = await read({ from: '2090-01-01T00:00:00Z', to: '2090-01-02T01:00:00Z', interval: 'day' });
    expect(points).toMatchObject([
      { at: '2090-01-01T00:00:00.000Z', sent: 15, bounced: 2, queued: 120, oldestSeconds: 90 },
      { at: '2090-01-02T00:00:00.000Z', sent: 1, queued: 0 },
    ]);
  });

  it('are of one channel and one queue', async () => {
    const hour = { from: '2090-01-01T09:00:00Z', to: '2090-01-01T10:00:00Z' };
    expect(await read({ ...hour, channel: 'sms', queue: 'sms.deliver' })).toMatchObject([
      { sent: 5, queued: 20, dead: 0, oldestSeconds: 90, webhooksDelivered: 7 },
    ]);
    expect(await read({ ...hour, queue: 'nothing' })).toMatchObject([{ sent: 15, queued: 0 }]);
  });

  it('are of the last two days or thirty unless said otherwise, and of a bounded period', async () => {
    expect((await read({})).length).toBe(49);
    expect((await read({ interval: 'day' })).length).toBe(31);
    for (const wrong of [
      { from: '2090-01-01T00:00:00Z', to: '2090-02-02T00:00:00Z' },
      { from: '2090-01-01T00:00:00Z', to: '2092-01-01T00:00:00Z', interval: 'day' },
      { from: '2090-01-02T00:00:00Z', to: '2090-01-01T00:00:00Z' },
      { interval: 'week' },
    ])
      expect(await graphqlCodes(operator, SERIES, wrong), JSON.stringify(wrong)).toEqual(['InvalidParameter']);
    const longest = { from: '2090-01-01T00:00:00Z', to: '2090-02-01T00:00:00Z' };
    expect((await read(longest)).length).toBe(31 * 24);
  });

  it('are for operators alone', async () => {
    expect(await graphqlCodes(await (await stack.createTenant()).session(), SERIES)).toEqual(['PermissionDenied']);
  });
});

describe('a sample of the queues', () => {
  it('keeps the worst of its hour, for 400 days', async () => {
    const samples = stack.app.get(QueueSamples, { strict: false });
    const tenant = await stack.createTenant();
    const at = new Date();
    const rows = () =>
      stack.sql(
        `select due, dead, oldest_seconds >= 30 as waited from queue_sample where kind = 'email.deliver' and hour = $1`,
        [new Date(Math.floor(at.getTime() / 3_600_000) * 3_600_000)],
      );
    const enqueue = () =>
      stack.sql(
        `insert into outbox (id, tenant_id, kind, payload, available_at, due, weight)
         values ((select coalesce(max(id), 0) + 1 from outbox), $1, 'email.deliver', $2, now() - interval '1 minute', true, 1)`,
        [tenant.id, { messageIds: [newId('msg')] }],
      );
    await enqueue();
    await enqueue();
    await samples.take(at);
    expect(await rows()).toEqual([{ due: 2, dead: 0, waited: true }]);
    await stack.sql('delete from outbox where tenant_id = $1', [tenant.id]);
    await enqueue();
    await samples.take(at);
    expect(await rows()).toEqual([{ due: 2, dead: 0, waited: true }]);
    await samples.deleteOld(new Date(at.getTime() + 401 * 86_400_000));
    expect(await rows()).toEqual([]);
  });
});
