import { v7 } from 'uuid';
import { beforeAll, describe, expect, it } from 'vitest';
import { crmStack } from '../../../../test/support/crm-stack.js';
import { graphqlCodes, graphqlData, graphqlFault, operation } from '../../../../test/support/graphql.js';
import type { HttpClient } from '../../../../test/support/http-client.js';
import { usePrepared, useStack } from '../../../../test/support/use-stack.js';

const stack = useStack(() => crmStack({ ROLE: 'api' }));
const tenant = usePrepared(() => stack.createTenant());
let admin: HttpClient;
let member: HttpClient;
let rival: HttpClient;

beforeAll(async () => {
  [admin, member] = [await tenant.session('admin'), await tenant.session('member')];
  rival = await (await stack.createTenant()).session();
});
const ID = { id: 'ID!' };

describe('custom fields by GraphQL', () => {
  const FIELD = 'id chave rotulo tipo opcoes obrigatorio criado_em atualizado_em';
  const READ = operation('query', 'customField', ID, FIELD);
  const CREATE = operation('mutation', 'createCustomField', { input: 'CreateCustomFieldInput!' }, FIELD);
  const UPDATE = operation('mutation', 'updateCustomField', { ...ID, input: 'UpdateCustomFieldInput!' }, FIELD);
  const DELETE = operation('mutation', 'deleteCustomField', ID);
  const input = { chave: 'porte_da_frota', rotulo: 'Porte da frota', tipo: 'lista', opcoes: ['pequena', 'grande'] };

  it('are made, changed and deleted by admins, and read by all members, as REST shows them', async () => {
    const { createCustomField: made } = await graphqlData(admin, CREATE, { input });
    const { id } = made;
    expect((await member.get(`/v1/campos-personalizados/${id}`)).body).toEqual(made);
    const { updateCustomField } = await graphqlData(admin, UPDATE, { id, input: { rotulo: 'Frota' } });
    expect(updateCustomField).toMatchObject({ ...input, rotulo: 'Frota', obrigatorio: false });
    expect((await graphqlData(member, READ, { id })).customField).toEqual(updateCustomField);
    const { customFields, fieldCatalogue } = await graphqlData(
      member,
      `{ customFields { ${FIELD} }
         fieldCatalogue { campos { entidade chave rotulo tipo opcoes editavel obrigatorio personalizado } } }`,
    );
    expect(customFields).toEqual([updateCustomField]);
    expect(fieldCatalogue).toEqual((await member.get('/v1/campos')).body);
    expect(await graphqlData(admin, DELETE, { id })).toEqual({ deleteCustomField: id });
    expect(await graphqlCodes(member, READ, { id })).toEqual(['NotFound']);
  });

  it('are judged by the rules of REST', async () => {
    const { createCustomField } = await graphqlData(admin, CREATE, { input: { ...input, chave: 'cor' } });
    for (const [query, changes, code, campo] of [
      [CREATE, { ...input, chave: 'Porte' }, 'ValidationError', 'chave'],
      [CREATE, { ...input, chave: 'email' }, 'Unprocessable', 'chave'],
      [CREATE, { ...input, chave: 'cor' }, 'AlreadyExists', 'chave'],
      [CREATE, { ...input, chave: 'outra', opcoes: [] }, 'Unprocessable', 'opcoes'],
      [UPDATE, { rotulo: '' }, 'ValidationError', 'rotulo'],
    ] as const) {
      const variables = { id: createCustomField.id, input: changes };
      expect(await graphqlFault(admin, query, variables), JSON.stringify(changes)).toEqual({ code, campo });
    }
  });

  it('do not show a member that admins change them, nor another account that they are', async () => {
    const { createCustomField } = await graphqlData(admin, CREATE, { input: { ...input, chave: 'bairro' } });
    for (const [client, id, queries] of [
      [member, createCustomField.id, [CREATE, UPDATE, DELETE]],
      [rival, createCustomField.id, [READ, UPDATE, DELETE]],
      [admin, 'x', [READ, UPDATE, DELETE]],
      [admin, v7(), [READ, UPDATE, DELETE]],
    ] as const) {
      for (const query of queries) {
        const variables = { id, input: query === CREATE ? { ...input, chave: 'outro' } : { rotulo: 'x' } };
        expect(await graphqlCodes(client, query, variables), query).toEqual(['NotFound']);
      }
    }
    expect((await member.get(`/v1/campos-personalizados/${createCustomField.id}`)).body.rotulo).toBe(input.rotulo);
  });
});

describe('the settings of the account by GraphQL', () => {
  const REPLACE = operation('mutation', 'replaceAccountSettings', { input: 'AccountSettingsInput!' }, 'pais fuso');
  const input = { pais: 'pt', fuso: 'Europe/Lisbon' };

  it('are replaced by admins and read by all members', async () => {
    expect(await graphqlCodes(member, REPLACE, { input })).toEqual(['NotFound']);
    expect((await graphqlData(member, '{ accountSettings { pais fuso } }')).accountSettings.pais).toBe('BR');
    const { replaceAccountSettings } = await graphqlData(admin, REPLACE, { input });
    expect(replaceAccountSettings).toEqual({ pais: 'PT', fuso: 'Europe/Lisbon' });
    expect((await member.get('/v1/configuracoes/conta')).body).toEqual(replaceAccountSettings);
    expect(await graphqlFault(admin, REPLACE, { input: { ...input, fuso: 'Marte/Base' } })).toEqual({
      code: 'Unprocessable',
      campo: 'fuso',
    });
  });
});

describe('saved views by GraphQL', () => {
  const VIEW = 'id nome filtros criado_em atualizado_em';
  const READ = operation('query', 'savedView', ID, VIEW);
  const CREATE = operation('mutation', 'createSavedView', { input: 'SavedViewInput!' }, VIEW);
  const REPLACE = operation('mutation', 'replaceSavedView', { ...ID, input: 'SavedViewInput!' }, VIEW);
  const DELETE = operation('mutation', 'deleteSavedView', ID);
  const input = { nome: 'Clientes do Ceará', filtros: { estagio: 'cliente', estado: 'Ceará' } };

  it('are made, listed, replaced and deleted, as on REST', async () => {
    const { createSavedView: made } = await graphqlData(member, CREATE, { input });
    const { id } = made;
    expect((await member.get(`/v1/visoes/${id}`)).body).toEqual(made);
    const leads = { nome: 'Leads', filtros: { ciclo: 'lead' } };
    const { replaceSavedView } = await graphqlData(member, REPLACE, { id, input: leads });
    expect(replaceSavedView).toMatchObject(leads);
    expect((await graphqlData(member, READ, { id })).savedView).toEqual(replaceSavedView);
    const { savedViews } = await graphqlData(member, `{ savedViews { ${VIEW} } }`);
    expect((await member.get('/v1/visoes')).body.visoes).toEqual(savedViews);
    expect(await graphqlData(member, DELETE, { id })).toEqual({ deleteSavedView: id });
    expect(await graphqlCodes(member, DELETE, { id })).toEqual(['NotFound']);
  });

  it('are judged by the rules of REST, and hidden from another account', async () => {
    const { id } = (await graphqlData(member, CREATE, { input: { ...input, nome: 'Tomada' } })).createSavedView;
    for (const [changes, code, campo] of [
      [{ nome: 'TOMADA', filtros: {} }, 'AlreadyExists', 'nome'],
      [{ nome: ' ', filtros: {} }, 'ValidationError', 'nome'],
      [{ nome: 'Outra', filtros: { estagio: 'x' } }, 'Unprocessable', 'filtros.estagio'],
      [{ nome: 'Outra', filtros: { q: 'ana@example.com' } }, 'Unprocessable', 'filtros.q'],
      [{ nome: 'Outra', filtros: { estagio: 7 } }, 'ValidationError', 'filtros'],
    ] as const)
      expect(await graphqlFault(member, CREATE, { input: changes }), JSON.stringify(changes)).toEqual({ code, campo });
    for (const [client, one] of [
      [rival, id],
      [member, 'x'],
      [member, v7()],
    ] as const)
      for (const query of [READ, REPLACE, DELETE])
        expect(await graphqlCodes(client, query, { id: one, input }), query).toEqual(['NotFound']);
  });
});

describe('the usage of the account by GraphQL', () => {
  it('is that of REST, of this month or of another', async () => {
    const USAGE = operation(
      'query',
      'usage',
      { periodo: 'String' },
      `periodo contatos empresas jornadas_ativas envios importacoes exportacoes core_disponivel quota_conhecida
       quota { plano email sms push }`,
    );
    for (const periodo of [undefined, '2026-08']) {
      const { usage } = await graphqlData(member, USAGE, { periodo });
      const { uso } = (await member.get(`/v1/uso${periodo ? `?periodo=${periodo}` : ''}`)).body;
      expect(usage).toEqual({ quota: null, ...uso });
    }
    expect(await graphqlFault(member, USAGE, { periodo: '2026-13' })).toMatchObject({ campo: 'periodo' });
  });
});
