import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { freePort, waitUntil } from '#libs/test/testing';
import { crmStack, type CrmStack, type CrmTenant } from '../support/crm-stack.js';
import { pagesStack, type PagesStack, type PagesTenant } from '../support/pages-stack.js';

const FIELDS = [
  { nome: 'nome', rotulo: 'Nome', tipo: 'texto' },
  { nome: 'email', rotulo: 'E-mail', tipo: 'email', obrigatorio: true },
];
const BROWSER = { accept: 'text/html,*/*;q=0.8', 'content-type': 'application/x-www-form-urlencoded' };
const WAIT = { timeoutMs: 30_000 };

let port: number;
let pages: PagesStack;
let tenant: PagesTenant;
let path: string;
let crm: CrmStack | undefined;

beforeAll(async () => {
  port = await freePort();
  const environment = { CRM_URL: `http://127.0.0.1:${port}` };
  pages = await pagesStack({ pages: environment });
  await pages.startRuntime({ ...environment, TRUST_PROXY: '127.0.0.1' });
  tenant = await pages.createTenant();
  path = await publishForm();
});
afterEach(async () => {
  await crm?.close();
  crm = undefined;
});
afterAll(() => pages?.close());

/** Publishes a page with a form as authors do; returns its path. */
async function publishForm(): Promise<string> {
  const session = await tenant.session();
  const form = await session.post('/v1/formularios', { nome: 'Contato', campos: FIELDS });
  const page = await session.post('/v1/paginas', { titulo: 'Oferta' });
  const item = { id: 'i1', tipo: 'formulario', props: { form_id: form.body.id } };
  const template = { versao: 2, secoes: [{ id: 's1', colunas: [{ id: 'c1', itens: [item] }] }], estilo: {} };
  const version = await session.post(`/v1/paginas/${page.body.id}/versoes`, { template });
  const { status, text } = await session.post(`/v1/paginas/${page.body.id}/publicar`, { versao: version.body.versao });
  expect(status, text).toBe(200);
  return `/${page.body.slug}`;
}

async function startCrm(): Promise<CrmTenant> {
  crm = await crmStack({ PORT: String(port) });
  const same = crm.tenantOf({
    id: tenant.id,
    slug: tenant.slug,
    name: 'Tenant',
    status: 'active',
    plan: '',
    products: ['pages', 'crm'],
  });
  await same.publish();
  return same;
}

async function submit(email: string): Promise<void> {
  const visitor = pages.visitor.with({ 'x-forwarded-for': '2001:db8:7::1' });
  await waitUntil(async () => (await visitor.get(path)).status === 200, { what: 'the published page' });
  const form = /name="form_id" value="(\w+)"/.exec((await visitor.get(path)).text)?.[1] ?? '';
  const body = new URLSearchParams({ form_id: form, nome: 'Ana Lima', email }).toString();
  expect((await visitor.send('POST', path, body, BROWSER)).status).toBe(303);
}

/** Waits for the contact of the newest lead, and reads it as a member does. */
async function arrived(member: CrmTenant) {
  const find = () =>
    crm!.sql<{ id: string }>('select contact_id as id from activity where tenant_id = $1', [tenant.id]);
  await waitUntil(async () => (await find()).length > 0, WAIT);
  const [entry, ...others] = await find();
  expect(others).toEqual([]);
  return (await (await member.session('member')).get(`/v1/contatos/${entry!.id}`)).body;
}

it('a form sent on a published page is a contact with its timeline a moment later', async () => {
  const member = await startCrm();
  await submit('ana@example.test');
  expect(await arrived(member)).toMatchObject({
    email: 'ana@example.test',
    nome: 'Ana Lima',
    ciclo: 'lead',
    fonte: 'pagina',
  });
});

it('a form sent while the CRM is down is a contact once it is up again', async () => {
  await submit('bia@example.test');
  const waiting = () =>
    pages.sql<{ attempts: number; row: string }>(
      `select attempts, outbox::text as row from outbox where payload ->> 'type' = 'pages.lead.captured'`,
    );
  await waitUntil(async () => ((await waiting())[0]?.attempts ?? 0) > 0, WAIT);
  expect((await waiting())[0]!.row).not.toContain('bia@example.test');
  expect(await arrived(await startCrm())).toMatchObject({ email: 'bia@example.test', ciclo: 'lead' });
  await waitUntil(async () => (await waiting()).length === 0, WAIT);
});
