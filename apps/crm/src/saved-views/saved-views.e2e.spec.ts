import { v7 } from 'uuid';
import { beforeEach, describe, expect, it } from 'vitest';
import { type CrmTenant, crmStack } from '../../../../test/support/crm-stack.js';
import type { HttpClient } from '../../../../test/support/http-client.js';
import { useStack } from '../../../../test/support/use-stack.js';

const stack = useStack(() => crmStack({ ROLE: 'api' }));
let tenant: CrmTenant;
let acme: HttpClient;

beforeEach(async () => {
  tenant = await stack.createTenant();
  acme = await tenant.session('member');
});

const save = (nome: string, filtros: object = { estagio: 'cliente' }, client = acme) =>
  client.post('/v1/visoes', { nome, filtros });

const addField = async () =>
  (await tenant.session('admin')).post('/v1/campos-personalizados', {
    chave: 'frota',
    rotulo: 'Frota',
    tipo: 'numero',
  });

describe('a saved view', () => {
  it('is created, read, listed by name, replaced and deleted', async () => {
    const { status, body, headers } = await save(' Clientes ', { estagio: 'cliente', q: 'ana' });
    expect([status, headers['location']]).toEqual([201, `/v1/visoes/${body.id}`]);
    expect(body).toEqual({
      id: expect.any(String),
      nome: 'Clientes',
      filtros: { estagio: 'cliente', q: 'ana' },
      criado_em: expect.any(String),
      atualizado_em: expect.any(String),
    });
    expect((await acme.get(`/v1/visoes/${body.id}`)).body).toEqual(body);
    const other = (await save('Águas', {})).body;
    expect((await acme.get('/v1/visoes')).body).toEqual({ visoes: [other, body] });
    const replaced = await acme.put(`/v1/visoes/${body.id}`, { nome: 'Leads', filtros: { ciclo: 'lead' } });
    expect([replaced.status, replaced.body]).toMatchObject([200, { nome: 'Leads', filtros: { ciclo: 'lead' } }]);
    expect((await acme.delete(`/v1/visoes/${body.id}`)).status).toBe(204);
    expect((await acme.get(`/v1/visoes/${body.id}`)).status).toBe(404);
    expect((await acme.get('/v1/visoes')).body.visoes).toEqual([other]);
  });

  it('has filters that the list of contacts takes as they are', async () => {
    await addField();
    const contact = { email: 'ana@example.com', estado: 'Ceará', campos: { frota: 1.5 } };
    const { id } = (await acme.post('/v1/contatos', contact)).body;
    await acme.post('/v1/contatos', { email: 'bia@example.com', estado: 'Ceará' });
    const { filtros } = (await save('Frota', { estado: 'Ceará', 'campo.frota': '1,5' })).body;
    const { body } = await acme.get(`/v1/contatos?${new URLSearchParams(filtros)}`);
    expect(body.contatos.map((one: { id: string }) => one.id)).toEqual([id]);
  });

  it('has a name that no other view has, whatever its case and accents', async () => {
    await save('Água');
    const { status, body } = await save('AGUA');
    expect([status, body.campo]).toEqual([409, 'nome']);
    const { id } = (await save('Fogo')).body;
    expect((await acme.put(`/v1/visoes/${id}`, { nome: 'agua', filtros: {} })).status).toBe(409);
    expect((await acme.put(`/v1/visoes/${id}`, { nome: 'FOGO', filtros: {} })).status).toBe(200);
    const rival = await (await stack.createTenant()).session();
    expect((await save('Água', {}, rival)).status).toBe(201);
  });

  it('is one of at most 50, also when many are saved at once', async () => {
    await stack.sql(
      `insert into saved_view (tenant_id, id, name, name_key, filters)
       select $1, gen_random_uuid(), n::text, n::text, '{}' from generate_series(1, 47) n`,
      [tenant.id],
    );
    const answers = await Promise.all(['a', 'b', 'c', 'd', 'e'].map((name) => save(name)));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 201, 201, 422, 422]);
    const { visoes } = (await acme.get('/v1/visoes')).body;
    expect(visoes).toHaveLength(50);
    expect((await acme.put(`/v1/visoes/${visoes[0].id}`, { nome: 'z', filtros: {} })).status).toBe(200);
    await acme.delete(`/v1/visoes/${visoes[0].id}`);
    expect((await save('f')).status).toBe(201);
  });

  it.each<[string, Record<string, string>]>([
    ['estagio', { estagio: 'perdido' }],
    ['pais', { pais: 'ZZ' }],
    ['criado_de', { criado_de: 'ontem' }],
    ['limite', { limite: '10' }],
    ['cursor', { cursor: 'x' }],
    ['apelido', { apelido: 'x' }],
    ['campo.inexistente', { 'campo.inexistente': 'x' }],
    ['campo.frota', { 'campo.frota': 'muitos' }],
    ['q', { q: 'ana@example.com' }],
    ['q', { q: '(11) 98888-7777' }],
  ])('has no filter %s of %j', async (name, filtros) => {
    await addField();
    const { id } = (await save('Boa')).body;
    for (const { status, body } of [
      await save('Nova', filtros),
      await acme.put(`/v1/visoes/${id}`, { nome: 'Boa', filtros }),
    ])
      expect([status, body]).toEqual([422, { erro: expect.any(String), campo: `filtros.${name}` }]);
    expect((await acme.get('/v1/visoes')).body.visoes).toMatchObject([
      { nome: 'Boa', filtros: { estagio: 'cliente' } },
    ]);
  });

  it.each([
    { filtros: {} },
    { nome: 'x' },
    { nome: ' ', filtros: {} },
    { nome: 'x'.repeat(101), filtros: {} },
    { nome: 'x', filtros: [] },
    { nome: 'x', filtros: { q: 1 } },
    { nome: 'x', filtros: Object.fromEntries(Array.from({ length: 51 }, (_, n) => [`campo.a${n}`, 'x'])) },
    { nome: 'x', filtros: {}, dono: 'y' },
  ])('is not made of %j', async (body) => {
    expect((await acme.post('/v1/visoes', body)).status).toBe(400);
  });

  it('is not found in another account, or with an id of another form', async () => {
    const { id } = (await save('Minha')).body;
    const rival = await (await stack.createTenant()).session();
    expect((await rival.get('/v1/visoes')).body).toEqual({ visoes: [] });
    for (const path of [id, v7(), 'x']) {
      const client = path === id ? rival : acme;
      const answers = [
        await client.get(`/v1/visoes/${path}`),
        await client.put(`/v1/visoes/${path}`, { nome: 'x', filtros: {} }),
        await client.delete(`/v1/visoes/${path}`),
      ];
      expect(answers.map(({ status }) => status)).toEqual([404, 404, 404]);
    }
    expect((await stack.anonymous.get('/v1/visoes')).status).toBe(401);
  });

  it('is in the audit log with the names of its filters alone', async () => {
    const { id } = (await save('Ana', { q: 'Ana Segredo' })).body;
    await acme.put(`/v1/visoes/${id}`, { nome: 'Ana', filtros: { q: 'Outra Segredo' } });
    await acme.delete(`/v1/visoes/${id}`);
    const entries = await stack.sql<{ action: string; entry: string }>(
      `select action, to_jsonb(audit_entry)::text as entry from audit_entry where object_id = $1 order by id`,
      [id],
    );
    expect(entries.map(({ action }) => action)).toEqual([
      'saved-view.created',
      'saved-view.changed',
      'saved-view.deleted',
    ]);
    expect(JSON.stringify(entries)).not.toContain('Segredo');
  });
});
