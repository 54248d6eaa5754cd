import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { newId } from '#libs/core/persistence';
import { DIMENSIONS, TrafficWindow } from '#libs/sites/traffic';
import { graphqlData } from '../../../../test/support/graphql.js';
import type { HttpClient } from '../../../../test/support/http-client.js';
import { type PagesTenant, pagesStack } from '../../../../test/support/pages-stack.js';
import { randomNumbers } from '../../../../test/support/random.js';
import { useStack } from '../../../../test/support/use-stack.js';
import { TrafficReportsService } from './traffic-reports.service.js';

const stack = useStack(() => pagesStack({ pages: { ROLE: 'api' } }));
let tenant: PagesTenant;
let acme: HttpClient;

beforeEach(async () => {
  tenant = await stack.createTenant();
  acme = await tenant.session('member');
});

const PAGE = 'pag_0123456789abcdef';
const read = async (path: string, client = acme) => (await client.get(`/v1/analytics/${path}`)).body;

/** Totals of a quarter of an hour: views, sessions, visitors, conversions, bounces, seconds. */
const addQuarter = (at: string, measures: number[], page = '') =>
  stack.sql(
    `insert into total_hour (tenant_id, page_id, hour, views, sessions, visitors, conversions, bounces, seconds)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [tenant.id, page, at, ...measures],
  );

const addDay = (dimension: string, day: string, value: string, measures: number[], page = '') =>
  stack.sql(
    `insert into total_day
       (tenant_id, page_id, dimension, day, value, views, sessions, visitors, conversions, bounces, seconds)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
    [tenant.id, page, dimension, day, value, ...measures],
  );

/** [source, medium, campaign, country, device] of a day. */
const addTuple = (day: string, tuple: string[], views: number, page = '') =>
  stack.sql(
    `insert into cube_day (tenant_id, page_id, day, utm_source, utm_medium, utm_campaign, country, device, views, sessions)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9)`,
    [tenant.id, page, day, ...tuple, views],
  );

const addEvent = (at: string, changes: object = {}) => {
  const event = {
    tenant_id: tenant.id,
    session_id: randomUUID(),
    at,
    id: randomUUID(),
    kept_days: 30,
    kind: 'view',
    page_id: PAGE,
    path: '/',
    is_bot: false,
    received_at: at,
    ...changes,
  };
  const names = Object.keys(event);
  const places = names.map((_, index) => `$${index + 1}`);
  return stack.sql(`insert into event (${names}) values (${places})`, Object.values(event));
};

describe('the overview', () => {
  it('has totals, rates and a point for each day of the zone', async () => {
    await addQuarter('2026-11-02T02:45:00Z', [10, 4, 3, 1, 2, 100]);
    await addQuarter('2026-11-02T03:00:00Z', [5, 1, 1, 1, 0, 60]);
    await addQuarter('2026-11-03T02:45:00Z', [1, 0, 0, 0, 0, 0]);
    await addQuarter('2026-11-03T03:00:00Z', [100, 100, 100, 100, 100, 100]);
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
      await addQuarter(at, [views, 0, 0, 0, 0, 0]);
    expect((await read(`overview?de=${day}&ate=${day}&fuso=${zone}`)).visualizacoes).toBe(3);
    const before = new Date(Date.parse(day) - 2 * 86_400_000).toISOString().slice(0, 10);
    const { series } = await read(`overview?de=${before}&ate=${day}&fuso=${zone}`);
    expect(series.map(({ visualizacoes }: { visualizacoes: number }) => visualizacoes)).toEqual([0, 1_000, 3]);
  });

  it('is of one page by its id or slug, and empty for one that is unknown', async () => {
    const { id, slug } = (await acme.post('/v1/paginas', { titulo: 'Oferta' })).body;
    const at = new Date(Date.now() - 3_600_000).toISOString();
    await addQuarter(at, [7, 1, 1, 0, 0, 0]);
    await addQuarter(at, [3, 1, 1, 0, 0, 0], id);
    const views = async (pagina: string) => (await read(`overview?pagina=${pagina}`)).visualizacoes;
    expect([await views(''), await views(id), await views(slug), await views('outra')]).toEqual([7, 3, 3, 0]);
  });

  it('has no rates without visits, and nothing of another account', async () => {
    await addQuarter(new Date().toISOString(), [7, 1, 1, 0, 0, 0]);
    const rival = await (await stack.createTenant()).session();
    const body = await read('overview', rival);
    expect(body).toMatchObject({ visualizacoes: 0, taxa_conversao: null, rejeicao: null, duracao_media: null });
    expect(body.series).toHaveLength(7);
  });
});

describe('a thousand random questions', () => {
  const ZONES = [
    'UTC',
    'America/Sao_Paulo',
    'America/New_York',
    'Australia/Lord_Howe',
    'Asia/Kathmandu',
    'America/Havana',
  ];
  const OTHER_PAGE = 'pag_1123456789abcdef';
  /** Days by the clock of Postgres. */
  const RAW = `
    select (at at time zone $2)::date::text as day, count(*) filter (where kind = 'view')::int as views,
           count(*) filter (where kind = 'conversion')::int as conversions
    from event
    where tenant_id = $1 and (at at time zone $2)::date between $3::date and $4::date and ($5 = '' or page_id = $5)
    group by day`;

  it('are answered as the events themselves are counted', async () => {
    const random = randomNumbers(30);
    const pick = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)]!;
    const [first, days] = [Date.UTC(2026, 9, 20), 30];
    const moments = Array.from({ length: 3_000 }, () => new Date(first + Math.floor(random() * days * 86_400_000)));
    await stack.sql(
      `insert into event (tenant_id, session_id, at, id, kept_days, kind, page_id, path, is_bot, received_at)
       select $1, gen_random_uuid(), at, gen_random_uuid(), 30, kind, page_id, '/', false, at
       from unnest($2::timestamptz[], $3::text[], $4::text[]) as given (at, kind, page_id)`,
      [
        tenant.id,
        moments,
        moments.map(() => pick(['view', 'view', 'view', 'conversion'])),
        moments.map(() => pick([PAGE, OTHER_PAGE])),
      ],
    );
    await stack.sql(
      `insert into total_hour (tenant_id, page_id, hour, views, conversions)
       select tenant_id, total.page_id, date_bin('15 minutes', at, 'epoch'),
              count(*) filter (where kind = 'view'), count(*) filter (where kind = 'conversion')
       from event cross join lateral (values (''), (event.page_id)) as total (page_id)
       where tenant_id = $1
       group by 1, 2, 3`,
      [tenant.id],
    );
    const reports = stack.app.get(TrafficReportsService, { strict: false });
    const dateAt = (day: number) => new Date(first + day * 86_400_000).toISOString().slice(0, 10);
    for (let question = 0; question < 1_000; question += 1) {
      const [zone, page] = [pick(ZONES), pick(['', PAGE, OTHER_PAGE])];
      const start = Math.floor(random() * (days - 3));
      const [from, until] = [dateAt(start), dateAt(start + 2 + Math.floor(random() * (days - start - 2)))];
      const limits = { defaultDays: 7, maxDays: 92 };
      const window = TrafficWindow.of({ from, until, zone }, new Date(), limits);
      const { points } = await reports.overview(tenant.id, window, page);
      const raw = await stack.sql<{ day: string; views: number; conversions: number }>(RAW, [
        tenant.id,
        zone,
        from,
        until,
        page,
      ]);
      const expected = raw.toSorted((a, b) => (a.day < b.day ? -1 : 1)).map((row) => Object.values(row));
      const answered = points.map((point) => {
        const { views, conversions } = point.totals;
        return [window.text(point.from).slice(0, 10), views, conversions] as const;
      });
      expect(
        answered.filter(([, views, conversions]) => views + conversions > 0),
        `${zone} ${from}`,
      ).toEqual(expected);
    }
  }, 60_000);
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

describe('a breakdown', () => {
  it('has the values with most views, and the others together', async () => {
    await addDay('country', '2026-11-01', 'BR', [5, 4, 3, 2, 1, 0]);
    await addDay('country', '2026-11-02', 'BR', [5, 4, 3, 2, 1, 0]);
    await addDay('country', '2026-11-02', 'PT', [9, 8, 7, 0, 0, 0]);
    await addDay('country', '2026-11-02', '', [3, 2, 1, 0, 0, 0]);
    await addDay('country', '2026-11-02', 'US', [2, 1, 1, 1, 0, 0]);
    await addDay('country', '2026-11-02', '(outros)', [50, 40, 30, 0, 0, 0]);
    await addDay('country', '2026-11-03', 'BR', [100, 100, 100, 0, 0, 0]);
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
    await addDay('entry', '2026-11-02', id, [5, 4, 3, 2, 1, 0]);
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
    await addTuple('2026-11-02', ['google', 'cpc', 'natal', 'BR', 'mobile'], 5);
    await addTuple('2026-11-02', ['google', 'cpc', 'natal', 'PT', 'desktop'], 3);
    await addTuple('2026-11-02', ['', '', '', 'BR', 'desktop'], 2);
    await addTuple('2026-11-02', ['(outros)', '(outros)', '(outros)', '(outros)', '(outros)'], 7);
    await addTuple('2026-11-02', ['google', 'cpc', 'natal', 'BR', 'mobile'], 4, PAGE);
    await addTuple('2026-11-02', ['google', 'cpc', 'natal', 'BR', 'mobile'], 1, 'pag_1123456789abcdef');
  });
  const DAY = 'de=2026-11-02&ate=2026-11-02';
  const rows = async (query: string) => {
    const { linhas, totais, sem_classificacao } = await read(`relatorio?${DAY}&${query}`);
    const of = ({ valor, visualizacoes }: { valor: string; visualizacoes: number }) => [valor, visualizacoes];
    return [linhas.map(of), totais.visualizacoes, sem_classificacao.visualizacoes];
  };

  it('has what every filter leaves, and says what may be missing', async () => {
    expect(await rows('dimensao=pais&utm_source=google')).toEqual([
      [
        ['BR', 5],
        ['PT', 3],
      ],
      8,
      7,
    ]);
    expect(await rows('dimensao=utm_source&pais=br')).toEqual([
      [
        ['google', 5],
        ['(vazio)', 2],
      ],
      7,
      7,
    ]);
    expect(await rows('dimensao=utm_campaign&utm_source=(vazio)')).toEqual([[['(vazio)', 2]], 2, 7]);
    expect(await rows('dimensao=dispositivo&utm_medium=cpc&utm_campaign=natal&dispositivo=mobile')).toEqual([
      [['mobile', 5]],
      5,
      7,
    ]);
    expect(await rows('dimensao=pagina&pais=BR')).toEqual([
      [
        [PAGE, 4],
        ['pag_1123456789abcdef', 1],
      ],
      7,
      7,
    ]);
    expect(await rows(`dimensao=utm_medium&pais=BR&pagina=${PAGE}`)).toEqual([[['cpc', 4]], 4, 0]);
  });

  it('without filters is the breakdown with totals of everything', async () => {
    await addDay('country', '2026-11-02', 'BR', [7, 7, 7, 0, 0, 0]);
    expect(await rows('dimensao=pais')).toEqual([[['BR', 7]], 17, 0]);
  });

  it('is exported as CSV, in which no text is a formula', async () => {
    await addTuple('2026-11-02', ['=1+1', '', '', 'AR', 'mobile'], 1);
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

describe('events', () => {
  it('are listed newest first, without those of programs, of a page and a window', async () => {
    await addEvent('2026-11-02T10:00:00Z', { name: 'a' });
    await addEvent('2026-11-04T10:00:00Z', { name: 'b', kind: 'click', x: 10, y: 20, extra: '{"alvo":"botao"}' });
    await addEvent('2026-11-04T11:00:00Z', { name: 'c', page_id: 'pag_1123456789abcdef' });
    await addEvent('2026-11-04T12:00:00Z', { name: 'd', is_bot: true });
    const names = async (query: string) =>
      (await read(`events?de=2026-11-01&ate=2026-11-04&${query}`)).eventos.map(({ nome }: { nome: string }) => nome);
    expect(await names('')).toEqual(['c', 'b', 'a']);
    expect(await names('limite=2')).toEqual(['c', 'b']);
    expect(await names(`pagina=${PAGE}`)).toEqual(['b', 'a']);
    expect((await read('events?de=2026-11-04&ate=2026-11-04')).eventos[1]).toMatchObject({
      tipo: 'clique',
      em: '2026-11-04T10:00:00.000Z',
      pagina: PAGE,
      x: 10,
      y: 20,
      extra: { alvo: 'botao' },
    });
  });

  it('of a session are in order; another account has none of them', async () => {
    const session_id = randomUUID();
    await addEvent('2026-11-02T10:00:01Z', { session_id, name: 'b' });
    await addEvent('2026-11-02T10:00:00Z', { session_id, name: 'a' });
    const { eventos } = await read(`session/${session_id}`);
    expect(eventos.map(({ nome }: { nome: string }) => nome)).toEqual(['a', 'b']);
    const rival = await (await stack.createTenant()).session();
    for (const id of [session_id, randomUUID(), 'x', newId('pag')])
      expect(await read(`session/${id}`, rival)).toEqual({ eventos: [] });
  });
});

describe('a heat map', () => {
  const addClicks = (side: string, x: number, y: number, clicks: number) =>
    stack.sql(
      `insert into heat_day (tenant_id, page_id, day, variant, side, x, y, clicks)
       values ($1, $2, '2026-11-02', '1', $3, $4, $5, $6)`,
      [tenant.id, PAGE, side, x, y, clicks],
    );
  const addDepth = (depth: number, views: number) =>
    stack.sql(
      `insert into scroll_day (tenant_id, page_id, day, variant, side, depth, views)
       values ($1, $2, '2026-11-02', '1', 'mobile', $3, $4)`,
      [tenant.id, PAGE, depth, views],
    );

  it('has clicks by place and side, and how many views came how far', async () => {
    await addClicks('mobile', 10, 20, 3);
    await addClicks('desktop', 10, 20, 4);
    await addClicks('mobile', 50, 100, 9);
    await addDepth(35, 2);
    await addDepth(100, 1);
    const body = await read(`heatmap?pagina=${PAGE}&lado=mobile&de=2026-11-02&ate=2026-11-02`);
    expect(body).toMatchObject({
      pagina: PAGE,
      lado: 'mobile',
      pontos: [
        { x: 50, y: 100, cliques: 9 },
        { x: 10, y: 20, cliques: 3 },
      ],
    });
    const depths = body.rolagem.map((one: { visitantes: number }) => one.visitantes);
    expect(depths).toEqual([3, 3, 3, 3, 1, 1, 1, 1, 1, 1, 1]);
    const both = await read(`heatmap?pagina=${PAGE}&de=2026-11-02&ate=2026-11-02`);
    expect(both.pontos[1]).toEqual({ x: 10, y: 20, cliques: 7 });
  });

  it('is of the page with most views when none is named', async () => {
    expect(await read('heatmap')).toMatchObject({ pagina: null, pontos: [], rolagem: [] });
    await addDay('page', '2026-11-02', PAGE, [5, 1, 1, 0, 0, 0]);
    await addClicks('mobile', 1, 2, 3);
    const body = await read('heatmap?de=2026-11-02&ate=2026-11-02');
    expect(body).toMatchObject({ pagina: PAGE, lado: null, pontos: [{ x: 1, y: 2, cliques: 3 }] });
  });
});

it('tells people from programs', async () => {
  await addDay('quality', '2026-11-02', 'human', [6, 3, 3, 1, 0, 0]);
  await addDay('quality', '2026-11-02', 'agent', [1, 1, 1, 0, 0, 0]);
  await addDay('quality', '2026-11-02', 'datacenter', [1, 1, 1, 0, 0, 0]);
  const body = await read('traffic-quality?de=2026-11-02&ate=2026-11-02');
  expect(body).toMatchObject({
    pessoas: { visualizacoes: 6 },
    robos: { visualizacoes: 2, visitas: 2 },
    taxa_robos: 0.25,
  });
  expect(body.motivos.map(({ motivo }: { motivo: string }) => motivo)).toEqual(['agente', 'datacenter']);
});

describe('the report of a form', () => {
  const FIELDS = ['nome', 'email'].map((nome) => ({ nome, rotulo: nome, tipo: 'texto' }));
  const addForm = (id: string, at: string, field: string, counts: number[]) =>
    stack.sql(
      `insert into form_hour (tenant_id, form_id, hour, field, views, starts, lasts, sends, spam)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
      [tenant.id, id, at, field, ...counts],
    );

  it('is its funnel, with the fields in the order of the form', async () => {
    const { id } = (await acme.post('/v1/formularios', { nome: 'Contato', campos: FIELDS })).body;
    await addForm(id, '2026-11-02T10:00:00Z', '', [8, 4, 0, 2, 1]);
    await addForm(id, '2026-11-05T10:00:00Z', '', [2, 1, 0, 0, 0]);
    await addForm(id, '2026-11-02T10:00:00Z', 'email', [3, 0, 1, 0, 0]);
    await addForm(id, '2026-11-02T10:00:00Z', 'antigo', [1, 0, 1, 0, 0]);
    const path = `/v1/formularios/${id}/analytics`;
    const { body } = await acme.get(`${path}?de=2026-11-02&ate=2026-11-05`);
    expect(body).toMatchObject({ visualizacoes: 10, inicios: 5, envios: 2, spam: 1, taxa_conversao: 0.2 });
    expect(body.abandono).toEqual([
      { campo: 'nome', vistos: 0, abandonos: 0 },
      { campo: 'email', vistos: 3, abandonos: 1 },
      { campo: 'antigo', vistos: 1, abandonos: 1 },
    ]);
    expect(body.series.map(({ envios }: { envios: number }) => envios)).toEqual([2, 0, 0, 0]);
    const before = (await acme.get(path)).body.envios;
    await stack.sql(
      `insert into lead (tenant_id, id, form_id, source, "values", is_spam, spam_reasons, consent, legal_basis, origin, occurred_at)
       select $1, 'led_000000000000000' || n, $2, case n when 3 then 'pagina' else 'api' end, '{}', n = 2, '{}', false,
              'consentimento', '{}', now()
       from generate_series(1, 3) n`,
      [tenant.id, id],
    );
    const withKey = (await acme.get(path)).body;
    expect([withKey.envios - before, withKey.series.at(-1).envios]).toEqual([1, 1]);
    const empty = (await acme.get(`${path}?de=2025-12-01&ate=2025-12-30`)).body;
    expect([empty.taxa_conversao, empty.series.length]).toEqual([null, 30]);
    expect((await acme.get(path)).body.series).toHaveLength(30);
    expect((await acme.get(`${path}?de=2025-01-01&ate=2026-02-04`)).status).toBe(200);
    expect((await acme.get(`${path}?de=2025-01-01&ate=2026-02-05`)).status).toBe(422);
    const rival = await (await stack.createTenant()).session();
    expect((await rival.get(path)).status).toBe(404);
    const graphql = `{ formReport(form_id: "${id}", de: "2026-11-02", ate: "2026-11-05") { inicios } }`;
    expect((await graphqlData(acme, graphql)).formReport).toEqual({ inicios: 5 });
  });
});
