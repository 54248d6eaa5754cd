import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { waitUntil } from '#libs/test/testing';
import { startChromium } from '../support/chromium.js';
import type { HttpClient } from '../support/http-client.js';
import { pagesStack } from '../support/pages-stack.js';
import { useStack } from '../support/use-stack.js';
import { Visitor } from '../support/visitor.js';

const stack = useStack(() => pagesStack());
let session: HttpClient;
let tenantId: string;
let url: string;
let formId: string;
const site = useStack(() => createServer());

/** A Chromium on a computer gets a user agent without the word that tells of its tests. */
const agent = (version: number) =>
  `--user-agent=Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${version}.0.0.0 Safari/537.36`;
const older = useStack(() => startChromium([agent(140)]));
const newer = useStack(() => startChromium([agent(141)]));

beforeAll(async () => {
  ({ url } = await stack.startRuntime());
  const tenant = await stack.createTenant();
  tenantId = tenant.id;
  session = await tenant.session('member');
  const form = await session.post('/v1/formularios', {
    nome: 'Contato',
    campos: [{ nome: 'email', rotulo: 'E-mail', tipo: 'email', obrigatorio: true }],
    mensagem_pos_envio: 'Recebido.',
  });
  formId = form.body.id;
});

async function publish(slug: string, more: object = {}): Promise<string> {
  const page = await session.post('/v1/paginas/importar', {
    titulo: slug,
    slug,
    modelo: 'lista-de-espera',
    formulario_id: formId,
    ...more,
  });
  expect(page.status, page.text).toBe(201);
  const published = await session.post(`/v1/paginas/${page.body.id}/publicar`, {});
  expect(published.status, published.text).toBe(200);
  await new Visitor(url).sees('127.0.0.1', `/${slug}`, 200);
  return page.body.id as string;
}

const total = async (pageId: string) =>
  (
    await stack.sql<Record<string, number>>(
      `select sum(views)::int as views, sum(sessions)::int as sessions, sum(visitors)::int as visitors,
              sum(conversions)::int as conversions
       from total_hour where tenant_id = $1 and page_id = $2`,
      [tenantId, pageId],
    )
  )[0];

async function kinds(pageId: string): Promise<string[]> {
  const rows = await stack.sql<{ kind: string }>('select kind from event where tenant_id = $1 and page_id = $2', [
    tenantId,
    pageId,
  ]);
  return rows.map(({ kind }) => kind).sort();
}

const errorsOf = (page: Page): string[] => {
  const errors: string[] = [];
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  page.on('pageerror', (error) => errors.push(String(error)));
  return errors;
};

/** Milliseconds of each run of the pixel in a frame that took long; a script of more than 50 is a long task. */
const TASKS_OF_PIXEL = `new Promise((resolve) => {
  const found = [];
  new PerformanceObserver((list) => {
    for (const { scripts } of list.getEntries())
      for (const { sourceURL, duration } of scripts)
        if (sourceURL.endsWith('/pixel.js') && duration > 50) found.push(duration);
  }).observe({ type: 'long-animation-frame', buffered: true });
  pixel.evento('olhou');
  setTimeout(() => resolve(found), 300);
})`;

it('two visitors of a published page give exactly what they did, and nothing is stored in their browsers', async () => {
  const pageId = await publish('contada');
  const address = `${url}/contada?utm_source=boletim`;
  for (const [n, { context }] of [older, newer].entries()) {
    const page = await context.newPage();
    const errors = errorsOf(page);
    await page.clock.install();
    await page.goto(address);
    await page.reload();
    if (n === 0) {
      // Who sends a form at once is no person.
      await page.clock.fastForward(10_000);
      await page.getByLabel('E-mail').fill('ana@example.test');
      await page.getByRole('main').locator('button[type=submit]').click();
      await page.getByText('Recebido.').waitFor();
    }
    expect(errors).toEqual([]);
    expect(await context.cookies()).toEqual([]);
    expect(await page.evaluate('localStorage.length + sessionStorage.length')).toBe(0);
    await page.close();
  }
  await waitUntil(async () => (await total(pageId))?.['conversions'] === 1);
  await waitUntil(async () => (await total(pageId))?.['views'] === 4);
  expect(await total(pageId)).toEqual({ views: 4, sessions: 2, visitors: 2, conversions: 1 });
  const [source] = await stack.sql<{ value: string }>(
    `select value from total_day where tenant_id = $1 and dimension = 'utm_source' and page_id = $2`,
    [tenantId, pageId],
  );
  expect(source!.value).toBe('boletim');
  await waitUntil(async () => (await kinds(pageId)).includes('form_start'));
  expect(await kinds(pageId)).toContain('scroll');
});

it('a visitor with consent has a first-party id until it is taken back', async () => {
  await publish('consentida');
  const { context } = older;
  const page = await context.newPage();
  await page.goto(`${url}/consentida`);
  await page.evaluate('pixel.consentir()');
  expect((await context.cookies()).map(({ name }) => name)).toEqual(['_pv']);
  await page.evaluate('pixel.recusar()');
  expect(await context.cookies()).toEqual([]);
  await page.close();
});

async function publishForm(slug: string, form: object, more: object = {}): Promise<{ pageId: string; formId: string }> {
  const { body, status, text } = await session.post('/v1/formularios', {
    nome: slug,
    mensagem_pos_envio: 'Recebido.',
    ...form,
  });
  expect(status, text).toBe(201);
  const item = { id: 'i1', tipo: 'formulario', props: { form_id: body.id } };
  const template = { versao: 2, secoes: [{ id: 's1', colunas: [{ id: 'c1', itens: [item] }] }], ...more };
  return { pageId: await publish(slug, { modelo: undefined, formulario_id: undefined, template }), formId: body.id };
}

const FIELDS = ['nome', 'email'].map((nome) => ({ nome, rotulo: nome, tipo: nome === 'email' ? 'email' : 'texto' }));

/** Has a page be hidden or shown, as when a visitor changes tabs. */
const setVisibility = (page: Page, state: 'hidden' | 'visible') =>
  page.evaluate(`Object.defineProperty(document, 'visibilityState', { value: '${state}', configurable: true });
    document.dispatchEvent(new Event('visibilitychange'))`);

it('the last field of a visitor who leaves reaches the report of the form, and who comes back and sends has not left', async () => {
  const { formId: id } = await publishForm('abandonada', { campos: FIELDS });
  const { context } = older;
  const leaving = await context.newPage();
  await leaving.goto(`${url}/abandonada`);
  await leaving.getByLabel('nome').fill('Ana');
  await leaving.getByLabel('email').fill('ana@');
  await leaving.goto('about:blank');
  await leaving.close();
  const returning = await context.newPage();
  await returning.clock.install();
  await returning.goto(`${url}/abandonada`);
  await returning.getByLabel('nome').fill('Bia');
  await setVisibility(returning, 'hidden');
  await setVisibility(returning, 'visible');
  await returning.clock.fastForward(10_000);
  await returning.getByLabel('email').fill('bia@example.test');
  await returning.getByRole('main').locator('button[type=submit]').click();
  await returning.getByText('Recebido.').waitFor();
  await returning.close();
  const read = async () => (await session.get(`/v1/formularios/${id}/analytics`)).body;
  await waitUntil(async () => {
    const { envios, abandono } = await read();
    return envios === 1 && abandono[1].vistos === 2;
  });
  expect(await read()).toMatchObject({
    visualizacoes: 2,
    inicios: 2,
    envios: 1,
    abandono: [
      { campo: 'nome', vistos: 2, abandonos: 0 },
      { campo: 'email', vistos: 2, abandonos: 1 },
    ],
  });
});

it('the consent of a form is consent to an id where the page says so, and nowhere else', async () => {
  const form = { campos: FIELDS, exige_consentimento: true, texto_consentimento: 'Aceito.' };
  await publishForm('sem-id', form);
  const { pageId } = await publishForm('com-id', form, { consentimento_de_formulario: true });
  const { context } = older;
  for (const slug of ['sem-id', 'com-id']) {
    const page = await context.newPage();
    await page.clock.install();
    await page.goto(`${url}/${slug}`);
    await page.clock.fastForward(10_000);
    await page.getByLabel('email').fill('ana@example.test');
    await page.getByRole('checkbox').check();
    await page.getByRole('main').locator('button[type=submit]').click();
    await page.getByText('Recebido.').waitFor();
    expect((await context.cookies()).map(({ name }) => name)).toEqual(slug === 'com-id' ? ['_pv'] : []);
    await page.close();
  }
  await context.clearCookies();
  await waitUntil(async () => (await kinds(pageId)).includes('conversion'));
  const links = await stack.sql('select from visitor_lead where tenant_id = $1', [tenantId]);
  expect(links).toHaveLength(1);
});

it('a page that says so does not count', async () => {
  const document = { versao: 2, secoes: [], pixel: false };
  const page = await session.post('/v1/paginas/importar', { titulo: 'Calada', slug: 'calada', template: document });
  expect(page.status, page.text).toBe(201);
  expect((await session.post(`/v1/paginas/${page.body.id}/publicar`, {})).status).toBe(200);
  const visitor = new Visitor(url);
  await visitor.sees('127.0.0.1', '/calada', 200);
  const { text, headers } = await visitor.get('127.0.0.1', '/calada');
  expect(text).not.toContain('pixel.js');
  expect(headers['content-security-policy']).not.toContain('script-src');
});

it('a pixel counts on a foreign site with a strict policy, by its paths, and its conversions', async () => {
  const pixel = await session.post('/v1/pixels', { nome: 'Loja' });
  expect(pixel.status, pixel.text).toBe(201);
  const { id } = pixel.body as { id: string };
  const snippet = (pixel.body.snippet as string).replace(/src="[^"]+"/, `src="${url}/pixel.js"`);
  const policy = `default-src 'none'; script-src ${url}; connect-src ${url}`;
  site.on('request', (request, response) => {
    response.setHeader('Content-Security-Policy', policy);
    response.setHeader('Content-Type', 'text/html');
    // With the pixel, or as it is without one.
    response.end(`<!doctype html><title>Loja</title>${request.url === '/sem' ? '' : snippet}<p>Loja`);
  });
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
  const port = (site.address() as AddressInfo).port;
  const domain = await session.post(`/v1/pixels/${id}/dominios`, { dominio: 'localhost.localdomain' });
  expect(domain.status, domain.text).toBe(201);
  await stack.sql(`update pixel_domain set domain = 'localhost' where pixel_id = $1`, [id]);
  const conversion = { nome: 'Compra', tipo: 'url', valor: '/obrigado*' };
  expect((await session.post(`/v1/pixels/${id}/conversoes`, conversion)).status).toBe(201);
  const { context } = newer;
  const page = await context.newPage();
  const errors = errorsOf(page);
  await waitUntil(async () => {
    await page.goto(`http://localhost:${port}/produto`);
    await page.goto('about:blank');
    return (await kinds(id)).includes('view');
  });
  await page.goto(`http://localhost:${port}/produto`);
  await page.evaluate(`history.pushState({}, '', '/obrigado/1'); pixel.evento('assinou', 9.5)`);
  await page.goto('about:blank');
  await waitUntil(async () => (await kinds(id)).includes('custom'));
  expect((await kinds(id)).filter((kind) => kind === 'conversion')).toHaveLength(1);
  expect(errors).toEqual([]);
  const globals = async (path: string) => {
    await page.goto(`http://localhost:${port}${path}`);
    return page.evaluate<string[]>('Object.getOwnPropertyNames(window)');
  };
  const without = new Set(await globals('/sem'));
  expect((await globals('/produto')).filter((name) => !without.has(name))).toEqual(['pixel']);
  expect(await page.evaluate<number[]>(TASKS_OF_PIXEL)).toEqual([]);
  await page.close();
});
