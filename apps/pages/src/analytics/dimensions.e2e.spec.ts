import { beforeEach, describe, expect, it } from 'vitest';
import { DIMENSIONS } from '#libs/sites/traffic';
import { graphqlData } from '../../../../test/support/graphql.js';
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

const PAGE = 'pag_0123456789abcdef';
const read = async (path: string, client = acme) => (await client.get(`/v1/analytics/${path}`)).body;

describe('a breakdown', () => {
  it('has the values with most views, and the others together', async () => {
    await rows.addDay('country', '2026-11-01', 'BR', [5, 4, 3, 2, 1, 0]);
    await rows.addDay('country', '2026-11-02', 'BR', [5, 4, 3, 2, 1, 0]);
    await rows.addDay('country', '2026-11-02', 'PT', [9, 8, 7, 0, 0, 0]);
    await rows.addDay('country', '2026-11-02', '', [3, 2, 1, 0, 0, 0]);
    await rows.addDay('country', '2026-11-02', 'US', [2, 1, 1, 1, 0, 0]);
    await rows.addDay('country', '2026-11-02', '(outros)', [50, 40, 30, 0, 0, 0]);
    await rows.addDay('country', '2026-11-03', 'BR', [100, 100, 100, 0, 0, 0]);
    const body = await read('breakdown?dimensao=pais&de=2026-11-01&ate=2026-11-02&limite=3');
    expect(body).toEqual({
      de: '2026-11-01T00:00:00Z',
      ate: '2026-11-03T00:00:00Z',
      dimensao: 'pais',
      visitantes_por: 'dia',
      linhas: [
        { valor: 'BR', rotulo: null, visualizacoes: 10, visitas: 8, visitantes: 6, conversoes: 4, taxa_conversao: 0.5 },
        { valor: 'PT', rotulo: null, visualizacoes: 9, visitas: 8, visitantes: 7, conversoes: 0, taxa_conversao: 0 },
        {
          valor: '(vazio)',
          rotulo: null,
          visualizacoes: 3,
          visitas: 2,
          visitantes: 1,
          conversoes: 0,
          taxa_conversao: 0,
        },
      ],
      outros: { visualizacoes: 52, visitas: 41, visitantes: 31, conversoes: 1 },
    });
    const graphql = '{ trafficBreakdown(dimensao: "pais", de: "2026-11-01", ate: "2026-11-02") { linhas { valor } } }';
    expect((await graphqlData(acme, graphql)).trafficBreakdown.linhas).toHaveLength(4);
  });

  it('names pages', async () => {
    const { id } = (await acme.post('/v1/paginas', { titulo: 'Oferta' })).body;
    await rows.addDay('entry', '2026-11-02', id, [5, 4, 3, 2, 1, 0]);
    const { linhas } = await read('breakdown?dimensao=entrada&de=2026-11-02&ate=2026-11-02');
    expect(linhas).toMatchObject([{ valor: id, rotulo: 'Oferta' }]);
  });

  it('by an unknown dimension is a 400 that lists them', async () => {
    const { status, body } = await acme.get('/v1/analytics/breakdown?dimensao=humor');
    expect(status).toBe(400);
    for (const word of Object.values(DIMENSIONS)) expect(JSON.stringify(body)).toContain(word);
  });
});

describe('the report', () => {
  beforeEach(async () => {
    await rows.addTuple('2026-11-02', ['google', 'cpc', 'natal', 'BR', 'mobile'], 5);
    await rows.addTuple('2026-11-02', ['google', 'cpc', 'natal', 'PT', 'desktop'], 3);
    await rows.addTuple('2026-11-02', ['', '', '', 'BR', 'desktop'], 2);
    await rows.addTuple('2026-11-02', ['(outros)', '(outros)', '(outros)', '(outros)', '(outros)'], 7);
    await rows.addTuple('2026-11-02', ['google', 'cpc', 'natal', 'BR', 'mobile'], 4, PAGE);
    await rows.addTuple('2026-11-02', ['google', 'cpc', 'natal', 'BR', 'mobile'], 1, 'pag_1123456789abcdef');
  });
  const DAY = 'de=2026-11-02&ate=2026-11-02';
  const answer = async (query: string) => {
    const { linhas, totais, sem_classificacao } = await read(`relatorio?${DAY}&${query}`);
    const of = ({ valor, visualizacoes }: { valor: string; visualizacoes: number }) => [valor, visualizacoes];
    return [linhas.map(of), totais.visualizacoes, sem_classificacao.visualizacoes];
  };

  it('has what every filter leaves, and says what may be missing', async () => {
    expect(await answer('dimensao=pais&utm_source=google')).toEqual([
      [
        ['BR', 5],
        ['PT', 3],
      ],
      8,
      7,
    ]);
    expect(await answer('dimensao=utm_source&pais=br')).toEqual([
      [
        ['google', 5],
        ['(vazio)', 2],
      ],
      7,
      7,
    ]);
    expect(await answer('dimensao=utm_campaign&utm_source=(vazio)')).toEqual([[['(vazio)', 2]], 2, 7]);
    expect(await answer('dimensao=dispositivo&utm_medium=cpc&utm_campaign=natal&dispositivo=mobile')).toEqual([
      [['mobile', 5]],
      5,
      7,
    ]);
    expect(await answer('dimensao=pagina&pais=BR')).toEqual([
      [
        [PAGE, 4],
        ['pag_1123456789abcdef', 1],
      ],
      7,
      7,
    ]);
    expect(await answer(`dimensao=utm_medium&pais=BR&pagina=${PAGE}`)).toEqual([[['cpc', 4]], 4, 0]);
  });

  it('without filters is the breakdown with totals of everything', async () => {
    await rows.addDay('country', '2026-11-02', 'BR', [7, 7, 7, 0, 0, 0]);
    await rows.addQuarter('2026-11-02T23:45:00Z', [7, 7, 6, 0, 0, 0]);
    await rows.addQuarter('2026-11-03T00:00:00Z', [50, 50, 50, 0, 0, 0]);
    expect(await answer('dimensao=pais')).toEqual([[['BR', 7]], 7, 0]);
  });

  it('is exported as CSV, in which no text is a formula', async () => {
    await rows.addTuple('2026-11-02', ['=1+1', '', '', 'AR', 'mobile'], 1);
    const { headers, text } = await acme.get(`/v1/analytics/relatorio/exportar?${DAY}&dimensao=utm_source&pais=AR`);
    expect(headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(headers['content-disposition']).toContain('relatorio.csv');
    expect(text.replace('\uFEFF', '').trim().split('\r\n')).toEqual([
      'utm_source,rotulo,visualizacoes,visitas,visitantes,conversoes,taxa_conversao',
      `"'=1+1",,1,1,0,0,0`,
    ]);
  });

  it.each(['dimensao=navegador', 'pais=Brasil', 'dispositivo=bot', 'limite=0', 'limite=1001'])(
    'does not take %s',
    async (query) => {
      expect((await acme.get(`/v1/analytics/relatorio?${query}`)).status).toBe(400);
    },
  );
});

it('tells people from programs', async () => {
  await rows.addDay('quality', '2026-11-02', 'human', [6, 3, 3, 1, 0, 0]);
  await rows.addDay('quality', '2026-11-02', 'agent', [1, 1, 1, 0, 0, 0]);
  await rows.addDay('quality', '2026-11-02', 'datacenter', [1, 1, 1, 0, 0, 0]);
  const body = await read('traffic-quality?de=2026-11-02&ate=2026-11-02');
  expect(body).toMatchObject({
    pessoas: { visualizacoes: 6 },
    robos: { visualizacoes: 2, visitas: 2 },
    taxa_robos: 0.25,
  });
  expect(body.motivos.map(({ motivo }: { motivo: string }) => motivo)).toEqual(['agente', 'datacenter']);
});
