import { afterAll, beforeAll, expect, it } from 'vitest';
import { waitUntil } from '#libs/test/testing';
import { startChromium, type Chromium } from '../support/chromium.js';
import type { HttpClient } from '../support/http-client.js';
import { pagesStack, type PagesStack } from '../support/pages-stack.js';
import { Visitor } from '../support/visitor.js';

const SHOP = 'loja.acme.test';

let stack: PagesStack;
let session: HttpClient;
let browser: Chromium;
let port: string;
let visitor: Visitor;
let domainId: string;
let formId: string;

beforeAll(async () => {
  stack = await pagesStack();
  const { url } = await stack.startRuntime();
  port = new URL(url).port;
  visitor = new Visitor(url);
  const tenant = await stack.createTenant();
  domainId = await tenant.verifyHost(SHOP);
  session = await tenant.session('member');
  const form = await session.post('/v1/formularios', {
    nome: 'Contato',
    campos: [{ nome: 'email', rotulo: 'E-mail', tipo: 'email', obrigatorio: true }],
    mensagem_pos_envio: 'Recebido.',
  });
  expect(form.status, form.text).toBe(201);
  formId = form.body.id;
  browser = await startChromium([`--host-resolver-rules=MAP ${SHOP} 127.0.0.1`]);
});
afterAll(async () => {
  await browser?.close();
  await stack?.close();
});

async function publish(slug: string, path: string | null): Promise<string> {
  const values = { titulo: slug, slug, modelo: 'lista-de-espera', formulario_id: formId };
  const page = await session.post('/v1/paginas/importar', values);
  expect(page.status, page.text).toBe(201);
  const { id } = page.body;
  if (path !== null) {
    const moved = await session.put(`/v1/paginas/${id}/dominio`, { dominio_id: domainId, caminho: path });
    expect(moved.status, moved.text).toBe(200);
  }
  const published = await session.post(`/v1/paginas/${id}/publicar`, {});
  expect(published.status, published.text).toBe(200);
  return id;
}

const leads = async (): Promise<Record<string, unknown>[]> =>
  (await session.get(`/v1/leads?form_id=${formId}&status=todos`)).body.leads;

it.each([
  ['on the shared host', 'compartilhada', null],
  ['on a domain at its slug', 'oferta', '/oferta'],
  ['on a domain at another path than its slug', 'primavera', '/promocao'],
  ['on a domain at a path of two segments', 'guia', '/materiais/guia'],
  ['on a domain as its home page', 'inicial', '/'],
])('a form %s is sent', async (_, slug, path) => {
  const pageId = await publish(slug, path);
  const host = path === null ? '127.0.0.1' : SHOP;
  await visitor.sees(host, path ?? `/${slug}`, 200);
  const page = await browser.context.newPage();
  await page.goto(`http://${host}:${port}${path ?? `/${slug}`}?utm_source=boletim`);
  const email = `${slug}@example.test`;
  await page.getByLabel('E-mail').fill(email);
  await page.getByRole('main').locator('button[type=submit]').click();
  await page.getByText('Recebido.').waitFor();
  const back = page.getByRole('link');
  expect(await back.getAttribute('href')).toBe(path ?? `/${slug}`);
  await waitUntil(async () => (await leads()).some((lead) => lead['email'] === email));
  expect((await leads()).find((lead) => lead['email'] === email)).toMatchObject({ pagina_id: pageId });
  await page.close();
});
