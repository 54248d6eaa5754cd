import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { Database, newId, type TenantId } from '#libs/core/persistence';
import { SecretBox } from '#libs/core/secrets';
import { TenantEraser, TenantExportReader } from '#libs/privacy/data-rights';
import {
  ClickHouseEvents,
  consentedVisitorId,
  type Event,
  EventStore,
  type ListedEvent,
  migrateClickHouse,
  PixelToken,
} from '#libs/sites/traffic';
import { waitUntil } from '#libs/test/testing';
import { ClickHouseServer, HAS_CLICK_HOUSE } from '../../../../test/support/click-house.js';
import { pagesStack, type PagesTenant } from '../../../../test/support/pages-stack.js';
import { randomNumbers } from '../../../../test/support/random.js';
import { usePrepared, useStack } from '../../../../test/support/use-stack.js';
import { VisitorEraser } from '../pixels/visitor.eraser.js';

/** Events that both stores get. */
const EVENTS = Number(process.env['EVENT_STORE_EVENTS'] ?? 12_000);
const BATCH = 2_000;
const PAGES = Array.from({ length: 5 }, () => newId('pag'));
const KINDS = ['view', 'click', 'scroll', 'custom', 'conversion'] as const;
const DAY_MS = 86_400_000;
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

const server = useStack(async () => {
  const started = await ClickHouseServer.start();
  await migrateClickHouse(started.url);
  // Again, as with each start.
  await migrateClickHouse(started.url);
  return started;
});
/** Pages with events in Postgres; beside it Pages and the runtime with ClickHouse. */
const stack = useStack(() => pagesStack());
const beside = usePrepared(() => stack.startBeside({ CLICKHOUSE_URL: server.url }));
const runtime = usePrepared(() => stack.startRuntime({ COLLECT_PER_MINUTE: '10000', CLICKHOUSE_URL: server.url }));

const postgres = () => stack.app.get(EventStore, { strict: false });
const clickHouse = () => beside.app.get(ClickHouseEvents, { strict: false });
const database = () => stack.app.get(Database, { strict: false });

const append = (store: EventStore, events: readonly Event[]) =>
  database().tenants([...new Set(events.map(({ tenantId }) => tenantId))], (tx) => store.append(tx, events));

const all = async (store: EventStore, tenantId: TenantId): Promise<Event[]> => {
  const found: Event[] = [];
  const [from, until] = [new Date(Date.now() - 40 * DAY_MS), new Date(Date.now() + DAY_MS)];
  for await (const slice of store.rebuild(tenantId, from, until)) found.push(...slice);
  return found;
};

describe.skipIf(!HAS_CLICK_HOUSE)('the same events in Postgres and in ClickHouse', () => {
  const random = randomNumbers(30);
  const below = (count: number) => Math.floor(random() * count);
  const tenants = Array.from({ length: 3 }, () => newId('acc') as TenantId);
  const sessions: string[] = Array.from({ length: Math.ceil(EVENTS / 6) }, () => randomUUID());
  const now = Date.now();

  const randomEvent = (): Event => {
    const session = below(sessions.length);
    return {
      tenantId: tenants[session % 3]!,
      sessionId: sessions[session]!,
      // Many at the same moment, so that their order depends on the ids.
      at: new Date(now - below(EVENTS) * 20_000 * (12_000 / EVENTS)),
      id: randomUUID(),
      keptDays: 30,
      visitorId: session % 4 === 0 ? null : `v${session}`,
      kind: KINDS[below(KINDS.length)]!,
      pageId: PAGES[below(PAGES.length)]!,
      variant: below(2) === 0 ? null : String(below(3)),
      path: ['/', '/oferta', `/a'b"c\\d\t😀`][below(3)]!,
      x: below(2) === 0 ? null : below(101),
      y: below(2) === 0 ? null : below(101),
      depth: below(3) === 0 ? below(101) : null,
      name: below(3) === 0 ? 'name' : null,
      value: below(3) === 0 ? below(1_000_000) / 7 : null,
      extra: below(3) === 0 ? { field: 'a\nb', step: below(9), own: true } : null,
      isBot: below(20) === 0,
      receivedAt: new Date(now),
    };
  };

  const both = async (ask: (store: EventStore) => Promise<unknown>) => {
    const answer = await ask(postgres());
    expect(await ask(clickHouse())).toEqual(answer);
    return answer;
  };

  beforeAll(async () => {
    for (let count = 0; count < EVENTS; count += BATCH) {
      const events = Array.from({ length: BATCH }, randomEvent);
      for (const store of [postgres(), clickHouse()]) await append(store, events);
      // A batch that comes again.
      if (count === 0) await append(clickHouse(), events);
    }
  });

  it('are listed alike, by time and page', async () => {
    let listed = 0;
    for (let count = 0; count < 40; count += 1) {
      const [a, b] = [now - below(4 * DAY_MS), now - below(4 * DAY_MS)];
      const [from, until] = [new Date(Math.min(a, b)), new Date(Math.max(a, b))];
      const page = below(2) === 0 ? null : PAGES[below(PAGES.length)]!;
      const asked = { tenantId: tenants[below(3)]!, from, until, limit: 1 + below(200), findPage: async () => page };
      listed += ((await both((store) => store.drill(asked))) as ListedEvent[]).length;
    }
    expect(listed).toBeGreaterThan(500);
  });

  it('are the same sessions, and none of another tenant', async () => {
    for (let count = 0; count < 25; count += 1) {
      const session = below(sessions.length);
      const asked = { sessionId: sessions[session]!, limit: 1 + below(20) };
      await both((store) => store.drill({ ...asked, tenantId: tenants[session % 3]! }));
      const others = await both((store) => store.drill({ ...asked, tenantId: tenants[(session + 1) % 3]! }));
      expect(others).toEqual([]);
    }
  });

  it('are the same, read whole to make totals anew', async () => {
    let read = 0;
    for (const tenantId of tenants) read += ((await both((store) => all(store, tenantId))) as Event[]).length;
    expect(read).toBe(Math.ceil(EVENTS / BATCH) * BATCH);
  });

  it('are gone alike with their sessions, in each row', async () => {
    const gone = sessions.filter((_, index) => index % 3 === 0).slice(0, 150);
    for (const store of [postgres(), clickHouse()])
      await database().tenant(tenants[0]!, (tx) => store.erase(tx, tenants[0]!, gone));
    const left = (await both((store) => all(store, tenants[0]!))) as Event[];
    expect(left.filter(({ sessionId }) => gone.includes(sessionId))).toEqual([]);
    expect(left.length).toBeGreaterThan(0);
    // Counted as rows are stored: those of the batch that came again were left out by its token.
    const { length } = await all(clickHouse(), tenants[1]!);
    expect([length > 0, await clickHouse().eraseTenant(tenants[1]!)]).toEqual([true, length]);
    expect(await all(clickHouse(), tenants[1]!)).toEqual([]);
    await both((store) => all(store, tenants[2]!));
  });

  it('are there once, in the session that was written last, if a batch comes again and says it otherwise', async () => {
    const tenantId = newId('acc') as TenantId;
    const event = { ...randomEvent(), tenantId, at: new Date(), isBot: false };
    await append(clickHouse(), [event]);
    const later = { ...event, sessionId: randomUUID(), receivedAt: new Date(event.receivedAt.getTime() + 1) };
    await append(clickHouse(), [later]);
    expect(await all(clickHouse(), tenantId)).toEqual([later]);
    const { sessionId } = event;
    expect(await clickHouse().drill({ tenantId, sessionId, limit: 9 })).toEqual([]);
  });

  it('are kept for the days of the plan, and a day is over at once', async () => {
    const tenantId = newId('acc') as TenantId;
    const midnight = Math.floor(Date.now() / DAY_MS) * DAY_MS;
    const at = (daysAgo: number) => new Date(midnight - daysAgo * DAY_MS);
    const [over, last] = [31, 30].map((days) => ({ ...randomEvent(), tenantId, at: at(days) })) as [Event, Event];
    await append(clickHouse(), [over, last]);
    expect((await all(clickHouse(), tenantId)).map(({ id }) => id)).toEqual([last.id]);
  });
});

describe.skipIf(!HAS_CLICK_HOUSE)('an installation with ClickHouse', () => {
  interface Place {
    tenant: PagesTenant;
    pageId: string;
    token: string;
  }

  const createPlace = async (): Promise<Place> => {
    const tenant = await beside.createTenant();
    const pageId = newId('pag');
    const tokens = new PixelToken(runtime.app.get(SecretBox, { strict: false }));
    return { tenant, pageId, token: tokens.issue({ tenantId: tenant.id, pageId, variant: '1' }) };
  };

  const send = async ({ token }: Place, more: object = {}): Promise<number> => {
    const response = await fetch(`${runtime.url}/collect`, {
      method: 'POST',
      headers: { 'content-type': 'text/plain', origin: runtime.url, 'user-agent': FIREFOX },
      body: JSON.stringify({
        credencial: token,
        carga: randomUUID(),
        url: `${runtime.url}/oferta`,
        eventos: [{ tipo: 'visualizacao' }],
        ...more,
      }),
    });
    await response.arrayBuffer();
    return response.status;
  };

  const views = async ({ tenant }: Place): Promise<number> => {
    const [row] = await stack.sql<{ views: number }>(
      `select coalesce(sum(views), 0)::int as views from total_hour where tenant_id = $1 and page_id = ''`,
      [tenant.id],
    );
    return row!.views;
  };
  const counted = (place: Place, count: number) => waitUntil(async () => (await views(place)) >= count);
  const stored = async ({ tenant }: Place) => all(clickHouse(), tenant.id);
  const inPostgres = ({ tenant }: Place) =>
    stack.sql<{ id: string }>('select id from event where tenant_id = $1', [tenant.id]);
  const member = async ({ tenant }: Place) => tenant.session('member');

  it('has new events in ClickHouse, totals in Postgres, and shows the events of before, too', async () => {
    const place = await createPlace();
    await send(place);
    await counted(place, 1);
    const [event] = (await stored(place)) as [Event];
    expect(await inPostgres(place)).toEqual([]);
    const earlier = { ...event, id: randomUUID(), at: new Date(event.at.getTime() - 60_000) };
    await append(postgres(), [earlier]);
    const client = await member(place);
    const ids = async (path: string) =>
      ((await client.get(`/v1/analytics/${path}`)).body as { eventos: { id: string }[] }).eventos.map(({ id }) => id);
    expect(await ids('events')).toEqual([event.id, earlier.id]);
    expect(await ids('events?limite=1')).toEqual([event.id]);
    expect(await ids(`session/${event.sessionId}`)).toEqual([earlier.id, event.id]);
    expect((await all(beside.app.get(EventStore, { strict: false }), place.tenant.id)).length).toBe(2);
  });

  it('accepts events while ClickHouse is away, says so, and counts each once afterwards', async () => {
    const place = await createPlace();
    await server.away();
    expect([await send(place), await send(place)]).toEqual([202, 202]);
    const ready = await fetch(`${runtime.url}/readyz`);
    expect([ready.status, await ready.json()]).toMatchObject([
      200,
      { status: 'ready', without: expect.stringMatching(/^clickhouse: /) as string },
    ]);
    const client = await member(place);
    expect((await client.get('/v1/analytics/events')).status).toBe(503);
    expect((await client.get('/v1/analytics/overview')).status).toBe(200);
    expect(await views(place)).toBe(0);
    await server.resume();
    await counted(place, 2);
    expect([await views(place), (await stored(place)).length]).toEqual([2, 2]);
    expect(await (await fetch(`${runtime.url}/readyz`)).json()).toEqual({ status: 'ready' });
  });

  it('has a batch once whose commit in Postgres failed after ClickHouse had it', async () => {
    const place = await createPlace();
    await stack.sql(
      `create function refuse_commit() returns trigger language plpgsql as
       $$ begin raise exception 'the connection is lost' using errcode = '57P01'; end $$`,
    );
    await stack.sql(
      `create constraint trigger refuse_commit after insert on event_month deferrable initially deferred
       for each row when (new.tenant_id = '${place.tenant.id}') execute function refuse_commit()`,
    );
    await send(place, { visitante: randomUUID() });
    await waitUntil(async () => (await stored(place)).length === 1);
    const [first] = (await stored(place)) as [Event];
    expect(await views(place)).toBe(0);
    await stack.sql('drop trigger refuse_commit on event_month');
    await counted(place, 1);
    expect([await views(place), await stored(place)]).toEqual([1, [first]]);
    const [session] = await stack.sql('select id from session where tenant_id = $1', [place.tenant.id]);
    expect(session).toEqual({ id: first.sessionId });
  });

  it('loses the events of an erased person, and no others', async () => {
    const place = await createPlace();
    const { id } = place.tenant;
    const [gone, staying] = [randomUUID(), randomUUID()];
    for (const visitante of [gone, staying]) await send(place, { visitante });
    await counted(place, 2);
    const secrets = beside.app.get(SecretBox, { strict: false });
    const lead = newId('led');
    const visitor = consentedVisitorId(secrets, id, gone);
    await stack.sql(`insert into visitor_lead values ($1, $2, $3, now())`, [id, lead, visitor]);
    const eraser = beside.app.get(VisitorEraser, { strict: false });
    const person = { leadIds: [lead], emails: [], phones: [], addresses: [] };
    await database().tenant(id, (tx) => eraser.erase(tx, id, person));
    expect((await stored(place)).map(({ visitorId }) => visitorId)).toEqual([consentedVisitorId(secrets, id, staying)]);
  });

  it('exports the events of a tenant and removes them with it, and no others', async () => {
    const [place, other] = [await createPlace(), await createPlace()];
    for (const one of [place, other]) {
      await send(one);
      await counted(one, 1);
    }
    const [event] = (await stored(place)) as [Event];
    await append(postgres(), [{ ...event, id: randomUUID() }]);
    const parts: Uint8Array[] = [];
    const { id } = place.tenant;
    for await (const part of beside.app.get(TenantExportReader, { strict: false }).readRows(id, 'event'))
      parts.push(part);
    const rows = Buffer.concat(parts)
      .toString()
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(rows).toHaveLength(2);
    expect(Object.keys(rows[1]!).toSorted()).toEqual(Object.keys(rows[0]!).toSorted());
    expect(rows[1]).toMatchObject({ id: event.id, session_id: event.sessionId, page_id: place.pageId });
    const eraser = beside.app.get(TenantEraser, { strict: false });
    expect(await eraser.erase(id)).toBeGreaterThan(2);
    expect([await stored(place), await inPostgres(place)]).toEqual([[], []]);
    expect(await eraser.erase(id)).toBe(0);
    expect((await stored(other)).length).toBe(1);
  });
});
