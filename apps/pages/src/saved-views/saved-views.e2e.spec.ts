import { beforeEach, describe, expect, it } from 'vitest';
import { newId } from '#libs/core/persistence';
import { graphqlData, graphqlFault } from '../../../../test/support/graphql.js';
import type { HttpClient } from '../../../../test/support/http-client.js';
import { type PagesTenant, pagesStack } from '../../../../test/support/pages-stack.js';
import { useStack } from '../../../../test/support/use-stack.js';

const PATH = '/v1/relatorios/visoes';
const stack = useStack(() => pagesStack({ pages: { ROLE: 'api' } }));
let tenant: PagesTenant;
let acme: HttpClient;

beforeEach(async () => {
  tenant = await stack.createTenant();
  acme = await tenant.session('member');
});

const save = (nome: string, filtros: object = { pais: 'BR' }, client = acme) => client.post(PATH, { nome, filtros });

describe('a view of the report of visits', () => {
  it('is created, read, listed by name, replaced and deleted', async () => {
    const filtros = { dimensao: 'utm_campaign', utm_source: '(vazio)', de: '2026-11-01', fuso: 'America/Sao_Paulo' };
    filtros.de = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
    const { status, body, headers } = await save(' Orgânico ', filtros);
    expect([status, headers['location']]).toEqual([201, `${PATH}/${body.id}`]);
    expect(body).toEqual({
      id: expect.stringMatching(/^rpv_[0-9a-f]{16}$/),
      nome: 'Orgânico',
      filtros,
      criado_em: expect.any(String),
      atualizado_em: expect.any(String),
    });
    expect((await acme.get(`${PATH}/${body.id}`)).body).toEqual(body);
    const other = (await acme.post(PATH, { nome: 'Águas' })).body;
    expect(other.filtros).toEqual({});
    expect((await acme.get(PATH)).body).toEqual({ visoes: [other, body] });
    const replaced = await acme.put(`${PATH}/${body.id}`, { nome: 'Pagos', filtros: { utm_medium: 'cpc' } });
    expect([replaced.status, replaced.body]).toMatchObject([
      200,
      { nome: 'Pagos', filtros: { utm_medium: 'cpc' }, criado_em: body.criado_em },
    ]);
    expect((await acme.delete(`${PATH}/${body.id}`)).status).toBe(204);
    expect((await acme.get(`${PATH}/${body.id}`)).status).toBe(404);
    expect((await acme.get(PATH)).body.visoes).toEqual([other]);
  });

  it('has a name that no other view of the account has, whatever its case', async () => {
    await save('Água');
    const { status, body } = await save('ÁGUA');
    expect([status, body.campo]).toEqual([409, 'nome']);
    const { id } = (await save('Fogo')).body;
    expect((await acme.put(`${PATH}/${id}`, { nome: 'água' })).status).toBe(409);
    expect((await acme.put(`${PATH}/${id}`, { nome: 'FOGO' })).status).toBe(200);
    const rival = await (await stack.createTenant()).session();
    expect((await save('Água', {}, rival)).status).toBe(201);
  });

  it('is one of at most 50, also when many are saved at once', async () => {
    await stack.sql(
      `insert into report_view (tenant_id, id, name, name_key, filters)
       select $1, 'rpv_' || lpad(n::text, 16, '0'), n::text, n::text, '{}' from generate_series(1, 47) n`,
      [tenant.id],
    );
    const answers = await Promise.all(['a', 'b', 'c', 'd', 'e'].map((name) => save(name)));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 201, 201, 422, 422]);
    const { visoes } = (await acme.get(PATH)).body;
    expect(visoes).toHaveLength(50);
    expect((await acme.put(`${PATH}/${visoes[0].id}`, { nome: 'z' })).status).toBe(200);
    await acme.delete(`${PATH}/${visoes[0].id}`);
    expect((await save('f')).status).toBe(201);
  });

  it.each<[string, Record<string, string>]>([
    ['dimensao', { dimensao: 'humor' }],
    ['de', { de: 'ontem' }],
    ['ate', { ate: '2026-02-30' }],
    ['fuso', { fuso: 'Brasil' }],
    ['pais', { pais: 'Brasil' }],
    ['dispositivo', { dispositivo: 'geladeira' }],
    ['limite', { limite: '0' }],
    ['ate', { de: '2026-01-01', ate: '2026-12-31' }],
    ['de', { de: '2026-01-02', ate: '2026-01-01' }],
  ])('has no value of %s as in %j', async (name, filtros) => {
    const { id } = (await save('Boa')).body;
    for (const { status, body } of [
      await save('Nova', filtros),
      await acme.put(`${PATH}/${id}`, { nome: 'Boa', filtros }),
    ]) {
      expect([status, body]).toEqual([422, { erro: expect.any(String), campo: `filtros.${name}` }]);
      expect(body.erro).not.toContain('undefined');
    }
    expect((await acme.get(PATH)).body.visoes).toMatchObject([{ nome: 'Boa', filtros: { pais: 'BR' } }]);
  });

  it.each([
    { filtros: {} },
    { nome: ' ' },
    { nome: 'x'.repeat(101) },
    { nome: 'x', filtros: [] },
    { nome: 'x', filtros: { pais: 1 } },
    { nome: 'x', filtros: { cor: 'azul' } },
    { nome: 'x', dono: 'y' },
  ])('is not made of %j', async (body) => {
    const { id } = (await save('Boa')).body;
    expect((await acme.post(PATH, body)).status).toBe(400);
    expect((await acme.put(`${PATH}/${id}`, body)).status).toBe(400);
  });

  it('is not found in another account, or with an id of another form', async () => {
    const { id } = (await save('Minha')).body;
    const rival = await (await stack.createTenant()).session();
    expect((await rival.get(PATH)).body).toEqual({ visoes: [] });
    for (const path of [id, newId('rpv'), 'x']) {
      const client = path === id ? rival : acme;
      const answers = [
        await client.get(`${PATH}/${path}`),
        await client.put(`${PATH}/${path}`, { nome: 'x' }),
        await client.delete(`${PATH}/${path}`),
      ];
      expect(answers.map(({ status }) => status)).toEqual([404, 404, 404]);
    }
    expect((await stack.anonymous.get(PATH)).status).toBe(401);
  });

  it('is in the audit log with the names of its filters', async () => {
    const { id } = (await save('Brasil')).body;
    await acme.put(`${PATH}/${id}`, { nome: 'Brasil', filtros: { utm_source: 'segredo' } });
    await acme.delete(`${PATH}/${id}`);
    const entries = await stack.sql<{ action: string; entry: string }>(
      `select action, to_jsonb(audit_entry)::text as entry from audit_entry where object_id = $1 order by id`,
      [id],
    );
    expect(entries.map(({ action }) => action)).toEqual([
      'report-view.created',
      'report-view.changed',
      'report-view.deleted',
    ]);
    expect(JSON.stringify(entries)).not.toContain('segredo');
  });

  it('is the same by GraphQL', async () => {
    const input = { nome: 'Brasil', filtros: { pais: 'BR' } };
    const create = 'mutation ($input: ReportViewInput!) { createReportView(input: $input) { id filtros } }';
    const { id, filtros } = (await graphqlData(acme, create, { input })).createReportView;
    expect(filtros).toEqual({ pais: 'BR' });
    expect(await graphqlData(acme, '{ reportViews { id nome } }')).toEqual({ reportViews: [{ id, nome: 'Brasil' }] });
    expect(await graphqlFault(acme, create, { input: { nome: 'x', filtros: { pais: 'Brasil' } } })).toEqual({
      code: 'Unprocessable',
      campo: 'filtros.pais',
    });
    const replace = `mutation { replaceReportView(id: "${id}", input: { nome: "Todos" }) { nome filtros } }`;
    expect((await graphqlData(acme, replace)).replaceReportView).toEqual({ nome: 'Todos', filtros: {} });
    expect((await graphqlData(acme, `{ reportView(id: "${id}") { nome } }`)).reportView).toEqual({ nome: 'Todos' });
    expect(await graphqlData(acme, `mutation { deleteReportView(id: "${id}") }`)).toEqual({ deleteReportView: id });
    expect((await graphqlFault(acme, `{ reportView(id: "${id}") { nome } }`)).code).toBe('NotFound');
  });
});
