import { describe, expect, it } from 'vitest';
import { askGraphql, graphqlCodes, graphqlData } from '../../../../../test/support/graphql.js';
import { pagesStack } from '../../../../../test/support/pages-stack.js';
import { usePrepared, useStack } from '../../../../../test/support/use-stack.js';

const stack = useStack(() => pagesStack({ pages: { ROLE: 'api', RUNTIME_URL: 'https://sites.example.test' } }));
const tenant = usePrepared(() => stack.createTenant());
const acme = usePrepared(() => tenant.session('member'));

const FORM = `id external_id nome campos { nome rotulo tipo obrigatorio chave opcoes { valor rotulo } valor_marcado exemplo
  ajuda valor_padrao etapa condicao { campo valores } } origens mensagem_pos_envio texto_botao exige_consentimento
  texto_consentimento base_legal pais retencao_dias confirmacao_dupla idioma redirecionar_para criado_em atualizado_em snippet`;
const CREATE = `mutation ($input: FormInput!) { createForm(input: $input) { ${FORM} } }`;
const UPDATE = `mutation ($id: ID!, $input: FormInput!) { updateForm(id: $id, input: $input) { ${FORM} } }`;
const UPSERT = `mutation ($name: String!, $input: FormInput!) { upsertForm(external_id: $name, input: $input) { id nome } }`;
const DELETE = 'mutation ($id: ID!) { deleteForm(id: $id) }';
const READ = `query ($id: ID!) { form(id: $id) { ${FORM} } }`;
const FORMS = `query ($first: Int, $after: String, $external_id: String) {
  forms(first: $first, after: $after, external_id: $external_id) {
    edges { node { id nome apagado } } pageInfo { hasNextPage endCursor }
  }
}`;

const EMAIL = { nome: 'email', rotulo: 'E-mail', tipo: 'email', obrigatorio: true };
const input = (changes: object = {}) => ({ nome: 'Contato', campos: [EMAIL], ...changes });
const created = async (changes: object = {}, client = acme) =>
  (await graphqlData(client, CREATE, { input: input(changes) })).createForm;

describe('forms by GraphQL', () => {
  it('are created whole, and read as REST reads them', async () => {
    const form = await created({
      campos: [
        { ...EMAIL, chave: 'email', ajuda: 'Não enviamos spam.' },
        { nome: 'uf', rotulo: 'Estado', tipo: 'opcao', opcoes: [{ valor: 'sp', rotulo: 'São Paulo' }] },
        { nome: 'bairro', rotulo: 'Bairro', tipo: 'texto', etapa: 2, condicao: { campo: 'uf', valores: ['sp'] } },
      ],
      origens: ['https://*.example.com'],
      exige_consentimento: true,
      texto_consentimento: 'Aceito receber e-mails.',
      retencao_dias: 365,
    });
    const { body } = await acme.get(`/v1/formularios/${form.id}`);
    expect(form).toEqual(body);
    expect(form.snippet).toContain('https://sites.example.test/_f/');
    expect((await graphqlData(acme, READ, { id: form.id })).form).toEqual(body);
  });

  it('are replaced, and what is absent becomes the default again', async () => {
    const { id } = await created({ texto_botao: 'Quero', retencao_dias: 90 });
    const { updateForm } = await graphqlData(acme, UPDATE, { id, input: input({ nome: 'Outro' }) });
    expect(updateForm).toMatchObject({ id, nome: 'Outro', texto_botao: 'Enviar', retencao_dias: null });
  });

  it('are made or replaced by the external_id, also by calls at the same instant', async () => {
    const calls = ['A', 'B', 'C'].map((nome) => graphqlData(acme, UPSERT, { name: 'loja:1', input: input({ nome }) }));
    const ids = (await Promise.all(calls)).map(({ upsertForm }) => upsertForm.id);
    expect(new Set(ids).size).toBe(1);
    const { forms } = await graphqlData(acme, FORMS, { external_id: 'loja:1' });
    expect(forms.edges).toMatchObject([{ node: { id: ids[0], apagado: false } }]);
  });

  it('are a connection, newest first, without those that are deleted', async () => {
    const client = await (await stack.createTenant()).session();
    const ids: string[] = [];
    for (let n = 0; n < 4; n += 1) ids.unshift((await created({}, client)).id);
    expect(await graphqlData(client, DELETE, { id: ids[1] })).toEqual({ deleteForm: ids[1] });
    const first = (await graphqlData(client, FORMS, { first: 2 })).forms;
    const second = (await graphqlData(client, FORMS, { after: first.pageInfo.endCursor })).forms;
    const seen = [...first.edges, ...second.edges].map(({ node }: { node: { id: string } }) => node.id);
    expect(seen).toEqual([ids[0], ids[2], ids[3]]);
    expect(await graphqlCodes(client, READ, { id: ids[1] })).toEqual(['NotFound']);
  });

  it('are judged by the rules of REST, with the code and the field of an error', async () => {
    await created({ external_id: 'unico' });
    for (const [changes, code, campo] of [
      [{ nome: ' ' }, 'ValidationError', 'nome'],
      [{ campos: [] }, 'ValidationError', 'campos'],
      [{ campos: [{ ...EMAIL, tipo: 'cor' }] }, 'ValidationError', 'campos[0].tipo'],
      [{ origens: ['ftp://x'] }, 'ValidationError', 'origens'],
      [{ campos: [EMAIL, EMAIL] }, 'Unprocessable', 'campos[1].nome'],
      [{ exige_consentimento: true }, 'Unprocessable', 'texto_consentimento'],
      [{ pais: 'ZZ' }, 'Unprocessable', 'pais'],
      [{ external_id: 'unico' }, 'AlreadyExists', 'external_id'],
    ] as const) {
      const { data, errors } = await askGraphql(acme, CREATE, { input: input(changes) });
      expect([data.createForm, errors[0]?.extensions], JSON.stringify(changes)).toMatchObject([null, { code, campo }]);
    }
    const upsert = await askGraphql(acme, UPSERT, { name: 'a b', input: input() });
    expect(upsert.errors[0]?.extensions).toMatchObject({ code: 'ValidationError', campo: 'external_id' });
    const other = await askGraphql(acme, UPSERT, { name: 'a', input: input({ external_id: 'b' }) });
    expect(other.errors[0]?.extensions).toMatchObject({ code: 'Unprocessable', campo: 'external_id' });
    expect(await graphqlCodes(acme, CREATE, { input: input({ dono: 'eu' }) })).toEqual(['BAD_USER_INPUT']);
  });

  it('are for sessions: a key of every scope and a stranger are rejected', async () => {
    for (const [client, code] of [
      [await tenant.key(), 'PermissionDenied'],
      [stack.anonymous, 'AuthorizationError'],
    ] as const) {
      expect(await graphqlCodes(client, FORMS)).toEqual([code]);
      expect(await graphqlCodes(client, CREATE, { input: input() })).toEqual([code]);
    }
  });
});
