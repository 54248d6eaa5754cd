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
