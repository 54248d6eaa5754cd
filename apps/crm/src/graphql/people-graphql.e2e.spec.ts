import { v7 } from 'uuid';
import { beforeAll, describe, expect, it } from 'vitest';
import { newId } from '#libs/core/persistence';
import { crmStack } from '../../../../test/support/crm-stack.js';
import { graphqlCodes, graphqlData, graphqlFault, operation } from '../../../../test/support/graphql.js';
import type { HttpClient } from '../../../../test/support/http-client.js';
import { LeadEvents, leadOf } from '../../../../test/support/lead-events.js';
import { graphqlStatements } from '../../../../test/support/statements.js';
import { usePrepared, useStack } from '../../../../test/support/use-stack.js';

const stack = useStack(() => crmStack({ ROLE: 'api' }));
const tenant = usePrepared(() => stack.createTenant());
let admin: HttpClient;
let member: HttpClient;
let rival: HttpClient;
let count = 0;

beforeAll(async () => {
  [admin, member] = [await tenant.session('admin'), await tenant.session('member')];
  rival = await (await stack.createTenant()).session();
});
const newEmail = () => `people-${(count += 1)}@example.com`;
async function newContact(fields: object = {}, client = member): Promise<string> {
  const { status, body, text } = await client.post('/v1/contatos', { email: newEmail(), ...fields });
  expect(status, text).toBe(201);
  return body.id;
}
const nodes = <T>({ edges }: { edges: { node: T }[] }): T[] => edges.map(({ node }) => node);
const selects = (client: HttpClient, query: string, first: number) =>
  graphqlStatements(client, query, { first }, /^\s*(select|with)/i);

interface Counted {
  activityCount: number;
  consentHistory: { edges: { node: object }[] };
}

const ID = { id: 'ID!' };

describe('customers by GraphQL', () => {
  const CUSTOMER = `id nome estagio estado campos empresa { id nome } cliente_desde primeira_atividade_em
    ultima_atividade_em criado_em`;
  const READ = operation('query', 'customer', ID, CUSTOMER);
  const UPDATE = operation('mutation', 'updateCustomer', { ...ID, input: 'UpdateContactInput!' }, CUSTOMER);
  const LIST = `query ($first: Int, $after: String, $estado: String, $campos: JSONObject) {
    customers(first: $first, after: $after, estado: $estado, campos: $campos) {
      edges { node { ${CUSTOMER} } } pageInfo { endCursor hasNextPage }
    }
  }`;

  it('are listed page by page with the filters of contacts, read and changed, as on REST', async () => {
    const account = await stack.createTenant();
    const client = await account.session();
    await client.post('/v1/campos-personalizados', { chave: 'frota', rotulo: 'Frota', tipo: 'numero' });
    const company = (await client.post('/v1/empresas', { nome: 'Padaria Central' })).body.id;
    const fields = { estagio: 'cliente', estado: 'SP', empresa_id: company, campos: { frota: 3 } };
    const ids = [await newContact(fields, client), await newContact({ estagio: 'cliente' }, client)].toReversed();
    await newContact({}, client);
    const { clientes } = (await client.get('/v1/clientes')).body;
    const first = (await graphqlData(client, LIST, { first: 1 })).customers;
    expect(first.pageInfo.hasNextPage).toBe(true);
    const after = first.pageInfo.endCursor;
    const second = (await graphqlData(client, LIST, { after })).customers;
    expect([...nodes(first), ...nodes(second)]).toMatchObject(
      clientes.map(({ id, empresa, cliente_desde }: Record<string, unknown>) => ({ id, empresa, cliente_desde })),
    );
    for (const filter of [{ estado: 'SP' }, { campos: { frota: '3' } }])
      expect(nodes((await graphqlData(client, LIST, filter)).customers)).toMatchObject([{ id: ids[1] }]);
    expect(await graphqlFault(client, LIST, { after, estado: 'SP' })).toEqual({
      code: 'InvalidParameter',
      campo: 'after',
    });
    expect(await graphqlFault(client, LIST, { campos: { nada: '3' } })).toEqual({
      code: 'InvalidParameter',
      campo: 'campo.nada',
    });
    const [id] = ids;
    const { updateCustomer } = await graphqlData(client, UPDATE, { id, input: { nome: 'Ana' } });
    expect((await client.get(`/v1/clientes/${id}`)).body).toMatchObject(updateCustomer);
    expect((await graphqlData(client, READ, { id })).customer).toEqual(updateCustomer);
    expect(await graphqlFault(client, UPDATE, { id, input: { estagio: 'x' } })).toEqual({
      code: 'Unprocessable',
      campo: 'estagio',
    });
    await graphqlData(client, UPDATE, { id, input: { estagio: 'novo' } });
    expect(await graphqlCodes(client, READ, { id })).toEqual(['NotFound']);
  });

  it('are not found in another stage, in another account, and without an id of the form', async () => {
    const [lead, customer] = [await newContact(), await newContact({ estagio: 'cliente' })];
    for (const [client, id] of [
      [member, lead],
      [rival, customer],
      [member, 'x'],
      [member, newId('cnt')],
    ] as const)
      for (const query of [READ, UPDATE])
        expect(await graphqlCodes(client, query, { id, input: { nome: 'x' } })).toEqual(['NotFound']);
    expect((await member.get(`/v1/contatos/${lead}`)).body.nome).toBeNull();
  });

  it('take as many statements with their contacts for twenty as for two', async () => {
    const client = await (await stack.createTenant()).session();
    for (let n = 0; n < 20; n += 1) await newContact({ estagio: 'cliente' }, client);
    const query = `query ($first: Int) { customers(first: $first) { edges { node {
      id contact { id activityCount activities(first: 2) { edges { node { tipo } } } }
    } } } }`;
    await selects(client, query, 2);
    expect(await selects(client, query, 20)).toHaveLength((await selects(client, query, 2)).length);
    for (const { id, contact } of nodes<{ id: string; contact: { id: string; activityCount: number } }>(
      (await graphqlData(client, query, { first: 20 })).customers,
    ))
      expect([contact.id, contact.activityCount]).toEqual([id, 1]);
  });
});

describe('what a contact has, by GraphQL', () => {
  it('is its visits, as on REST', async () => {
    const events = new LeadEvents(stack, tenant);
    const email = newEmail();
    const origins = [{ url: 'https://a.example.com/', utm_source: 'google' }, { url: 'https://b.example.com/' }];
    for (const origin of origins) await events.capture(leadOf({ email }, { origin }));
    const { id } = (await member.get(`/v1/contatos?q=${email}`)).body.contatos[0];
    const VISITS = `query ($id: ID!, $first: Int, $after: String) { contact(id: $id) { activityCount(tipo: "envio_formulario")
      visits(first: $first, after: $after) { pageInfo { endCursor hasNextPage } edges { node { id pagina_id form_id
        formulario url referrer utm_source utm_medium utm_campaign utm_term utm_content ocorrido_em } } } } }`;
    const { visits, activityCount } = (await graphqlData(member, VISITS, { id, first: 1 })).contact;
    const after = visits.pageInfo.endCursor;
    const rest = (await graphqlData(member, VISITS, { id, after })).contact.visits;
    const { visitas } = (await member.get(`/v1/contatos/${id}/visita-pages`)).body;
    expect([...nodes(visits), ...nodes(rest)]).toEqual(visitas);
    expect([activityCount, rest.pageInfo.hasNextPage]).toEqual([2, false]);
    const other = await newContact();
    expect(await graphqlCodes(member, VISITS, { id: other, after })).toEqual(['InvalidParameter']);
    expect((await graphqlData(member, VISITS, { id: other })).contact.visits.edges).toEqual([]);
  });

  it('is the history of its consent, as on REST', async () => {
    const id = await newContact();
    for (const [canal, recebe] of [
      ['email', true],
      ['sms', true],
      ['email', false],
    ])
      await member.put(`/v1/contatos/${id}/consentimento`, { canal, recebe, origem: 'Por telefone' });
    const HISTORY = `query ($id: ID!, $first: Int, $after: String) { contact(id: $id) {
      consentHistory(first: $first, after: $after) { pageInfo { endCursor } edges { node { id canal recebe origem texto
        base_legal confirmado_em lead_id autor vale criado_em } } } } }`;
    const first = (await graphqlData(member, HISTORY, { id, first: 2 })).contact.consentHistory;
    const after = first.pageInfo.endCursor;
    const second = (await graphqlData(member, HISTORY, { id, after })).contact.consentHistory;
    const { historico } = (await member.get(`/v1/contatos/${id}/consentimento/historico`)).body;
    expect([...nodes(first), ...nodes(second)]).toEqual(historico);
    expect(historico).toHaveLength(3);
    expect(await graphqlCodes(member, HISTORY, { id: await newContact(), after })).toEqual(['InvalidParameter']);
  });

  it('takes as many statements for twenty contacts as for two', async () => {
    const client = await (await stack.createTenant()).session();
    for (let n = 0; n < 20; n += 1) {
      const id = await newContact({}, client);
      await client.put(`/v1/contatos/${id}/consentimento`, { canal: 'sms', recebe: true });
    }
    const query = `query ($first: Int) { contacts(first: $first) { edges { node { activityCount
      consentHistory(first: 2) { edges { node { canal } } } visits(first: 2) { edges { node { id } } }
    } } } }`;
    await selects(client, query, 2);
    expect(await selects(client, query, 20)).toHaveLength((await selects(client, query, 2)).length);
    const { contacts } = await graphqlData(client, query, { first: 20 });
    for (const { activityCount, consentHistory } of nodes<Counted>(contacts))
      expect([activityCount, nodes(consentHistory)]).toEqual([2, [{ canal: 'sms' }]]);
  });

  it('is found by its e-mail address or telephone number, which the answer does not repeat', async () => {
    const RESOLVE = operation(
      'query',
      'resolveIdentity',
      { canal: 'String', valor: 'String' },
      'achou contato_id contact { id estagio }',
    );
    const email = newEmail();
    const id = await newContact({ email });
    const of = async (client: HttpClient, valor: string, canal = 'email') =>
      (await graphqlData(client, RESOLVE, { canal, valor })).resolveIdentity;
    expect(await of(member, email)).toEqual({ achou: true, contato_id: id, contact: { id, estagio: 'novo' } });
    const none = { achou: false, contato_id: null, contact: null };
    expect(await of(rival, email)).toEqual(none);
    expect(await of(member, '+5511987650000', 'sms')).toEqual(none);
    for (const [variables, campo] of [
      [{ canal: 'fax', valor: email }, 'canal'],
      [{ canal: 'email' }, 'valor'],
      [{ canal: 'email', valor: 'x' }, 'email'],
    ] as const)
      expect(await graphqlFault(member, RESOLVE, variables)).toEqual({ code: 'Unprocessable', campo });
  });
});

describe('merges by GraphQL', () => {
  const MERGE = 'id contato_id mesclado_id criada_por criada_em desfazer_ate desfeita_por desfeita_em';
  const RELATIONS = 'contact { id } mergedContact { id }';
  const READ = operation('query', 'contactMerge', ID, MERGE);
  const CREATE = operation('mutation', 'mergeContact', { ...ID, input: 'MergeContactInput!' }, `${MERGE} ${RELATIONS}`);
  const UNDO = operation('mutation', 'undoContactMerge', ID, `${MERGE} ${RELATIONS}`);

  it('are made, read and undone as on REST', async () => {
    const [id, contato_id] = [await newContact(), await newContact()];
    const made = (await graphqlData(member, CREATE, { id, input: { contato_id } })).mergeContact;
    expect(made).toMatchObject({ contato_id: id, mesclado_id: contato_id, contact: { id }, mergedContact: null });
    const { contactMerge } = await graphqlData(member, READ, { id: made.id });
    expect((await member.get(`/v1/mesclagens/${made.id}`)).body).toEqual(contactMerge);
    for (const query of [READ, UNDO]) expect(await graphqlCodes(rival, query, { id: made.id })).toEqual(['NotFound']);
    const { undoContactMerge } = await graphqlData(member, UNDO, { id: made.id });
    expect(undoContactMerge).toMatchObject({ desfeita_em: expect.any(String), mergedContact: { id: contato_id } });
    expect(await graphqlCodes(member, UNDO, { id: made.id })).toEqual(['Conflict']);
  });

  it('are refused as on REST', async () => {
    const [id, other] = [await newContact(), await newContact()];
    for (const [client, kept, contato_id, code] of [
      [member, id, id, 'Conflict'],
      [member, 'x', other, 'NotFound'],
      [rival, id, other, 'NotFound'],
    ] as const)
      expect(await graphqlCodes(client, CREATE, { id: kept, input: { contato_id } })).toEqual([code]);
    for (const unknown of ['x', v7()]) expect(await graphqlCodes(member, UNDO, { id: unknown })).toEqual(['NotFound']);
  });
});

describe('files by GraphQL', () => {
  it('are those of contacts, at an address with the filters', async () => {
    const account = await stack.createTenant();
    const client = await account.session();
    await client.post('/v1/campos-personalizados', { chave: 'frota', rotulo: 'Frota', tipo: 'numero' });
    await newContact({ nome: 'Ana & Bia', campos: { frota: 3 } }, client);
    await newContact({ nome: 'Caio' }, client);
    const EXPORT = operation('query', 'contactExport', { q: 'String', campos: 'JSONObject', limite: 'Int' }, 'path');
    const variables = { q: 'Ana &', campos: { frota: '3' }, limite: 10 };
    const { path } = (await graphqlData(client, EXPORT, variables)).contactExport;
    expect(path).toBe('/v1/contatos/exportar.csv?q=Ana+%26&limite=10&campo.frota=3');
    const { status, text } = await client.get(path);
    expect([status, text.includes('Ana & Bia'), text.includes('Caio')]).toEqual([200, true, false]);
    expect((await graphqlData(client, EXPORT)).contactExport.path).toBe('/v1/contatos/exportar.csv');
    expect(await graphqlFault(client, EXPORT, { campos: { nada: '3' } })).toEqual({
      code: 'InvalidParameter',
      campo: 'campo.nada',
    });
    expect(await graphqlFault(client, EXPORT, { limite: 0 })).toMatchObject({ campo: 'limite' });
  });

  it('are the copy of what is held about a contact, for admins', async () => {
    const COPY = operation('query', 'subjectExport', { contato_id: 'ID!', formato: 'String' }, 'path');
    const contato_id = await newContact();
    for (const formato of ['csv', undefined]) {
      const { path } = (await graphqlData(admin, COPY, { contato_id, formato })).subjectExport;
      const { status, text } = await admin.get(path);
      expect([status, text.includes(contato_id)]).toEqual([200, true]);
    }
    for (const client of [member, rival])
      expect(await graphqlCodes(client, COPY, { contato_id })).toEqual(['NotFound']);
    expect(await graphqlCodes(admin, COPY, { contato_id: newId('cnt') })).toEqual(['NotFound']);
    expect(await graphqlFault(admin, COPY, { contato_id, formato: 'pdf' })).toMatchObject({ campo: 'formato' });
  });
});
