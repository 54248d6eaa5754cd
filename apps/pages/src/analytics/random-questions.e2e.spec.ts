import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Dimension, DIMENSIONS } from '#libs/sites/traffic';
import type { HttpClient } from '../../../../test/support/http-client.js';
import { pagesStack } from '../../../../test/support/pages-stack.js';
import { countTraffic, randomTraffic } from '../../../../test/support/random-traffic.js';
import { useStack } from '../../../../test/support/use-stack.js';
import { type Ends, type RawCounts, type RawRow, RawTraffic } from './raw-counts.fixture.js';

const stack = useStack(pagesStack);

/** Days of 23 hours (New York, Havana), of 24.5 (Lord Howe) and of 25 (Santiago, Auckland) are among them. */
const FIRST = new Date('2026-03-05T00:00:00Z');
const DAYS = 35;
const ZONES = [
  'UTC',
  'America/Sao_Paulo',
  'America/New_York',
  'America/Havana',
  'America/Santiago',
  'Australia/Lord_Howe',
  'Pacific/Auckland',
  'Pacific/Kiritimati',
  'Asia/Kathmandu',
];
const PAGES = ['pag_0123456789abcdef', 'pag_1123456789abcdef', 'pag_2123456789abcdef'];
const PIXEL = 'pxl_0123456789abcdef';
const FIELDS = ['nome', 'email'].map((nome) => ({ nome, rotulo: nome, tipo: 'texto' }));

let acme: HttpClient;
let raw: RawTraffic;
let form: string;

beforeAll(async () => {
  const tenant = await stack.createTenant();
  acme = await tenant.session('member');
  form = (await acme.post('/v1/formularios', { nome: 'Contato', campos: FIELDS })).body.id;
  const places = { pages: PAGES, pixel: PIXEL, form };
  const lines = randomTraffic({ tenantId: tenant.id, seed: 30, visits: 900, first: FIRST, days: DAYS, ...places });
  const runtime = await stack.startRuntime();
  await countTraffic(stack, runtime, lines);
  await stack.stopRuntime(runtime);
  raw = new RawTraffic(stack, tenant.id);
  await raw.prepare();
});

const dateAt = (day: number): string => new Date(FIRST.getTime() + day * 86_400_000).toISOString().slice(0, 10);

const days = fc
  .tuple(fc.integer({ min: -1, max: DAYS }), fc.integer({ min: 0, max: DAYS }))
  .map(([start, length]): Ends => ({ from: dateAt(start), until: dateAt(start + length) }));
const moments = fc
  .tuple(fc.integer({ min: 0, max: DAYS * 86_400 }), fc.integer({ min: 1, max: 4 * 86_400 }))
  .map(([start, length]): Ends => {
    const at = (seconds: number) => `${new Date(FIRST.getTime() + seconds * 1_000).toISOString().slice(0, 19)}Z`;
    return { from: at(start), until: at(start + length) };
  });
const zone = fc.constantFrom(...ZONES);
const page = fc.constantFrom('', '', '', ...PAGES, PIXEL, 'pag_ffffffffffffffff');
const dimension = fc.constantFrom(...(Object.keys(DIMENSIONS) as Dimension[]));
const limit = fc.constantFrom(1, 2, 5, 1_000);

/** Filters as parameters, and as columns. */
const FILTERS = [
  ...['', 'google', 'news', 'Ação', '=1+1', 'nenhuma'].map((value) => ['utm_source', value, 'utm_source', value]),
  ...['', 'cpc'].map((value) => ['utm_medium', value, 'utm_medium', value]),
  ...['', 'natal', 'verao'].map((value) => ['utm_campaign', value, 'utm_campaign', value]),
  ...['', 'BR', 'pt', 'us'].map((value) => ['pais', value, 'country', value.toUpperCase()]),
  ...['desktop', 'mobile', 'tablet', 'desconhecido'].map((value) => ['dispositivo', value, 'device', value]),
] as [name: string, value: string, column: string, stored: string][];

/** The answer of a report, with its query as the message of what fails. */
async function ask(path: string, query: Record<string, string | number | undefined>) {
  const given = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    if (value !== undefined && value !== '') given.set(name, String(value));
  const { status, body, text } = await acme.get(`${path}?${given.toString()}`);
  expect(status, text).toBe(200);
  return body;
}

const questions = async (count: number, property: fc.IAsyncProperty<unknown>) =>
  fc.assert(property as fc.IAsyncProperty<[unknown]>, { numRuns: count });

const NOTHING: RawCounts = { visualizacoes: 0, visitas: 0, visitantes: 0, conversoes: 0 };
const countsOf = ({ visualizacoes, visitas, visitantes, conversoes }: RawCounts): RawCounts => ({
  visualizacoes,
  visitas,
  visitantes,
  conversoes,
});
const sum = (rows: readonly RawCounts[]): RawCounts =>
  rows.reduce(
    (a, b) => ({
      visualizacoes: a.visualizacoes + b.visualizacoes,
      visitas: a.visitas + b.visitas,
      visitantes: a.visitantes + b.visitantes,
      conversoes: a.conversoes + b.conversoes,
    }),
    NOTHING,
  );

/** Rows as a report orders them, and the others together. */
function ranked(rows: readonly RawRow[], most: number) {
  const ordered = rows.toSorted(
    (a, b) =>
      b.visualizacoes - a.visualizacoes ||
      b.visitas - a.visitas ||
      Buffer.compare(Buffer.from(a.valor), Buffer.from(b.valor)),
  );
  const linhas = ordered.slice(0, most).map((row) => ({ valor: row.valor || '(vazio)', ...countsOf(row) }));
  return { linhas, outros: sum(ordered.slice(most)) };
}

const shown = ({ linhas, outros }: { linhas: RawRow[]; outros: RawCounts }) => ({
  linhas: linhas.map((row) => ({ valor: row.valor, ...countsOf(row) })),
  outros,
});

/** Days of a report by dimensions, whose dates are those of the zone. */
const daysOf = ({ from, until }: Ends) =>
  [from, new Date(Date.parse(until) + 86_400_000).toISOString().slice(0, 10)] as const;

describe('a thousand random questions are answered as the events themselves are counted:', () => {
  it('overviews of days and of moments, with their series', async () => {
    const property = fc.asyncProperty(zone, page, fc.oneof(days, moments), async (fuso, pagina, ends) => {
      const body = await ask('/v1/analytics/overview', { de: ends.from, ate: ends.until, fuso, pagina });
      const isHourly = Date.parse(body.ate) - Date.parse(body.de) <= 49 * 3_600_000;
      const points = await raw.series(pagina, fuso, isHourly ? 'hour' : 'day', ends);
      const series = (body.series as (RawCounts & { em: string })[])
        .filter((point) => point.visualizacoes + point.visitas + point.conversoes > 0)
        .map(({ em, ...counts }) => ({ em: bucketOf(em, isHourly), ...counts }));
      expect(series.toSorted((a, b) => (a.em < b.em ? -1 : 1))).toEqual(
        points.map((point) => ({ em: point.em, ...countsOf(point) })).toSorted((a, b) => (a.em < b.em ? -1 : 1)),
      );
      const all = sum(points);
      const over = (name: 'bounces' | 'seconds') =>
        all.visitas === 0 ? null : points.reduce((total, point) => total + point[name], 0) / all.visitas;
      const { visitantes: _, ...others } = all;
      expect(body).toMatchObject({ ...others, rejeicao: over('bounces'), duracao_media: over('seconds') });
    });
    await questions(200, property);
  });

  it('visitors, who with consent count once over the days', async () => {
    const property = fc.asyncProperty(page, days, async (pagina, ends) => {
      const body = await ask('/v1/analytics/overview', { de: ends.from, ate: ends.until, pagina });
      const { daily, consentedDaily, consented } = await raw.visitors([pagina, ...daysOf(ends)]);
      expect(body).toMatchObject({
        visitantes: daily + consented,
        visitantes_com_consentimento: consented,
        visitantes_por: consentedDaily === 0 ? 'dia' : daily === 0 ? 'periodo' : 'misto',
      });
    });
    // A visit with consent began on the 11th and went on after midnight.
    const overMidnight: [string, Ends] = ['', { from: '2026-03-12', until: '2026-03-13' }];
    await fc.assert(property, { numRuns: 50, examples: [overMidnight] });
  });

  it('breakdowns by every dimension', async () => {
    const property = fc.asyncProperty(zone, page, days, dimension, limit, async (fuso, pagina, ends, by, limite) => {
      const query = { de: ends.from, ate: ends.until, fuso, pagina, dimensao: DIMENSIONS[by], limite };
      const body = await ask('/v1/analytics/breakdown', query);
      expect(shown(body)).toEqual(ranked(await raw.breakdown(by, [pagina, ...daysOf(ends)]), limite));
    });
    await questions(275, property);
  });

  it('reports with any filters, and without', async () => {
    const segment = fc.constantFrom<Dimension[]>(
      'page',
      'utm_source',
      'utm_medium',
      'utm_campaign',
      'country',
      'device',
    );
    const filters = fc.uniqueArray(fc.constantFrom(...FILTERS), { maxLength: 3, selector: ([name]) => name });
    const property = fc.asyncProperty(
      zone,
      page,
      days,
      segment,
      limit,
      filters,
      async (fuso, pagina, ends, by, limite, given) => {
        const query = {
          de: ends.from,
          ate: ends.until,
          fuso,
          pagina,
          dimensao: DIMENSIONS[by],
          limite,
          ...Object.fromEntries(given.map(([name, value]) => [name, value || '(vazio)'])),
        };
        const body = await ask('/v1/analytics/relatorio', query);
        const place = [pagina, ...daysOf(ends)] as const;
        const columns = Object.fromEntries(given.map(([, , column, stored]) => [column, stored]));
        if (Object.keys(columns).length === 0) {
          expect(shown(body)).toEqual(ranked(await raw.breakdown(by, place), limite));
          expect(body.totais).toEqual(await raw.totals(place));
        } else {
          expect(shown(body)).toEqual(ranked(await raw.segment(by, place, columns), limite));
          expect(body.totais).toEqual(countsOf((await raw.segment(null, place, columns))[0] ?? NOTHING));
        }
      },
    );
    await questions(275, property);
  });

  it('heat maps of a page and a side', async () => {
    const side = fc.constantFrom(undefined, 'desktop', 'mobile', 'tablet', 'desconhecido');
    const onePage = fc.constantFrom(...PAGES, PIXEL);
    const property = fc.asyncProperty(zone, onePage, days, side, async (fuso, pagina, ends, lado) => {
      const body = await ask('/v1/analytics/heatmap', { de: ends.from, ate: ends.until, fuso, pagina, lado });
      const { pontos, rolagem } = await raw.heatMap([pagina, ...daysOf(ends)], lado ?? null);
      const isSeen = rolagem[0]?.visitantes !== 0;
      expect([body.pontos, body.rolagem]).toEqual([pontos, isSeen ? rolagem : []]);
    });
    await questions(60, property);
  });

  it('funnels of a form', async () => {
    const property = fc.asyncProperty(zone, days, async (fuso, ends) => {
      const body = await ask(`/v1/formularios/${form}/analytics`, { de: ends.from, ate: ends.until, fuso });
      const rows = await raw.form(form, fuso, ends);
      const total = (name: 'views' | 'starts' | 'sends' | 'spam') => rows.reduce((all, row) => all + row[name], 0);
      const [visualizacoes, envios] = [total('views'), total('sends')];
      const taxa_conversao = visualizacoes === 0 ? null : envios / visualizacoes;
      expect(body).toMatchObject({
        visualizacoes,
        inicios: total('starts'),
        envios,
        spam: total('spam'),
        taxa_conversao,
      });
      const seen = rows.filter((row) => row.seen > 0).map(({ field, ...row }) => [field, row.seen, row.lasts]);
      const named = body.abandono as { campo: string; vistos: number; abandonos: number }[];
      expect(
        named
          .filter(({ vistos }) => vistos > 0)
          .map((one) => [one.campo, one.vistos, one.abandonos])
          .toSorted(),
      ).toEqual(seen.toSorted());
      const sent = (body.series as { envios: number }[]).reduce((all, point) => all + point.envios, 0);
      expect(sent).toBe(envios);
    });
    await questions(60, property);
  });

  it('lists of events', async () => {
    const property = fc.asyncProperty(
      zone,
      page,
      days,
      fc.constantFrom(1, 20, 500),
      async (fuso, pagina, ends, limite) => {
        const body = await ask('/v1/analytics/events', { de: ends.from, ate: ends.until, fuso, pagina, limite });
        const ids = (body.eventos as { id: string }[]).map(({ id }) => id);
        expect(ids).toEqual(await raw.events(pagina, fuso, ends, limite));
      },
    );
    await questions(40, property);
  });

  it('people and programs', async () => {
    const property = fc.asyncProperty(zone, days, async (fuso, ends) => {
      const body = await ask('/v1/analytics/traffic-quality', { de: ends.from, ate: ends.until, fuso });
      const rows = await raw.quality(...daysOf(ends));
      const people = rows.filter(({ valor }) => valor === 'human');
      const bots = rows.filter(({ valor }) => valor !== 'human');
      expect([body.pessoas, body.robos]).toEqual([sum(people), sum(bots)]);
      expect(body.motivos.map(countsOf)).toEqual(ranked(bots, 100).linhas.map(countsOf));
    });
    await questions(40, property);
  });
});

/** The hour or the day of a point by the clocks of its zone, an hour with its offset in minutes. */
function bucketOf(em: string, isHourly: boolean): string {
  const [date, hour] = [em.slice(0, 10), em.slice(11, 13)];
  if (!isHourly) return `${date} 00`;
  const offset = /([+-])(\d\d):(\d\d)$/.exec(em);
  const minutes = offset ? Number(`${offset[1]}1`) * (Number(offset[2]) * 60 + Number(offset[3])) : 0;
  return `${date} ${hour}${minutes}`;
}
