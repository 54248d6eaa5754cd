import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TenantView } from '#libs/core/auth';
import { logger } from '#libs/core/observability';
import { newId } from '#libs/core/persistence';
import { freePort, waitUntil } from '#libs/test/testing';
import { LeadsService } from '../../apps/pages/src/leads/leads.service.js';
import { type CrmStack, crmStack } from '../support/crm-stack.js';
import type { HttpClient } from '../support/http-client.js';
import { type MailStack, mailStack } from '../support/mail-stack.js';
import { type PagesStack, pagesStack } from '../support/pages-stack.js';
import { type PlatformStack, platformStack } from '../support/platform-stack.js';
import { filesWith, keysWith, rowsWith } from '../support/traces.js';

const EMAIL = 'Beatriz.Unica@example.test';
const LOCAL = 'beatriz.unica';
const PHONE = '+5511983217654';
const DIGITS = '83217654';
const OTHER = 'outra@example.test';

const view: TenantView = {
  id: newId('acc'),
  slug: 'privacidade',
  name: 'Privacidade',
  status: 'active',
  plan: '',
  products: ['mail', 'pages', 'crm'],
};

let crm: CrmStack;
let mail: MailStack;
let pages: PagesStack;
let platform: PlatformStack;
let admin: HttpClient;
let author: HttpClient;
let sender: HttpClient;
let manager: HttpClient;
let source: string;

/** Log lines of the apps. */
let written = '';
const log = { write: (line: string) => void (written += line) };

beforeAll(async () => {
  const port = String(await freePort());
  const crmUrl = `http://127.0.0.1:${port}`;
  pages = await pagesStack({ pages: { CRM_URL: crmUrl } });
  await pages.startRuntime({ CRM_URL: crmUrl, TRUST_PROXY: '127.0.0.1' });
  platform = await platformStack();
  mail = await mailStack({ ROLE: 'api' });
  crm = await crmStack({ PORT: port, PAGES_URL: pages.url, PLATFORM_URL: platform.url, MAIL_URL: mail.url });
  logger.configure({ service: 'spec', level: 'debug', destination: log });
  const tenants = [crm.tenantOf(view), pages.tenantOf(view), platform.tenantOf(view)] as const;
  for (const tenant of tenants) await tenant.publish();
  await tenants[2].verifyDomain(`${view.slug}.test`);
  source = tenants[2].source;
  admin = await tenants[0].session('admin');
  author = await tenants[1].session();
  sender = await tenants[2].key();
  manager = await tenants[2].session();
});
afterAll(async () => {
  await crm?.close();
  await mail?.close();
  await pages?.close();
  await platform?.close();
  logger.configure({ service: 'spec', level: 'silent' });
});

const PERSON = [LOCAL, DIGITS];

async function everywhere(): Promise<Record<string, string[]>> {
  return {
    crm: await rowsWith(crm.database.adminUrl, PERSON),
    pages: await rowsWith(pages.database.adminUrl, PERSON),
    platform: await rowsWith(platform.database.adminUrl, PERSON),
    redisOfCrm: await keysWith(crm.redisUrl, PERSON),
    redisOfPages: await keysWith(pages.redisUrl, PERSON),
    redisOfPlatform: await keysWith(platform.redisUrl, PERSON),
    blobs: await filesWith(pages.blobDir, PERSON),
    blobsOfPlatform: await filesWith(String(platform.config.blobDir), PERSON),
    logs: PERSON.filter((wanted) => written.toLowerCase().includes(wanted)),
  };
}

async function submitLead(): Promise<void> {
  const campos = [
    { nome: 'nome', rotulo: 'Nome', tipo: 'texto', chave: 'nome' },
    { nome: 'email', rotulo: 'E-mail', tipo: 'email', obrigatorio: true, chave: 'email' },
    { nome: 'telefone', rotulo: 'Telefone', tipo: 'telefone', chave: 'telefone' },
    { nome: 'curriculo', rotulo: 'Currículo', tipo: 'arquivo' },
  ];
  const form = (await author.post('/v1/formularios', { nome: 'Contato', campos })).body.id;
  await pages.sql(
    `insert into published_page (tenant_id, page_id, version, slug, title, html, gzip, brotli, etag, policy, form_ids)
     values ($1, $2, 1, 'pagina-da-beatriz', 'Página', 'x', '', '', '"1"', '', array[$3])`,
    [view.id, newId('pag'), form],
  );
  const body = new FormData();
  for (const [name, value] of Object.entries({ nome: 'Beatriz', email: EMAIL, telefone: PHONE })) body.set(name, value);
  body.set('curriculo', new Blob([`Curriculum de ${EMAIL}, ${PHONE}`], { type: 'text/plain' }), 'cv.txt');
  const headers = { accept: 'application/json', 'x-forwarded-for': '198.51.100.7' };
  const answer = await fetch(`${pages.visitor.url}/pagina-da-beatriz`, { method: 'POST', body, headers });
  expect([answer.status, await answer.json()]).toEqual([200, expect.objectContaining({ ok: true })]);
}

const send = (to: string[]) =>
  sender.post('/v1/emails/send', {
    Source: source,
    Destination: { ToAddresses: to },
    Message: { Subject: { Data: `Para ${EMAIL}` }, Body: { Text: { Data: `Olá, ${EMAIL}, ${PHONE}` } } },
  });

describe('a contact of all apps', () => {
  it('stands in the database of the CRM without its address and number, and is erased from all apps', async () => {
    await submitLead();
    const contactOf = async () => (await admin.get('/v1/contatos')).body.contatos?.[0];
    await waitUntil(contactOf, { timeoutMs: 15_000, what: 'the contact of the lead' });
    const { id } = await contactOf();
    expect((await admin.get(`/v1/contatos/${id}`)).body).toMatchObject({ email: EMAIL.toLowerCase(), telefone: PHONE });
    await admin.post(`/v1/contatos/${id}/atividades`, { texto: `Ligar para ${PHONE}, ${EMAIL}` });
    const contact = { Email: EMAIL, Phone: PHONE, Name: 'Beatriz' };
    expect((await manager.post('/api/contacts', contact)).status).toBe(201);
    expect((await send([EMAIL])).status).toBe(202);
    expect((await send([EMAIL, OTHER])).status).toBe(202);
    expect((await manager.post('/api/suppressions', { Address: EMAIL })).status).toBe(201);
    const request = { contato_id: id, solicitante: EMAIL, canal: 'email', motivo: `Sou ${EMAIL}` };
    const { body: asked } = await admin.post('/v1/pedidos-exclusao', request);
    const waiting = async () => await platform.sql(`select from message where status in ('queued', 'processing')`);
    await waitUntil(async () => (await waiting()).length === 0, { timeoutMs: 15_000, what: 'the messages' });

    expect(written).toContain('"level"');
    const before = await everywhere();
    expect({ crm: before['crm'], redis: before['redisOfCrm'], logs: before['logs'] }).toEqual({
      crm: [],
      redis: [],
      logs: [],
    });
    for (const place of ['pages', 'platform', 'blobs']) expect(before[place], place).not.toEqual([]);

    expect((await admin.post(`/v1/pedidos-exclusao/${asked.id}/aprovar`)).status).toBe(200);
    const outcome = async () => (await admin.get('/v1/pedidos-exclusao?status=executed')).body.pedidos[0].resultado;
    await waitUntil(
      async () => Object.values(await outcome()).every((one) => (one as { estado: string }).estado === 'apagado'),
      { timeoutMs: 15_000, what: 'the answers of the apps' },
    );
    expect(await outcome()).toEqual({
      pages: { estado: 'apagado', em: expect.any(String) },
      platform: { estado: 'apagado', em: expect.any(String) },
      mail: { estado: 'apagado', em: expect.any(String) },
    });
    // The address was suppressed, and stays so.
    expect((await send([EMAIL])).body.Error?.Code).toBe('SuppressedAddress');
    // Files that nothing refers to are swept after a day.
    await pages.sql(`update blob set touched_at = now() - interval '2 days'`);
    await pages.app.get(LeadsService, { strict: false }).sweepFiles();
    const after = await everywhere();
    expect(after).toEqual(Object.fromEntries(Object.keys(after).map((place) => [place, []])));
    const [other] = await platform.sql<{ to: string[] }>(
      `select to_addresses as to from message_content where cardinality(to_addresses) > 0`,
    );
    expect(other).toEqual({ to: [OTHER] });
  });
});
