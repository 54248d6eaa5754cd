import { v7 } from 'uuid';
import { beforeAll, describe, expect, it } from 'vitest';
import { newId } from '#libs/core/persistence';
import { crmStack } from '../../../../../test/support/crm-stack.js';
import { graphqlCodes, graphqlData, graphqlFault, operation } from '../../../../../test/support/graphql.js';
import type { HttpClient } from '../../../../../test/support/http-client.js';
import { usePrepared, useStack } from '../../../../../test/support/use-stack.js';

const stack = useStack(() => crmStack({ ROLE: 'api' }));
const tenant = usePrepared(() => stack.createTenant());
const member = usePrepared(() => tenant.session('member'));
let rival: HttpClient;
let count = 0;

beforeAll(async () => {
  rival = await (await stack.createTenant()).session();
});
const ID = { id: 'ID!' };
const CONTACT = `id ciclo estagio email telefone emails telefones identificadores { id canal valor principal } nome dono_id
  marcadores cargo empresa_id pais estado cidade fuso campos fonte utm_source utm_medium utm_campaign utm_term utm_content
  dispositivo so navegador ip_pais email_status pontuacao anonimizado criado_em atualizado_em`;
const READ = operation('query', 'contact', ID, CONTACT);
const CREATE = operation('mutation', 'createContact', { input: 'CreateContactInput!' }, CONTACT);
const UPDATE = operation('mutation', 'updateContact', { ...ID, input: 'UpdateContactInput!' }, CONTACT);
const DELETE = operation('mutation', 'deleteContact', { ...ID, input: 'DeleteContactInput' });
const PROMOTE = operation('mutation', 'promoteContact', ID, 'id ciclo');
const DEMOTE = operation('mutation', 'demoteContact', ID, 'id ciclo');

const IDENTIFIER = { contato_id: 'ID!', id: 'ID!' };
const ADD_IDENTIFIER = operation(
  'mutation',
  'addContactIdentifier',
  { contato_id: 'ID!', input: 'CreateIdentifierInput!' },
  'id canal valor principal',
);
const REMOVE_IDENTIFIER = operation('mutation', 'removeContactIdentifier', IDENTIFIER, 'emails');
const MAKE_PRIMARY = operation('mutation', 'makeContactIdentifierPrimary', IDENTIFIER, 'email emails');

const LIST = operation(
  'query',
  'contacts',
  {
    first: 'Int',
    after: 'String',
    q: 'String',
    estagio: 'String',
    marcador: 'String',
    empresa_id: 'ID',
    criado_ate: 'String',
  },
  'edges { cursor node { id } } pageInfo { hasNextPage hasPreviousPage endCursor }',
);

const newEmail = () => `ana-${(count += 1)}@example.com`;
const created = async (input: object = {}, client = member) =>
  (await graphqlData(client, CREATE, { input: { email: newEmail(), ...input } })).createContact;
const idsOf = async (client: HttpClient, variables: object = {}): Promise<string[]> => {
  const { contacts } = await graphqlData(client, LIST, variables);
  return contacts.edges.map(({ node }: { node: { id: string } }) => node.id);
};

describe('contacts by GraphQL', () => {
  it('are created and read whole, as REST reads them', async () => {
    const email = newEmail();
    const made = await created({
      email,
      telefone: '(11) 98765-4321',
      nome: 'Ana Lima',
      marcadores: ['vip'],
      pais: 'BR',
    });
    const { body } = await member.get(`/v1/contatos/${made.id}`);
    expect(made).toEqual(body);
    expect(made).toMatchObject({ email, telefone: '+5511987654321', marcadores: ['vip'], ciclo: 'contato' });
    expect((await graphqlData(member, READ, { id: made.id })).contact).toEqual(body);
  });

  it('are changed where a value is given, and emptied by null', async () => {
    const { id, email } = await created({ nome: 'Ana', cargo: 'Compras' });
    const { updateContact } = await graphqlData(member, UPDATE, { id, input: { cargo: null, estagio: 'qualificado' } });
    expect(updateContact).toMatchObject({ id, email, nome: 'Ana', cargo: null, estagio: 'qualificado' });
    expect((await member.get(`/v1/contatos/${id}`)).body).toEqual(updateContact);
  });

  it('are promoted and demoted', async () => {
    const { id } = await created();
    expect((await graphqlData(member, DEMOTE, { id })).demoteContact).toEqual({ id, ciclo: 'lead' });
    expect((await graphqlData(member, PROMOTE, { id })).promoteContact).toEqual({ id, ciclo: 'contato' });
  });

  it('are deleted, with a reason or without, and then not found', async () => {
    for (const variables of [{}, { input: { motivo: 'Pediu por telefone' } }]) {
      const { id } = await created();
      expect(await graphqlData(member, DELETE, { id, ...variables })).toEqual({ deleteContact: id });
      expect((await member.get(`/v1/contatos/${id}`)).status).toBe(404);
      expect(await graphqlCodes(member, READ, { id })).toEqual(['NotFound']);
      expect(await graphqlCodes(member, DELETE, { id })).toEqual(['NotFound']);
    }
  });

  it('are judged by the rules of REST, with its code and field', async () => {
    const { id, email } = await created();
    for (const [query, input, code, campo] of [
      [CREATE, {}, 'Unprocessable', 'email'],
      [CREATE, { email: 'ana' }, 'Unprocessable', 'email'],
      [CREATE, { email }, 'AlreadyExists', undefined],
      [CREATE, { email: newEmail(), nome: 'x'.repeat(201) }, 'ValidationError', 'nome'],
      [CREATE, { email: newEmail(), empresa_id: v7() }, 'Unprocessable', 'empresa_id'],
      [UPDATE, { estagio: 'perdido' }, 'Unprocessable', 'estagio'],
      [UPDATE, { campos: { nenhum: 1 } }, 'Unprocessable', 'campos.nenhum'],
      [DELETE, { motivo: 'x'.repeat(501) }, 'ValidationError', 'motivo'],
    ] as const) {
      expect(await graphqlFault(member, query, { id, input }), JSON.stringify(input)).toEqual({ code, campo });
    }
    expect(await graphqlCodes(member, CREATE, { input: { email: newEmail(), apelido: 'x' } })).toEqual([
      'BAD_USER_INPUT',
    ]);
  });

  it('get further identifiers, one of which is the primary one', async () => {
    const [email, second] = [newEmail(), newEmail()];
    const { id: contato_id } = await created({ email });
    const add = (input: object) => graphqlData(member, ADD_IDENTIFIER, { contato_id, input });
    const { id } = (await add({ canal: 'email', valor: second })).addContactIdentifier;
    expect((await graphqlData(member, MAKE_PRIMARY, { contato_id, id })).makeContactIdentifierPrimary).toEqual({
      email: second,
      emails: [second, email],
    });
    const { removeContactIdentifier } = await graphqlData(member, REMOVE_IDENTIFIER, { contato_id, id });
    expect(removeContactIdentifier).toEqual({ emails: [email] });
    expect(await graphqlCodes(member, MAKE_PRIMARY, { contato_id, id })).toEqual(['NotFound']);
    expect(await graphqlCodes(member, REMOVE_IDENTIFIER, { contato_id, id: 'x' })).toEqual(['NotFound']);
    const fax = { contato_id, input: { canal: 'fax', valor: '1' } };
    expect(await graphqlFault(member, ADD_IDENTIFIER, fax)).toEqual({ code: 'Unprocessable', campo: 'canal' });
  });

  it('of another account, and what is no id, are not found by any field', async () => {
    const { id, identificadores } = await created();
    const variables = { id: identificadores[0].id, contato_id: id };
    for (const query of [MAKE_PRIMARY, REMOVE_IDENTIFIER]) {
      expect(await graphqlCodes(rival, query, variables), query).toEqual(['NotFound']);
    }
    for (const query of [READ, UPDATE, DELETE, PROMOTE, DEMOTE]) {
      expect(await graphqlCodes(rival, query, { id, input: {} }), query).toEqual(['NotFound']);
      for (const wrong of ['x', '', newId('cnt')]) {
        expect(await graphqlCodes(member, query, { id: wrong, input: {} }), query).toEqual(['NotFound']);
      }
    }
    expect((await member.get(`/v1/contatos/${id}`)).status).toBe(200);
  });
});

describe('the list of contacts by GraphQL', () => {
  it('is a connection, newest first, without those that are deleted', async () => {
    const client = await (await stack.createTenant()).session();
    const ids: string[] = [];
    for (let n = 0; n < 4; n += 1) ids.unshift((await created({}, client)).id);
    await graphqlData(client, DELETE, { id: ids[1] });
    const first = (await graphqlData(client, LIST, { first: 2 })).contacts;
    expect(first.edges.map(({ node }: { node: { id: string } }) => node.id)).toEqual([ids[0], ids[2]]);
    expect(first.pageInfo).toEqual({
      hasNextPage: true,
      hasPreviousPage: false,
      endCursor: first.edges[1].cursor,
    });
    expect(await idsOf(client, { after: first.pageInfo.endCursor })).toEqual([ids[3]]);
    expect(await idsOf(client, { after: first.edges[0].cursor })).toEqual([ids[2], ids[3]]);
    expect(await idsOf(rival)).toEqual([]);
  });

  it('is filtered as on REST', async () => {
    const client = await (await stack.createTenant()).session();
    const { id: empresa_id } = (await client.post('/v1/empresas', { nome: 'Padaria' })).body;
    const email = newEmail();
    const ana = (await created({ email, nome: 'Ana Prado', marcadores: ['vip'], empresa_id }, client)).id;
    const bia = (await created({ nome: 'Bia Souza', estagio: 'cliente' }, client)).id;
    for (const [variables, expected] of [
      [{}, [bia, ana]],
      [{ q: 'souza' }, [bia]],
      [{ q: email.toUpperCase() }, [ana]],
      [{ estagio: 'cliente' }, [bia]],
      [{ marcador: 'vip' }, [ana]],
      [{ empresa_id }, [ana]],
      [{ criado_ate: '2020-01-01' }, []],
    ] as const) {
      expect(await idsOf(client, variables), JSON.stringify(variables)).toEqual(expected);
    }
  });

  it('takes the arguments of REST by the same rules, and names the one at fault', async () => {
    const { contacts } = await graphqlData(member, LIST, { first: 1 });
    for (const [variables, code, campo] of [
      [{ first: 201 }, 'InvalidParameter', 'first'],
      [{ first: 0 }, 'InvalidParameter', 'first'],
      [{ estagio: 'perdido' }, 'InvalidParameter', 'estagio'],
      [{ empresa_id: 'x' }, 'InvalidParameter', 'empresa_id'],
      [{ criado_ate: 'ontem' }, 'InvalidParameter', 'criado_ate'],
      [{ after: 'outra' }, 'InvalidParameter', 'after'],
      // A cursor of the list without this filter.
      [{ after: contacts.pageInfo.endCursor, estagio: 'novo' }, 'InvalidParameter', 'after'],
    ] as const) {
      expect(await graphqlFault(member, LIST, variables), JSON.stringify(variables)).toEqual({ code, campo });
    }
  });
});
