import { createServer, type Server } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { pagesStack, type PagesStack, type PagesTenant } from '../support/pages-stack.js';
import { startChromium, type Chromium } from '../support/chromium.js';
import type { AppStack } from '../support/app-stack.js';
import type { HttpClient } from '../support/http-client.js';
import type { RuntimeConfig } from '../../apps/runtime/src/config.js';

/** A page that allows the runtime alone, and no inline style or script. */
const policyFor = (runtime: string) => `default-src 'none'; script-src ${runtime}; connect-src ${runtime}`;

let stack: PagesStack;
let runtime: AppStack<RuntimeConfig>;
let tenant: PagesTenant;
let session: HttpClient;
let browser: Chromium;
let site: Server;
let origin: string;
let page: Page;
let snippet = '';
let language = 'pt-BR';
const problems: string[] = [];

beforeAll(async () => {
  stack = await pagesStack();
  runtime = await stack.startRuntime();
  tenant = await stack.createTenant();
  session = await tenant.session('member');
  site = createServer((request, response) => {
    if (request.url === '/favicon.ico') return void response.writeHead(204).end();
    const headers = { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': policyFor(runtime.url) };
    response
      .writeHead(200, headers)
      .end(`<!doctype html><html lang="${language}"><title>Loja</title><main>${snippet}</main>`);
  });
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
  browser = await startChromium();
  // Long enough to install the browser.
});
afterEach(async () => {
  await page?.close();
});
afterAll(async () => {
  await browser?.close();
  site?.closeAllConnections();
  site?.close();
  await stack?.close();
});

/** A form as its account makes it, with its snippet in a page of a foreign site. */
async function open(definition: object, shown = (given: string) => given, query = 'utm_source=carta'): Promise<string> {
  const { status, body, text } = await session.post('/v1/formularios', {
    nome: 'Contato',
    origens: [origin],
    mensagem_pos_envio: 'Obrigado, <b>falamos</b> em breve.',
    ...definition,
  });
  expect(status, text).toBe(201);
  snippet = shown(String(body.snippet).replace(/src="[^"]*(\/_f\/)/, `src="${runtime.url}$1`));
  page = await browser.context.newPage();
  page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
  page.on('pageerror', (error) => problems.push(error.message));
  await page.goto(`${origin}/?${query}`);
  return body.id;
}

const leadsOf = async (form: string) =>
  (await session.get(`/v1/leads?status=todos&form_id=${form}`)).body.leads as Record<string, unknown>[];

const EMAIL = { nome: 'email', rotulo: 'E-mail', tipo: 'email', obrigatorio: true };

describe('a snippet in a foreign page', () => {
  it('shows the form, sends it, and thanks', async () => {
    const form = await open({
      campos: [EMAIL, { nome: 'nome', rotulo: 'Nome <img src=x onerror=alert(1)>', tipo: 'texto' }],
      exige_consentimento: true,
      texto_consentimento: 'Aceito receber mensagens.',
    });
    await page.getByLabel('E-mail *').fill('ana@example.test');
    await page.getByLabel(/^Nome <img/).fill('Ana');
    await page.getByLabel(/^Aceito receber/).check();
    await page.getByRole('button').click();
    await page.getByText('Obrigado, <b>falamos</b> em breve.').waitFor();
    const leads = await leadsOf(form);
    expect(leads).toHaveLength(1);
    const { body } = await session.get(`/v1/leads/${String(leads[0]!['id'])}`);
    expect(body.campos).toEqual({ email: 'ana@example.test', nome: 'Ana' });
    expect(body.origem).toMatchObject({ utm_source: 'carta', url: `${origin}/?utm_source=carta` });
    expect(await page.locator('img').count()).toBe(0);
  });

  it('asks for what is missing, and shows what the server finds wrong, at the field', async () => {
    const form = await open({ campos: [EMAIL, { nome: 'doc', rotulo: 'CPF', tipo: 'cpf' }] });
    const button = page.getByRole('button');
    await button.click();
    await page.getByText('Este campo é obrigatório.').waitFor();
    expect(await page.getByLabel('E-mail *').getAttribute('aria-invalid')).toBe('true');
    await page.getByLabel('E-mail *').fill('ana@example.test');
    await page.getByLabel('CPF').fill('111.111.111-11');
    await button.click();
    await page.getByText('Informe um CPF válido.').waitFor();
    expect(await leadsOf(form)).toEqual([]);
    await page.getByLabel('CPF').fill('529.982.247-25');
    await button.click();
    await page.getByRole('status').waitFor();
    expect(await leadsOf(form)).toHaveLength(1);
  });

  it('goes through steps, and asks only what the answers before call for', async () => {
    const form = await open({
      campos: [
        {
          nome: 'perfil',
          rotulo: 'Você é',
          tipo: 'opcao',
          obrigatorio: true,
          opcoes: [
            { valor: 'pf', rotulo: 'Pessoa' },
            { valor: 'pj', rotulo: 'Empresa' },
          ],
        },
        { nome: 'cargo', rotulo: 'Cargo', tipo: 'texto', condicao: { campo: 'perfil', valores: ['pj'] } },
        { ...EMAIL, etapa: 2 },
        { nome: 'nota', rotulo: 'Nota', tipo: 'nota', etapa: 2 },
      ],
    });
    expect(await page.getByLabel('Cargo').isVisible()).toBe(false);
    await page.getByLabel('Você é *').selectOption('pj');
    await page.getByLabel('Cargo').fill('Compras');
    await page.getByLabel('Você é *').selectOption('pf');
    expect(await page.getByLabel('Cargo').isVisible()).toBe(false);
    await page.getByRole('button', { name: 'Continuar' }).click();
    await page.getByRole('button', { name: 'Voltar' }).click();
    await page.getByRole('button', { name: 'Continuar' }).click();
    await page.getByLabel('E-mail *').fill('bia@example.test');
    await page.getByLabel('9', { exact: true }).check();
    await page.getByRole('button').last().click();
    await page.getByRole('status').waitFor();
    const [lead] = await leadsOf(form);
    const { body } = await session.get(`/v1/leads/${String(lead!['id'])}`);
    expect(body.campos).toEqual({ perfil: 'pf', email: 'bia@example.test', nota: 9 });
  });

  it('sends files, and refuses to send without one that is required', async () => {
    const form = await open({
      campos: [EMAIL, { nome: 'cv', rotulo: 'Currículo', tipo: 'arquivo', obrigatorio: true }],
    });
    await page.getByLabel('E-mail *').fill('cora@example.test');
    await page.getByRole('button', { name: 'Enviar' }).click();
    await page.getByText('Este campo é obrigatório.').waitFor();
    await page
      .getByLabel('Currículo *')
      .setInputFiles({ name: 'cv.txt', mimeType: 'text/plain', buffer: Buffer.from('olá') });
    await page.getByRole('button', { name: 'Enviar' }).click();
    await page.getByRole('status').waitFor();
    const [lead] = await leadsOf(form);
    const { body } = await session.get(`/v1/leads/${String(lead!['id'])}`);
    expect(body.campos).toEqual({ email: 'cora@example.test', cv: 'cv.txt' });
    expect(body.origem).toMatchObject({ utm_source: 'carta' });
    const file = await session.get(`/v1/leads/${body.id}/arquivos/${body.arquivos[0].id}`);
    expect(file.text).toBe('olá');
  });

  it('takes what is pasted as the server does, and asks for one of several boxes', async () => {
    const form = await open({
      campos: [
        EMAIL,
        { nome: 'site', rotulo: 'Site', tipo: 'url' },
        {
          nome: 'dias',
          rotulo: 'Dias',
          tipo: 'multipla_escolha',
          obrigatorio: true,
          opcoes: [
            { valor: 'seg', rotulo: 'Segunda' },
            { valor: 'ter', rotulo: 'Terça' },
          ],
        },
      ],
    });
    await page.getByLabel('E-mail *').fill('Ana <ana@ação.example>\u200b');
    await page.getByLabel('Site').fill('example.com');
    await page.getByRole('button').click();
    await page.getByText('Este campo é obrigatório.').waitFor();
    await page.getByLabel('Terça').check();
    await page.getByRole('button').click();
    await page.getByRole('status').waitFor();
    const [lead] = await leadsOf(form);
    const { body } = await session.get(`/v1/leads/${String(lead!['id'])}`);
    expect(body.campos).toEqual({ email: 'ana@xn--ao-siap.example', site: 'https://example.com/', dias: ['ter'] });
  });

  it('fills its hidden fields from the address', async () => {
    const hidden = (nome: string) => ({ nome, rotulo: nome, tipo: 'oculto', valor_padrao: 'nenhum' });
    const campos = [EMAIL, hidden('gclid'), hidden('utm_source'), hidden('vendedor'), hidden('outro')];
    const form = await open({ campos }, undefined, 'gclid=Cj0K%2Bx&utm_source=carta&vendedor=%20Ana%20&outro=');
    await page.getByLabel('E-mail *').fill('davi@example.test');
    await page.getByRole('button').click();
    await page.getByRole('status').waitFor();
    const [lead] = await leadsOf(form);
    const { body } = await session.get(`/v1/leads/${String(lead!['id'])}`);
    expect(body.campos).toMatchObject({ gclid: 'Cj0K+x', utm_source: 'carta', vendedor: 'Ana', outro: 'nenhum' });
  });

  it.each([
    ['as a module', (given: string) => given.replace(' async>', ' type="module">')],
    [
      'before the place of the form',
      (given: string) => given.split('\n').toReversed().join('\n').replace(' async', ''),
    ],
    ['twice', (given: string) => `${given}\n${given.split('\n')[1]}`],
  ])('is shown once when its script is loaded %s', async (_, shown) => {
    await open({ campos: [EMAIL] }, shown);
    await page.getByLabel('E-mail *').waitFor();
    expect(await page.getByLabel('E-mail *').count()).toBe(1);
  });

  it.each([
    ['the script', true],
    ['the place of the form', false],
  ])('is shown when a script of the page inserts %s later', async (_, isScript) => {
    await open({ campos: [EMAIL] }, (given) => (isScript ? given.split('\n')[0]! : given));
    await page.waitForLoadState('load');
    const src = JSON.stringify(`${runtime.url}/_f/formulario.js`);
    await page.evaluate(
      isScript
        ? `document.head.append(Object.assign(document.createElement('script'), { src: ${src} }))`
        : `{
            const [before] = document.querySelectorAll('[data-formulario]');
            const dialog = document.createElement('section');
            const place = document.createElement('div');
            place.dataset.formulario = before.dataset.formulario;
            before.remove();
            dialog.append(place);
            document.body.append(dialog);
          }`,
    );
    await page.getByLabel('E-mail *').waitFor();
    expect(await page.getByLabel('E-mail *').count()).toBe(1);
  });

  it('has no violation in axe-core', async () => {
    await open({
      campos: [EMAIL, { nome: 'recado', rotulo: 'Recado', tipo: 'texto_longo', ajuda: 'Até 5.000 letras.' }],
    });
    await page.getByLabel('E-mail *').waitFor();
    const source = createRequire(import.meta.url).resolve('axe-core');
    // As the browser's own tools do: the policy of the page is not for them.
    const devtools = await browser.context.newCDPSession(page);
    await devtools.send('Page.setBypassCSP', { enabled: true });
    await page.reload();
    await page.getByLabel('E-mail *').waitFor();
    await page.addScriptTag({ path: source });
    const violations = await page.evaluate(async () => {
      const { axe } = globalThis as unknown as { axe: { run: () => Promise<{ violations: { id: string }[] }> } };
      return (await axe.run()).violations.map(({ id }) => id);
    });
    expect(violations.filter((id) => !/^(page-has-heading-one|region|landmark)/.test(id))).toEqual([]);
  });

  it('throws nothing, and keeps to a policy that allows the runtime alone', async () => {
    await open({ campos: [EMAIL] });
    await page.getByLabel('E-mail *').waitFor();
    expect(problems).toEqual([]);
  });

  it.each([
    ['en', 'Continue', 'Back', 'Choose', 'Germany', 'This field is required.', 'Enter a valid e-mail address.', 'Send'],
    [
      'es-MX',
      'Continuar',
      'Volver',
      'Elija',
      'Alemania',
      'Este campo es obligatorio.',
      'Escriba un correo electrónico válido.',
      'Enviar',
    ],
  ])('speaks the language of a page in %s', async (tag, next, back, choose, country, required, email, button) => {
    language = tag;
    const campos = [
      { nome: 'pais', rotulo: 'País', tipo: 'pais' },
      { nome: 'email', rotulo: 'E-mail', tipo: 'texto', obrigatorio: true, etapa: 2 },
      { nome: 'outro', rotulo: 'Mail', tipo: 'email', etapa: 2 },
    ];
    await open({ campos, mensagem_pos_envio: undefined });
    await page.getByLabel('País').selectOption({ label: country });
    expect(await page.getByRole('option').first().textContent()).toBe(choose);
    await page.getByRole('button', { name: next }).click();
    await page.getByRole('button', { name: back }).waitFor();
    await page.getByRole('button', { name: button }).click();
    await page.getByText(required).waitFor();
    await page.getByLabel('E-mail *').fill('x');
    await page.getByLabel('Mail', { exact: true }).fill('ana@localhost');
    await page.getByRole('button', { name: button }).click();
    await page.getByText(email).waitFor();
    language = 'pt-BR';
  });

  it('says so when there is no such form', async () => {
    const form = await open({ campos: [EMAIL] });
    await page.getByLabel('E-mail *').waitFor();
    snippet = snippet.replace(form, 'frm_0000000000000000');
    await page.reload();
    const told = page.getByRole('alert');
    await told.waitFor();
    expect(await told.textContent()).toBe('Não foi possível carregar o formulário.');
  });
});
