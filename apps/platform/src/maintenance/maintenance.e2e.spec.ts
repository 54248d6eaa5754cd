import pg from 'pg';
import { describe, expect, it, vi } from 'vitest';
import { loadConfig } from '#libs/core/config';
import { logger } from '#libs/core/observability';
import { Database, firstIdAt, monthAfter, monthlyPartitionSql } from '#libs/core/persistence';
import { Blobs } from '#libs/core/storage';
import { platformStack } from '../../../../test/support/platform-stack.js';
import { PlatformConfig } from '../config.js';
import { Maintenance } from './maintenance.service.js';
import { MONTHLY_SERIES } from './monthly-series.js';
import { usePrepared, useStack } from '../../../../test/support/use-stack.js';

const DAYS = { KEEP_MESSAGES_DAYS: '90', KEEP_WEBHOOK_DELIVERIES_DAYS: '40' };

const stack = useStack(() => platformStack({ environment: { ROLE: 'api', ...DAYS } }));
const acme = usePrepared(() => stack.createTenant());
/** Connection of the role that owns the tables. */
const owner = useStack(async () => {
  const client = new pg.Client({ connectionString: stack.database.ownerUrl });
  await client.connect();
  return client;
});
const maintenance = usePrepared(() => stack.app.get(Maintenance, { strict: false }));

const january = new Date('2024-01-01');
const name = (table: string, month: Date) => `${table}_${month.toISOString().slice(0, 7).replace('-', '_')}`;

async function makeMonths(first: Date, count: number): Promise<void> {
  for (let n = 0; n < count; n += 1) {
    for (const series of MONTHLY_SERIES) await owner.query(monthlyPartitionSql(series, monthAfter(first, n)));
  }
}

async function partitions(): Promise<Set<string>> {
  const rows = await stack.sql<{ name: string }>(
    `select inhrelid::regclass::text as name from pg_inherits join pg_class c on c.oid = inhrelid where c.relkind = 'r'`,
  );
  return new Set(rows.map((row) => row.name));
}

const CHANNELS = { msg: 'email', sms: 'sms', psh: 'push' } as const;

async function message(at: Date, status: string, prefix: keyof typeof CHANNELS = 'msg'): Promise<string> {
  const id = firstIdAt(prefix, at);
  await stack.sql(
    `insert into message (tenant_id, id, channel, status, environment, sender, recipient, subject, content_id)
     values ($1, $2, $4, $3, 'test', 'a@x.test', 'b@x.test', 'Hello', $2)`,
    [acme.id, id, status, CHANNELS[prefix]],
  );
  await stack.sql(`insert into message_content (tenant_id, id, to_addresses) values ($1, $2, '{}')`, [acme.id, id]);
  return id;
}

describe('maintenance', () => {
  it('drops the months that are over for long enough, and what belongs to them', async () => {
    await makeMonths(january, 3);
    const id = await message(new Date('2024-02-10'), 'sent');
    const client = await acme.key('emails:read');
    expect((await client.get(`/v1/emails/${id}`)).status).toBe(200);
    const { dropped, kept } = await maintenance.run();
    expect(kept).toEqual([]);
    expect(dropped).toEqual(
      expect.arrayContaining(['message_2024_02', 'message_event_2024_02', 'webhook_attempt_2024_03']),
    );
    expect([...(await partitions())].filter((one) => one.includes('_2024_'))).toEqual([]);
    expect((await client.get(`/v1/emails/${id}`)).status).toBe(404);
  });

  it.each(['sms', 'psh'] as const)('drops months of messages whose ids begin with %s', async (prefix) => {
    await makeMonths(january, 3);
    const at = new Date('2024-02-10');
    const [gone, queued] = [await message(at, 'sent', prefix), await message(new Date('2024-03-10'), 'queued', prefix)];
    const rows = (table: string) =>
      stack.sql(`select id from ${table} where id >= $1 and id < $2 order by id`, [`${prefix}_`, `${prefix}\``]);
    expect(await rows('message')).toEqual([{ id: gone }, { id: queued }]);
    const { kept, dropped } = await maintenance.run();
    expect(kept).toEqual([`message_${prefix}_2024_03`]);
    expect(dropped).toContain(`message_${prefix}_2024_02`);
    expect(await rows('message')).toEqual([{ id: queued }]);
    await stack.sql(`update message set status = 'failed' where id = $1`, [queued]);
    await maintenance.run();
    expect([await rows('message'), await rows('message_content')]).toEqual([[], []]);
  });

  it('deletes totals of tags with the months of their messages, and values that no message has', async () => {
    const total = (value: string, start: string, dimension = 'tag') =>
      stack.sql(
        `insert into group_total (tenant_id, dimension, span, start, value, channel, event, count)
         select $1, $4, span, $3, $2, 'email', 'opened', 1 from unnest(array['day', 'hour']) as span`,
        [acme.id, value, start, dimension],
      );
    const today = new Date().toISOString().slice(0, 10);
    await stack.sql(`insert into message_tag (tenant_id, tag, message_id) values ($1, 'kind:receipt', $2)`, [
      acme.id,
      firstIdAt('msg', new Date()),
    ]);
    for (const start of ['2024-02-10', today]) {
      for (const value of ['user:ana', 'kind:receipt', 'user:other']) await total(value, start);
      await total('live', start, 'environment');
    }
    expect((await maintenance.run()).tagTotals).toBe(8);
    const left = await stack.sql(
      `select start::date::text as start, value from group_total where tenant_id = $1 and span = 'day' order by 1, 2`,
      [acme.id],
    );
    expect(left).toEqual([
      { start: '2024-02-10', value: 'live' },
      { start: today, value: 'kind:receipt' },
      { start: today, value: 'live' },
      { start: today, value: 'user:other' },
    ]);
    expect((await maintenance.run()).tagTotals).toBe(0);
  });

  it('keeps totals of tags of a month in which a message waits', async () => {
    await makeMonths(january, 3);
    const id = await message(new Date('2024-02-10'), 'queued');
    await stack.sql(`insert into message_tag (tenant_id, tag, message_id) values ($1, 'kind:late', $2)`, [acme.id, id]);
    await stack.sql(
      `insert into group_total (tenant_id, dimension, span, start, value, channel, event, count)
       values ($1, 'tag', 'day', '2024-02-10', 'kind:late', 'email', 'accepted', 1)`,
      [acme.id],
    );
    expect((await maintenance.run()).tagTotals).toBe(0);
    await stack.sql(`update message set status = 'failed' where id = $1`, [id]);
    expect((await maintenance.run()).tagTotals).toBe(1);
  });

  it('stores new texts and push messages in partitions by month', async () => {
    for (const prefix of ['sms', 'psh'] as const) {
      const id = await message(new Date(), 'sent', prefix);
      const [row] = await stack.sql<{ name: string }>(
        `select tableoid::regclass::text as name from message where id = $1`,
        [id],
      );
      expect(row?.name).toBe(name(`message_${prefix}`, new Date()));
    }
  });

  it('keeps a month to the day that is asked for, and the content of its calls a month longer', async () => {
    const month = monthAfter(new Date(), -5);
    await makeMonths(month, 2);
    const overFor = (days: number) => new Date(monthAfter(month, 1).getTime() + days * 86_400_000);
    expect((await maintenance.run(overFor(89))).dropped.filter((one) => one.startsWith('message'))).toEqual([]);
    const { dropped } = await maintenance.run(overFor(90));
    expect(dropped).toContain(name('message', month));
    expect(dropped).not.toContain(name('message_content', month));
    expect((await maintenance.run(overFor(121))).dropped).toContain(name('message_content', month));
  });

  it('keeps a month in which a message waits, with its content and events', async () => {
    await makeMonths(january, 3);
    const id = await message(new Date('2024-02-10'), 'queued');
    const { kept } = await maintenance.run();
    expect(kept).toEqual(['message_2024_02']);
    const left = await partitions();
    for (const table of ['message', 'message_content', 'message_event', 'message_feedback']) {
      expect(left).toContain(`${table}_2024_02`);
    }
    expect(left).not.toContain('message_2024_01');
    await stack.sql(`update message set status = 'failed' where id = $1`, [id]);
    await maintenance.run();
    expect([...(await partitions())].filter((one) => one.includes('_2024_'))).toEqual([]);
  });

  it('makes the months to come', async () => {
    const last = name('message_event', monthAfter(new Date(), 12));
    await stack.sql(`drop table ${last}`);
    expect((await maintenance.run()).added).toContain(last);
    expect(await partitions()).toContain(last);
    expect((await maintenance.run()).added).toEqual([]);
  });

  it('can run in several processes at once', async () => {
    await makeMonths(january, 3);
    await stack.sql(`drop table ${name('message', monthAfter(new Date(), 12))}`);
    const warned = vi.spyOn(logger, 'warn');
    await Promise.all([maintenance.run(), maintenance.run(), maintenance.run()]);
    expect(warned.mock.calls).toEqual([]);
    warned.mockRestore();
    const left = await partitions();
    expect([...left].filter((one) => one.includes('_2024_'))).toEqual([]);
    expect(left).toContain(name('message', monthAfter(new Date(), 12)));
  });

  it('keeps everything unless a retention is configured', async () => {
    await makeMonths(january, 1);
    const config = { ...stack.config, keepMessagesDays: 0, keepWebhookDeliveriesDays: 0 } as PlatformConfig;
    const cautious = new Maintenance(
      stack.app.get(Database, { strict: false }),
      stack.app.get(Blobs, { strict: false }),
      config,
    );
    expect(await cautious.run()).toMatchObject({ dropped: [], kept: [] });
    await maintenance.run();
  });

  it('forgets what carriers called the messages of long ago, and how many reports they had', async () => {
    for (const [carrierId, days] of [
      ['old', 36],
      ['new', 34],
    ] as const) {
      await stack.sql(
        `insert into carrier_message (tenant_id, carrier_id, message_id, is_last, created_at)
         values ($1, $2, 'sms_1', true, now() - make_interval(days => $3))`,
        [acme.id, carrierId, days],
      );
    }
    for (const [messageId, days] of [
      ['msg_old', 36],
      ['msg_new', 34],
    ] as const) {
      await stack.sql(
        `insert into feedback_report_count (tenant_id, message_id, reports, created_at)
         values ($1, $2, 20, now() - make_interval(days => $3))`,
        [acme.id, messageId, days],
      );
    }
    expect((await maintenance.run()).agedRows).toBe(2);
    expect(await stack.sql(`select message_id from feedback_report_count where tenant_id = $1`, [acme.id])).toEqual([
      { message_id: 'msg_new' },
    ]);
    expect(await stack.sql(`select carrier_id from carrier_message where tenant_id = $1`, [acme.id])).toEqual([
      { carrier_id: 'new' },
    ]);
  });
});

describe('what a process may drop', () => {
  const as = async (url: string, sql: string): Promise<string> => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    try {
      await client.query(sql);
      return 'done';
    } catch (error) {
      return (error as Error).message;
    } finally {
      await client.end();
    }
  };

  it('is no month that is not long over, and no other table', async () => {
    const { systemUrl } = stack.database;
    expect(await as(systemUrl, `select drop_month('message', date_trunc('month', now())::date)`)).toContain(
      'long over',
    );
    expect(await as(systemUrl, `select drop_month('contact', '2024-01-01')`)).toContain('not a table');
    expect(await as(systemUrl, `select add_month('contact', '2024-01-01', 'msg_0', 'msg_1')`)).toContain('not a table');
  });

  it('is nothing by the role that tenants work with', async () => {
    const { url } = stack.database;
    expect(await as(url, `select drop_month('message', '2024-01-01')`)).toContain('permission denied');
  });
});

describe('the days to keep', () => {
  it.each(['1', '34', '-1', 'x'])('cannot be %s', (KEEP_MESSAGES_DAYS) => {
    expect(() => loadConfig(PlatformConfig, { KEEP_MESSAGES_DAYS })).toThrow('KEEP_MESSAGES_DAYS');
  });
});
