import { beforeEach, expect, it, vi } from 'vitest';
import { Database, type SqlExecutor, type TenantId } from '#libs/core/persistence';
import { type CrmTenant, crmStack } from '../../../../../test/support/crm-stack.js';
import { usePrepared, useStack } from '../../../../../test/support/use-stack.js';
import { JourneyEntries } from '../enrollments/journey-entries.js';
import { activeJourney, DAY_MS, HOUR_MS, journeyOf, JourneyTime } from '../journeys.fixture.js';
import { listSilentSince } from './inactivity.sql.js';
import { InactivityTrigger } from './inactivity.trigger.js';

/** More than two pages of a sweep. */
const CONTACTS = 1_200;
const DAYS = 30;

const stack = useStack(() => crmStack({ ROLE: 'api' }));
const time = usePrepared(() => new JourneyTime(stack));
let tenant: CrmTenant;

beforeEach(async () => {
  tenant = await stack.createTenant();
});

/** Contacts that did something last at a time, as those of an import, so many milliseconds apart. */
const addContacts = (count: number, at: Date, apartMs = 0) =>
  stack.sql(
    `insert into contact (tenant_id, id, lifecycle, stage, tags, custom, created_at)
     select $1, 'cnt_' || md5($1 || n || $3::text), 'contact', 'new', '{}', '{}', $3::timestamptz + n * $4::float8 * interval '1 millisecond'
       from generate_series(1, $2::int) n`,
    [tenant.id, count, at, apartMs],
  );
const before = (days: number, hours = 0) => new Date(time.now.getTime() - days * DAY_MS - hours * HOUR_MS);
const startSweeping = async (reentrada: string) =>
  activeJourney(
    await tenant.session('admin'),
    journeyOf({ gatilho: 'inatividade', parametros: { dias: DAYS }, reentrada }),
  );
const sweep = () => stack.app.get(InactivityTrigger, { strict: false }).sweep();
const entriesOf = async (journeyId: string) => {
  const rows = await stack.sql<{ contact_id: string }>('select contact_id from enrollment where journey_id = $1', [
    journeyId,
  ]);
  return rows.map((row) => row.contact_id);
};

/** How Postgres reads a page of those who fell silent in an hour. */
async function pageOf(tenantId: TenantId): Promise<{ plan: string; ids: string[] }> {
  const from = { at: before(DAYS), contactId: '' };
  const until = new Date(from.at.getTime() + HOUR_MS);
  return stack.app.get(Database).tenant(tenantId, async (tx) => {
    const page = await listSilentSince(tx, tenantId, from, until, 500);
    let plan = '';
    const query = async (text: string, values: unknown[]) => {
      const explained = JSON.stringify(await tx.query(`explain (analyze, format json) ${text}`, values));
      if (text.includes('from contact')) plan = explained;
      return { records: [], affected: 0, raw: [] };
    };
    await listSilentSince({ query } as unknown as SqlExecutor, tenantId, from, until, 500);
    return { plan, ids: page.map(({ id }) => id) };
  });
}

it.each(['of empty tables', 'fresh'])(
  'a sweep reads whom it lets enter, and nobody else; statistics %s',
  async (kind) => {
    await stack.sql('truncate contact cascade');
    await stack.sql('alter table contact set (autovacuum_enabled = false)');
    await stack.sql('analyze contact');
    await addContacts(20_000, before(DAYS + 60), 600_000);
    await addContacts(40, before(DAYS), 60_000);
    if (kind === 'fresh') await stack.sql('analyze contact');
    const { plan, ids } = await pageOf(tenant.id);
    // One of the others falls silent every ten minutes.
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.length).toBeGreaterThanOrEqual(40);
    expect(ids.length).toBeLessThan(60);
    expect(plan).toContain('"Index Name":"contact__last_deed__ix"');
    expect(plan).toContain(`"Actual Rows":${ids.length}`);
    expect(plan).not.toMatch(/"Rows Removed by [^"]*":[1-9]/);
  },
);

it('goes on after an end in the midst: nobody is left out, and nobody enters twice', async () => {
  await addContacts(CONTACTS, before(DAYS, -1));
  const journeyId = await startSweeping('sempre');
  time.set(new Date(time.now.getTime() + 2 * HOUR_MS));
  const entries = stack.app.get(JourneyEntries, { strict: false });
  const enter = entries.enter.bind(entries);
  let pages = 0;
  const spy = vi.spyOn(entries, 'enter').mockImplementation(async (...given) => {
    const entered = await enter(...given);
    if ((pages += 1) === 2) throw new Error('The worker ends');
    return entered;
  });
  await expect(sweep()).rejects.toThrow('The worker ends');
  spy.mockRestore();
  expect(await entriesOf(journeyId)).toHaveLength(500);
  time.set(new Date(time.now.getTime() + 2 * HOUR_MS));
  await sweep();
  const entered = await entriesOf(journeyId);
  expect(new Set(entered).size).toBe(CONTACTS);
  expect(entered).toHaveLength(CONTACTS);
});

it('begins anew for a journey that waited for something else meanwhile, or for fewer days', async () => {
  const journeyId = await startSweeping('sempre');
  const admin = await tenant.session('admin');
  const replace = async (changes: object) =>
    expect((await admin.put(`/v1/jornadas/${journeyId}`, journeyOf(changes))).status).toBe(200);
  await addContacts(3, before(DAYS, -1));
  await replace({});
  time.set(new Date(time.now.getTime() + 2 * HOUR_MS));
  await replace({ gatilho: 'inatividade', parametros: { dias: DAYS } });
  time.set(new Date(time.now.getTime() + 2 * HOUR_MS));
  await sweep();
  expect(await entriesOf(journeyId)).toEqual([]);
  await addContacts(2, before(10, -1));
  await replace({ gatilho: 'inatividade', parametros: { dias: 10 } });
  time.set(new Date(time.now.getTime() + 2 * HOUR_MS));
  await sweep();
  expect(await entriesOf(journeyId)).toHaveLength(2);
});
