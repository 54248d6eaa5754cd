import type { Page, Request } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { waitUntil } from '#libs/test/testing';
import { startChromium, type Chromium } from '../support/chromium.js';
import type { HttpClient } from '../support/http-client.js';
import { pagesStack, type PagesStack } from '../support/pages-stack.js';

let stack: PagesStack;
let session: HttpClient;
let browser: Chromium;
let runtime: string;

beforeAll(async () => {
  stack = await pagesStack();
  runtime = (await stack.startRuntime()).url;
  const tenant = await stack.createTenant();
  session = await tenant.session('member');
  const admin = await tenant.session('admin');
  const { avisos: _, ...brand } = (await admin.get('/v1/marca')).body;
  const changes = { nome: 'Clareira', cores: { ...brand.cores, primaria: '#0d5c4d' } };
  const saved = await admin.put('/v1/marca', { ...brand, ...changes });
  if (saved.status !== 200) throw new Error(saved.text);
  browser = await startChromium();
  // Long enough to install the browser.
});
afterAll(async () => {
  await browser?.close();
  await stack?.close();
});

/** Does what an author does: a form, a page of a template with it, and the page published. */
async function publishPage(slug: string): Promise<{ pageId: string; formId: string }> {
  const form = await session.post('/v1/formularios', {
    nome: 'Contato',
    campos: [
      { nome: 'nome', rotulo: 'Nome', tipo: 'texto', chave: 'nome', obrigatorio: true },
      { nome: 'email', rotulo: 'E-mail', tipo: 'email', chave: 'email', obrigatorio: true },
      { nome: 'cpf', rotulo: 'CPF', tipo: 'cpf' },
    ],
    mensagem_pos_envio: 'Obrigado! O guia está a caminho.',
    exige_consentimento: true,
    texto_consentimento: 'Aceito receber o guia por e-mail.',
  });
  expect(form.status, form.text).toBe(201);
  const values = { titulo: 'O guia', slug, modelo: 'ebook', formulario_id: form.body.id };
  const page = await session.post('/v1/paginas/importar', values);
  expect(page.status, page.text).toBe(201);
  const published = await session.post(`/v1/paginas/${page.body.id}/publicar`, {});
  expect(published.body, published.text).toMatchObject({ avisos: [] });
  await waitUntil(async () => (await fetch(`${runtime}/${slug}`)).status === 200, { what: 'the page on the runtime' });
  return { pageId: page.body.id, formId: form.body.id };
}

const leadsOf = async (formId: string): Promise<Record<string, unknown>[]> =>
  (await session.get(`/v1/leads?form_id=${formId}`)).body.leads;

const LINK_COLOR = `getComputedStyle(document.querySelector('a')).color`;

async function fill(page: Page, { name, email }: { name: string; email: string }): Promise<void> {
  await page.getByLabel('Nome').fill(name);
  await page.getByLabel('E-mail', { exact: true }).fill(email);
  await page.getByLabel(/^Aceito receber/).check();
}

describe.each([
  ['with', true],
  ['without', false],
])('a published page in a browser %s JavaScript', (_, javaScriptEnabled) => {
  it('refuses an empty field, shows what the server finds wrong, thanks, and the account has the lead', async () => {
    const slug = javaScriptEnabled ? 'guia' : 'guia-sem-script';
    const { pageId, formId } = await publishPage(slug);
    const context = await browser.context.browser()!.newContext({ javaScriptEnabled });
    const page = await context.newPage();
    const address = `${runtime}/${slug}?utm_source=boletim&utm_campaign=maio`;
    await page.goto(address);
    const posts: string[] = [];
    const isSent = (request: Request) => request.method() === 'POST' && !request.url().endsWith('/collect');
    page.on('request', (request) => isSent(request) && posts.push(request.url()));

    await page.getByLabel('Nome').fill('Ana');
    await page.getByLabel(/^Aceito receber/).check();
    await page.getByRole('button', { name: 'Quero receber o e-book' }).click();
    await page.locator('input[name=email]:user-invalid:focus').waitFor();
    expect([posts, page.url()]).toEqual([[], address]);

    await fill(page, { name: 'Ana', email: 'ana@example.test' });
    await page.getByLabel('CPF').fill('111.111.111-11');
    await page.getByRole('button', { name: 'Quero receber o e-book' }).click();
    await page.getByText('Informe um CPF válido.').waitFor();
    expect(await page.getByLabel('CPF').getAttribute('aria-invalid')).toBe('true');
    expect(await page.getByLabel('E-mail', { exact: true }).inputValue()).toBe('ana@example.test');
    expect(await leadsOf(formId)).toEqual([]);

    await page.getByLabel('CPF').fill('529.982.247-25');
    await page.getByRole('button').click();
    await page.getByText('Obrigado! O guia está a caminho.').waitFor();
    expect(new URL(page.url()).pathname).toBe(`/f/${formId}/obrigado`);
    expect(await page.title()).toBe('Enviado · Clareira');
    expect(await page.evaluate(LINK_COLOR)).toBe('rgb(13, 92, 77)');
    await page.getByRole('link', { name: 'Voltar à página' }).click();
    await page.getByRole('heading', { level: 1, name: /^O guia prático/ }).waitFor();

    const [lead, ...more] = await leadsOf(formId);
    expect(more).toEqual([]);
    expect(lead).toMatchObject({ fonte: 'pagina', pagina_id: pageId, nome: 'Ana', email: 'ana@example.test' });
    expect((await session.get('/v1/leads')).body.leads).toContainEqual(lead);
    const { body } = await session.get(`/v1/leads/${String(lead!['id'])}`);
    expect(body.campos).toEqual({ nome: 'Ana', email: 'ana@example.test', cpf: '52998224725' });
    expect(body.consentimento).toMatchObject({ dado: true, texto: 'Aceito receber o guia por e-mail.' });
    await context.close();
  });
});

it('knows the campaign that a visitor came by, where the browser runs scripts', async () => {
  const { formId } = await publishPage('guia-campanha');
  const page = await browser.context.newPage();
  await page.clock.install();
  await page.goto(`${runtime}/guia-campanha?utm_source=boletim&utm_campaign=maio`);
  await fill(page, { name: 'Bia', email: 'bia@example.test' });
  // Sooner it would be spam.
  await page.clock.fastForward(20_000);
  await page.getByRole('button', { name: 'Quero receber o e-book' }).click();
  await page.getByText('Obrigado! O guia está a caminho.').waitFor();
  const [lead] = await leadsOf(formId);
  const { body } = await session.get(`/v1/leads/${String(lead!['id'])}`);
  expect(body.origem).toMatchObject({ utm_source: 'boletim', utm_campaign: 'maio' });
  await page.close();
});
