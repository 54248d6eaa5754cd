import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { TenantView } from '#libs/core/auth';
import { newId } from '#libs/core/persistence';
import { freePort, HttpSink, waitUntil } from '#libs/test/testing';
import { HELD_TABLES, NOT_HELD } from '../../apps/crm/src/subject-export/held-data.service.js';
import { SERVICE_SECRET } from '../support/app-stack.js';
import { crmStack, type CrmStack, type CrmTenant } from '../support/crm-stack.js';
import { HttpClient } from '../support/http-client.js';
import { pagesStack, type PagesStack, type PagesTenant } from '../support/pages-stack.js';
import { statementsOf } from '../support/statements.js';
import { platformStack, type PlatformStack, type TestTenant } from '../support/platform-stack.js';

const EMAIL = 'Carla.Unica@example.test';
const PHONE = '+5511983217655';
const OTHER = 'outra@example.test';

const view: TenantView = {
  id: newId('acc'),
  slug: 'copia',
  name: 'Cópia',
  status: 'active',
  plan: '',
  products: ['mail', 'pages', 'crm'],
};

interface Item {
  tipo: string;
  em: string | null;
  dados: Record<string, unknown>;
}

let crm: CrmStack;
let pages: PagesStack;
let platform: PlatformStack;
let tenant: CrmTenant;
let pagesTenant: PagesTenant;
let platformTenant: TestTenant;
let admin: HttpClient;
let contactId: string;

beforeAll(async () => {
  const port = String(await freePort());
  pages = await pagesStack({ pages: { CRM_URL: `http://127.0.0.1:${port}` } });
  platform = await platformStack();
  crm = await crmStack({ PORT: port, PAGES_URL: pages.url, PLATFORM_URL: platform.url });
  tenant = crm.tenantOf(view);
  pagesTenant = pages.tenantOf(view);
  platformTenant = platform.tenantOf(view);
  for (const one of [tenant, pagesTenant, platformTenant]) await one.publish();
  await platformTenant.verifyDomain(`${view.slug}.test`);
  admin = await tenant.session('admin');
  contactId = await contactOfAllApps();
});
afterAll(async () => {
  await crm?.close();
  await pages?.close();
  await platform?.close();
});

/** A contact that came from a lead, of which every app holds something; returns its id. */
async function contactOfAllApps(): Promise<string> {
  const author = await pagesTenant.session();
  const campos = [
    { nome: 'nome', rotulo: 'Nome', tipo: 'texto', chave: 'nome' },
    { nome: 'email', rotulo: 'E-mail', tipo: 'email', obrigatorio: true, chave: 'email' },
    { nome: 'telefone', rotulo: 'Telefone', tipo: 'telefone', chave: 'telefone' },
    { nome: 'interesse', rotulo: 'Interesse', tipo: 'texto' },
  ];
  const form = (await author.post('/v1/formularios', { nome: 'Contato', campos })).body.id;
  const submit = (email: string, telefone: string, interesse: string) =>
    author.post('/v1/leads', {
      form_id: form,
      campos: { nome: 'Carla', email, telefone, interesse },
      origem: { utm_source: 'boletim' },
    });
  const lead = await submit(EMAIL, PHONE, '=1+1');
  expect(lead.status, lead.text).toBeLessThan(300);
  expect((await submit(OTHER, '+5511983217000', 'bolos')).status).toBeLessThan(300);
  const found = async () =>
    ((await admin.get('/v1/contatos')).body.contatos as { id: string; email: string }[] | undefined)?.find(
      ({ email }) => email === EMAIL.toLowerCase(),
    );
  await waitUntil(async () => (await found()) !== undefined, { timeoutMs: 15_000, what: 'the contact of the lead' });
  const { id } = (await found())!;

  const company = (await admin.post('/v1/empresas', { nome: 'Padaria Central' })).body.id;
  expect((await admin.post(`/v1/empresas/${company}/pessoas`, { contato_id: id, papel: 'Compras' })).status).toBe(201);
  const field = { rotulo: 'Tamanho', chave: 'tamanho', tipo: 'texto' };
  expect((await admin.post('/v1/campos-personalizados', field)).status).toBe(201);
  expect((await admin.patch(`/v1/contatos/${id}`, { campos: { tamanho: 'GG' } })).status).toBe(200);
  await admin.post(`/v1/contatos/${id}/atividades`, { texto: 'Ligar amanhã' });
  const consent = { canal: 'email', recebe: true, origem: 'balcão' };
  expect((await admin.put(`/v1/contatos/${id}/consentimento`, consent)).status).toBe(200);
  const request = { contato_id: id, solicitante: 'a própria', canal: 'email', motivo: 'LGPD' };
  expect((await admin.post('/v1/pedidos-exclusao', request)).status).toBe(201);

  const manager = await platformTenant.session();
  expect((await manager.post('/api/contacts', { Email: EMAIL, Phone: PHONE, Name: 'Carla' })).status).toBe(201);
  const sender = await platformTenant.key();
  const send = (to: string, subject: string) =>
    sender.post('/v1/emails/send', {
      Source: platformTenant.source,
      Destination: { ToAddresses: [to] },
      Message: { Subject: { Data: subject }, Body: { Text: { Data: 'O texto da mensagem' } } },
    });
  expect((await send(EMAIL, 'Seu pedido')).status).toBe(202);
  expect((await send(OTHER, 'De outra pessoa')).status).toBe(202);
  expect((await manager.post('/api/suppressions', { Address: EMAIL })).status).toBe(201);
  return id;
}

const path = (id = contactId) => `/v1/contatos/${id}/dados`;

async function exported(client = admin): Promise<{ ausentes: string[]; apps: Record<string, Item[]>; text: string }> {
  const { status, body, text, headers } = await client.get(path());
  expect(status, text).toBe(200);
  expect(headers['cache-control']).toBe('no-store');
  expect(body.contato_id).toBe(contactId);
  const apps = body.aplicativos as { aplicativo: string; cortado: boolean; itens: Item[] }[];
  return { ausentes: body.ausentes, apps: Object.fromEntries(apps.map((app) => [app.aplicativo, app.itens])), text };
}

const ofKind = (items: Item[] | undefined, kind: string) =>
  items?.filter(({ tipo }) => tipo === kind).map(({ dados }) => dados);

describe('everything about a contact', () => {
  it('is found in all apps, and nothing about another', async () => {
    const { ausentes, apps, text } = await exported();
    expect(ausentes).toEqual([]);
    expect(Object.keys(apps)).toEqual(['crm', 'pages', 'platform']);
    const { crm: own, pages: ofPages, platform: ofPlatform } = apps;
    expect(ofKind(own, 'contato')).toMatchObject([
      { id: contactId, emails: [EMAIL.toLowerCase()], telefones: [PHONE], campos: { tamanho: 'GG' } },
    ]);
    expect(ofKind(own, 'empresa')).toMatchObject([
      { nome: 'Padaria Central', vinculo: 'secundario', papel: 'Compras' },
    ]);
    expect(ofKind(own, 'consentimento')).toContainEqual(
      expect.objectContaining({ canal: 'email', recebe: true, origem: 'balcão' }),
    );
    expect(ofKind(own, 'pedido_exclusao')).toMatchObject([{ solicitante: 'a própria', motivo: 'LGPD' }]);
    expect(ofKind(own, 'atividade')).toContainEqual(expect.objectContaining({ texto: 'Ligar amanhã' }));
    const [receipt] = ofKind(own, 'lead')!;
    expect(ofKind(ofPages, 'lead')).toMatchObject([
      { id: receipt!['lead_id'], respostas: { interesse: '=1+1' }, origem: { utm_source: 'boletim' } },
    ]);
    expect(ofKind(ofPlatform, 'contato')).toMatchObject([{ nome: 'Carla', telefone: PHONE }]);
    expect(ofKind(ofPlatform, 'supressao')).toMatchObject([{ endereco: EMAIL.toLowerCase() }]);
    expect(ofKind(ofPlatform, 'mensagem')).toMatchObject([{ assunto: 'Seu pedido' }]);
    expect(text).not.toContain(OTHER);
    expect(text).not.toContain('O texto da mensagem');
  });

  it('is a file in which a value is a row and no formula', async () => {
    const { status, text, headers } = await admin.get(`${path()}?formato=csv`);
    expect(status).toBe(200);
    expect(headers['content-type']).toContain('text/csv');
    expect(headers['content-disposition']).toContain(`dados-${contactId}.csv`);
    const lines = text.replace('\uFEFF', '').split('\r\n');
    expect(lines[0]).toBe('aplicativo,tipo,campo,valor,em');
    const beginning = (start: string) => lines.filter((line) => line.startsWith(start));
    expect(beginning(`pages,lead,respostas.interesse,"'=1+1",`)).toHaveLength(1);
    expect(beginning('crm,contato,campos.tamanho,GG,')).toHaveLength(1);
    expect(beginning('platform,mensagem,assunto,Seu pedido,')).toHaveLength(1);
    expect((await admin.get(`${path()}?formato=xml`)).status).toBe(400);
  });

  it('names the app that is down, and has what the others hold', async () => {
    const closed = `http://127.0.0.1:${await freePort()}`;
    const beside = await crm.startBeside({ ROLE: 'api', PAGES_URL: pages.url, PLATFORM_URL: closed });
    const client = new HttpClient(beside.url, admin.fixedHeaders);
    const { ausentes, apps } = await exported(client);
    expect(ausentes).toEqual(['platform']);
    expect(Object.keys(apps)).toEqual(['crm', 'pages']);
    expect(ofKind(apps['pages'], 'lead')).toHaveLength(1);
    expect((await client.get(`${path()}?formato=csv`)).text).toContain('platform,aviso,ausente,true,');
  });

  it('names the app that hangs, after 8 seconds', async () => {
    const hanging = await HttpSink.start();
    hanging.answer({ hang: true });
    const timeout = AbortSignal.timeout.bind(AbortSignal);
    const waits = vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => timeout(ms === 8_000 ? 300 : ms));
    try {
      const beside = await crm.startBeside({ ROLE: 'api', PAGES_URL: pages.url, PLATFORM_URL: hanging.url });
      const { ausentes, apps } = await exported(new HttpClient(beside.url, admin.fixedHeaders));
      expect(ausentes).toEqual(['platform']);
      expect(Object.keys(apps)).toEqual(['crm', 'pages']);
      expect(waits).toHaveBeenCalledWith(8_000);
    } finally {
      waits.mockRestore();
      await hanging.stop();
    }
  });

  it('has both sides of a merge', async () => {
    const [kept, merged] = [
      (await admin.post('/v1/contatos', { email: 'fica@example.test' })).body.id,
      (await admin.post('/v1/contatos', { email: 'vai@example.test' })).body.id,
    ];
    const merge = (await admin.post(`/v1/contatos/${kept}/mesclar`, { contato_id: merged })).body;
    for (const id of [kept, merged]) {
      const [own] = (await admin.get(path(id))).body.aplicativos as { itens: Item[] }[];
      expect(ofKind(own!.itens, 'mesclagem')).toMatchObject([{ id: merge.id, contato_id: kept, mesclado_id: merged }]);
    }
  });

  it('has every table that names a contact, or there is a reason why not', async () => {
    const tables = await crm.sql<{ name: string }>(
      `select distinct table_name as name from information_schema.columns
        where table_schema = 'public' and (table_name = 'contact' or column_name ~ '(^|_)contact_id$') order by 1`,
    );
    const known = [...HELD_TABLES, ...Object.keys(NOT_HELD)];
    expect(tables.map(({ name }) => name)).toEqual(known.toSorted());
    const statements = await statementsOf(() => admin.get(path()), /from/i);
    for (const table of HELD_TABLES)
      expect(
        statements.some((text) => new RegExp(`from "?${table}"?`, 'i').test(text)),
        table,
      ).toBe(true);
  });

  it('is closed to a support session, as the export of contacts is', async () => {
    const operator = await crm.createOperator();
    const parent = newId('ses');
    const sessionId = newId('ses');
    const expiresAt = new Date(Date.now() + 3_600_000);
    const { userId } = operator;
    const session = { userId, expiresAt: expiresAt.toISOString() };
    await crm.publish('session', parent, { ...session, sessionId: parent });
    const support = { tenantId: view.id, parentSessionId: parent };
    await crm.publish('session', sessionId, { ...session, sessionId, support });
    const token = await crm.issuer.signToken(userId, sessionId, expiresAt);
    const client = new HttpClient(crm.url, { authorization: `Bearer ${token}` });
    expect((await client.get(`/v1/contatos/${contactId}`)).status).toBe(200);
    for (const closed of [path(), `${path()}?formato=csv`, '/v1/contatos/exportar.csv'])
      expect((await client.get(closed)).status, closed).toBe(403);
  });

  it('is for admins of its account alone', async () => {
    const unknown = { erro: expect.any(String) };
    for (const client of [
      await tenant.session('member'),
      await (await crm.createTenant()).session('admin'),
      await (await crm.createTenant()).session('owner'),
    ]) {
      expect(await client.get(path())).toMatchObject({ status: 404, body: unknown });
    }
    for (const id of ['cnt_0000000000000000', 'x']) expect((await admin.get(path(id))).status).toBe(404);
    expect((await crm.anonymous.get(path())).status).toBe(401);
  });

  it('does not leave while the audit log takes no entry, and is recorded without personal data', async () => {
    const entries = () =>
      crm.sql<{ row: string }>(
        `select audit_entry::text as row from audit_entry where action = 'contact.data-exported' and tenant_id = $1`,
        [view.id],
      );
    const before = (await entries()).length;
    await exported();
    const after = await entries();
    expect(after).toHaveLength(before + 1);
    expect(JSON.stringify(after)).not.toMatch(/carla|98321/i);
    await crm.sql('alter table audit_entry rename to audit_entry_away');
    try {
      for (const format of ['json', 'csv']) {
        const { status, body } = await admin.get(`${path()}?formato=${format}`);
        expect([status, body]).toEqual([503, { erro: expect.stringContaining('auditoria') as string }]);
      }
    } finally {
      await crm.sql('alter table audit_entry_away rename to audit_entry');
    }
  });

  it('says when there is more than it has', async () => {
    const { id } = (await admin.post('/v1/contatos', { email: 'muito@example.test' })).body;
    await crm.sql(
      `insert into activity (tenant_id, contact_id, id, type)
       select $1, $2, gen_random_uuid(), 'visit' from generate_series(1, 10000)`,
      [view.id, id],
    );
    const { body } = await admin.get(path(id));
    const [own, ...others] = body.aplicativos as { cortado: boolean; itens: Item[] }[];
    expect([own!.cortado, own!.itens.length]).toEqual([true, 10_000]);
    expect(others.map(({ cortado }) => cortado)).toEqual([false, false]);
    expect((await admin.get(`${path(id)}?formato=csv`)).text).toContain('crm,aviso,cortado,true,');
  });
});

describe('the internal routes', () => {
  const asked = () => ({ tenantId: view.id, emails: [EMAIL], phones: [PHONE], leadIds: [], limit: 1 });
  const post = (client: HttpClient, body: object = asked()) => client.post('/internal/subject-data', body);

  it('refuse sessions and keys', async () => {
    for (const [stack, one] of [
      [pages, pagesTenant],
      [platform, platformTenant],
    ] as const) {
      for (const client of [new HttpClient(stack.url), await one.session('owner'), await one.key()]) {
        expect((await post(client)).status).toBe(401);
      }
    }
  });

  it('answer within the limit, about the account that is asked for', async () => {
    for (const { url } of [pages, platform]) {
      const service = new HttpClient(url, { authorization: `Bearer ${SERVICE_SECRET}` });
      const { status, body } = await post(service);
      expect([status, body.items.length]).toEqual([200, 1]);
      const other = await post(service, { ...asked(), tenantId: newId('acc'), limit: 10 });
      expect(other.body).toMatchObject({ items: [], cut: false });
      expect((await post(service, { ...asked(), limit: 10_001 })).status).toBe(400);
    }
    const platformAsked = new HttpClient(platform.url, { authorization: `Bearer ${SERVICE_SECRET}` });
    expect((await post(platformAsked)).body.cut).toBe(true);
  });
});
