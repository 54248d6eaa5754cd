import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { newId } from '#libs/core/persistence';
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

describe('events', () => {
  it('are listed newest first, without those of programs, of a page and a window', async () => {
    await rows.addEvent('2026-11-02T10:00:00Z', { name: 'a' });
    await rows.addEvent('2026-11-04T10:00:00Z', { name: 'b', kind: 'click', x: 10, y: 20, extra: '{"alvo":"botao"}' });
    await rows.addEvent('2026-11-04T11:00:00Z', { name: 'c', page_id: 'pag_1123456789abcdef' });
    await rows.addEvent('2026-11-04T12:00:00Z', { name: 'd', is_bot: true });
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
    await rows.addEvent('2026-11-02T10:00:01Z', { session_id, name: 'b' });
    await rows.addEvent('2026-11-02T10:00:00Z', { session_id, name: 'a' });
    const { eventos } = await read(`session/${session_id}`);
    expect(eventos.map(({ nome }: { nome: string }) => nome)).toEqual(['a', 'b']);
    const rival = await (await stack.createTenant()).session();
    for (const id of [session_id, randomUUID()]) expect(await read(`session/${id}`, rival)).toEqual({ eventos: [] });
  });

  it.each(['x', newId('pag')])('of %s, which no session is called, are refused', async (id) => {
    const { status, body } = await acme.get(`/v1/analytics/session/${id}`);
    expect([status, JSON.stringify(body)]).toEqual([400, expect.stringContaining('id')]);
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
    await rows.addDay('page', '2026-11-02', PAGE, [5, 1, 1, 0, 0, 0]);
    await addClicks('mobile', 1, 2, 3);
    const body = await read('heatmap?de=2026-11-02&ate=2026-11-02');
    expect(body).toMatchObject({ pagina: PAGE, lado: null, pontos: [{ x: 1, y: 2, cliques: 3 }] });
  });
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
