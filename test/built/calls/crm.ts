import { waitUntil } from '#libs/test/testing';
import type { Answer, HttpClient } from '../../support/http-client.js';
import { type BuiltAccount, expectStatus } from '../support/account.js';
import { type Calls, META, plain } from '../support/calls.js';
import { formOf } from '../support/multipart.js';
import { PATIENCE } from '../support/outside.js';
import { CRM_AUTOMATION_CALLS } from './crm-automation.js';

/** Makes rows of an account of the CRM. */
export class CrmAccount {
  constructor(readonly account: BuiltAccount) {}

  get client(): HttpClient {
    return this.account.session('crm');
  }

  async contact(more: object = {}): Promise<string> {
    return (await this.made('contatos', { email: this.account.address(), nome: this.account.mark, ...more })).id;
  }

  async note(): Promise<[contact: string, note: string]> {
    const contact = await this.contact();
    return [contact, (await this.made(`contatos/${contact}/atividades`, { texto: 'Ligou.' })).id];
  }

  async company(): Promise<string> {
    return (await this.made('empresas', { nome: this.account.name() })).id;
  }

  async person(): Promise<[company: string, contact: string]> {
    const [company, contact] = [await this.company(), await this.contact()];
    await this.made(`empresas/${company}/pessoas`, { contato_id: contact, papel: 'Compras' });
    return [company, contact];
  }

  /** A contact with a second address, by the id of that one. */
  async identifier(): Promise<[contact: string, identifier: string]> {
    const contact = await this.contact();
    const body = { canal: 'email', valor: this.account.address() };
    const { id } = await this.made(`contatos/${contact}/identificadores`, body);
    return [contact, id];
  }

  customer(): Promise<string> {
    return this.contact({ estagio: 'cliente' });
  }

  async promoted(): Promise<string> {
    const id = await this.contact();
    await expectStatus(this.client.post(`/v1/contatos/${id}/promover`), 200);
    return id;
  }

  async deleted(): Promise<string> {
    const id = await this.contact();
    await expectStatus(this.client.send('DELETE', `/v1/contatos/${id}`, '{}'), 204);
    return id;
  }

  async field(): Promise<string> {
    const chave = this.account.name().replaceAll('-', '_');
    return (await this.made('campos-personalizados', { chave, rotulo: chave, tipo: 'texto' })).id;
  }

  async merge(): Promise<string> {
    const [kept, other] = [await this.contact(), await this.contact()];
    return (await this.made(`contatos/${kept}/mesclar`, { contato_id: other })).id;
  }

  /** Two contacts that may be one person. */
  async suggestion(): Promise<string> {
    const name = this.account.name();
    const [email, tagged] = [`${name}@example.test`, `${name}+feira@example.test`];
    const ids = [await this.contact({ email }), await this.contact({ email: tagged })];
    return waitUntil(
      async () => {
        const { body } = await this.client.get('/v1/identidades/sugestoes?limite=100');
        return (body.sugestoes as { id: string }[]).find((one) => ids.some((id) => JSON.stringify(one).includes(id)))
          ?.id;
      },
      { ...PATIENCE, what: 'a suggestion' },
    );
  }

  async startedImport(): Promise<string> {
    const { content, type } = this.importForm();
    const made = this.client.send('POST', '/v1/importacoes', content, { 'content-type': type });
    return (await expectStatus(made, 202)).importacao.id;
  }

  async finishedImport(): Promise<string> {
    const id = await this.startedImport();
    await waitUntil(async () => (await this.client.get(`/v1/importacoes/${id}`)).body.estado === 'concluida', {
      ...PATIENCE,
      what: 'the end of an import',
    });
    return id;
  }

  async finishedExport(): Promise<string> {
    const { id } = (await expectStatus(this.client.post('/v1/exportacoes', {}), 202)).exportacao;
    await waitUntil(async () => (await this.client.get(`/v1/exportacoes/${id}`)).body.estado === 'concluida', {
      ...PATIENCE,
      what: 'the end of an export',
    });
    return id;
  }

  importForm() {
    const file = `email,nome\n${this.account.address()},Ana\n`;
    const config = JSON.stringify({ mapeamento: { email: 'email', nome: 'nome' } });
    return formOf({ arquivo: { name: 'contatos.csv', type: 'text/csv', content: file }, config });
  }

  previewForm() {
    const content = `email,nome\n${this.account.address()},Ana\n`;
    return formOf({ arquivo: { name: 'contatos.csv', type: 'text/csv', content }, config: '{"separador": ","}' });
  }

  async erasure(): Promise<string> {
    const body = { contato_id: await this.contact(), solicitante: 'ana@exemplo.com.br', canal: 'email' };
    return (await this.made('pedidos-exclusao', body)).id;
  }

  async view(): Promise<string> {
    return (await this.made('visoes', { nome: this.account.name(), filtros: { estagio: 'novo' } })).id;
  }

  made(path: string, body: object): Promise<Answer['body']> {
    return expectStatus(this.client.post(`/v1/${path}`, body), 201);
  }
}

export const CRM_CALLS: Calls<CrmAccount> = {
  ...META,
  ...CRM_AUTOMATION_CALLS,
  'GET /v1/contatos': plain,
  'GET /v1/contatos/exportar.csv': plain,
  'GET /v1/contatos/exportar.xlsx': plain,
  'POST /v1/contatos': ({ account }) => ({ body: { email: account.address(), nome: 'Ana' } }),
  'GET /v1/contatos/{id}': async (own) => ({ ids: [await own.contact()] }),
  'PATCH /v1/contatos/{id}': async (own) => ({ ids: [await own.contact()], body: { nome: 'Bia' } }),
  'DELETE /v1/contatos/{id}': async (own) => ({ ids: [await own.contact()] }),
  'POST /v1/contatos/{id}/restaurar': async (own) => ({
    as: own.account.operator('crm').with({ 'x-service-tenant': own.account.tenantId }),
    ids: [await own.deleted()],
  }),
  'POST /v1/contatos/{id}/promover': async (own) => ({ ids: [await own.contact()] }),
  'POST /v1/contatos/{id}/rebaixar': async (own) => ({ ids: [await own.promoted()] }),
  'GET /v1/contatos/{id}/visita-pages': async (own) => ({ ids: [await own.contact()] }),
  'GET /v1/contatos/{id}/dados': async (own) => ({ ids: [await own.contact()] }),
  'GET /v1/contatos/{id}/atividades': async (own) => ({ ids: [(await own.note())[0]] }),
  'POST /v1/contatos/{id}/atividades': async (own) => ({ ids: [await own.contact()] }),
  'GET /v1/contatos/{id}/atividades/{atividade_id}': async (own) => ({ ids: await own.note() }),
  'PATCH /v1/contatos/{id}/atividades/{atividade_id}': async (own) => ({ ids: await own.note() }),
  'DELETE /v1/contatos/{id}/atividades/{atividade_id}': async (own) => ({ ids: await own.note() }),
  'POST /v1/contatos/{id}/identificadores': async (own) => ({
    ids: [await own.contact()],
    body: { canal: 'email', valor: own.account.address() },
  }),
  'DELETE /v1/contatos/{id}/identificadores/{identificador}': async (own) => ({ ids: await own.identifier() }),
  'PUT /v1/contatos/{id}/identificadores/{identificador}/principal': async (own) => ({ ids: await own.identifier() }),
  'GET /v1/contatos/{id}/consentimento': async (own) => ({ ids: [await own.contact()] }),
  'PUT /v1/contatos/{id}/consentimento': async (own) => ({
    ids: [await own.contact()],
    body: { canal: 'email', recebe: true },
  }),
  'GET /v1/contatos/{id}/consentimento/historico': async (own) => ({ ids: [await own.contact()] }),
  'POST /v1/contatos/{id}/mesclar': async (own) => ({
    ids: [await own.contact()],
    body: { contato_id: await own.contact() },
  }),
  'GET /v1/mesclagens/{id}': async (own) => ({ ids: [await own.merge()] }),
  'POST /v1/mesclagens/{id}/desfazer': async (own) => ({ ids: [await own.merge()] }),
  'GET /v1/clientes': plain,
  'GET /v1/clientes/{id}': async (own) => ({ ids: [await own.customer()] }),
  'PATCH /v1/clientes/{id}': async (own) => ({ ids: [await own.customer()], body: { nome: 'Bia' } }),
  'GET /v1/empresas': plain,
  'POST /v1/empresas': ({ account }) => ({ body: { nome: account.name() } }),
  'GET /v1/empresas/{id}': async (own) => ({ ids: [await own.company()] }),
  'PATCH /v1/empresas/{id}': async (own) => ({ ids: [await own.company()], body: { setor: 'Alimentos' } }),
  'DELETE /v1/empresas/{id}': async (own) => ({ ids: [await own.company()] }),
  'GET /v1/empresas/{id}/contatos': async (own) => ({ ids: [(await own.person())[0]] }),
  'GET /v1/empresas/{id}/pessoas': async (own) => ({ ids: [(await own.person())[0]] }),
  'POST /v1/empresas/{id}/pessoas': async (own) => ({
    ids: [await own.company()],
    body: { contato_id: await own.contact(), papel: 'Compras' },
  }),
  'DELETE /v1/empresas/{id}/pessoas/{contato_id}': async (own) => ({ ids: await own.person() }),
  'GET /v1/campos': plain,
  'GET /v1/campos-personalizados': plain,
  'POST /v1/campos-personalizados': ({ account }) => ({
    body: { chave: account.name().replaceAll('-', '_'), rotulo: 'Porte', tipo: 'texto' },
  }),
  'GET /v1/campos-personalizados/{id}': async (own) => ({ ids: [await own.field()] }),
  'PATCH /v1/campos-personalizados/{id}': async (own) => ({ ids: [await own.field()], body: { rotulo: 'Tamanho' } }),
  'DELETE /v1/campos-personalizados/{id}': async (own) => ({ ids: [await own.field()] }),
  'GET /v1/identidades/resolver': async (own) => {
    const email = own.account.address();
    await own.contact({ email });
    return { query: { canal: 'email', valor: email } };
  },
  'GET /v1/identidades/sugestoes': plain,
  'PUT /v1/identidades/sugestoes/{id}/decisao': async (own) => ({ ids: [await own.suggestion()] }),
  'GET /v1/exportacoes': plain,
  'POST /v1/exportacoes': async (own) => {
    // An account has three unfinished ones at most.
    await own.finishedExport();
    return { body: { formato: 'xlsx' } };
  },
  'GET /v1/exportacoes/{id}': async (own) => ({ ids: [await own.finishedExport()] }),
  'GET /v1/exportacoes/{id}/arquivo': async (own) => ({ ids: [await own.finishedExport()] }),
  'DELETE /v1/exportacoes/{id}': async (own) => ({ ids: [await own.finishedExport()] }),
  'GET /v1/importacoes': plain,
  'POST /v1/importacoes': (own) => ({ raw: own.importForm() }),
  'POST /v1/importacoes/previa': (own) => ({ raw: own.previewForm() }),
  'GET /v1/importacoes/{id}': async (own) => ({ ids: [await own.startedImport()] }),
  'GET /v1/importacoes/{id}/erros.csv': async (own) => ({ ids: [await own.finishedImport()] }),
  'POST /v1/importacoes/{id}/cancelar': async (own) => ({ ids: [await own.startedImport()] }),
  'POST /v1/importacoes/{id}/desfazer': async (own) => ({ ids: [await own.finishedImport()] }),
  'GET /v1/pedidos-exclusao': plain,
  'POST /v1/pedidos-exclusao': async (own) => ({
    body: { contato_id: await own.contact(), solicitante: 'ana@exemplo.com.br', canal: 'email' },
  }),
  'POST /v1/pedidos-exclusao/{id}/aprovar': async (own) => ({ ids: [await own.erasure()] }),
  'POST /v1/pedidos-exclusao/{id}/recusar': async (own) => ({
    ids: [await own.erasure()],
    body: { motivo: 'Não é a titular' },
  }),
  'GET /v1/configuracoes/retencao': plain,
  'PUT /v1/configuracoes/retencao': { body: { dias: 365 } },
  'GET /v1/configuracoes/conta': plain,
  'PUT /v1/configuracoes/conta': plain,
  'GET /v1/visoes': plain,
  'POST /v1/visoes': ({ account }) => ({ body: { nome: account.name(), filtros: { estagio: 'novo' } } }),
  'GET /v1/visoes/{id}': async (own) => ({ ids: [await own.view()] }),
  'PUT /v1/visoes/{id}': async (own) => ({
    ids: [await own.view()],
    body: { nome: own.account.name(), filtros: { estagio: 'cliente' } },
  }),
  'DELETE /v1/visoes/{id}': async (own) => ({ ids: [await own.view()] }),
  'GET /v1/uso': plain,
};
