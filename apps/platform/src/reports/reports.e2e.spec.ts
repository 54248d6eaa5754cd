import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Database } from '#libs/core/persistence';
import { waitUntil } from '#libs/test/testing';
import { platformStack, type TestTenant } from '../../../../test/support/platform-stack.js';
import { statementsOf } from '../../../../test/support/statements.js';
import type { Channel } from '../channel.js';
import { EventCounts } from '../event-counts/event-counts.js';
import { intervalStart, nextInterval } from './interval.js';
import type { Interval } from './report.js';
import { usePrepared, useStack } from '../../../../test/support/use-stack.js';

const stack = useStack(platformStack);
const acme = usePrepared(() => stack.createTenant());
const session = usePrepared(() => acme.session('member'));

const HOUR_MS = 3_600_000;

async function count(tenant: TestTenant, at: string, channel: Channel, event: string, total: number, template = '') {
  const occurred = { channel, type: event, templateId: template || null, occurredAt: new Date(at) };
  const events = Array.from({ length: total }, () => occurred);
  const database = stack.app.get(Database, { strict: false });
  await database.tenant(tenant.id, (tx) => stack.app.get(EventCounts, { strict: false }).add(tx, tenant.id, events));
}

/** The statements that read or write totals. */
const OF_TOTALS = /_total/;

describe('what a report reads', () => {
  it.each(['overview', 'timeseries', 'timeseries?interval=hour', 'top-templates'])(
    'of %s is one statement',
    async (path) => {
      expect(await statementsOf(() => session.get(`/api/reports/${path}`), OF_TOTALS)).toHaveLength(1);
    },
  );

  it('is counted with one statement, however many the events and their kinds', async () => {
    const tenant = await stack.createTenant();
    const events = ['sent', 'opened', 'clicked'].flatMap((type) =>
      ['2026-03-01T09:59:59Z', '2026-03-01T10:00:00Z', '2026-03-02T00:00:00Z'].map((at) => {
        return { channel: 'email' as const, type, templateId: null, occurredAt: new Date(at) };
      }),
    );
    const database = stack.app.get(Database, { strict: false });
    const counts = stack.app.get(EventCounts, { strict: false });
    const statements = await statementsOf(
      () => database.tenant(tenant.id, (tx) => counts.add(tx, tenant.id, events)),
      OF_TOTALS,
    );
    expect(statements).toHaveLength(1);
    const { body } = await (
      await tenant.session()
    ).get('/api/reports/overview?from=2026-03-01T10:00:00Z&to=2026-03-03T00:00:00Z');
    expect(body.Totals).toMatchObject({ Sent: 2, Opened: 2, Clicked: 2 });
  });

  it('adds up to the same by days and by hours, for any period', async () => {
    const tenant = await stack.createTenant();
    const hours = Array.from({ length: 24 * 5 }, (_, hour) => Date.UTC(2026, 4, 1, hour));
    for (const [n, at] of hours.entries()) {
      if (n % 7 === 0)
        await count(tenant, new Date(at).toISOString(), 'email', 'sent', 1 + (n % 3), 'tpl_0123456789abcdef');
    }
    const reader = await tenant.session();
    const period = fc.sample(
      fc.tuple(fc.nat(hours.length - 1), fc.nat(hours.length - 1)).filter(([a, b]) => a !== b),
      { numRuns: 25, seed: 7 },
    );
    for (const pair of period) {
      const [from, to] = pair.sort((a, b) => a - b).map((n) => new Date(hours[n]!).toISOString());
      const get = async (path: string) => (await reader.get(`/api/reports/${path}from=${from}&to=${to}`)).body;
      const expected = hours
        .filter((at) => at >= Date.parse(from!) && at < Date.parse(to!))
        .reduce((sum, at) => sum + (hours.indexOf(at) % 7 === 0 ? 1 + (hours.indexOf(at) % 3) : 0), 0);
      const sumOf = ({ Points }: { Points: { Sent: number }[] }) => Points.reduce((sum, { Sent }) => sum + Sent, 0);
      expect((await get('overview?')).Totals.Sent).toBe(expected);
      expect(sumOf(await get('timeseries?'))).toBe(expected);
      expect(sumOf(await get('timeseries?interval=hour&'))).toBe(expected);
      expect(sumOf(await get('timeseries?interval=month&'))).toBe(expected);
      expect((await get('top-templates?')).Templates[0]?.Totals.Sent ?? 0).toBe(expected);
    }
  });
});

describe('the overview', () => {
  it('is all zeros, with rates of null, for a tenant that has sent nothing', async () => {
    const { body } = await (await (await stack.createTenant()).session()).get('/api/reports/overview');
    expect(body.Totals).toMatchObject({ Accepted: 0, Sent: 0, Clicked: 0 });
    expect(body.Rates.Delivered).toBeNull();
    expect(Object.keys(body.ByChannel)).toEqual(['email', 'sms', 'push']);
  });

  it('counts what was accepted, sent and refused, to the message', async () => {
    const tenant = await stack.createTenant();
    stack.mail.refuse(/^gone-.*@example\.test$/, { code: 550 });
    const client = await tenant.key();
    const to = ['a@example.test', 'b@example.test', 'gone-1@example.test', 'gone-2@example.test'];
    await Promise.all([
      client.post('/v1/emails/send', tenant.email({ to })),
      client.post('/v1/emails/send', tenant.email()),
    ]);
    const reader = await tenant.session();
    const report = await waitUntil(async () => {
      const { body } = await reader.get('/api/reports/overview');
      return body.Totals.Sent + body.Totals.Failed === 5 ? body : undefined;
    });
    expect(report.ByChannel.email).toMatchObject({ Accepted: 5, Sent: 3, Failed: 2 });
    expect(report.Rates.Sent).toBe(0.6);
  });

  it('covers the hours of the period asked for, and no others', async () => {
    const tenant = await stack.createTenant();
    await count(tenant, '2026-03-01T09:00:00Z', 'email', 'sent', 1);
    await count(tenant, '2026-03-01T10:00:00Z', 'sms', 'sent', 20);
    await count(tenant, '2026-03-01T12:00:00Z', 'push', 'sent', 300);
    const { body } = await (
      await tenant.session()
    ).get('/api/reports/overview?from=2026-03-01T10:30:00Z&to=2026-03-01T11:10:00Z');
    expect(body).toMatchObject({ From: '2026-03-01T10:00:00.000Z', To: '2026-03-01T12:00:00.000Z' });
    expect(body.Totals.Sent).toBe(20);
  });

  it.each([
    ['from=2026-03-02T00:00:00Z&to=2026-03-01T00:00:00Z', 'from'],
    ['from=yesterday', 'from'],
    ['from=2001-01-01T00:00:00Z&to=2026-01-01T00:00:00Z', 'from'],
    ['until=2026-03-01T00:00:00Z', 'until'],
  ])('refuses ?%s, naming %s', async (query, field) => {
    const { status, body } = await session.get(`/api/reports/overview?${query}`);
    expect([status, body.Error.Details[0].Field]).toEqual([422, field]);
  });
});

describe('the timeseries', () => {
  it('has a point for every day, also for those on which nothing happened', async () => {
    const tenant = await stack.createTenant();
    await count(tenant, '2026-03-01T09:00:00Z', 'email', 'sent', 1);
    await count(tenant, '2026-03-03T09:00:00Z', 'email', 'sent', 2);
    await count(tenant, '2026-03-03T10:00:00Z', 'sms', 'sent', 40);
    const path = '/api/reports/timeseries?from=2026-03-01T00:00:00Z&to=2026-03-04T00:00:00Z';
    const all = (await (await tenant.session()).get(path)).body.Points;
    const email = (await (await tenant.session()).get(`${path}&channel=email`)).body.Points;
    expect(all.map((point: { At: string; Sent: number }) => [point.At.slice(0, 10), point.Sent])).toEqual([
      ['2026-03-01', 1],
      ['2026-03-02', 0],
      ['2026-03-03', 42],
    ]);
    expect(email[2].Sent).toBe(2);
  });

  it('rejects an interval with more points than a chart can show', async () => {
    const path = '/api/reports/timeseries?from=2025-01-01T00:00:00Z&to=2026-01-01T00:00:00Z&interval=hour';
    expect((await session.get(path)).status).toBe(422);
  });

  it.each(['interval=minute', 'channel=fax'])('refuses ?%s', async (query) => {
    expect((await session.get(`/api/reports/timeseries?${query}`)).status).toBe(422);
  });

  it.each<Interval>(['hour', 'day', 'week', 'month'])('begins each %s where Postgres does', async (interval) => {
    const moments = fc.sample(
      fc.date({ min: new Date('2020-01-01'), max: new Date('2035-01-01'), noInvalidDate: true }),
      200,
    );
    const rows = await stack.sql<{ at: Date }>(
      `select date_trunc($1, at, 'UTC') as at from unnest($2::timestamptz[]) at`,
      [interval, moments],
    );
    expect(moments.map((at) => intervalStart(at, interval))).toEqual(rows.map(({ at }) => at));
  });

  it('goes from one interval to the next without a gap', () => {
    const start = fc.date({ min: new Date('2020-01-01'), max: new Date('2035-01-01'), noInvalidDate: true });
    const interval = fc.constantFrom<Interval>('hour', 'day', 'week', 'month');
    fc.assert(
      fc.property(start, interval, (at, kind) => {
        const next = nextInterval(intervalStart(at, kind), kind);
        return (
          next > at &&
          intervalStart(next, kind).getTime() === next.getTime() &&
          intervalStart(new Date(next.getTime() - HOUR_MS), kind).getTime() === intervalStart(at, kind).getTime()
        );
      }),
    );
  });
});

describe('the top templates', () => {
  it('are ranked by what was accepted, with their names and rates', async () => {
    const tenant = await stack.createTenant();
    const reader = await tenant.session();
    const create = async (Name: string) =>
      (await reader.post('/api/templates', { Name, Channel: 'email', Subject: 'S', Text: 'T' })).body.Template.Id;
    const [welcome, receipt] = [await create('Welcome'), await create('Receipt')];
    const hour = `${new Date().toISOString().slice(0, 13)}:00:00Z`;
    await count(tenant, hour, 'email', 'accepted', 10, welcome);
    await count(tenant, hour, 'email', 'accepted', 90, receipt);
    await count(tenant, hour, 'email', 'sent', 45, receipt);
    const { body } = await reader.get('/api/reports/top-templates');
    expect(body.Templates.map(({ Name }: { Name: string }) => Name)).toEqual(['Receipt', 'Welcome']);
    expect(body.Templates[0]).toMatchObject({ Totals: { Accepted: 90, Sent: 45 }, Rates: { Sent: 0.5 } });
  });
});
