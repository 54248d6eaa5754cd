import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { Problem } from '#libs/core/http';
import { newId } from '#libs/core/persistence';
import { waitUntil } from '#libs/test/testing';
import { pagesStack } from '../../../../test/support/pages-stack.js';
import { useStack } from '../../../../test/support/use-stack.js';
import { lineOf, PHONE, type Place, Visits } from './collect.fixture.js';
import { EventJournal } from './ingest/event-journal.js';

const stack = useStack(pagesStack);
let visits: Visits;

beforeAll(async () => {
  visits = new Visits(stack, await stack.startRuntime({ COLLECT_PER_MINUTE: '10000' }));
});

const createPlace = () => visits.createPlace();
const send = (body: unknown, headers?: Record<string, string>) => visits.send(body, headers);
const view = (place: Place, more?: object) => visits.view(place, more);
const events = (place: Place) => visits.events(place);
const counted = (place: Place, count: number) => visits.counted(place, count);
const dayTotals = (place: Place, dimension: string) => visits.dayTotals(place, dimension);

describe('collecting events', () => {
  it('counts views, sessions and visitors by each dimension, a second after they are accepted', async () => {
    const place = await createPlace();
    expect(await send(view(place))).toMatchObject({ status: 202, body: { aceitos: 1 } });
    await send(view(place));
    await send(view(place), { 'user-agent': PHONE });
    await counted(place, 3);
    const all = { views: 3, sessions: 2, visitors: 2, conversions: 0, bounces: 1 };
    expect(await dayTotals(place, 'utm_source')).toEqual([{ value: 'news', ...all }]);
    expect(await dayTotals(place, 'referrer')).toEqual([{ value: 'busca.test', ...all }]);
    expect(await dayTotals(place, 'language')).toEqual([{ value: 'pt', ...all }]);
    expect(await dayTotals(place, 'page')).toEqual([{ value: place.pageId, ...all }]);
    expect(await dayTotals(place, 'variant')).toEqual([{ value: '1', ...all }]);
    expect(await dayTotals(place, 'exit')).toEqual([{ value: place.pageId, ...all }]);
    expect(await dayTotals(place, 'device')).toEqual([
      { value: 'desktop', views: 2, sessions: 1, visitors: 1, conversions: 0, bounces: 0 },
      { value: 'mobile', views: 1, sessions: 1, visitors: 1, conversions: 0, bounces: 1 },
    ]);
    const hours = await stack.sql(
      `select page_id, sum(views)::int as views, sum(sessions)::int as sessions, sum(visitors)::int as visitors
       from total_hour where tenant_id = $1 group by 1 order by 1`,
      [place.tenantId],
    );
    const amounts = { views: 3, sessions: 2, visitors: 2 };
    expect(hours).toEqual([
      { page_id: '', ...amounts },
      { page_id: place.pageId, ...amounts },
    ]);
    const cube = await stack.sql(
      `select sum(views)::int as views, sum(visitors)::int as visitors from cube_day
       where tenant_id = $1 and page_id = '' and utm_medium = 'email'`,
      [place.tenantId],
    );
    expect(cube).toEqual([{ views: 3, visitors: 2 }]);
  });

  it.each([
    ['no body', '', 400],
    ['no JSON', '{', 400],
    ['no credential', { eventos: [{ tipo: 'visualizacao' }] }, 400],
    ['a malformed credential', { credencial: 'x', eventos: [{ tipo: 'visualizacao' }] }, 400],
    ['an unknown kind', { credencial: 'x', eventos: [{ tipo: 'conversao' }] }, 400],
    ['no events', { credencial: 'x', eventos: [] }, 400],
    ['an event of a megabyte', { credencial: 'x', eventos: [{ tipo: 'evento', nome: 'x'.repeat(1_000_000) }] }, 413],
  ])('rejects %s', async (_name, body, status) => {
    const sent = await send(body);
    expect([sent.status, typeof sent.body.error?.message]).toEqual([status, 'string']);
  });

  it('rejects a forged credential, that of another page with this signature, and other origins', async () => {
    const [place, other] = [await createPlace(), await createPlace()];
    const forged = `${place.token.slice(0, -4)}AAAA`;
    const moved = place.token.replace(place.pageId, other.pageId);
    for (const token of [forged, moved]) expect((await send(view({ ...place, token }))).status).toBe(403);
    for (const origin of ['https://evil.test', 'null', 'file://']) {
      expect((await send(view(place), { origin })).status, origin).toBe(403);
    }
    const host = `${newId('dom').replace('_', '-')}.test`;
    await (await stack.createTenant()).verifyHost(host);
    await waitUntil(async () => (await send(view(place), { origin: `https://${host}` })).status === 403);
    expect(await events(place)).toEqual([]);
  });

  it('counts an event with the same id once, and a batch with the same id once', async () => {
    const place = await createPlace();
    const batch = view(place, { carga: 'a', eventos: [{ tipo: 'visualizacao', id: 'one' }] });
    await Promise.all([send(batch), send(batch)]);
    await send(batch);
    const lot = view(place, { lote: randomUUID() });
    await Promise.all([send(lot), send(lot)]);
    await counted(place, 2);
    await send(view(place, { eventos: [{ tipo: 'evento', nome: 'last' }] }));
    await counted(place, 3);
    expect((await events(place)).filter(({ kind }) => kind === 'view')).toHaveLength(2);
  });

  it('clips the clocks of clients: a day back, five minutes ahead', async () => {
    const place = await createPlace();
    const now = Date.now();
    const ages = [Date.now() - Date.UTC(2025, 11, 1), -300 * 86_400_000, 60_000];
    await send(
      view(place, { eventos: ages.map((ha) => ({ tipo: 'visualizacao', ha: Math.min(ha, 400 * 86_400_000) })) }),
    );
    await counted(place, 3);
    const offsets = (await events(place)).map(({ at }) => Math.round((at.getTime() - now) / 60_000));
    expect(offsets).toEqual([-1_440, -1, 5]);
  });

  it('counts without an id who asks by GPC or DNT not to be followed', async () => {
    const place = await createPlace();
    await send(view(place), { 'sec-gpc': '1' });
    await send(view(place, { visitante: randomUUID() }), { dnt: '1' });
    await counted(place, 2);
    expect((await events(place)).map(({ visitor_id }) => visitor_id)).toEqual([null, null]);
    expect(await dayTotals(place, 'device')).toEqual([
      { value: 'desktop', views: 2, sessions: 2, visitors: 0, conversions: 0, bounces: 2 },
    ]);
  });

  it('keeps bots out of all totals but those of quality', async () => {
    const place = await createPlace();
    await send(view(place), {
      'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
    });
    await send(view(place, { eventos: [{ tipo: 'visualizacao' }, { tipo: 'clique', x: 1, y: 1, desde: 3 }] }));
    await send(view(place), { 'user-agent': PHONE });
    await counted(place, 4);
    expect((await events(place)).filter(({ is_bot }) => is_bot)).toHaveLength(3);
    expect((await dayTotals(place, 'quality')).map(({ value, views }) => [value, views])).toEqual([
      ['agent', 1],
      ['human', 1],
      ['timing', 1],
    ]);
    expect((await dayTotals(place, 'device')).map(({ value }) => value)).toEqual(['mobile']);
  });

  it('knows a visitor with consent again, and stores not the id itself', async () => {
    const place = await createPlace();
    const visitante = randomUUID();
    await send(view(place, { visitante }));
    await send(view(place, { visitante }), { 'user-agent': PHONE });
    await counted(place, 2);
    const rows = await events(place);
    expect(new Set(rows.map(({ visitor_id }) => visitor_id)).size).toBe(1);
    expect(JSON.stringify(rows)).not.toContain(visitante);
    const sketches = await stack.sql('select span from visitor_sketch where tenant_id = $1', [place.tenantId]);
    expect(sketches).toHaveLength(6);
  });

  it('answers 429 with Retry-After beyond the limit of an address', async () => {
    const limited = await stack.startRuntime({ COLLECT_PER_MINUTE: '1' });
    const place = await createPlace();
    const post = () =>
      fetch(`${limited.url}/collect`, {
        method: 'POST',
        headers: { origin: limited.url },
        body: JSON.stringify(view(place)),
      });
    expect((await post()).status).toBe(202);
    const refused = await post();
    expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([429, true]);
    await stack.stopRuntime(limited);
  });
});

describe('the journal of events', () => {
  it('of a killed process is counted, each batch once, also if a part of it was counted before it died', async () => {
    const place = await createPlace();
    const [a, b, c] = [randomUUID(), randomUUID(), randomUUID()].map((id) => `${lineOf(place, id)}\n`) as [
      string,
      string,
      string,
    ];
    visits.leave('000000000000001-counted', a + b);
    await counted(place, 2);
    visits.leave('000000000000002-killed', a + b + c + c.slice(0, 50));
    await counted(place, 3);
    await waitUntil(() => !visits.journalNames().includes('000000000000002-killed.journal'));
    const { tenantId } = place;
    const [total] = await stack.sql(
      `select sum(views)::int as views, sum(sessions)::int as sessions from total_hour where tenant_id = $1 and page_id = ''`,
      [tenantId],
    );
    expect([(await events(place)).length, total]).toEqual([3, { views: 3, sessions: 3 }]);
  });

  it('played twice as a whole, also on the day after, counts once, and nothing is set aside', async () => {
    const place = await createPlace();
    const line = lineOf(place, randomUUID());
    visits.leave('000000000000005-first', `${line}\n`);
    await counted(place, 1);
    const today = new Date().toISOString().slice(0, 10);
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
    visits.leave('000000000000006-again', `${line}\n`);
    visits.leave('000000000000007-tomorrow', `${line.replace(today, tomorrow)}\n`);
    await waitUntil(() => visits.journalNames().every((name) => !/^00000000000000[67]/.test(name)));
    expect((await events(place)).length).toBe(1);
    expect((await dayTotals(place, 'device')).map(({ views }) => views)).toEqual([1]);
  });

  it('is counted in transactions of at most 20,000 events', async () => {
    const place = await createPlace();
    const event = `{"k":"view","t":${Date.now()},"path":"/"}`;
    const lines = Array.from({ length: 210 }, () =>
      lineOf(place, randomUUID()).replace(/"events":\[.*\]/, `"events":[${Array(100).fill(event).join(',')}]`),
    );
    visits.leave('000000000000008-large', `${lines.join('\n')}\n`);
    await counted(place, 21_000);
    const [found] = await stack.sql<{ most: number; transactions: number }>(
      `select max(count)::int as most, count(*)::int as transactions
       from (select count(*) from event where tenant_id = $1 group by xmin) sizes`,
      [place.tenantId],
    );
    expect(found).toEqual({ most: 20_000, transactions: 2 });
  });

  it('is not accepted twice while it is written: who sends an event again at once waits for the same', async () => {
    const place = await createPlace();
    const journal = visits.runtime.app.get(EventJournal, { strict: false });
    const append = journal.append.bind(journal);
    let fail: (error: Error) => void = () => {};
    const held = vi.spyOn(journal, 'append').mockImplementationOnce(() => new Promise((_, reject) => (fail = reject)));
    const batch = view(place, { carga: 'b', eventos: [{ tipo: 'visualizacao', id: 'held' }] });
    const first = send(batch);
    await waitUntil(() => held.mock.calls.length === 1);
    let answered = false;
    const again = send(batch).finally(() => (answered = true));
    expect((await send(view(place))).status).toBe(202);
    expect(answered).toBe(false);
    fail(new Problem('ServiceUnavailable'));
    expect([(await first).status, (await again).status]).toEqual([503, 503]);
    held.mockImplementation(append);
    expect((await send(batch)).status).toBe(202);
    await counted(place, 2);
    held.mockRestore();
  });

  it('does not count for a tenant that is removed, nor keeps what it sent', async () => {
    const [gone, other] = [await createPlace(), await createPlace()];
    await stack.sql(`insert into tenant_removal (tenant_id, removal_id) values ($1, $1)`, [gone.tenantId]);
    visits.leave('000000000000003-gone', `${lineOf(gone, randomUUID())}\n${lineOf(other, randomUUID())}\n`);
    await counted(other, 1);
    expect(await events(gone)).toEqual([]);
    expect(await dayTotals(gone, 'device')).toEqual([]);
    visits.leave('000000000000009-gone', `${lineOf(gone, randomUUID())}\n`);
    await waitUntil(() => !visits.journalNames().includes('000000000000009-gone.journal'));
    expect(visits.journalNames().filter((name) => name.includes('-gone'))).toEqual([]);
  });

  it('keeps at most 2,000 values of a dimension in a day, and adds the rest to (outros)', async () => {
    const place = await createPlace();
    const lines = Array.from({ length: 2_100 }, (_, n) =>
      lineOf(place, randomUUID()).replace('"referrer":""', `"referrer":"r${n}"`),
    );
    visits.leave('000000000000004-many', `${lines.join('\n')}\n`);
    await counted(place, 2_100);
    const [row] = await stack.sql(
      `select count(*)::int as rows, sum(views)::int as views, sum(sessions)::int as sessions,
              (sum(views) filter (where value = '(outros)') > 1000) as others
       from total_day where tenant_id = $1 and dimension = 'referrer' and page_id = ''`,
      [place.tenantId],
    );
    expect(row).toMatchObject({ views: 2_100, sessions: 2_100, others: true });
    const [all] = await stack.sql<{ count: number }>(
      `select count(*)::int as count from total_day where tenant_id = $1 and dimension = 'referrer'`,
      [place.tenantId],
    );
    expect(all!.count).toBeLessThanOrEqual(2_002);
  });

  it('counts funnels of forms and fields that exist, whatever names visitors send', async () => {
    const tenant = await stack.createTenant();
    const campos = [{ nome: 'email', rotulo: 'E-mail', tipo: 'email' }];
    const form = await (await tenant.session('member')).post('/v1/formularios', { nome: 'Contato', campos });
    const nome = form.body.id as string;
    const place = visits.placeOf(tenant.id);
    const eventos = [
      { tipo: 'formulario_visto', nome },
      { tipo: 'formulario_campo', nome, campo: 'email' },
      { tipo: 'formulario_campo', nome, campo: 'inventado' },
      { tipo: 'formulario_visto', nome: newId('frm') },
    ];
    expect(await send(view(place, { eventos }))).toMatchObject({ status: 202 });
    await counted(place, 4);
    expect(
      await stack.sql('select form_id, field, views::int from form_hour where tenant_id = $1 order by field', [
        tenant.id,
      ]),
    ).toEqual([
      { form_id: nome, field: '', views: 1 },
      { form_id: nome, field: 'email', views: 1 },
    ]);
  });
});
