import { randomUUID } from 'node:crypto';
import { beforeAll, expect, it } from 'vitest';
import { TRAFFIC_TABLES } from '#libs/sites/traffic';
import { waitUntil } from '#libs/test/testing';
import { pagesStack } from '../../../../../test/support/pages-stack.js';
import { useStack } from '../../../../../test/support/use-stack.js';
import { FIREFOX, Visits } from '../collect.fixture.js';

const TENANT_LIMIT = 200;
const ADDRESS_LIMIT = 30;

const stack = useStack(pagesStack);
let visits: Visits;

beforeAll(async () => {
  const environment = {
    TRUST_PROXY: '127.0.0.1',
    COLLECT_TENANT_PER_MINUTE: String(TENANT_LIMIT),
    COLLECT_PER_MINUTE: String(ADDRESS_LIMIT),
  };
  visits = new Visits(stack, await stack.startRuntime(environment));
});

const from = (n: number) => ({ 'x-forwarded-for': `2001:db8:${n.toString(16)}::1` });
const many = (count: number) => ({ eventos: Array.from({ length: count }, () => ({ tipo: 'visualizacao' })) });

it('a flood of one account from many addresses is bounded, and others count beside it', async () => {
  const [flooded, other] = [await visits.createPlace(), await visits.createPlace()];
  const answers = await Promise.all(
    Array.from({ length: 60 }, (_, n) => visits.send(visits.view(flooded, many(10)), from(n))),
  );
  const accepted = answers.filter(({ status }) => status === 202).length;
  expect(accepted).toBe(TENANT_LIMIT / 10);
  for (const { status, headers } of answers)
    if (status !== 202) expect([status, Number(headers.get('retry-after')) > 0]).toEqual([429, true]);
  expect((await visits.send(visits.view(other), from(1))).status).toBe(202);
  await visits.counted(flooded, TENANT_LIMIT);
  await visits.counted(other, 1);
  expect(await visits.events(flooded)).toHaveLength(TENANT_LIMIT);
});

it('a flood of one address is bounded, whatever it sends, and another network is not', async () => {
  const place = await visits.createPlace();
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, n) => visits.send(n % 2 ? '{' : visits.view(place), from(0xff00))),
  );
  const count = (wanted: number) => answers.filter(({ status }) => status === wanted).length;
  expect([count(202) + count(400), count(429)]).toEqual([ADDRESS_LIMIT, 50 - ADDRESS_LIMIT]);
  expect((await visits.send(visits.view(place), from(0xff01))).status).toBe(202);
});

it('events in any order, late and twice are one session with each event once', async () => {
  const place = await visits.createPlace();
  const ages = [5, 1, 4, 2, 3].map((minutes) => minutes * 60_000);
  const batches = ages.map((ha, n) =>
    visits.view(place, { carga: 'a', eventos: [{ tipo: 'visualizacao', id: String(n), ha }] }),
  );
  for (const batch of [...batches, ...batches]) expect((await visits.send(batch, from(0xaa))).status).toBe(202);
  await visits.counted(place, 5);
  const last = visits.view(place, { carga: 'a', eventos: [{ tipo: 'evento', nome: 'fim' }] });
  await visits.send(last, from(0xaa));
  await visits.counted(place, 6);
  const found = await visits.events(place);
  expect([found.length, new Set(found.map(({ session_id }) => session_id)).size]).toEqual([6, 1]);
  const times = found.map(({ at }) => at.getTime());
  expect(times).toEqual(times.toSorted((a, b) => a - b));
  expect(await visits.dayTotals(place, 'device')).toMatchObject([{ views: 5, sessions: 1, visitors: 1, bounces: 0 }]);
});

it('an account that is deleted while its events arrive leaves nothing, and the others go on', async () => {
  const [gone, other] = [await visits.createPlace(), await visits.createPlace()];
  await visits.send(visits.view(gone, many(20)), from(0xb000));
  await visits.counted(gone, 20);
  await stack.sql('insert into tenant_removal (tenant_id, removal_id) values ($1, $1)', [gone.tenantId]);
  const isRemoved = async () =>
    (await stack.sql('select from tenant_removal where tenant_id = $1 and finished_at is not null', [gone.tenantId]))
      .length === 1;
  let n = 0;
  await waitUntil(
    async () => {
      n += 1;
      const headers = { ...from(0xb001 + n), 'user-agent': FIREFOX };
      if (n <= 100) await visits.send(visits.view(gone, { visitante: randomUUID() }), headers);
      if (n <= 100) await visits.send(visits.view(other), headers);
      return isRemoved();
    },
    { timeoutMs: 30_000, everyMs: 50, what: 'the removal' },
  );
  expect(n).toBeGreaterThan(1);
  await visits.send(visits.view(gone), from(0xb000));
  await visits.send(visits.view(other), from(0xb000));
  await waitUntil(() => visits.journalNames().length === 0, {
    what: 'the journal to be empty, with nothing set aside',
  });
  await visits.counted(other, Math.min(n, 100) + 1);
  for (const table of TRAFFIC_TABLES)
    expect(await stack.sql(`select from ${table} where tenant_id = $1`, [gone.tenantId]), table).toEqual([]);
});
