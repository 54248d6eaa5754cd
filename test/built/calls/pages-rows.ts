import { randomUUID } from 'node:crypto';
import { waitUntil } from '#libs/test/testing';
import type { Answer, HttpClient } from '../../support/http-client.js';
import { type BuiltAccount, expectStatus } from '../support/account.js';
import { formOf } from '../support/multipart.js';
import { PATIENCE } from '../support/outside.js';

export const ORIGIN = 'https://www.example.com';

const FIELDS = [
  { nome: 'nome', rotulo: 'Nome', tipo: 'texto' },
  { nome: 'email', rotulo: 'E-mail', tipo: 'email', obrigatorio: true },
];

/** An empty page document. */
export const TEMPLATE = { versao: 2, secoes: [], estilo: {} };

/** One pixel. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** Makes rows of an account of the landing pages. */
export class PagesAccount {
  constructor(readonly account: BuiltAccount) {}

  get client(): HttpClient {
    return this.account.session('pages');
  }

  formBody(more: object = {}): object {
    return { nome: this.account.name(), campos: FIELDS, origens: [ORIGIN], ...more };
  }

  async form(more: object = {}): Promise<string> {
    return (await this.made('formularios', this.formBody(more))).id;
  }

  /** A form with a name of the account's own, which is answered. */
  async namedForm(): Promise<string> {
    const name = this.account.name();
    await this.form({ external_id: name });
    return name;
  }

  async page(): Promise<string> {
    return (await this.made('paginas', { titulo: this.account.name() })).id;
  }

  async deletedPage(): Promise<string> {
    const id = await this.page();
    await expectStatus(this.client.delete(`/v1/paginas/${id}`), 204);
    return id;
  }

  /** A page that visitors see, with a form. */
  async publishedPage(
    campos: object[] = FIELDS,
    more: object = {},
  ): Promise<{ id: string; slug: string; form: string }> {
    const form = await this.form({ campos, ...more });
    const { modelos } = await expectStatus(this.client.get('/v1/modelos'), 200);
    const body = { titulo: this.account.name(), modelo: modelos[0].id, formulario_id: form };
    const { id, slug } = await this.made('paginas/importar', body);
    await expectStatus(this.client.post(`/v1/paginas/${id}/publicar`, {}), 200);
    return { id, slug, form };
  }

  /** A page with a version that is not published. */
  async savedPage(): Promise<{ page: string; body: { versao: number } }> {
    const [page, versao] = await this.version();
    return { page, body: { versao } };
  }

  async version(): Promise<[page: string, version: number]> {
    const page = await this.page();
    const { versao } = await this.made(`paginas/${page}/versoes`, { template: TEMPLATE });
    return [page, versao];
  }

  async draft(): Promise<string> {
    const page = await this.page();
    await expectStatus(this.client.put(`/v1/paginas/${page}/rascunho`, { template: TEMPLATE }), 200);
    return page;
  }

  leadBody(): object {
    return { campos: { email: this.account.address(), nome: 'Ana' }, consentimento: true };
  }

  async lead(): Promise<string> {
    return (await this.made('leads', { ...this.leadBody(), form_id: await this.form() })).lead_id;
  }

  /** A lead that must still confirm its address. */
  async unconfirmedLead(): Promise<{ lead: string; email: string; form: string }> {
    const form = await this.form({ confirmacao_dupla: true });
    const email = this.account.address();
    const body = { campos: { email, nome: 'Ana' }, consentimento: true };
    const visitor = this.account.anonymous('runtime').with({ origin: ORIGIN });
    await expectStatus(visitor.post(`/f/${form}`, body), 200);
    const { leads } = await expectStatus(this.client.get(`/v1/leads?status=todos&form_id=${form}`), 200);
    return { lead: leads[0].id, email, form };
  }

  /** A lead with a file, as a visitor without JavaScript sends it. */
  async leadWithFile(): Promise<[lead: string, file: string]> {
    const { slug, form } = await this.publishedPage([
      ...FIELDS,
      { nome: 'curriculo', rotulo: 'Currículo', tipo: 'arquivo' },
    ]);
    const { content, type } = formOf({
      email: this.account.address(),
      curriculo: { name: 'cv.txt', type: 'text/plain', content: 'Curriculum' },
    });
    const visitor = this.account.anonymous('runtime');
    await expectStatus(visitor.send('POST', `/${slug}`, content, { 'content-type': type }), 200, 303);
    const { leads } = await expectStatus(this.client.get(`/v1/leads?status=todos&form_id=${form}`), 200);
    const { arquivos } = await expectStatus(this.client.get(`/v1/leads/${leads[0].id}`), 200);
    return [leads[0].id, arquivos[0].id];
  }

  async link(): Promise<{ id: string; slug: string }> {
    return this.made('links', { destino: 'https://www.exemplo.com.br/oferta', slug: this.account.name() });
  }

  async pixel(): Promise<string> {
    return (await this.made('pixels', { nome: this.account.name() })).id;
  }

  async pixelPart(part: 'dominios' | 'conversoes', body: object): Promise<[pixel: string, part: string]> {
    const pixel = await this.pixel();
    return [pixel, (await expectStatus(this.client.post(`/v1/pixels/${pixel}/${part}`, body), 201)).id];
  }

  /** An experiment over two versions of a page, the first of which is published. */
  async experiment(): Promise<{ ids: [page: string, experiment: string]; variants: string[] }> {
    const { id: page, body } = await this.experimentBody();
    const { id, variantes } = await this.made(`paginas/${page}/experimentos`, body);
    return { ids: [page, id], variants: variantes.map((one: { id: string }) => one.id) };
  }

  async experimentBody(): Promise<{ id: string; body: object }> {
    const { id } = await this.publishedPage();
    const { versao } = await this.made(`paginas/${id}/versoes`, { template: TEMPLATE });
    const variantes = [versao - 1, versao].map((one) => ({ nome: `Versão ${one}`, versao: one, peso: 50 }));
    return { id, body: { nome: this.account.name(), variantes } };
  }

  async runningExperiment(): Promise<{ ids: [page: string, experiment: string]; variants: string[] }> {
    const made = await this.experiment();
    const [page, id] = made.ids;
    await expectStatus(this.client.post(`/v1/paginas/${page}/experimentos/${id}/iniciar`, {}), 200);
    return made;
  }

  /** A page view of a site of the account, whose pixel the runtime knows. */
  async visit(origin: string): Promise<object> {
    const body = { credencial: await this.credential(origin), eventos: [{ tipo: 'visualizacao' }], url: `${origin}/` };
    const visitor = this.account.anonymous('runtime').with({ origin });
    const isKnown = async () => (await visitor.post('/collect', body)).status === 202;
    await waitUntil(isKnown, { ...PATIENCE, what: 'a pixel that the runtime knows' });
    return { ...body, lote: randomUUID() };
  }

  /** The beginning of a recording, with the visitor's consent. */
  async recording(origin: string): Promise<object> {
    const { credencial } = (await this.visit(origin)) as { credencial: string };
    const meta = { type: 4, data: { href: `${origin}/`, width: 800, height: 600 }, timestamp: Date.now() };
    return {
      credencial,
      consentimento: true,
      visitante: randomUUID(),
      gravacao: randomUUID(),
      carga: randomUUID(),
      sequencia: 0,
      eventos: JSON.stringify([meta]),
    };
  }

  private async credential(origin: string): Promise<string> {
    const { id, snippet } = await this.made('pixels', { nome: this.account.name() });
    await this.made(`pixels/${id}/dominios`, { dominio: new URL(origin).hostname });
    return /data-credencial="([^"]+)"/.exec(snippet)![1]!;
  }

  async reportView(): Promise<string> {
    return (await this.made('relatorios/visoes', { nome: this.account.name() })).id;
  }

  mediaForm() {
    return formOf({ arquivo: { name: 'ponto.png', type: 'image/png', content: PNG } });
  }

  async media(): Promise<string> {
    const { content, type } = this.mediaForm();
    const made = this.client.send('POST', '/v1/midias', content, { 'content-type': type });
    return (await expectStatus(made, 200, 201)).id;
  }

  hostBody(): { host: string } {
    return { host: `${this.account.name()}.exemplo.com.br` };
  }

  /** A host whose TXT record is published. */
  async provenDomain(): Promise<string> {
    const { id, registro_txt } = await this.made('dominios', this.hostBody());
    this.account.outside.publish([{ name: registro_txt.nome, type: 'TXT', value: registro_txt.valor }]);
    return id;
  }

  async domain(): Promise<string> {
    const id = await this.provenDomain();
    await expectStatus(this.client.post(`/v1/dominios/${id}/verificar`, {}), 200);
    return id;
  }

  /** A visitor of a host of the account whose home page is published. */
  async site(): Promise<HttpClient> {
    const [domain, { id: page }] = [await this.domain(), await this.publishedPage()];
    const place = { dominio_id: domain, caminho: '/' };
    await expectStatus(this.client.put(`/v1/paginas/${page}/dominio`, place), 200);
    const { host } = await expectStatus(this.client.get(`/v1/dominios/${domain}`), 200);
    const site = this.account.host('runtime', host);
    // The runtime reads changes of addresses a moment after they are made.
    const isShown = async () => String((await site.get('/')).headers['content-type']).startsWith('text/html');
    await waitUntil(isShown, { ...PATIENCE, what: 'the home page of a domain' });
    return site;
  }

  async redirect(): Promise<string> {
    const body = { dominio_id: await this.domain(), caminho: '/antigo', destino: '/novo' };
    return (await this.made('redirecionamentos', body)).id;
  }

  private made(path: string, body: object): Promise<Answer['body']> {
    return expectStatus(this.client.post(`/v1/${path}`, body), 200, 201);
  }
}
