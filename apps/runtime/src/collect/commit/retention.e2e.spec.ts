import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { beforeAll, describe, expect, it } from 'vitest';
import { patient, waitUntil } from '#libs/test/testing';
import { pagesStack } from '../../../../../test/support/pages-stack.js';
import { useStack } from '../../../../../test/support/use-stack.js';
import { Visits } from '../collect.fixture.js';
import { TrafficRetention } from './retention.js';

const DAY_MS = 86_400_000;
/** Longest that a statement may wait for a lock because of a partition (milliseconds). */
const LONGEST_WAIT_MS = 50;
/** How long somebody reads the table, so that its partition cannot be dropped (milliseconds). */
const READ_MS = 600;

const stack = useStack(pagesStack);
let visits: Visits;
let retention: TrafficRetention;

beforeAll(async () => {
  visits = new Visits(stack, await stack.startRuntime());
  retention = visits.runtime.app.get(TrafficRetention, { strict: false });
});

const dayBefore = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10);
const addPartition = (series: string, first: string) =>
  stack.sql('select add_traffic_partition($1, $2::date)', [series, first]);
const nameOf = (series: string, first: string) => `${series}_${first.replaceAll('-', '_')}`;
const areThere = async (names: readonly string[]) =>
  (
    await stack.sql<{ name: string }>('select relname as name from pg_class where relname = any ($1) order by 1', [
      names,
    ])
  ).map(({ name }) => name);

describe('traffic', () => {
  it('is kept for the days of the plan, and totals for 400: partitions whose time is over are dropped, and no others', async () => {
    const daily = [30, 90, 400].flatMap((kept) =>
      ['event', 'session'].flatMap((table) => [
        { series: `${table}_${kept}`, first: dayBefore(kept), isOver: false },
        { series: `${table}_${kept}`, first: dayBefore(kept + 1), isOver: true },
      ]),
    );
    const monthly = ['total_hour', 'total_day', 'form_hour'].flatMap((series) => [
      { series, first: `${dayBefore(400).slice(0, 7)}-01`, isOver: false },
      { series, first: `${dayBefore(440).slice(0, 7)}-01`, isOver: true },
    ]);
    const all = [...daily, ...monthly].map(({ series, first, isOver }) => {
      const isMonth = !/_\d+$/.test(series);
      return { series, first, isOver, name: nameOf(series, isMonth ? first.slice(0, 7) : first) };
    });
    for (const { series, first } of all) await addPartition(series, first);
    expect(await areThere(all.map(({ name }) => name))).toHaveLength(all.length);
    await retention.run();
    const left = all.filter(({ isOver }) => !isOver).map(({ name }) => name);
    expect(await areThere(all.map(({ name }) => name))).toEqual(left.toSorted());
  });

  it('loses what links a visitor to a lead when the last session that it may lead to is dropped', async () => {
    const { id } = await stack.createTenant();
    const add = (leadId: string, at: Date) =>
      stack.sql('insert into visitor_lead (tenant_id, lead_id, visitor_id, at) values ($1, $2, $3, $4)', [
        id,
        leadId,
        'AAAAAAAAAAA',
        at,
      ]);
    await add('led_kept', new Date(Date.now() - 400 * DAY_MS));
    await add('led_over', new Date(Date.now() - 402 * DAY_MS));
    await retention.deleteLinks();
    expect(await stack.sql('select lead_id as id from visitor_lead where tenant_id = $1', [id])).toEqual([
      { id: 'led_kept' },
    ]);
  });

  it('of which the time is not over cannot be dropped', async () => {
    const first = dayBefore(29);
    await addPartition('event_30', first);
    await expect(stack.sql(`select drop_traffic_partition('event_30', $1)`, [first])).rejects.toThrow('not over');
  });

  it('loses a partition under load without anybody waiting for a lock for 50 ms', async () => {
    const place = await visits.createPlace();
    const first = '2020-02-29';
    await addPartition('event_400', first);
    const pool = new pg.Pool({ connectionString: stack.database.adminUrl, max: 8 });
    const load = new AbortController();
    let statements = 0;
    const longest = { drop: 0, others: 0 };
    const insert = `
      insert into event (tenant_id, session_id, at, id, kept_days, kind, page_id, path, is_bot, received_at)
      values ($1, gen_random_uuid(), now(), gen_random_uuid(), 400, 'view', $2, '/', false, now())`;
    const write = async () => {
      for (; !load.signal.aborted; statements += 1) await pool.query(insert, [place.tenantId, place.pageId]);
    };
    const read = async () => {
      for (; !load.signal.aborted; statements += 1)
        await pool.query('select count(*) from event where tenant_id = $1', [place.tenantId]);
    };
    const watch = async () => {
      while (!load.signal.aborted) {
        const { rows } = await pool.query<{ ms: number; drop: boolean }>(
          `select extract(epoch from clock_timestamp() - waitstart)::float8 * 1000 as ms,
                  query like '%drop_traffic_partition%' as drop
           from pg_locks join pg_stat_activity using (pid)
           where not granted and waitstart is not null and datname = current_database() and locktype = 'relation'`,
        );
        for (const { ms, drop } of rows) {
          const who = drop ? 'drop' : 'others';
          longest[who] = Math.max(longest[who], ms);
        }
      }
    };
    const reader = await pool.connect();
    const working = Promise.all([write(), write(), read(), watch()]);
    await reader.query('begin');
    await reader.query('select count(*) from event');
    const dropping = retention.run();
    await waitUntil(() => longest.drop > 0, { what: 'the partition to wait for its lock' });
    await delay(READ_MS);
    expect(await areThere([nameOf('event_400', first)])).toHaveLength(1);
    const before = statements;
    await waitUntil(() => statements > before, { what: 'others to go on meanwhile' });
    await reader.query('commit');
    reader.release();
    await dropping;
    load.abort();
    await working;
    await pool.end();
    expect(await areThere([nameOf('event_400', first)])).toEqual([]);
    expect(Math.max(longest.drop, longest.others)).toBeLessThan(patient(LONGEST_WAIT_MS));
  });

  it('beyond the events of the plan counts and is not kept, and the answer says so', async () => {
    const tenant = await stack.createTenant();
    await tenant.setPlan('free');
    const place = visits.placeOf(tenant.id);
    await visits.send(visits.view(place));
    await visits.counted(place, 1);
    expect((await visits.events(place)).map(({ kept_days }) => kept_days)).toEqual([30]);
    await stack.sql('update event_month set kept = 100000 where tenant_id = $1', [tenant.id]);
    expect((await visits.send(visits.view(place))).body).toEqual({ aceitos: 1 });
    const views = async () => (await visits.dayTotals(place, 'device'))[0]!['views'];
    await waitUntil(async () => Number(await views()) === 2);
    expect((await visits.send(visits.view(place))).body).toEqual({ aceitos: 1, cota_excedida: true });
    await waitUntil(async () => Number(await views()) === 3);
    expect(await visits.events(place)).toHaveLength(1);
    const [month] = await stack.sql('select kept::int, counted::int from event_month where tenant_id = $1', [
      tenant.id,
    ]);
    expect(month).toEqual({ kept: 100_000, counted: 2 });
  });
});
