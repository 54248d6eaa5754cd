import { randomUUID } from 'node:crypto';
import { newId } from '#libs/core/persistence';
import { waitUntil } from '#libs/test/testing';
import { gradient, upload } from '../../apps/pages/src/media/media-pictures.fixture.js';
import { createdId } from './created-id.js';
import type { AppResources, Holdings } from './resources.js';

const FORM = { nome: 'Contato', campos: [{ nome: 'email', rotulo: 'E-mail', tipo: 'email', chave: 'email' }] };

const IN_DRAFT = 'a document may name a picture that is gone; who checks or publishes it is warned';

const LINK = { destino: 'https://www.example.com/' };

/** A document with a place for a picture. */
const TEMPLATE = {
  versao: 2,
  secoes: [{ id: 'secao', estilo: {}, colunas: [{ id: 'coluna', itens: [] }] }],
};

const EXPERIMENT = {
  nome: 'Título',
  variantes: [1, 2].map((versao) => ({ nome: `Versão ${versao}`, versao, peso: 50 })),
  objetivo: { tipo: 'formulario' },
};

const BRAND = {
  nome: 'Padaria',
  cores: { primaria: '#1d4ed8', sobre_primaria: '#ffffff', texto: '#111827', fundo: '#ffffff', superficie: '#f3f4f6' },
  fonte_titulos: 'inter',
  fonte_texto: 'inter',
  raio: 8,
};

const externalId = (own: Holdings) => `loja-${own.owner.slug}`;

/** The file that a visitor sent to the account's page, once its lead is kept. */
const fileOf = ({ every, tenantId }: Holdings): Promise<{ id: string; lead_id: string }> =>
  waitUntil(
    async () =>
      (
        await every.pages.sql<{ id: string; lead_id: string }>(
          'select id, lead_id from lead_file where tenant_id = $1',
          [tenantId],
        )
      )[0],
    { what: 'the lead of a page' },
  );

/** The ids that Pages takes. */
export const PAGES_RESOURCES: AppResources = {
  at: {
    '/v1/analytics/session': {
      create: async ({ every, tenantId }) => {
        const id = randomUUID();
        await every.pages.sql(
          `insert into event (tenant_id, session_id, at, id, kept_days, kind, page_id, path, is_bot, received_at)
           values ($1, $2, now(), gen_random_uuid(), 30, 'view', 'pag_0123456789abcdef', '/', false, now())`,
          [tenantId, id],
        );
        return id;
      },
      unknown: randomUUID,
    },
    '/v1/dominios': {
      create: ({ every, tenantId, owner }) => {
        const view = {
          id: tenantId,
          slug: owner.slug,
          name: 'Acme',
          plan: '',
          products: [],
          status: 'active',
        } as const;
        return every.pages.tenantOf({ ...view, products: [] }).verifyHost(`www.${owner.slug}.example`);
      },
      unknown: () => newId('dom'),
    },
    '/v1/formularios': {
      create: async (own) =>
        createdId(await own.session.post('/v1/formularios', { ...FORM, external_id: externalId(own) })),
      unknown: () => newId('frm'),
    },
    '/v1/formularios/externo': {
      create: async (own) => {
        await own.at('/v1/formularios');
        return externalId(own);
      },
      unknown: () => 'loja-unknown',
    },
    '/v1/forms': { create: (own) => own.at('/v1/formularios'), unknown: () => newId('frm') },
    '/v1/forms/externo': { create: (own) => own.at('/v1/formularios/externo'), unknown: () => 'loja-unknown' },
    '/v1/leads': { create: async (own) => (await fileOf(own)).lead_id, unknown: () => newId('led') },
    '/v1/leads/{id}/arquivos': { create: async (own) => (await fileOf(own)).id, unknown: randomUUID },
    '/v1/links': {
      create: async ({ session }) => createdId(await session.post('/v1/links', LINK)),
      unknown: () => newId('lnk'),
    },
    '/v1/midias': {
      create: async ({ session }) => createdId(await upload(session, await gradient(10, 10).png().toBuffer())),
      unknown: () => newId('med'),
    },
    '/v1/replay/sessions': {
      create: async ({ every, tenantId }) => {
        const id = randomUUID();
        await every.pages.sql(
          `insert into replay_session values
             ($1, current_date, $2, '', null, 'visitor', 'pag_1', null, now(), now(), 0, 0, 0, 0, 0)`,
          [tenantId, id],
        );
        return id;
      },
      unknown: randomUUID,
    },
    '/v1/paginas': {
      create: async ({ session }) => createdId(await session.post('/v1/paginas', { titulo: 'Oferta' })),
      unknown: () => newId('pag'),
    },
    '/v1/paginas/{id}/versoes': {
      create: async (own) => {
        const path = `/v1/paginas/${await own.at('/v1/paginas')}/versoes`;
        return createdId(await own.session.post(path, { template: TEMPLATE }), ({ versao }) => String(versao));
      },
      unknown: () => '4711',
      isNumber: true,
    },
    '/v1/paginas/{id}/experimentos': {
      create: async (own) => {
        await own.at('/v1/paginas/{id}/versoes');
        const page = `/v1/paginas/${await own.at('/v1/paginas')}`;
        await own.session.post(`${page}/versoes`, { template: TEMPLATE });
        return createdId(await own.session.post(`${page}/experimentos`, EXPERIMENT));
      },
      unknown: () => newId('exp'),
    },
    '/v1/pixels': {
      create: async ({ session }) => createdId(await session.post('/v1/pixels', { nome: `Loja ${randomUUID()}` })),
      unknown: () => newId('pxl'),
    },
    '/v1/pixels/{id}/dominios': {
      create: async (own) => {
        const path = `/v1/pixels/${await own.at('/v1/pixels')}/dominios`;
        return createdId(await own.session.post(path, { dominio: `${randomUUID()}.example.com` }));
      },
      unknown: () => newId('pdm'),
    },
    '/v1/pixels/{id}/conversoes': {
      create: async (own) => {
        const path = `/v1/pixels/${await own.at('/v1/pixels')}/conversoes`;
        return createdId(await own.session.post(path, { nome: randomUUID(), tipo: 'evento', valor: 'compra' }));
      },
      unknown: () => newId('pcv'),
    },
    '/v1/redirecionamentos': {
      create: async (own) => {
        const dominio_id = await own.at('/v1/dominios');
        const body = { dominio_id, caminho: '/antigo', destino: '/novo' };
        return createdId(await own.session.post('/v1/redirecionamentos', body));
      },
      unknown: () => newId('rdr'),
    },
    '/v1/relatorios/visoes': {
      create: async ({ session }) => createdId(await session.post('/v1/relatorios/visoes', { nome: 'Brasil' })),
      unknown: () => newId('rpv'),
    },
  },
  fields: {
    logo_id: '/v1/midias',
    imagem_id: '/v1/midias',
    imagem_fundo: '/v1/midias',
    favicon_id: '/v1/midias',
    form_id: '/v1/formularios',
    formulario_id: '/v1/formularios',
    dominio_id: '/v1/dominios',
    pagina_inicial_id: '/v1/paginas',
    pagina_id: '/v1/paginas',
    'POST /v1/paginas/{id}/midias/copiar ids': '/v1/midias',
    'POST /v1/paginas/lote ids': '/v1/paginas',
    'bulkPages ids': '/v1/paginas',
  },
  noIds: {
    external_id: 'the name of a form in another system, which each account gives as it likes',
    id: 'the name of a part of a document or of a tag, or a variant of the experiment of the path',
    variante: 'a variant of the experiment of the path',
    membros: 'users, of whom those that are members when a lead comes hear of it',
    template_id: 'a template of Platform, which is looked for when a lead is answered',
  },
  open: {},
  empty: {
    'GET /v1/analytics/session/{id} /v1/analytics/session': 'the events of a session of another account are none',
    'trafficSession id': 'the events of a session of another account are none',
  },
  otherwise: {
    // The names are each account's own: a valid form under an unknown one is created.
    'PUT /v1/formularios/externo/{external_id} /v1/formularios/externo': [400, 'ValidationError'],
  },
  alike: {
    'POST /v1/paginas/gerar formulario_id': 'without a provider nothing is generated, and no form is looked for',
  },
  takesUnknown: {
    'POST /v1/paginas/lote dominio_id':
      'it is looked at where pages are moved, and the result of each says that it is not there',
    'POST /v1/paginas/lote ids.0': 'each page has a result of its own, which says that it is not there',
    'POST /v1/paginas/importar template.secoes.0.estilo.imagem_fundo': IN_DRAFT,
    'PUT /v1/paginas/{id}/rascunho template.secoes.0.estilo.imagem_fundo': IN_DRAFT,
    'POST /v1/paginas/{id}/versoes template.secoes.0.estilo.imagem_fundo': IN_DRAFT,
    'PUT /v1/paginas/{id}/dominio pagina_inicial_id': 'it is looked at where a home page leaves its domain',
    'bulkPages input.ids.0': 'each page has a result of its own, which says that it is not there',
    'importPage input.template.secoes.0.estilo.imagem_fundo': IN_DRAFT,
    'movePage input.pagina_inicial_id': 'it is looked at where a home page leaves its domain',
  },
  bodies: {
    'POST /v1/paginas/{id}/experimentos': EXPERIMENT,
    'POST /v1/paginas/gerar': { descricao: 'Uma página para a padaria do bairro' },
    'POST /v1/paginas/importar': { titulo: 'Oferta', template: TEMPLATE },
    'PUT /v1/paginas/{id}/rascunho': { template: TEMPLATE },
    'POST /v1/paginas/{id}/versoes': { template: TEMPLATE },
    'PUT /v1/paginas/{id}/dominio': async (own) => ({ dominio_id: await own.at('/v1/dominios'), caminho: '/' }),
  },
  graphql: {
    arguments: {
      dominio_id: '/v1/dominios',
      form_id: '/v1/formularios',
      pageId: '/v1/paginas',
      pixelId: '/v1/pixels',
    },
    fields: [
      [/experiment|promoteVariant/i, '/v1/paginas/{id}/experimentos'],
      [/pixelDomain/i, '/v1/pixels/{id}/dominios'],
      [/pixelConversion/i, '/v1/pixels/{id}/conversoes'],
      [/pixel/i, '/v1/pixels'],
      [/trafficSession/i, '/v1/analytics/session'],
      [/domain/i, '/v1/dominios'],
      [/form/i, '/v1/formularios'],
      [/lead/i, '/v1/leads'],
      [/link/i, '/v1/links'],
      [/media/i, '/v1/midias'],
      [/redirect/i, '/v1/redirecionamentos'],
      [/reportView/i, '/v1/relatorios/visoes'],
      [/replay/i, '/v1/replay/sessions'],
      [/page/i, '/v1/paginas'],
    ],
    inputs: {
      replaceBrand: BRAND,
      updateForm: FORM,
      bulkPages: async (own) => ({ acao: 'publicar', ids: [await own.at('/v1/paginas')] }),
      describeMedia: { descricao: 'Uma praia' },
      savePageDraft: { template: TEMPLATE },
      savePageVersion: { template: TEMPLATE },
      movePage: async (own) => ({ dominio_id: await own.at('/v1/dominios'), caminho: '/' }),
      updatePage: { titulo: 'Outra' },
      importPage: { titulo: 'Oferta', modelo: 'ebook' },
      createPixelConversion: { nome: 'Compra', tipo: 'evento', valor: 'compra' },
      createPixelDomain: { dominio: 'loja.example.com' },
      createExperiment: EXPERIMENT,
      promoteVariant: { variante: newId('vrt') },
      replacePageRouting: { regras: [] },
      createRedirect: { dominio_id: 'x', caminho: '/outro', destino: '/novo' },
    },
  },
};
