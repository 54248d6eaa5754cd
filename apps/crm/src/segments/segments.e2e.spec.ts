import pg from 'pg';
import { v7 } from 'uuid';
import { beforeEach, describe, expect, it } from 'vitest';
import { type CrmTenant, crmStack } from '../../../../test/support/crm-stack.js';
import type { HttpClient } from '../../../../test/support/http-client.js';
import { useStack } from '../../../../test/support/use-stack.js';
import { waitUntil } from '#libs/test/testing';
import { DomainIndexBackfill } from '../contacts/filter-keys/domain-index-backfill.js';
import { LeadFormBackfill } from '../leads/forms/lead-form-backfill.js';
import { LeadEvents, leadOf } from '../../../../test/support/lead-events.js';
import { sentEventsOf } from '../../../../test/support/crm-contacts.js';
import { create } from '../contact-list/contact-list.fixture.js';
import { SegmentDays } from './members/segment-days.js';
import { SegmentReach, UNCOUNTED } from './segment-reach.js';
import { untilMembersAre } from './segments.fixture.js';

const stack = useStack(() => crmStack());
let tenant: CrmTenant;
let acme: HttpClient;

beforeEach(async () => {
  tenant = await stack.createTenant();
  acme = await tenant.session('admin');
});

const CUSTOMERS = [{ campo: 'estagio', operador: 'igual', valor: 'cliente' }];

const save = (nome: string, criterios: object[] = CUSTOMERS, more: object = {}, client = acme) =>
  client.post('/v1/segmentos', { nome, criterios, ...more });

async function saved(criterios: object[] = CUSTOMERS, more: object = {}): Promise<string> {
  const { status, body } = await save(v7(), criterios, more);
  if (status !== 201) throw new Error(JSON.stringify(body));
  return body.segmento.id;
}

const expectMembers = (id: string, ids: readonly string[]) => untilMembersAre(acme, id, ids);

describe('a segment', () => {
  it('is created with its reach, read, listed by name, replaced and deleted', async () => {
    const ana = await create(acme, { estagio: 'cliente' });
    const bia = await create(acme, { estagio: 'novo' });
    const { status, body, headers } = await save(' Clientes ');
    expect([status, headers['location'], body.alcance]).toEqual([201, `/v1/segmentos/${body.segmento.id}`, 1]);
    const { id } = body.segmento;
    expect(body.segmento).toEqual({
      id: expect.any(String),
      nome: 'Clientes',
      criterios: CUSTOMERS,
      conjuncao: 'e',
      lista: false,
      alcance: 1,
      estado: expect.any(String),
      avaliados: expect.any(Number),
      invalido: false,
      motivo: null,
      criado_em: expect.any(String),
      atualizado_em: expect.any(String),
    });
    await expectMembers(id, [ana]);
    const other = await saved([{ campo: 'estagio', operador: 'diferente', valor: 'cliente' }]);
    await expectMembers(other, [bia]);
    expect((await acme.get('/v1/segmentos')).body.segmentos).toHaveLength(2);
    const ou = { nome: 'Todos', criterios: [...CUSTOMERS, { campo: 'nome', operador: 'vazio' }], conjuncao: 'ou' };
    const replaced = await acme.put(`/v1/segmentos/${id}`, ou);
    expect([replaced.status, replaced.body]).toMatchObject([
      200,
      { alcance: 2, segmento: { nome: 'Todos', conjuncao: 'ou', criterios: [{}, { valor: null }] } },
    ]);
    await expectMembers(id, [ana, bia]);
    expect((await acme.delete(`/v1/segmentos/${id}`)).status).toBe(204);
    expect((await acme.get(`/v1/segmentos/${id}`)).status).toBe(404);
    expect((await acme.get('/v1/segmentos')).body.segmentos.map((one: { id: string }) => one.id)).toEqual([other]);
    await waitUntil(async () => {
      const rows = await stack.sql('select from segment_member where tenant_id = $1 and segment_id = $2', [
        tenant.id,
        id,
      ]);
      return rows.length === 0;
    });
    expect((await save('todos')).status).toBe(201);
  });

  it('counts the contacts of criteria that are not kept', async () => {
    await create(acme, { cidade: 'São Paulo' });
    await create(acme, { cidade: 'Recife' });
    const criterios = [{ campo: 'cidade', operador: 'comeca_com', valor: 'SAO' }];
    const { status, body } = await acme.post('/v1/segmentos/previa', { criterios });
    expect([status, body]).toEqual([200, { alcance: 1 }]);
    expect((await acme.get('/v1/segmentos')).body).toEqual({ segmentos: [] });
  });

  it('says that it could not count in time', async () => {
    await create(acme);
    const criteria = { conjunction: 'and', criteria: [{ field: 'nome', operator: 'empty', value: null }] } as const;
    const reach = stack.app.get(SegmentReach, { strict: false });
    expect(await reach.count(tenant.id, criteria)).toBe(1);
    const other = new pg.Client({ connectionString: stack.database.adminUrl });
    await other.connect();
    try {
      await other.query('begin');
      await other.query('lock table contact in access exclusive mode');
      expect(await reach.count(tenant.id, criteria, 100)).toBe(UNCOUNTED);
    } finally {
      await other.end();
    }
  });

  it('has a name that no other segment has, whatever its case and accents', async () => {
    await save('Água');
    const { status, body } = await save('AGUA');
    expect([status, body.campo]).toEqual([409, 'nome']);
    const { segmento } = (await save('Fogo')).body;
    expect((await acme.put(`/v1/segmentos/${segmento.id}`, { nome: 'agua', criterios: CUSTOMERS })).status).toBe(409);
    const rival = await (await stack.createTenant()).session();
    expect((await save('Água', CUSTOMERS, {}, rival)).status).toBe(201);
  });

  it.each<[string, object]>([
    ['criterios', {}],
    ['criterios', { criterios: [] }],
    ['criterios', { criterios: Array.from({ length: 21 }, () => CUSTOMERS[0]) }],
    ['criterios[0].campo', { criterios: [{ campo: 'senha', operador: 'igual', valor: 'x' }] }],
    ['criterios[1].operador', { criterios: [CUSTOMERS[0], { campo: 'email', operador: 'contem', valor: 'x' }] }],
    ['criterios[0].valor', { criterios: [{ campo: 'estagio', operador: 'igual', valor: 'perdido' }] }],
    ['criterios[0].valor', { criterios: [{ campo: 'criado_em', operador: 'maior', valor: '0000-01-01' }] }],
  ])('is refused for %s of %.60j', async (campo, criteria) => {
    const { segmento } = (await save('Bom')).body;
    for (const { status, body } of [
      await acme.post('/v1/segmentos', { nome: 'Novo', ...criteria }),
      await acme.post('/v1/segmentos/previa', criteria),
      await acme.put(`/v1/segmentos/${segmento.id}`, { nome: 'Novo', ...criteria }),
    ])
      expect([status, body]).toEqual([422, { erro: expect.any(String), campo }]);
    expect((await acme.get('/v1/segmentos')).body.segmentos).toMatchObject([{ nome: 'Bom', criterios: CUSTOMERS }]);
  });

  it.each([
    { criterios: CUSTOMERS },
    { nome: ' ', criterios: CUSTOMERS },
    { nome: 'x', criterios: 'todos' },
    { nome: 'x', criterios: [1] },
    { nome: 'x', criterios: [{ campo: 'estagio' }] },
    { nome: 'x', criterios: [{ campo: 'estagio', operador: 'igual', valor: { a: 1 } }] },
    { nome: 'x', criterios: CUSTOMERS, conjuncao: 'nem' },
    { nome: 'x', criterios: CUSTOMERS, dono: 'y' },
  ])('is not made of %.80j', async (body) => {
    expect((await acme.post('/v1/segmentos', body)).status).toBe(400);
  });

  it('is one of at most 100, also when many are saved at once', async () => {
    await stack.sql(
      `insert into segment (tenant_id, id, name, name_key, conjunction, criteria, state, has_days)
       select $1, gen_random_uuid(), n::text, n::text, 'and', '[]', 'ready', false from generate_series(1, 98) n`,
      [tenant.id],
    );
    const answers = await Promise.all(['a', 'b', 'c', 'd'].map((name) => save(name)));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 201, 422, 422]);
  });

  it('is not found in another account, or with an id of another form', async () => {
    const id = await saved();
    const rival = await (await stack.createTenant()).session();
    expect((await rival.get('/v1/segmentos')).body).toEqual({ segmentos: [] });
    for (const path of [id, v7(), 'x'])
      for (const { status } of [
        await rival.get(`/v1/segmentos/${path}`),
        await rival.get(`/v1/segmentos/${path}/contatos`),
        await rival.put(`/v1/segmentos/${path}`, { nome: 'x', criterios: CUSTOMERS }),
        await rival.delete(`/v1/segmentos/${path}`),
      ])
        expect(status).toBe(404);
    expect((await stack.anonymous.get('/v1/segmentos')).status).toBe(401);
  });
});

describe('the members of a segment', () => {
  it('follow the contacts as they are made, change, are deleted and merged', async () => {
    const id = await saved();
    await expectMembers(id, []);
    const ana = await create(acme, { estagio: 'cliente' });
    const bia = await create(acme);
    await expectMembers(id, [ana]);
    await acme.patch(`/v1/contatos/${bia}`, { estagio: 'cliente' });
    await expectMembers(id, [ana, bia]);
    await acme.patch(`/v1/contatos/${ana}`, { estagio: 'novo' });
    await expectMembers(id, [bia]);
    await acme.delete(`/v1/contatos/${bia}`);
    await expectMembers(id, []);
  });

  it('follow tags, addresses, consents, companies and fields of the account', async () => {
    await acme.post('/v1/campos-personalizados', { chave: 'frota', rotulo: 'Frota', tipo: 'numero' });
    const { id: empresa_id } = (await acme.post('/v1/empresas', { nome: 'Padaria', porte: 'mei' })).body;
    const ana = await create(acme, { email: 'ana@acme.com.br' });
    const segments = Object.fromEntries(
      await Promise.all(
        Object.entries({
          tag: { campo: 'marcadores', operador: 'contem', valor: 'vip' },
          address: { campo: 'email', operador: 'igual', valor: 'ana@outra.com.br' },
          domain: { campo: 'email_dominio', operador: 'em', valor: ['outra.com.br'] },
          consent: { campo: 'consentimento.email', operador: 'igual', valor: true },
          company: { campo: 'empresa.porte', operador: 'igual', valor: 'grande' },
          field: { campo: 'campos.frota', operador: 'maior', valor: 3 },
        }).map(async ([name, criterion]) => [name, await saved([criterion])] as const),
      ),
    );
    for (const segment of Object.values(segments)) await expectMembers(segment, []);
    await acme.patch(`/v1/contatos/${ana}`, { marcadores: ['VIP'], campos: { frota: 4 }, empresa_id });
    await acme.patch(`/v1/contatos/${ana}`, { email: 'ana@outra.com.br' });
    await acme.put(`/v1/contatos/${ana}/consentimento`, { canal: 'email', recebe: true, origem: 'telefone' });
    await acme.patch(`/v1/empresas/${empresa_id}`, { porte: 'grande' });
    for (const segment of Object.values(segments)) await expectMembers(segment, [ana]);
  });

  it('follow the forms that a person sends, until they turn out to be spam', async () => {
    const events = new LeadEvents(stack, tenant);
    const lead = leadOf({ email: 'ana@example.com' });
    const form = await saved([{ campo: 'formularios', operador: 'contem', valor: lead.formId }]);
    const page = await saved([{ campo: `paginas_visitadas.${lead.pageId!}`, operador: 'preenchido' }]);
    const ana = await create(acme, { email: 'ana@example.com' });
    await events.capture(lead);
    for (const id of [form, page]) await expectMembers(id, [ana]);
    await events.retract(lead);
    for (const id of [form, page]) await expectMembers(id, []);
  });

  it('are found by what a process of the version before has written, once it is filled in', async () => {
    const events = new LeadEvents(stack, tenant);
    const lead = leadOf({ email: 'ana@acme.com.br' });
    await events.capture(lead);
    await stack.sql('update contact_identifier set domain_index = null where tenant_id = $1', [tenant.id]);
    await stack.sql('update lead_receipt set form_id = null, page_id = null where tenant_id = $1', [tenant.id]);
    expect(await stack.app.get(DomainIndexBackfill, { strict: false }).fill()).toBe(1);
    expect(await stack.app.get(LeadFormBackfill, { strict: false }).fill()).toBe(1);
    const criterios = [
      { campo: 'email_dominio', operador: 'igual', valor: 'acme.com.br' },
      { campo: 'formularios', operador: 'em', valor: [lead.formId] },
      { campo: 'paginas_visitadas', operador: 'contem', valor: lead.pageId },
    ];
    expect((await acme.post('/v1/segmentos/previa', { criterios })).body).toEqual({ alcance: 1 });
  });

  it('are told to Platform where the segment is a list: who comes, leaves, and has another address', async () => {
    const ana = await create(acme, { email: 'ana@example.com', nome: 'Ana', estagio: 'cliente' });
    const id = await saved(CUSTOMERS, { lista: true });
    const told = async () =>
      (await sentEventsOf(stack, tenant.id)).flatMap(({ type, payload }) =>
        type === 'crm.segment.members-changed' ? (payload as { members: object[] }).members : [],
      );
    await waitUntil(async () => (await told()).length > 0);
    expect(new Set((await told()).map((one) => JSON.stringify(one)))).toEqual(
      new Set([JSON.stringify({ contactId: ana, email: 'ana@example.com', name: 'Ana' })]),
    );
    await expectMembers(id, [ana]);
    await acme.patch(`/v1/contatos/${ana}`, { email: 'ana@outra.com.br' });
    await waitUntil(async () => (await told()).some((one) => 'email' in one && one.email === 'ana@outra.com.br'));
    await acme.patch(`/v1/contatos/${ana}`, { estagio: 'novo' });
    await waitUntil(async () => (await told()).some((one) => 'email' in one && one.email === null));
    await acme.delete(`/v1/segmentos/${id}`);
    const ended = (await sentEventsOf(stack, tenant.id)).filter(({ type }) => type === 'crm.segment.list-ended');
    expect(ended).toMatchObject([{ to: 'platform', payload: { segmentId: id } }]);
  });

  it('lose an erased person at once, and the criteria their address', async () => {
    const ana = await create(acme, { email: 'ana@example.com', estagio: 'cliente' });
    const bia = await create(acme, { email: 'bia@example.com', estagio: 'cliente' });
    const id = await saved();
    const named = await saved([{ campo: 'email', operador: 'em', valor: ['ana@example.com', 'bia@example.com'] }]);
    await expectMembers(id, [ana, bia]);
    await expectMembers(named, [ana, bia]);
    const request = await acme.post('/v1/pedidos-exclusao', {
      contato_id: ana,
      solicitante: 'titular',
      canal: 'e-mail',
    });
    const approved = await acme.post(`/v1/pedidos-exclusao/${request.body.id}/aprovar`);
    expect(approved.status).toBeLessThan(300);
    expect(await stack.sql('select from segment_member where contact_id = $1', [ana])).toEqual([]);
    await expectMembers(id, [bia]);
    expect((await acme.get(`/v1/segmentos/${named}`)).body).toMatchObject({
      criterios: [{ valor: ['bia@example.com'] }],
      invalido: false,
    });
  });

  it('are evaluated anew when a day begins that decides', async () => {
    const ana = await create(acme, { estagio: 'cliente' });
    const id = await saved([{ campo: 'criado_em', operador: 'nos_ultimos_dias', valor: 7 }]);
    await expectMembers(id, [ana]);
    await stack.sql(`update contact set created_at = now() - interval '8 days' where id = $1`, [ana]);
    await stack.sql(`update segment set evaluated_on = evaluated_on - 1 where id = $1`, [id]);
    await stack.app.get(SegmentDays, { strict: false }).begin();
    await expectMembers(id, []);
    expect(await stack.app.get(SegmentDays, { strict: false }).begin()).toBe(0);
  });

  it('stay when a field of the criteria is deleted, and nobody comes until a PUT repairs it', async () => {
    const { id: fieldId } = (
      await acme.post('/v1/campos-personalizados', { chave: 'frota', rotulo: 'Frota', tipo: 'numero' })
    ).body;
    const ana = await create(acme, { campos: { frota: 9 } });
    const criterios = [{ campo: 'campos.frota', operador: 'maior', valor: 3 }];
    const id = await saved(criterios);
    await expectMembers(id, [ana]);
    expect((await acme.delete(`/v1/campos-personalizados/${fieldId}`)).status).toBeLessThan(300);
    const { body } = await acme.get(`/v1/segmentos/${id}`);
    expect(body).toMatchObject({ invalido: true, motivo: expect.stringContaining('frota'), criterios });
    const bia = await create(acme, { estagio: 'cliente' });
    expect((await acme.put(`/v1/segmentos/${id}`, { nome: 'x', criterios })).status).toBe(422);
    const repaired = await acme.put(`/v1/segmentos/${id}`, { nome: 'x', criterios: CUSTOMERS });
    expect(repaired.body.segmento).toMatchObject({ invalido: false, motivo: null });
    await expectMembers(id, [bia]);
  });

  it('are listed newest first by pages, filtered by the list of contacts, and exported', async () => {
    const ids: string[] = [];
    for (let n = 0; n < 5; n += 1) ids.unshift(await create(acme, { estagio: 'cliente' }));
    await create(acme);
    const id = await saved();
    await expectMembers(id, ids);
    const listed: string[] = [];
    for (let cursor = ''; ;) {
      const { body } = await acme.get(
        `/v1/segmentos/${id}/contatos?limite=2${cursor && `&cursor=${encodeURIComponent(cursor)}`}`,
      );
      listed.push(...body.contatos.map((one: { id: string }) => one.id));
      cursor = body.proximo;
      if (!cursor) break;
    }
    expect(listed).toEqual(ids);
    const { body } = await acme.get(`/v1/contatos?segmento=${id}&limite=200`);
    expect(body.contatos.map((one: { id: string }) => one.id)).toEqual(ids);
    const file = await acme.post('/v1/exportacoes', { filtros: { segmento: id } });
    expect([file.status, file.body.exportacao]).toMatchObject([202, { total: 5, filtros: ['segmento'] }]);
    const csv = await acme.get(`/v1/contatos/exportar.csv?segmento=${id}`);
    expect(csv.text.trim().split('\n')).toHaveLength(6);
  });
});
