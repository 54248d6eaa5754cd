import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startChromium, type Chromium } from '../support/chromium.js';
import type { HttpClient } from '../support/http-client.js';
import { pagesStack, type PagesStack } from '../support/pages-stack.js';
import { SHARED, Visitor } from '../support/visitor.js';

let stack: PagesStack;
let session: HttpClient;
let browser: Chromium;
let runtime: string;

beforeAll(async () => {
  stack = await pagesStack();
  runtime = (await stack.startRuntime()).url;
  session = await (await stack.createTenant()).session('member');
  browser = await startChromium();
});
afterAll(async () => {
  await browser?.close();
  await stack?.close();
});

const CAMPOS = [
  { nome: 'email', rotulo: 'E-mail', tipo: 'email', obrigatorio: true },
  { nome: 'fone', rotulo: 'Telefone', tipo: 'telefone' },
  { nome: 'site', rotulo: 'Site', tipo: 'url' },
  { nome: 'cpf', rotulo: 'CPF', tipo: 'cpf' },
];
const MANY = {
  nome: 'dias',
  rotulo: 'Dias',
  tipo: 'multipla_escolha',
  obrigatorio: true,
  opcoes: [
    { valor: 'seg', rotulo: 'Segunda' },
    { valor: 'ter', rotulo: 'Terça' },
  ],
};
const FILE = { nome: 'cv', rotulo: 'Currículo', tipo: 'arquivo', obrigatorio: true };

let count = 0;

async function open(campos: object[], javaScriptEnabled: boolean) {
  const slug = `valores-${(count += 1)}`;
  const form = await session.post('/v1/formularios', { nome: slug, campos, mensagem_pos_envio: 'Recebido.' });
  expect(form.status, form.text).toBe(201);
  const imported = { titulo: slug, slug, modelo: 'lista-de-espera', formulario_id: form.body.id };
  const { id } = (await session.post('/v1/paginas/importar', imported)).body;
  expect((await session.post(`/v1/paginas/${id}/publicar`, {})).status).toBe(200);
  await new Visitor(runtime).sees(SHARED, `/${slug}`, 200);
  const context = await browser.context.browser()!.newContext({ javaScriptEnabled });
  const page = await context.newPage();
  await page.goto(`${runtime}/${slug}`);
  const send = () => page.locator('form button:not([type=button])').click();
  const lead = async () => {
    const [found] = (await session.get(`/v1/leads?status=todos&form_id=${form.body.id}`)).body.leads;
    return (await session.get(`/v1/leads/${found.id}`)).body;
  };
  return { page, send, lead, close: () => context.close() };
}

describe('a form in a page', () => {
  it('takes what is pasted as the server does', async () => {
    const { page, send, lead, close } = await open(CAMPOS, true);
    await page.getByLabel('E-mail').fill('Ana Prado <ana@ação.example>\u200b');
    await page.getByLabel('Telefone').fill('\u202atel:+55 11 98765‑4321\u202c');
    await page.getByLabel('Site').fill('example.com');
    await page.getByLabel('CPF').fill('CPF: \u200e529.982.247–25\u200e');
    await send();
    await page.getByText('Recebido.').waitFor();
    expect((await lead()).campos).toEqual({
      email: 'ana@xn--ao-siap.example',
      fone: '+5511987654321',
      site: 'https://example.com/',
      cpf: '52998224725',
    });
    await close();
  });

  it('asks for one of several boxes before it is sent', async () => {
    const { page, send, lead, close } = await open([MANY, CAMPOS[0]!], true);
    await page.getByLabel('E-mail').fill('ana@example.com');
    await send();
    const first = page.getByLabel('Segunda');
    expect(await first.evaluate(`(input) => [input.matches(':invalid'), input.validationMessage]`)).toEqual(
      await first.evaluate(`() => [true, 'Este campo é obrigatório.']`),
    );
    await page.getByLabel('Terça').check();
    await send();
    await page.getByText('Recebido.').waitFor();
    expect((await lead()).campos).toMatchObject({ dias: ['ter'] });
    await close();
  });

  it.each([
    ['with', true],
    ['without', false],
  ])('keeps the file that was chosen when it comes back %s JavaScript', async (_, javaScriptEnabled) => {
    const { page, send, lead, close } = await open([...CAMPOS, FILE], javaScriptEnabled);
    await page.getByLabel('E-mail').fill('ana@example.com');
    await page.getByLabel('CPF').fill('111.111.111-11');
    await page
      .getByLabel('Currículo')
      .setInputFiles({ name: 'cv.txt', mimeType: 'text/plain', buffer: Buffer.from('olá') });
    await send();
    await page.getByText('Informe um CPF válido.').waitFor();
    await page.getByText('Arquivo escolhido: cv.txt').waitFor();
    await page.getByLabel('CPF').fill('111');
    await send();
    await page.getByText('Arquivo escolhido: cv.txt').waitFor();
    await page.getByLabel('CPF').fill('529.982.247-25');
    await send();
    await page.getByText('Recebido.').waitFor();
    const { id, arquivos } = await lead();
    expect((await session.get(`/v1/leads/${id}/arquivos/${arquivos[0].id}`)).text).toBe('olá');
    await close();
  });
});
