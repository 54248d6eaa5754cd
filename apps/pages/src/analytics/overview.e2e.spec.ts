import { createHash } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import type { HttpClient } from '../../../../test/support/http-client.js';
import { type PagesTenant, pagesStack } from '../../../../test/support/pages-stack.js';
import { useStack } from '../../../../test/support/use-stack.js';
import { TrafficRows } from './traffic-rows.fixture.js';

const stack = useStack(() => pagesStack({ pages: { ROLE: 'api' } }));
let tenant: PagesTenant;
let acme: HttpClient;
let rows: TrafficRows;

beforeEach(async () => {
  tenant = await stack.createTenant();
  acme = await tenant.session('member');
  rows = new TrafficRows(stack, tenant.id);
});

const read = async (path: string, client = acme) => (await client.get(`/v1/analytics/${path}`)).body;

describe('the overview', () => {
  it('has totals, rates and a point for each day of the zone', async () => {
    await rows.addQuarter('2026-11-02T02:45:00Z', [10, 4, 3, 1, 2, 100]);
    await rows.addQuarter('2026-11-02T03:00:00Z', [5, 1, 1, 1, 0, 60]);
    await rows.addQuarter('2026-11-03T02:45:00Z', [1, 0, 0, 0, 0, 0]);
    await rows.addQuarter('2026-11-03T03:00:00Z', [100, 100, 100, 100, 100, 100]);
    const body = await read('overview?de=2026-11-01&ate=2026-11-02&fuso=America/Sao_Paulo');
    expect(body).toMatchObject({
      de: '2026-11-01T00:00:00-03:00',
      ate: '2026-11-03T00:00:00-03:00',
      visualizacoes: 16,
      visitas: 5,
      visitantes: 4,
      visitantes_por: 'dia',
      conversoes: 2,
      taxa_conversao: 0.4,
      rejeicao: 0.4,
      duracao_media: 32,
    });
    expect(body.series).toHaveLength(48);
    expect(body.series.filter((point: { visualizacoes: number }) => point.visualizacoes > 0)).toEqual([
      { em: '2026-11-01T23:00:00-03:00', visualizacoes: 10, visitas: 4, visitantes: 3, conversoes: 1 },
      { em: '2026-11-02T00:00:00-03:00', visualizacoes: 5, visitas: 1, visitantes: 1, conversoes: 1 },
      { em: '2026-11-02T23:00:00-03:00', visualizacoes: 1, visitas: 0, visitantes: 0, conversoes: 0 },
    ]);
    const days = (await read('overview?de=2026-10-31&ate=2026-11-02&fuso=America/Sao_Paulo')).series;
    expect(days.map(({ visualizacoes }: { visualizacoes: number }) => visualizacoes)).toEqual([0, 10, 6]);
  });

  it.each([
    ['Australia/Lord_Howe', '2026-04-05', '2026-04-04T13:00:00Z', '2026-04-05T13:30:00Z'],
    ['America/New_York', '2026-03-08', '2026-03-08T05:00:00Z', '2026-03-09T04:00:00Z'],
    ['America/New_York', '2026-11-01', '2026-11-01T04:00:00Z', '2026-11-02T05:00:00Z'],
    ['Asia/Kathmandu', '2026-11-01', '2026-10-31T18:15:00Z', '2026-11-01T18:15:00Z'],
  ])('of a day of %s, %s, has its first and last quarter, and not those beside it', async (zone, day, first, end) => {
    const quarter = (at: string, by: number) => new Date(Date.parse(at) + by * 900_000).toISOString();
    for (const [at, views] of [
      [quarter(first, -1), 1_000],
      [first, 1],
      [quarter(end, -1), 2],
      [end, 1_000],
    ] as const)
      await rows.addQuarter(at, [views, 0, 0, 0, 0, 0]);
    expect((await read(`overview?de=${day}&ate=${day}&fuso=${zone}`)).visualizacoes).toBe(3);
    const before = new Date(Date.parse(day) - 2 * 86_400_000).toISOString().slice(0, 10);
    const { series } = await read(`overview?de=${before}&ate=${day}&fuso=${zone}`);
    expect(series.map(({ visualizacoes }: { visualizacoes: number }) => visualizacoes)).toEqual([0, 1_000, 3]);
  });

  it('is of one page by its id or slug, and empty for one that is unknown', async () => {
    const { id, slug } = (await acme.post('/v1/paginas', { titulo: 'Oferta' })).body;
    const at = new Date(Date.now() - 3_600_000).toISOString();
    await rows.addQuarter(at, [7, 1, 1, 0, 0, 0]);
    await rows.addQuarter(at, [3, 1, 1, 0, 0, 0], id);
    const views = async (pagina: string) => (await read(`overview?pagina=${pagina}`)).visualizacoes;
    expect([await views(''), await views(id), await views(slug), await views('outra')]).toEqual([7, 3, 3, 0]);
  });

  describe('of visitors with consent', () => {
    const visitorsOf = (from: number, to: number) =>
      Array.from({ length: to - from }, (_, n) =>
        createHash('sha256')
          .update(`visitor ${from + n}`)
          .digest()
          .subarray(0, 8)
          .toString('base64url'),
      );
    const read3 = async (query: string) => {
      const body = await read(`overview?${query}`);
      return [body.visitantes, body.visitantes_com_consentimento, body.visitantes_por];
    };

    it('counts each once over its days, within three standard errors for thousands', async () => {
      // 2026-10-05 and 2026-10-12 are Mondays; four weeks begin on 2026-09-10 and 2026-10-08.
      await rows.addQuarter('2026-10-05T12:00:00Z', [0, 0, 9_000, 0, 0, 0, 9_000]);
      await rows.addSketch(7, '2026-10-05', visitorsOf(0, 9_000));
      await rows.addQuarter('2026-10-12T12:00:00Z', [0, 0, 8_000, 0, 0, 0, 8_000]);
      await rows.addSketch(1, '2026-10-12', visitorsOf(6_000, 14_000));
      const [count, consented, by] = await read3('de=2026-10-05&ate=2026-10-12');
      expect([consented, by]).toEqual([count, 'periodo']);
      expect(Math.abs(count - 14_000) / 14_000).toBeLessThan(0.048);
    });

    it('adds those without consent by the day, and says so', async () => {
      await rows.addQuarter('2026-11-02T12:00:00Z', [0, 0, 5, 0, 0, 0, 2]);
      await rows.addQuarter('2026-11-03T12:00:00Z', [0, 0, 4, 0, 0, 0, 3]);
      await rows.addSketch(1, '2026-11-02', visitorsOf(0, 2));
      await rows.addSketch(1, '2026-11-03', visitorsOf(0, 3));
      expect(await read3('de=2026-11-02&ate=2026-11-03')).toEqual([7, 3, 'misto']);
      expect(await read3('de=2026-11-03&ate=2026-11-03')).toEqual([4, 3, 'misto']);
      expect(await read3('de=2026-11-04&ate=2026-11-05')).toEqual([0, 0, 'dia']);
      // The day of the sketch is not whole in the window: there are no more than came in it.
      expect(await read3('de=2026-11-02T00:00:00Z&ate=2026-11-03T11:00:00Z')).toEqual([5, 2, 'misto']);
      expect(await read3('de=2026-11-02T13:00:00Z&ate=2026-11-03T13:00:00Z')).toEqual([4, 3, 'misto']);
    });
  });

  it('has no rates without visits, and nothing of another account', async () => {
    await rows.addQuarter(new Date().toISOString(), [7, 1, 1, 0, 0, 0]);
    const rival = await (await stack.createTenant()).session();
    const body = await read('overview', rival);
    expect(body).toMatchObject({ visualizacoes: 0, taxa_conversao: null, rejeicao: null, duracao_media: null });
    expect(body.series).toHaveLength(7);
  });
});

describe('a window', () => {
  const PATHS = ['overview', 'breakdown', 'relatorio', 'relatorio/exportar', 'events', 'heatmap', 'traffic-quality'];

  it.each(PATHS)('of %s is right, or rejected with the parameter', async (path) => {
    const answer = async (query: string) => {
      const { status, body } = await acme.get(`/v1/analytics/${path}?${query}`);
      return [status, body?.campo];
    };
    expect(await answer('de=ontem')).toEqual([400, undefined]);
    expect(await answer('ate=2026-02-30')).toEqual([400, undefined]);
    expect(await answer('fuso=Marte')).toEqual([400, undefined]);
    expect(await answer('de=2026-11-02&ate=2026-11-01')).toEqual([422, 'de']);
    expect(await answer('de=2026-01-01&ate=2026-04-03')).toEqual([422, 'ate']);
    expect((await answer('de=2026-01-01&ate=2026-04-02'))[0]).toBe(200);
  });
});
