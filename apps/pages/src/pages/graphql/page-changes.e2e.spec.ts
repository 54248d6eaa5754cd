import { decodeJwt } from 'jose';
import { describe, expect, it } from 'vitest';
import { newId, type Id } from '#libs/core/persistence';
import { askGraphql, graphqlCodes, graphqlData } from '../../../../../test/support/graphql.js';
import { HttpClient } from '../../../../../test/support/http-client.js';
import { pagesStack } from '../../../../../test/support/pages-stack.js';
import { spendFields } from '../../../../../test/support/spent-fields.js';
import { openSession, publish } from '../../../../../test/support/test-credentials.js';
import { usePrepared, useStack } from '../../../../../test/support/use-stack.js';

const stack = useStack(() => pagesStack({ pages: { ROLE: 'api' }, withRuntime: true }));
const tenant = usePrepared(() => stack.createTenant());
const acme = usePrepared(() => tenant.session());
const member = usePrepared(() => tenant.session('member'));

let count = 0;
const unique = (name: string) => `${name}-${(count += 1)}-${Date.now().toString(36)}`;

const created = async (input: object = {}): Promise<{ id: string; slug: string }> => {
  const query = 'mutation ($input: CreatePageInput!) { createPage(input: $input) { id slug } }';
  return (await graphqlData(acme, query, { input: { titulo: 'Oferta', slug: unique('oferta'), ...input } })).createPage;
};

/** Calls a mutation with an id and an input; `Input` is its type. */
const mutation = (name: string, Input: string, fields: string) =>
  `mutation ($id: ID!, $input: ${Input}) { ${name}(id: $id, input: $input) ${fields} }`;

const titled = (texto: string) => ({
  versao: 2,
  secoes: [{ id: 's1', estilo: {}, colunas: [{ id: 'c1', itens: [{ id: 'i1', tipo: 'titulo', props: { texto } }] }] }],
  estilo: {},
});

const SAVE_DRAFT = mutation('savePageDraft', 'SaveDraftInput!', '{ base versao_base template }');
const PUBLISH = mutation(
  'publishPage',
  'PublishPageInput',
  '{ versao_publicada url_publica avisos { codigo } page { status publishedVersion { versao } } }',
);

describe('a page by GraphQL', () => {
  it('changes title, slug and SEO', async () => {
    const { id } = await created();
    const slug = unique('novo');
    const update = mutation('updatePage', 'UpdatePageInput!', '{ titulo slug }');
    expect(await graphqlData(acme, update, { id, input: { titulo: ' Novo ', slug } })).toEqual({
      updatePage: { titulo: 'Novo', slug },
    });
    const seo = mutation('updatePageSeo', 'PageSeoInput!', '{ seo { titulo descricao indexavel idioma } }');
    const input = { titulo: 'Para buscadores', indexavel: false };
    expect((await graphqlData(acme, seo, { id, input })).updatePageSeo.seo).toEqual({
      titulo: 'Para buscadores',
      descricao: null,
      indexavel: false,
      idioma: 'pt-BR',
    });
    expect((await acme.get(`/v1/paginas/${id}/seo`)).body).toMatchObject({
      titulo: 'Para buscadores',
      indexavel: false,
    });
    for (const [query, wrong, code, campo] of [
      [update, {}, 'Unprocessable', undefined],
      [update, { titulo: null }, 'Unprocessable', undefined],
      [update, { slug: 'docs' }, 'Unprocessable', 'slug'],
      [seo, { canonica: 'javascript:alert(1)' }, 'ValidationError', 'canonica'],
    ] as const) {
      const { errors } = await askGraphql(acme, query, { id, input: wrong });
      expect([errors[0]?.extensions['code'], errors[0]?.extensions['campo']]).toEqual([code, campo]);
    }
  });

  it('is deleted, listed as deleted, and restored', async () => {
    const { id, slug } = await created();
    const remove = 'mutation ($id: ID!) { deletePage(id: $id) }';
    expect(await graphqlData(acme, remove, { id })).toEqual({ deletePage: id });
    expect(await graphqlCodes(acme, remove, { id })).toEqual(['NotFound']);
    expect(await graphqlCodes(acme, 'query ($id: ID!) { page(id: $id) { id } }', { id })).toEqual(['NotFound']);
    const deleted = '{ pages(status: "apagada") { edges { node { id status draft { base } } } } }';
    expect((await graphqlData(acme, deleted)).pages.edges).toContainEqual({
      node: { id, status: 'apagada', draft: null },
    });
    const restore = mutation('restorePage', 'RestorePageInput', '{ id slug status }');
    expect((await graphqlData(acme, restore, { id })).restorePage).toEqual({ id, slug, status: 'rascunho' });
  });

  it('is duplicated and imported', async () => {
    const { id } = await created();
    const duplicate = mutation('duplicatePage', 'DuplicatePageInput', '{ id titulo }');
    const copy = (await graphqlData(acme, duplicate, { id })).duplicatePage;
    expect(copy.titulo).toBe('Cópia de Oferta');
    expect(copy.id).not.toBe(id);
    const { pageTemplates } = await graphqlData(acme, '{ pageTemplates { id nome descricao } }');
    expect(pageTemplates).toHaveLength(10);
    const imported = 'mutation ($input: ImportPageInput!) { importPage(input: $input) { titulo draft { template } } }';
    const input = { titulo: 'Importada', modelo: pageTemplates[0].id };
    const { importPage } = await graphqlData(acme, imported, { input });
    expect(importPage.draft.template.secoes.length).toBeGreaterThan(0);
    expect(await graphqlCodes(acme, imported, { input: { titulo: 'x' } })).toEqual(['ValidationError']);
    expect(await graphqlCodes(acme, imported, { input: { titulo: 'x', modelo: 'nenhum' } })).toEqual(['Unprocessable']);
  });

  it('keeps both sides when two authors write its draft', async () => {
    const { id } = await created();
    const { base } = (await graphqlData(acme, SAVE_DRAFT, { id, input: { template: titled('Um') } })).savePageDraft;
    const second = await graphqlData(member, SAVE_DRAFT, { id, input: { template: titled('Dois'), base } });
    const { data, errors } = await askGraphql(acme, SAVE_DRAFT, { id, input: { template: titled('Três'), base } });
    expect(data.savePageDraft).toBeNull();
    expect(errors[0]?.extensions).toMatchObject({
      code: 'Conflict',
      atual: { template: titled('Dois'), base: second.savePageDraft.base },
      enviado: { template: titled('Três'), base },
    });
    const discard = mutation('discardPageDraft', 'DiscardDraftInput', '{ draft { base template } }');
    expect(await graphqlCodes(acme, discard, { id, input: { base } })).toEqual(['Conflict']);
    const discarded = await graphqlData(acme, discard, { id, input: { base: second.savePageDraft.base } });
    expect(discarded.discardPageDraft.draft.template).toEqual({ versao: 2, secoes: [], estilo: {} });
  });

  it('refuses a document that is not valid, with the field at fault', async () => {
    const { id } = await created();
    const template = { versao: 2, secoes: [], estilo: { fonte_titulo: 'Comic Sans' } };
    const { errors } = await askGraphql(acme, SAVE_DRAFT, { id, input: { template } });
    const rest = await acme.put(`/v1/paginas/${id}/rascunho`, { template });
    expect(errors[0]).toMatchObject({
      message: rest.body.erro,
      extensions: { code: 'Unprocessable', campo: rest.body.campo },
    });
    for (const wrong of ['"texto"', '[]', '1']) {
      const query = `mutation { savePageDraft(id: "${id}", input: { template: ${wrong} }) { base } }`;
      expect(await graphqlCodes(acme, query)).toEqual(['GRAPHQL_VALIDATION_FAILED']);
    }
  });

  it('is published, served, and taken off the air', async () => {
    const { id, slug } = await created();
    const saveVersion = mutation('savePageVersion', 'SaveVersionInput!', '{ versao pagina_id base }');
    const saved = await graphqlData(acme, saveVersion, { id, input: { template: titled('No ar') } });
    expect(saved.savePageVersion).toMatchObject({ versao: 2, pagina_id: id });
    expect((await graphqlData(acme, PUBLISH, { id })).publishPage).toMatchObject({
      versao_publicada: 2,
      page: { status: 'publicada', publishedVersion: { versao: 2 } },
    });
    expect((await stack.visitor.get(`/${slug}`)).text).toContain('No ar');
    expect(await graphqlCodes(acme, PUBLISH, { id, input: { versao: 9 } })).toEqual(['NotFound']);
    const unpublish = 'mutation ($id: ID!) { unpublishPage(id: $id) { status publishedVersion { versao } } }';
    expect((await graphqlData(acme, unpublish, { id })).unpublishPage).toEqual({
      status: 'rascunho',
      publishedVersion: null,
    });
  });

  it('moves to a domain and a path, with the code of a path in use', async () => {
    const domainId = await tenant.verifyHost(`mover.${tenant.slug}.example`);
    const [one, other] = [await created(), await created()];
    const move = mutation('movePage', 'MovePageInput!', '{ alterado url_publica page { caminho domain { id } } }');
    const input = { dominio_id: domainId, caminho: '/promo' };
    expect((await graphqlData(acme, move, { id: one.id, input })).movePage).toMatchObject({
      alterado: true,
      page: { caminho: '/promo', domain: { id: domainId } },
    });
    const { errors } = await askGraphql(acme, move, { id: other.id, input });
    expect(errors[0]).toMatchObject({
      message: 'Outra página ou um redirecionamento ocupa este caminho.',
      extensions: { code: 'PathInUse', erro: 'caminho_em_uso', campo: 'caminho', field: 'input.caminho' },
    });
    expect(await graphqlCodes(acme, move, { id: one.id, input: { ...input, caminho: 'x y' } })).toEqual([
      'PathInvalid',
    ]);
    expect(await graphqlCodes(acme, move, { id: one.id, input: { ...input, dominio_id: newId('dom') } })).toEqual([
      'NotFound',
    ]);
  });

  it('is one of many in a bulk action, each with its own outcome', async () => {
    const [one, unknown] = [await created(), newId('pag')];
    const query = `mutation ($input: BulkPagesInput!) {
      bulkPages(input: $input) { total ok erros resultados { id status versao motivo } }
    }`;
    const { bulkPages } = await graphqlData(acme, query, { input: { acao: 'publicar', ids: [one.id, unknown] } });
    expect(bulkPages).toEqual({
      total: 2,
      ok: 1,
      erros: 1,
      resultados: [
        { id: one.id, status: 'ok', versao: 1, motivo: null },
        { id: unknown, status: 'erro', versao: null, motivo: 'nao_encontrada' },
      ],
    });
    for (const input of [
      { acao: 'apagar', ids: [one.id] },
      { acao: 'publicar', ids: [] },
      { acao: 'mudar_dominio', ids: [one.id] },
    ]) {
      expect(await graphqlCodes(acme, query, { input })).toEqual(['ValidationError']);
    }
  });
});

describe('mutations by GraphQL', () => {
  it('are for sessions alone', async () => {
    const { id } = await created();
    const query = 'mutation ($id: ID!) { deletePage(id: $id) }';
    expect(await graphqlCodes(await tenant.key(), query, { id })).toEqual(['PermissionDenied']);
    expect(await graphqlCodes(stack.anonymous, query, { id })).toEqual(['AuthorizationError']);
    const suspended = await stack.createTenant();
    const late = await suspended.session();
    await suspended.setStatus('suspended');
    expect(await graphqlCodes(late, query, { id })).toEqual(['TenantSuspended']);
    expect((await acme.get(`/v1/paginas/${id}`)).status).toBe(200);
  });

  it('are not for an operator in a support session, who only reads', async () => {
    const { id } = await created();
    const operator = await openSession(stack.view, stack.issuer, { operator: true, memberships: [] });
    const { sid } = decodeJwt<{ sid: string }>(operator.token);
    const [sessionId, expiresAt] = [newId('ses'), new Date(Date.now() + 600_000)];
    await publish(stack.view, 'session', sessionId, {
      sessionId,
      userId: operator.userId as Id<'usr'>,
      expiresAt: expiresAt.toISOString(),
      support: { tenantId: tenant.id, parentSessionId: sid },
    });
    const token = await stack.issuer.signToken(operator.userId, sessionId, expiresAt);
    const support = new HttpClient(stack.url, { authorization: `Bearer ${token}` });
    const read = 'query ($id: ID!) { page(id: $id) { titulo draft { base } } }';
    expect((await graphqlData(support, read, { id })).page).toMatchObject({ titulo: 'Oferta' });
    expect(await graphqlCodes(support, 'mutation ($id: ID!) { deletePage(id: $id) }', { id })).toEqual([
      'PermissionDenied',
    ]);
    expect((await acme.get(`/v1/paginas/${id}`)).status).toBe(200);
  });

  it('run one after the other, each on what the one before has written', async () => {
    const { id } = await created();
    const query = `mutation ($id: ID!, $template: JSONObject!) {
      before: updatePage(id: $id, input: { titulo: "Antes" }) { titulo draft { template } versions { edges { node { versao } } } }
      savePageVersion(id: $id, input: { template: $template }) { versao }
      after: updatePage(id: $id, input: { titulo: "Depois" }) { titulo draft { template } versions { edges { node { versao } } } }
    }`;
    const { before, after } = await graphqlData(acme, query, { id, template: titled('Novo') });
    expect([before.titulo, before.draft.template.secoes, before.versions.edges.length]).toEqual(['Antes', [], 1]);
    expect([after.titulo, after.draft.template, after.versions.edges.length]).toEqual(['Depois', titled('Novo'), 2]);
  });

  it('count each of their root fields, and queries do, up to 1,500 a minute of a session', async () => {
    const client = await (await stack.createTenant()).session();
    const fields = Array.from({ length: 10 }, (_, n) => `a${n}: pageTemplates { id }`);
    const ten = `{ ${fields.join(' ')} }`;
    const one = '{ pageTemplates { id } }';
    const left = async () => (await client.post('/graphql', { query: ten })).headers['x-ratelimit-remaining'];
    expect(await left()).toBe('1490');
    await spendFields(stack, client, 1_480);
    expect(await left()).toBe('0');
    expect(await graphqlCodes(client, one)).toEqual(['Throttling']);
    expect(await graphqlCodes(client, 'mutation { createPage(input: { titulo: "x" }) { id } }')).toEqual([
      'Throttling',
    ]);
    expect(await graphqlCodes(acme, one)).toEqual([]);
  });
});
