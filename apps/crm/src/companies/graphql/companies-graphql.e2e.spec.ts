import { v7 } from 'uuid';
import { beforeAll, describe, expect, it } from 'vitest';
import { newId } from '#libs/core/persistence';
import { crmStack } from '../../../../../test/support/crm-stack.js';
import { graphqlCodes, graphqlData, graphqlFault, operation } from '../../../../../test/support/graphql.js';
import type { HttpClient } from '../../../../../test/support/http-client.js';
import { graphqlStatements } from '../../../../../test/support/statements.js';
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
const COMPANY = 'id nome cnpj setor porte pais estado cidade criado_em atualizado_em';
const PERSON = 'contato_id vinculo papel nome email telefone';
const READ = operation('query', 'company', ID, COMPANY);
const CREATE = operation('mutation', 'createCompany', { input: 'CreateCompanyInput!' }, COMPANY);
const UPDATE = operation('mutation', 'updateCompany', { ...ID, input: 'UpdateCompanyInput!' }, COMPANY);
const DELETE = operation('mutation', 'deleteCompany', ID);
const LINK = operation('mutation', 'linkCompanyPerson', { ...ID, input: 'LinkPersonInput!' }, PERSON);
const UNLINK = operation('mutation', 'unlinkCompanyPerson', { ...ID, contato_id: 'ID!' });
const LIST = operation(
  'query',
  'companies',
  { first: 'Int', after: 'String', q: 'String', setor: 'String', porte: 'String', pais: 'String' },
  'edges { node { id } } pageInfo { hasNextPage endCursor }',
);

const newName = () => `Empresa ${(count += 1)}`;
const created = async (input: object = {}, client = member) =>
  (await graphqlData(client, CREATE, { input: { nome: newName(), ...input } })).createCompany;
const newContact = async (fields: object = {}, client = member): Promise<string> => {
  const { status, body, text } = await client.post('/v1/contatos', {
    email: `p-${(count += 1)}@example.com`,
    ...fields,
  });
  expect(status, text).toBe(201);
  return body.id;
};
const nodes = <T = { id: string }>({ edges }: { edges: { node: T }[] }) => edges.map(({ node }) => node);

describe('companies by GraphQL', () => {
  it('are created, changed and deleted, as REST shows them', async () => {
    const made = await created({ cnpj: '11.222.333/0001-81', setor: 'Alimentação', porte: 'pequena', pais: 'br' });
    const { id } = made;
    expect(made).toMatchObject({ cnpj: '11222333000181', porte: 'pequena', pais: 'BR' });
    expect((await member.get(`/v1/empresas/${id}`)).body).toEqual(made);
    const { updateCompany } = await graphqlData(member, UPDATE, { id, input: { setor: null, cidade: 'Campinas' } });
    expect(updateCompany).toMatchObject({ nome: made.nome, setor: null, cidade: 'Campinas' });
    expect((await graphqlData(member, READ, { id })).company).toEqual(updateCompany);
    expect(await graphqlData(member, DELETE, { id })).toEqual({ deleteCompany: id });
    expect(await graphqlCodes(member, READ, { id })).toEqual(['NotFound']);
  });

  it('are a connection with the filters of REST, newest first', async () => {
    const client = await (await stack.createTenant()).session();
    const ids: string[] = [];
    for (const input of [{ setor: 'Saúde' }, { porte: 'mei' }, { pais: 'AR' }])
      ids.unshift((await created(input, client)).id);
    const { companies } = await graphqlData(client, LIST, { first: 2 });
    expect(nodes(companies).map(({ id }) => id)).toEqual(ids.slice(0, 2));
    for (const [variables, expected] of [
      [{ after: companies.pageInfo.endCursor }, [ids[2]]],
      [{ setor: 'saude' }, [ids[2]]],
      [{ porte: 'mei' }, [ids[1]]],
      [{ pais: 'ar' }, [ids[0]]],
      [{ q: 'empresa' }, ids],
    ] as const) {
      const { companies: found } = await graphqlData(client, LIST, variables);
      expect(
        nodes(found).map(({ id }) => id),
        JSON.stringify(variables),
      ).toEqual(expected);
    }
  });

  it('are judged by the rules of REST, with its code and field', async () => {
    const { nome, id } = await created();
    for (const [query, variables, code, campo] of [
      [CREATE, { input: { nome: ' ' } }, 'ValidationError', 'nome'],
      [CREATE, { input: { nome: newName(), cnpj: '1' } }, 'ValidationError', 'cnpj'],
      [CREATE, { input: { nome } }, 'AlreadyExists', 'nome'],
      [UPDATE, { id, input: { porte: 'enorme' } }, 'ValidationError', 'porte'],
      [LINK, { id, input: { contato_id: 'x', papel: 'Compras' } }, 'ValidationError', 'contato_id'],
      [LINK, { id, input: { contato_id: newId('cnt'), papel: 'Compras' } }, 'NotFound', 'contato_id'],
      [LIST, { porte: 'enorme' }, 'InvalidParameter', 'porte'],
      [LIST, { after: 'outra' }, 'InvalidParameter', 'after'],
    ] as const) {
      expect(await graphqlFault(member, query, variables), JSON.stringify(variables)).toEqual({ code, campo });
    }
  });

  it('are linked to contacts, and unlinked', async () => {
    const { id } = await created();
    const contato_id = await newContact({ nome: 'Rui' });
    const { linkCompanyPerson } = await graphqlData(member, LINK, { id, input: { contato_id, papel: 'Compras' } });
    expect(linkCompanyPerson).toMatchObject({ contato_id, vinculo: 'secundario', papel: 'Compras', nome: 'Rui' });
    expect((await member.get(`/v1/empresas/${id}/pessoas`)).body.pessoas).toEqual([linkCompanyPerson]);
    expect(await graphqlData(member, UNLINK, { id, contato_id })).toEqual({ unlinkCompanyPerson: contato_id });
    expect(await graphqlCodes(member, UNLINK, { id, contato_id })).toEqual(['NotFound']);
  });

  it('of another account, and what is no id, are not found by any field', async () => {
    const { id } = await created();
    const contato_id = await newContact();
    const input = { contato_id, papel: 'Compras' };
    for (const [query, variables] of [
      [READ, {}],
      [UPDATE, { input: {} }],
      [DELETE, {}],
      [LINK, { input }],
      [UNLINK, { contato_id }],
    ] as const) {
      expect(await graphqlCodes(rival, query, { ...variables, id }), query).toEqual(['NotFound']);
      for (const wrong of ['x', '', v7()]) {
        expect(await graphqlCodes(member, query, { ...variables, id: wrong }), query).toEqual(['NotFound']);
      }
    }
    expect((await member.get(`/v1/empresas/${id}`)).status).toBe(200);
  });
});

describe('the relations of companies and contacts', () => {
  const PAGES = `query ($id: ID!, $first: Int, $contactsAfter: String, $peopleAfter: String) { company(id: $id) {
    contacts(first: $first, after: $contactsAfter) { edges { node { id } } pageInfo { hasNextPage endCursor } }
    people(first: $first, after: $peopleAfter) { edges { node { contato_id vinculo contact { id } } } pageInfo { hasNextPage endCursor } }
  } }`;

  it('are read page by page, as REST lists them', async () => {
    const { id } = await created();
    const own = [
      await newContact({ empresa_id: id }),
      await newContact({ empresa_id: id }),
      await newContact({ empresa_id: id }),
    ];
    const linked = await newContact();
    await member.post(`/v1/empresas/${id}/pessoas`, { contato_id: linked, papel: 'Compras' });
    const first = (await graphqlData(member, PAGES, { id, first: 2 })).company;
    const cursors = { contactsAfter: first.contacts.pageInfo.endCursor, peopleAfter: first.people.pageInfo.endCursor };
    const second = (await graphqlData(member, PAGES, { id, first: 2, ...cursors })).company;
    expect([...nodes(first.contacts), ...nodes(second.contacts)].map((node) => node.id)).toEqual(own.toReversed());
    const people = [first, second].flatMap((page) => nodes<{ contato_id: string; contact: object }>(page.people));
    expect(people.map(({ contato_id }) => contato_id)).toEqual([linked, ...own.toReversed()]);
    expect(people.map(({ contact }) => contact)).toEqual(people.map(({ contato_id }) => ({ id: contato_id })));
    expect([first.people.pageInfo.hasNextPage, second.people.pageInfo.hasNextPage]).toEqual([true, false]);
    const rest = (await member.get(`/v1/empresas/${id}/pessoas`)).body.pessoas;
    expect(rest.map(({ contato_id }: { contato_id: string }) => contato_id)).toEqual([linked, ...own.toReversed()]);
  });

  it('are null for a contact without a company, or with one that is deleted', async () => {
    const { id: empresa_id } = await created();
    const query = operation('query', 'contact', ID, 'company { id }');
    const [without, id] = [await newContact(), await newContact({ empresa_id })];
    expect((await graphqlData(member, query, { id: without })).contact.company).toBeNull();
    expect((await graphqlData(member, query, { id })).contact.company).toEqual({ id: empresa_id });
    await graphqlData(member, DELETE, { id: empresa_id });
    expect((await graphqlData(member, query, { id })).contact.company).toBeNull();
  });

  it('take as many statements for fifty companies and contacts as for two', async () => {
    const client = await (await stack.createTenant()).session();
    for (let n = 0; n < 50; n += 1) {
      const { id: empresa_id } = await created({}, client);
      const contato_id = await newContact({ empresa_id }, client);
      if (n > 0) await client.post(`/v1/empresas/${empresa_id}/pessoas`, { contato_id, papel: 'Compras' });
    }
    const query = `query ($first: Int) {
      companies(first: $first) { edges { node { nome
        contacts(first: 2) { edges { node { email company { nome } } } }
        people(first: 2) { edges { node { papel contact { email } } } }
      } } }
      contacts(first: $first) { edges { node { email company { nome } } } }
    }`;
    const statements = (first: number) => graphqlStatements(client, query, { first }, /^\s*select/i);
    await statements(2);
    const ofTwo = await statements(2);
    const ofFifty = await statements(50);
    expect(ofFifty).toHaveLength(ofTwo.length);
    const { companies, contacts } = await graphqlData(client, query, { first: 50 });
    expect([companies.edges, contacts.edges].map(({ length }) => length)).toEqual([50, 50]);
    for (const { node } of companies.edges) {
      expect(nodes<{ company: { nome: string } }>(node.contacts)).toMatchObject([{ company: { nome: node.nome } }]);
      expect(node.people.edges).toHaveLength(1);
    }
  });

  it('count by the size of their pages before the query runs', async () => {
    const query =
      'query ($n: Int) { companies(first: $n) { edges { node { contacts(first: $n) { edges { node { email } } } } } } }';
    expect(await graphqlCodes(member, query, { n: 200 })).toEqual(['ValidationError']);
    expect(await graphqlCodes(member, query, { n: 50 })).toEqual([]);
  });
});
