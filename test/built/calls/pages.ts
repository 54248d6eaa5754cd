import { type Calls, META, plain } from '../support/calls.js';
import { type PagesAccount, TEMPLATE } from './pages-rows.js';

const BRAND = {
  nome: 'Padaria do Bairro',
  cores: {
    primaria: '#1d4ed8',
    sobre_primaria: '#ffffff',
    texto: '#111827',
    fundo: '#ffffff',
    superficie: '#f3f4f6',
  },
  fonte_titulos: 'playfair-display',
  fonte_texto: 'inter',
  raio: 8,
};

const PAGES: Calls<PagesAccount> = {
  'GET /v1/paginas': plain,
  'POST /v1/paginas': ({ account }) => ({ body: { titulo: account.name() } }),
  'POST /v1/paginas/importar': ({ account }) => ({ body: { titulo: account.name(), template: TEMPLATE } }),
  'POST /v1/paginas/gerar': {
    body: { descricao: 'Uma padaria do bairro' },
    instead: { status: 503, because: 'No model is configured' },
  },
  'POST /v1/paginas/lote': async (own) => ({
    as: own.client,
    body: { acao: 'despublicar', ids: [(await own.publishedPage()).id] },
  }),
  'GET /v1/paginas/{id}': async (own) => ({ ids: [await own.page()] }),
  'PATCH /v1/paginas/{id}': async (own) => ({ ids: [await own.page()], body: { titulo: own.account.name() } }),
  'DELETE /v1/paginas/{id}': async (own) => ({ ids: [await own.page()] }),
  'POST /v1/paginas/{id}/restaurar': async (own) => ({ ids: [await own.deletedPage()] }),
  'POST /v1/paginas/{id}/duplicar': async (own) => ({ ids: [await own.page()] }),
  'GET /v1/paginas/{id}/seo': async (own) => ({ ids: [await own.page()] }),
  'PUT /v1/paginas/{id}/seo': async (own) => ({ ids: [await own.page()], body: { titulo: 'Padaria' } }),
  'GET /v1/paginas/{id}/rascunho': async (own) => ({ ids: [await own.draft()] }),
  'PUT /v1/paginas/{id}/rascunho': async (own) => ({ as: own.client, ids: [await own.page()] }),
  'DELETE /v1/paginas/{id}/rascunho': async (own) => ({ as: own.client, ids: [await own.draft()] }),
  'GET /v1/paginas/{id}/previa': async (own) => ({ ids: [await own.draft()] }),
  'GET /v1/replay/sessions': plain,
  'GET /v1/replay/sessions/{id}/events': {
    ids: ['00000000-0000-4000-8000-000000000000'],
    instead: { status: 404, because: 'No visitor of the account has consented to a recording' },
  },
  'POST /v1/paginas/{id}/versoes': async (own) => ({ ids: [await own.page()] }),
  'GET /v1/paginas/{id}/versoes': async (own) => ({ ids: [(await own.version())[0]] }),
  'GET /v1/paginas/{id}/versoes/{versao}': async (own) => ({ ids: await own.version() }),
  'POST /v1/paginas/{id}/publicar': async (own) => {
    const { page, body } = await own.savedPage();
    return { ids: [page], body };
  },
  'POST /v1/paginas/{id}/despublicar': async (own) => ({ ids: [(await own.publishedPage()).id] }),
  'PUT /v1/paginas/{id}/dominio': async (own) => ({
    ids: [await own.page()],
    body: { dominio_id: await own.domain(), caminho: '/oferta' },
  }),
  'POST /v1/paginas/{id}/midias/copiar': async (own) => ({
    ids: [await own.page()],
    body: { ids: [await own.media()] },
  }),
  'GET /v1/modelos': plain,
  'GET /v1/itens': plain,
  'GET /v1/campos-nativos': plain,
};

const FORMS_AND_LEADS: Calls<PagesAccount> = {
  'GET /v1/formularios': plain,
  'POST /v1/formularios': (own) => ({ body: own.formBody() }),
  'GET /v1/formularios/{id}': async (own) => ({ ids: [await own.form()] }),
  'PUT /v1/formularios/{id}': async (own) => ({ ids: [await own.form()], body: own.formBody() }),
  'GET /v1/formularios/{id}/avisos': async (own) => ({ ids: [await own.form()] }),
  'PUT /v1/formularios/{id}/avisos': async (own) => ({ ids: [await own.form()], body: { avisos: { membros: [] } } }),
  'DELETE /v1/formularios/{id}': async (own) => ({ ids: [await own.form()] }),
  'GET /v1/formularios/externo/{external_id}': async (own) => ({ ids: [await own.namedForm()] }),
  'PUT /v1/formularios/externo/{external_id}': async (own) => ({
    ids: [await own.namedForm()],
    body: own.formBody(),
  }),
  'POST /v1/leads': async (own) => ({ body: { ...own.leadBody(), form_id: await own.form() } }),
  'GET /v1/leads': plain,
  'GET /v1/leads/exportar': plain,
  'GET /v1/leads/{id}': async (own) => ({ ids: [await own.lead()] }),
  'DELETE /v1/leads/{id}': async (own) => ({ ids: [await own.lead()] }),
  'PUT /v1/leads/{id}/spam': async (own) => ({ ids: [await own.lead()], body: { spam: true } }),
  'POST /v1/leads/{id}/confirmacao': async (own) => ({
    ids: [(await own.unconfirmedLead()).lead],
    instead: { status: 429, because: 'The mail before was sent a moment ago' },
  }),
  'GET /v1/leads/{id}/arquivos/{arquivo}': async (own) => ({ ids: await own.leadWithFile() }),
  'POST /v1/forms/{formID}/submissions': async (own) => ({ ids: [await own.form()], body: own.leadBody() }),
  'POST /v1/forms/externo/{externalID}/submissions': async (own) => ({
    ids: [await own.namedForm()],
    body: own.leadBody(),
  }),
};

const SITE: Calls<PagesAccount> = {
  'GET /v1/marca': plain,
  'PUT /v1/marca': { body: BRAND },
  'GET /v1/site/seo': plain,
  'PUT /v1/site/seo': { body: { titulo_padrao: 'Padaria' } },
  'GET /v1/site/tags': plain,
  'PUT /v1/site/tags': { body: { tags: [{ tipo: 'ga4', id: 'G-AB12CD34EF' }] } },
  'GET /v1/dominios': plain,
  'POST /v1/dominios': (own) => ({ body: own.hostBody() }),
  'GET /v1/dominios/{id}': async (own) => ({ ids: [await own.domain()] }),
  'DELETE /v1/dominios/{id}': async (own) => ({ ids: [await own.domain()] }),
  'POST /v1/dominios/{id}/verificar': async (own) => ({ ids: [await own.provenDomain()] }),
  'PUT /v1/dominios/{id}/padrao': async (own) => ({ ids: [await own.domain()] }),
  'GET /v1/redirecionamentos': plain,
  'POST /v1/redirecionamentos': async (own) => ({
    body: { dominio_id: await own.domain(), caminho: '/antigo', destino: '/novo' },
  }),
  'GET /v1/redirecionamentos/{id}': async (own) => ({ ids: [await own.redirect()] }),
  'PATCH /v1/redirecionamentos/{id}': async (own) => ({ ids: [await own.redirect()], body: { destino: '/outro' } }),
  'DELETE /v1/redirecionamentos/{id}': async (own) => ({ ids: [await own.redirect()] }),
  'GET /v1/links': plain,
  'POST /v1/links': plain,
  'GET /v1/links/{id}': async (own) => ({ ids: [(await own.link()).id] }),
  'PATCH /v1/links/{id}': async (own) => ({ ids: [(await own.link()).id], body: { titulo: 'Oferta' } }),
  'DELETE /v1/links/{id}': async (own) => ({ ids: [(await own.link()).id] }),
  'GET /v1/links/{id}/qr': async (own) => ({ ids: [(await own.link()).id] }),
  'GET /v1/pixels': plain,
  'POST /v1/pixels': ({ account }) => ({ body: { nome: account.name() } }),
  'GET /v1/pixels/{id}': async (own) => ({ ids: [await own.pixel()] }),
  'PATCH /v1/pixels/{id}': async (own) => ({ ids: [await own.pixel()], body: { ativo: false } }),
  'DELETE /v1/pixels/{id}': async (own) => ({ ids: [await own.pixel()] }),
  'GET /v1/pixels/{id}/dominios': async (own) => ({ ids: [await own.pixel()] }),
  'POST /v1/pixels/{id}/dominios': async (own) => ({
    ids: [await own.pixel()],
    body: { dominio: 'loja.exemplo.com.br' },
  }),
  'DELETE /v1/pixels/{id}/dominios/{dominio_id}': async (own) => ({
    ids: await own.pixelPart('dominios', { dominio: 'loja.exemplo.com.br' }),
  }),
  'GET /v1/pixels/{id}/conversoes': async (own) => ({ ids: [await own.pixel()] }),
  'POST /v1/pixels/{id}/conversoes': async (own) => ({
    ids: [await own.pixel()],
    body: { nome: 'Compra', tipo: 'evento', valor: 'compra' },
  }),
  'DELETE /v1/pixels/{id}/conversoes/{conversao_id}': async (own) => ({
    ids: await own.pixelPart('conversoes', { nome: 'Compra', tipo: 'evento', valor: 'compra' }),
  }),
  'GET /v1/midias': plain,
  'POST /v1/midias': (own) => ({ raw: own.mediaForm() }),
  'POST /v1/midias/de-url': ({ account }) => ({
    body: { url: account.dev.hooks.requests },
    instead: { status: 422, because: 'No address that the stack may reach has a picture' },
  }),
  'GET /v1/midias/{id}': async (own) => ({ ids: [await own.media()] }),
  'PATCH /v1/midias/{id}': async (own) => ({ ids: [await own.media()], body: { descricao: 'Um ponto' } }),
  'DELETE /v1/midias/{id}': async (own) => ({ ids: [await own.media()] }),
};

const EXPERIMENTS: Calls<PagesAccount> = {
  'GET /v1/paginas/{id}/experimentos': async (own) => ({ ids: [await own.page()] }),
  'POST /v1/paginas/{id}/experimentos': async (own) => {
    const { id, body } = await own.experimentBody();
    return { ids: [id], body };
  },
  'GET /v1/paginas/{id}/experimentos/{experimentoId}': async (own) => ({ ids: (await own.experiment()).ids }),
  'PATCH /v1/paginas/{id}/experimentos/{experimentoId}': async (own) => ({
    ids: (await own.experiment()).ids,
    body: { nome: 'Outro título' },
  }),
  'DELETE /v1/paginas/{id}/experimentos/{experimentoId}': async (own) => ({ ids: (await own.experiment()).ids }),
  'POST /v1/paginas/{id}/experimentos/{experimentoId}/iniciar': async (own) => ({ ids: (await own.experiment()).ids }),
  'POST /v1/paginas/{id}/experimentos/{experimentoId}/parar': async (own) => ({
    ids: (await own.runningExperiment()).ids,
  }),
  'POST /v1/paginas/{id}/experimentos/{experimentoId}/promover': async (own) => {
    const { ids, variants } = await own.runningExperiment();
    return { ids, body: { variante: variants[1] } };
  },
  'GET /v1/analytics/ab': async (own) => ({ query: { pagina: (await own.runningExperiment()).ids[0] } }),
  'GET /v1/paginas/{id}/roteamento': async (own) => ({ ids: [await own.page()] }),
  'PUT /v1/paginas/{id}/roteamento': async (own) => ({ ids: [await own.page()], body: { regras: [] } }),
};

const REPORTS: Calls<PagesAccount> = {
  'GET /v1/analytics/overview': plain,
  'GET /v1/analytics/breakdown': plain,
  'GET /v1/analytics/relatorio': plain,
  'GET /v1/analytics/relatorio/exportar': plain,
  'GET /v1/analytics/events': plain,
  'GET /v1/analytics/session/{id}': { ids: ['01939e2c-6f5b-7c3a-9d41-2b8f0e6a7c15'] },
  'GET /v1/analytics/heatmap': plain,
  'GET /v1/analytics/traffic-quality': plain,
  'GET /v1/analytics/live': plain,
  'GET /v1/analytics/live/stream': plain,
  'GET /v1/formularios/{formID}/analytics': async (own) => ({ ids: [await own.form()] }),
  'GET /v1/relatorios/visoes': plain,
  'POST /v1/relatorios/visoes': ({ account }) => ({ body: { nome: account.name(), filtros: { pais: 'BR' } } }),
  'GET /v1/relatorios/visoes/{id}': async (own) => ({ ids: [await own.reportView()] }),
  'PUT /v1/relatorios/visoes/{id}': async (own) => ({
    ids: [await own.reportView()],
    body: { nome: own.account.name() },
  }),
  'DELETE /v1/relatorios/visoes/{id}': async (own) => ({ ids: [await own.reportView()] }),
};

export const PAGES_CALLS: Calls<PagesAccount> = {
  ...META,
  ...PAGES,
  ...FORMS_AND_LEADS,
  ...SITE,
  ...EXPERIMENTS,
  ...REPORTS,
};
