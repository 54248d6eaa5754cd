import { describe, expect, it } from 'vitest';
import { newId } from '#libs/core/persistence';
import { askGraphql, graphqlCodes, graphqlData } from '../../../../../test/support/graphql.js';
import type { HttpClient } from '../../../../../test/support/http-client.js';
import { pagesStack, type PagesTenant } from '../../../../../test/support/pages-stack.js';
import { graphqlStatements } from '../../../../../test/support/statements.js';
import { useStack } from '../../../../../test/support/use-stack.js';

const stack = useStack(() => pagesStack({ pages: { ROLE: 'api' } }));

const CAMPOS = [
  { nome: 'nome', rotulo: 'Nome', tipo: 'texto', chave: 'nome' },
  { nome: 'email', rotulo: 'E-mail', tipo: 'email', obrigatorio: true, chave: 'email' },
];
const ANA = { nome: 'Ana Prado', email: 'ana@example.test' };

const LEAD = `id form_id id_externo fonte pagina_id nome email telefone email_status confirmacao spam ocorrido_em recebido_em campos
  arquivos { id campo nome tipo bytes } consentimento { dado texto base_legal em endereco_ip confirmacao { estado emails_enviados } }
  origem { url referrer utm_source utm_medium utm_campaign utm_term utm_content }
  endereco_ip navegador sinais_spam spam_decidido_em`;
const LEADS = `query ($first: Int, $after: String, $form_id: String, $pagina: String, $status: String,
    $email_status: String, $confirmacao: String, $de: String, $ate: String, $q: String) {
  leads(first: $first, after: $after, form_id: $form_id, pagina: $pagina, status: $status,
      email_status: $email_status, confirmacao: $confirmacao, de: $de, ate: $ate, q: $q) {
    edges { cursor node { id form { id nome apagado } page { id titulo } arquivos { id nome bytes } } }
    pageInfo { hasNextPage endCursor }
  }
}`;
const DECIDE =
  'mutation ($id: ID!, $spam: Boolean!) { decideLeadSpam(id: $id, spam: $spam) { id spam spam_decidido_em } }';
const CONFIRM = 'mutation ($id: ID!) { askLeadConfirmation(id: $id) { id } }';
const DELETE = 'mutation ($id: ID!) { deleteLead(id: $id) }';

interface Account {
  tenant: PagesTenant;
  member: HttpClient;
  form: string;
}

async function account(): Promise<Account> {
  const tenant = await stack.createTenant();
  const member = await tenant.session('member');
  return { tenant, member, form: await newForm(member) };
}

async function newForm(member: HttpClient, changes: object = {}): Promise<string> {
  const { status, body } = await member.post('/v1/formularios', { nome: 'Contato', campos: CAMPOS, ...changes });
  expect(status).toBe(201);
  return body.id;
}

async function newPage(member: HttpClient, titulo: string): Promise<string> {
  const { status, body } = await member.post('/v1/paginas', { titulo });
  expect(status).toBe(201);
  return body.id;
}

async function sent({ member, form }: Account, body: object = {}): Promise<string> {
  const answer = await member.post(`/v1/forms/${form}/submissions`, { campos: ANA, ...body });
  expect(answer.status, answer.text).toBe(201);
  return answer.body.lead_id;
}

/** A lead as a published page leaves it, with a file. */
async function sentByPage({ tenant, form }: Account, values: { pageId?: string; isSpam?: boolean } = {}) {
  const id = newId('led');
  await stack.sql(
    `insert into lead (tenant_id, id, form_id, source, page_id, "values", is_spam, spam_reasons, email_status, consent,
       legal_basis, origin, occurred_at)
     values ($1, $2, $3, 'pagina', $4, '{}', $5, '{}', 'descartavel', false, 'consentimento', '{}', now())`,
    [tenant.id, id, form, values.pageId ?? null, values.isSpam ?? false],
  );
  await stack.sql(
    `insert into lead_file (tenant_id, id, lead_id, field, file_name, content_type, bytes, hash)
     values ($1, $2, $3, 'curriculo', $4, 'text/plain', 3, 'x')`,
    [tenant.id, id.replace('led', 'fil'), id, `${id}.txt`],
  );
  return id;
}

const idsOf = async (client: HttpClient, variables: object = {}): Promise<string[]> => {
  const { leads } = await graphqlData(client, LEADS, variables);
  return leads.edges.map(({ node }: { node: { id: string } }) => node.id);
};

describe('leads by GraphQL', () => {
  it('are read with everything known, as REST reads them', async () => {
    const one = await account();
    const origem = { url: 'https://www.example.com/?a=b', utm_source: 'boletim' };
    const id = await sent(one, { consentimento: true, id_externo: 'a-1', origem });
    const { lead } = await graphqlData(one.member, `query ($id: ID!) { lead(id: $id) { ${LEAD} } }`, { id });
    const { body } = await one.member.get(`/v1/leads/${id}`);
    expect(lead).toMatchObject({ ...body, campos: ANA, origem });
    expect(lead.origem.utm_medium).toBeNull();
  });

  it('have the form that was sent, also when it is deleted, and the page while there is one', async () => {
    const one = await account();
    const pageId = await newPage(one.member, 'Oferta');
    await sentByPage(one, { pageId });
    const node = async () => (await graphqlData(one.member, LEADS)).leads.edges[0].node;
    expect(await node()).toMatchObject({
      form: { id: one.form, nome: 'Contato', apagado: false },
      page: { id: pageId, titulo: 'Oferta' },
      arquivos: [{ bytes: 3 }],
    });
    await one.member.delete(`/v1/formularios/${one.form}`);
    await one.member.delete(`/v1/paginas/${pageId}`);
    expect(await node()).toMatchObject({ form: { id: one.form, apagado: true }, page: null });
  });

  it('are a connection, newest first', async () => {
    const one = await account();
    const ids: string[] = [];
    for (let n = 0; n < 3; n += 1) ids.unshift(await sent(one));
    const { leads } = await graphqlData(one.member, LEADS, { first: 2 });
    expect(leads.edges.map(({ node }: { node: { id: string } }) => node.id)).toEqual(ids.slice(0, 2));
    expect(leads.pageInfo.hasNextPage).toBe(true);
    expect(await idsOf(one.member, { after: leads.pageInfo.endCursor })).toEqual(ids.slice(2));
  });

  it('are filtered as on REST', async () => {
    const one = await account();
    const pageId = await newPage(one.member, 'Com filtro');
    const written = await sent(one, { campos: { ...ANA, nome: 'Bia Souza' } });
    const ofPage = await sentByPage(one, { pageId });
    const spam = await sentByPage(one, { isSpam: true });
    const other = await sent({ ...one, form: await newForm(one.member) });
    for (const [variables, expected] of [
      [{}, [other, ofPage, written]],
      [{ form_id: one.form }, [ofPage, written]],
      [{ status: 'spam' }, [spam]],
      [{ status: 'todos' }, [other, spam, ofPage, written]],
      [{ pagina: pageId }, [ofPage]],
      [{ email_status: 'descartavel' }, [ofPage]],
      [{ q: 'souza' }, [written]],
      [{ confirmacao: 'confirmada' }, []],
      [{ ate: '2020-01-01T00:00:00Z' }, []],
      [{ de: '2020-01-01T00:00:00Z', q: 'bia' }, [written]],
    ] as const) {
      expect(await idsOf(one.member, variables), JSON.stringify(variables)).toEqual(expected);
    }
  });

  it('take the arguments of REST by the same rules, and name the one at fault', async () => {
    const { member } = await account();
    for (const [variables, code, campo] of [
      [{ first: 201 }, 'InvalidParameter', 'first'],
      [{ status: 'perdido' }, 'InvalidParameter', 'status'],
      [{ email_status: 'bom' }, 'InvalidParameter', 'email_status'],
      [{ de: 'ontem' }, 'InvalidParameter', 'de'],
      [{ q: 'x'.repeat(201) }, 'InvalidParameter', 'q'],
      [{ after: 'outra' }, 'InvalidParameter', 'after'],
    ] as const) {
      const { data, errors } = await askGraphql(member, LEADS, variables);
      expect([data.leads, errors[0]?.extensions], JSON.stringify(variables)).toMatchObject([null, { code, campo }]);
    }
    expect(await graphqlCodes(member, DECIDE, { id: newId('led'), spam: 'sim' })).toEqual(['BAD_USER_INPUT']);
  });

  it('are judged and deleted by members', async () => {
    const one = await account();
    const id = await sent(one);
    const decided = async (spam: boolean) => (await graphqlData(one.member, DECIDE, { id, spam })).decideLeadSpam;
    expect(await decided(true)).toEqual({ id, spam: true, spam_decidido_em: expect.stringMatching(/Z$/) });
    expect(await idsOf(one.member)).toEqual([]);
    expect(await decided(false)).toMatchObject({ spam: false });
    expect(await graphqlData(one.member, DELETE, { id })).toEqual({ deleteLead: id });
    expect((await one.member.get(`/v1/leads/${id}`)).status).toBe(404);
    expect(await graphqlCodes(one.member, DELETE, { id })).toEqual(['NotFound']);
  });

  it('are asked for their confirmation again only where their form asks for one', async () => {
    const one = await account();
    expect(await graphqlCodes(one.member, CONFIRM, { id: await sent(one) })).toEqual(['Conflict']);
  });

  it('are for sessions: a key of every scope and a stranger are rejected', async () => {
    const one = await account();
    const id = await sent(one);
    for (const [client, code] of [
      [await one.tenant.key(), 'PermissionDenied'],
      [stack.anonymous, 'AuthorizationError'],
    ] as const) {
      expect(await graphqlCodes(client, LEADS)).toEqual([code]);
      expect(await graphqlCodes(client, DELETE, { id })).toEqual([code]);
    }
  });

  it('take as many statements for fifty with forms, pages and files as for two', async () => {
    const one = await account();
    const forms = [one.form, await newForm(one.member), await newForm(one.member)];
    const pages = [await newPage(one.member, 'A'), await newPage(one.member, 'B')];
    for (let n = 0; n < 50; n += 1) await sentByPage({ ...one, form: forms[n % 3]! }, { pageId: pages[n % 2] });
    const statements = (first: number) => graphqlStatements(one.member, LEADS, { first }, /^select/i);
    const ofTwo = await statements(2);
    const ofFifty = await statements(50);
    for (const table of ['lead', 'form', 'page', 'lead_file']) {
      expect(
        ofFifty.filter((text) => text.includes(`FROM "${table}"`)),
        table,
      ).toHaveLength(1);
    }
    expect(ofFifty).toHaveLength(ofTwo.length);
    const { leads } = await graphqlData(one.member, LEADS, { first: 50 });
    for (const { node } of leads.edges) expect(node.arquivos).toMatchObject([{ nome: `${node.id}.txt` }]);
  });
});
