import { beforeAll, describe, expect, it } from 'vitest';
import { v7 } from 'uuid';
import { newId } from '#libs/core/persistence';
import { crmStack } from '../../../../test/support/crm-stack.js';
import { graphqlCodes, graphqlData, graphqlFault, operation } from '../../../../test/support/graphql.js';
import type { HttpClient } from '../../../../test/support/http-client.js';
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
const newContact = async (fields: object = {}, client = member): Promise<string> => {
  const { status, body, text } = await client.post('/v1/contatos', {
    email: `t-${(count += 1)}@example.com`,
    ...fields,
  });
  expect(status, text).toBe(201);
  return body.id;
};
const nodes = ({ edges }: { edges: { node: { id: string; texto: string } }[] }) => edges.map(({ node }) => node);

const NOTE = operation(
  'mutation',
  'addContactNote',
  { contato_id: 'ID!', input: 'AddNoteInput!' },
  'id tipo texto dados autor criado_em',
);
const ACTIVITY = operation('query', 'activity', { contato_id: 'ID!', id: 'ID!' }, 'id texto');
const TIMELINE = `query ($id: ID!, $first: Int, $after: String, $tipo: String) { contact(id: $id) {
  activities(first: $first, after: $after, tipo: $tipo) { edges { node { id texto } } pageInfo { endCursor } }
} }`;

describe('the timeline of a contact by GraphQL', () => {
  it('has notes, which are read page by page and by type, as on REST', async () => {
    const id = await newContact();
    for (const texto of ['Um', 'Dois', 'Três']) {
      const { addContactNote } = await graphqlData(member, NOTE, { contato_id: id, input: { texto } });
      const { body } = await member.get(`/v1/contatos/${id}/atividades/${addContactNote.id}`);
      expect(body).toEqual(addContactNote);
      const { activity } = await graphqlData(member, ACTIVITY, { contato_id: id, id: addContactNote.id });
      expect(activity).toEqual({ id: addContactNote.id, texto });
    }
    const first = (await graphqlData(member, TIMELINE, { id, first: 2, tipo: 'nota' })).contact.activities;
    expect(nodes(first).map(({ texto }) => texto)).toEqual(['Três', 'Dois']);
    const after = first.pageInfo.endCursor;
    const second = (await graphqlData(member, TIMELINE, { id, after, tipo: 'nota' })).contact.activities;
    expect(nodes(second).map(({ texto }) => texto)).toEqual(['Um']);
    const all = (await graphqlData(member, TIMELINE, { id })).contact.activities;
    const { body } = await member.get(`/v1/contatos/${id}/atividades`);
    expect(nodes(all).map((node) => node.id)).toEqual(body.atividades.map((entry: { id: string }) => entry.id));
    expect(await graphqlFault(member, TIMELINE, { id, after })).toEqual({ code: 'InvalidParameter', campo: 'after' });
    expect(await graphqlFault(member, TIMELINE, { id, tipo: 'x' })).toEqual({
      code: 'InvalidParameter',
      campo: 'tipo',
    });
  });

  it('is not found by another account, and takes the notes that REST takes', async () => {
    const contato_id = await newContact();
    expect(await graphqlCodes(rival, NOTE, { contato_id, input: { texto: 'x' } })).toEqual(['NotFound']);
    expect(await graphqlCodes(rival, ACTIVITY, { contato_id, id: v7() })).toEqual(['NotFound']);
    expect(await graphqlCodes(member, ACTIVITY, { contato_id, id: 'x' })).toEqual(['NotFound']);
    expect(await graphqlFault(member, NOTE, { contato_id, input: { texto: ' ' } })).toEqual({
      code: 'Unprocessable',
      campo: 'texto',
    });
  });

  it('and consent take as many statements for fifty contacts as for two', async () => {
    const client = await (await stack.createTenant()).session();
    for (let n = 0; n < 50; n += 1) await newContact({}, client);
    const query = `query ($first: Int) { contacts(first: $first) { edges { node {
      activities(first: 3) { edges { node { id texto } } } consent { recebe { email } fuso }
    } } } }`;
    const statements = (first: number) => graphqlStatements(client, query, { first }, /^\s*select/i);
    await statements(2);
    expect(await statements(50)).toHaveLength((await statements(2)).length);
    const { contacts } = await graphqlData(client, query, { first: 50 });
    for (const { node } of contacts.edges) expect(node.activities.edges).toHaveLength(1);
  });
});

describe('consent by GraphQL', () => {
  const CONSENT = 'recebe { email push sms whatsapp } fuso';
  const CHANGE = operation(
    'mutation',
    'changeContactConsent',
    { contato_id: 'ID!', input: 'ChangeConsentInput!' },
    CONSENT,
  );

  it('is changed, and read with the contact, as on REST', async () => {
    const contato_id = await newContact({ fuso: 'America/Manaus' });
    const input = { canal: 'email', recebe: true, origem: 'Por telefone' };
    const { changeContactConsent } = await graphqlData(member, CHANGE, { contato_id, input });
    expect(changeContactConsent).toEqual({
      recebe: { email: true, push: false, sms: false, whatsapp: false },
      fuso: 'America/Manaus',
    });
    const read = operation('query', 'contact', { id: 'ID!' }, `consent { ${CONSENT} }`);
    expect((await graphqlData(member, read, { id: contato_id })).contact.consent).toEqual(changeContactConsent);
    expect((await member.get(`/v1/contatos/${contato_id}/consentimento`)).body).toEqual(changeContactConsent);
    expect(await graphqlCodes(rival, CHANGE, { contato_id, input })).toEqual(['NotFound']);
    const fax = { contato_id, input: { ...input, canal: 'fax' } };
    expect(await graphqlFault(member, CHANGE, fax)).toEqual({ code: 'Unprocessable', campo: 'canal' });
  });
});

describe('requests for erasure by GraphQL', () => {
  const REQUEST = `id contato_id status solicitante canal motivo motivo_recusa criado_por criado_em decidido_por decidido_em
    resultado { pages { estado em } platform { estado em } mail { estado em } }`;
  const CREATE = operation('mutation', 'createErasureRequest', { input: 'CreateErasureRequestInput!' }, REQUEST);
  const APPROVE = operation(
    'mutation',
    'approveErasureRequest',
    { id: 'ID!' },
    `${REQUEST} contact { anonimizado email }`,
  );
  const REFUSE = operation(
    'mutation',
    'refuseErasureRequest',
    { id: 'ID!', input: 'RefuseErasureRequestInput!' },
    REQUEST,
  );
  const LIST = operation(
    'query',
    'erasureRequests',
    { status: 'String' },
    `edges { node { ${REQUEST} contact { id } } }`,
  );

  it('are made by members, and decided and listed by admins', async () => {
    const contato_id = await newContact();
    const input = { contato_id, solicitante: 'ana@example.com', canal: 'email' };
    const { createErasureRequest: made } = await graphqlData(member, CREATE, { input });
    expect(made).toMatchObject({ ...input, resultado: null });
    const { id } = made;
    for (const [query, variables] of [
      [LIST, {}],
      [APPROVE, { id }],
      [REFUSE, { id, input: { motivo: 'x' } }],
    ] as const) {
      expect(await graphqlCodes(member, query, variables), query).toEqual(['NotFound']);
      if (query !== LIST) expect(await graphqlCodes(rival, query, variables), query).toEqual(['NotFound']);
    }
    expect(await graphqlCodes(admin, REFUSE, { id, input: {} })).toEqual(['Unprocessable']);
    const { refuseErasureRequest } = await graphqlData(admin, REFUSE, { id, input: { motivo: 'Contrato' } });
    expect(refuseErasureRequest).toMatchObject({ motivo_recusa: 'Contrato' });
    expect(await graphqlCodes(admin, APPROVE, { id })).toEqual(['Conflict']);
    const again = (await graphqlData(member, CREATE, { input })).createErasureRequest;
    const { approveErasureRequest } = await graphqlData(admin, APPROVE, { id: again.id });
    expect(approveErasureRequest).toMatchObject({
      solicitante: null,
      resultado: { pages: { estado: 'pendente' } },
      contact: { anonimizado: true, email: null },
    });
    const { erasureRequests } = await graphqlData(admin, LIST);
    const { body } = await admin.get('/v1/pedidos-exclusao');
    expect(nodes(erasureRequests)).toEqual(
      body.pedidos.map((one: object) => ({ ...one, contact: { id: contato_id } })),
    );
    const missing = { input: { ...input, contato_id: newId('cnt') } };
    expect(await graphqlCodes(member, CREATE, missing)).toEqual(['NotFound']);
  });
});

describe('retention by GraphQL', () => {
  it('is set by admins and read by all members', async () => {
    const SET = operation('mutation', 'setRetention', { input: 'RetentionInput!' }, 'dias anonimizados_total');
    expect(await graphqlCodes(member, SET, { input: { dias: 365 } })).toEqual(['NotFound']);
    expect((await graphqlData(admin, SET, { input: { dias: 365 } })).setRetention.dias).toBe(365);
    const { retention } = await graphqlData(member, '{ retention { dias anonimizados_total } }');
    expect((await member.get('/v1/configuracoes/retencao')).body).toEqual(retention);
    expect(await graphqlFault(admin, SET, { input: { dias: -1 } })).toEqual({ code: 'Unprocessable', campo: 'dias' });
  });
});
