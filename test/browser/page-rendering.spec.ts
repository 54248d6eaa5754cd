import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { BrowserContext, Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import '../../apps/pages/src/catalogue.js';
import { demoDocument } from '../../apps/pages/src/demo/demo-page.js';
import { validateDocument } from '../../apps/pages/src/validation/validate-document.js';
import { PAGE_TEMPLATES, withForm } from '../../apps/pages/src/page-templates/page-templates.js';
import type { RenderedPage } from '../../apps/pages/src/markup/page-context.js';
import { around, EVERYTHING } from '../../apps/pages/src/rendering/every-item.fixture.js';
import {
  EXAMPLE_FORM,
  EXAMPLE_PICTURE,
  exampleContext,
  formField,
} from '../../apps/pages/src/rendering/page-context.fixture.js';
import { renderPage } from '../../apps/pages/src/rendering/render-page.js';
import { FONT_ADDRESS, readFontFile } from '../../libs/sites/sites/src/index.js';
import { violationsOf } from '../support/axe.js';
import { startChromium, type Chromium } from '../support/chromium.js';

const PHONE = { width: 390, height: 844 };
const DESKTOP = { width: 1280, height: 900 };

/** Resolves when the browser has painted text for the first time. */
const PAINTED = `new Promise((resolve) => {
  new PerformanceObserver((list) => list.getEntriesByName('first-contentful-paint').length && resolve())
    .observe({ type: 'paint', buffered: true });
})`;

/** Shows the page to its end, so that pictures below the first screen load, and waits for all of them and for the fonts. */
const WHOLE = `(async () => {
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  for (let y = 0; y < document.body.scrollHeight; y += innerHeight / 2) {
    scrollTo(0, y);
    await frame();
    await frame();
  }
  const loaded = (image) => image.complete || new Promise((done) => { image.onload = image.onerror = done; });
  await Promise.all([document.fonts.ready, ...[...document.images].map(loaded)]);
  await frame();
  await frame();
})()`;

/** How much of the page moved since it began to load: the sum of all layout shifts, which is at least what CLS counts. */
const SHIFT = `new Promise((resolve) => {
  const sum = (entries) => entries.reduce((total, { value }) => total + value, 0);
  let total = 0;
  const observer = new PerformanceObserver((list) => { total += sum(list.getEntries()); });
  observer.observe({ type: 'layout-shift', buffered: true });
  // What is buffered is delivered in a task of its own.
  setTimeout(() => resolve(total + sum(observer.takeRecords())));
})`;

const PHOTO = EXAMPLE_PICTURE.id;

function withResolvers(): { promise: Promise<void>; resolve: () => void } {
  let resolve: () => void = () => undefined;
  const promise = new Promise<void>((done) => (resolve = done));
  return { promise, resolve };
}

const pages = new Map<string, RenderedPage>();
const posted: string[] = [];
let chromium: Chromium;
let server: Server;
let origin: string;
let picture: Buffer;
/** Fonts and pictures are sent when it resolves. */
let held: Promise<void> = Promise.resolve();

beforeAll(async () => {
  chromium = await startChromium();
  const { width, height } = EXAMPLE_PICTURE;
  picture = await sharp({ create: { width, height, channels: 3, background: '#7a5' } })
    .webp()
    .toBuffer();
  server = createServer((request, response) => {
    const { pathname } = new URL(request.url!, 'http://a.test');
    if (request.method === 'POST') {
      let body = '';
      request.on('data', (chunk) => (body += String(chunk)));
      request.on('end', () => {
        posted.push(body);
        response.setHeader('content-type', 'text/html').end('<link rel="icon" href="data:,"><title>ok</title>');
      });
      return;
    }
    if (pathname.startsWith(FONT_ADDRESS)) {
      void Promise.all([readFontFile(pathname.slice(FONT_ADDRESS.length)), held]).then(([bytes]) => {
        response.setHeader('content-type', 'font/woff2').end(bytes);
      });
      return;
    }
    if (pathname.startsWith('/_m/')) {
      void held.then(() => response.setHeader('content-type', 'image/webp').end(picture));
      return;
    }
    const page = pages.get(pathname);
    response.statusCode = page ? 200 : 404;
    if (page) response.setHeader('content-security-policy', page.policy);
    response.setHeader('content-type', 'text/html; charset=utf-8').end(page?.html);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  // Long enough to install the browser.
});

afterAll(async () => {
  await chromium?.close();
  await new Promise((resolve) => server?.close(resolve));
});

/** A page in a window of its own, and what the browser had to complain about. */
async function open(
  path: string,
  viewport: { width: number; height: number },
  options: Parameters<NonNullable<ReturnType<BrowserContext['browser']>>['newContext']>[0] = {},
): Promise<{ page: Page; complaints: string[]; close: () => Promise<void> }> {
  const context = await chromium.context.browser()!.newContext({ viewport, ...options });
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('console', (message) => complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('request', (request) => {
    if (!request.url().startsWith(origin) && !request.url().startsWith('data:')) complaints.push(request.url());
  });
  await page.goto(`${origin}${path}`, { waitUntil: 'networkidle' });
  return { page, complaints, close: () => context.close() };
}

function publish(path: string, document: object, changes: Parameters<typeof exampleContext>[0] = {}): void {
  pages.set(path, renderPage(validateDocument(document), exampleContext({ slug: path.slice(1), ...changes })));
}

describe('a rendered page in a browser', () => {
  for (const { id, template } of PAGE_TEMPLATES) publish(`/${id}`, withForm(template, EXAMPLE_FORM.id));
  publish('/tudo', EVERYTHING);

  it.each([...PAGE_TEMPLATES.map(({ id }) => id), 'tudo'])(
    '%s has no violation in axe-core, fits a phone, and its policy hinders nothing',
    async (id) => {
      for (const viewport of [DESKTOP, PHONE]) {
        // Scripts of the test are not the page's: its policy would keep axe-core out.
        const { page, complaints, close } = await open(`/${id}`, viewport);
        const beside = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
        expect(beside).toBeLessThanOrEqual(0);
        expect(complaints).toEqual([]);
        expect(await violationsOf(page)).toEqual([]);
        await close();
      }
    },
  );

  publish('/fotos', demoDocument(EXAMPLE_FORM.id, { hills: PHOTO, dawn: PHOTO, mist: PHOTO, night: PHOTO }));
  pages.set('/sem-medidas', {
    ...pages.get('/ebook')!,
    html: '<!doctype html><link rel="icon" href="data:,"><img src="/_m/a.webp" alt=""><p style="font-size:3rem">Texto</p>',
    policy: "default-src 'self' data: 'unsafe-inline'",
  });

  /** How much a page shifts whose fonts and pictures arrive after its text was painted. */
  async function shiftOf(path: string, viewport: typeof PHONE): Promise<number> {
    const { promise, resolve } = withResolvers();
    held = promise;
    const context = await chromium.context.browser()!.newContext({ viewport });
    try {
      const page = await context.newPage();
      await page.goto(origin + path, { waitUntil: 'commit' });
      await page.evaluate(PAINTED);
      resolve();
      await page.evaluate(WHOLE);
      return await page.evaluate<number>(SHIFT);
    } finally {
      resolve();
      await context.close();
    }
  }

  it.each([...PAGE_TEMPLATES.map(({ id }) => id), 'fotos'])(
    '%s does not shift when fonts and pictures arrive late',
    async (id) => {
      expect(await shiftOf(`/${id}`, PHONE), 'phone').toBeLessThan(0.05);
      expect(await shiftOf(`/${id}`, DESKTOP), 'desktop').toBeLessThan(0.05);
    },
  );

  it('would be seen to shift by a picture without its size', async () => {
    expect(await shiftOf('/sem-medidas', PHONE)).toBeGreaterThan(0.05);
  });

  it('puts what the address says into text, and only as text', async () => {
    publish('/utm', around({ id: 'x', tipo: 'texto', props: { conteudo: 'Olá, {{utm_campaign|visitante}}' } }));
    const { page, close } = await open('/utm?utm_campaign=%3Cimg%20src%3Dx%20onerror%3Dalert(1)%3E', DESKTOP);
    expect(await page.locator('#x').textContent()).toBe('Olá, <img src=x onerror=alert(1)>');
    expect(await page.locator('#x img').count()).toBe(0);
    await close();
    const plain = await open('/utm', DESKTOP);
    expect(await plain.page.locator('#x').textContent()).toBe('Olá, visitante');
    await plain.close();
  });

  it('opens a window by its link, closes it, and opens it without a script as well', async () => {
    const { page, close } = await open('/tudo', DESKTOP);
    await page.getByRole('link', { name: 'Abrir janela' }).click();
    await page.getByRole('dialog').waitFor();
    await page.getByRole('dialog').getByLabel('Fechar').click();
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    expect(page.url()).toBe(`${origin}/tudo`);
    await close();
    const still = await open('/tudo', DESKTOP, { javaScriptEnabled: false });
    await still.page.getByRole('link', { name: 'Abrir janela' }).click();
    await still.page.locator('#janela').waitFor({ state: 'visible' });
    expect(still.page.url()).toBe(`${origin}/tudo#janela`);
    await still.close();
  });

  it('asks a video platform for nothing before the visitor does', async () => {
    const { page, complaints, close } = await open('/tudo', DESKTOP);
    expect(complaints).toEqual([]);
    await page.route('https://player.vimeo.com/**', (route) =>
      route.fulfill({ body: '<title>player</title>', contentType: 'text/html' }),
    );
    await page.getByRole('link', { name: /Assistir ao vídeo/ }).click();
    await page.locator('iframe[title="Filme"]').waitFor();
    expect(complaints).toEqual(['https://player.vimeo.com/video/123456789?autoplay=1&dnt=1']);
    await close();
  });

  it('counts down beside the date', async () => {
    const { page, close } = await open('/tudo', DESKTOP);
    expect(Number(await page.locator('#a8 .cb b').first().textContent())).toBeGreaterThan(300);
    await close();
  });
});

describe('a form in a browser', () => {
  const form = {
    ...EXAMPLE_FORM,
    fields: [
      formField({
        name: 'perfil',
        label: 'Perfil',
        type: 'opcao',
        options: [
          { value: 'pf', label: 'Pessoa' },
          { value: 'pj', label: 'Empresa' },
        ],
      }),
      formField({
        name: 'empresa',
        label: 'Empresa em que trabalha',
        type: 'texto',
        condition: { field: 'perfil', values: ['pj'] },
      }),
      formField({ name: 'email', label: 'E-mail', type: 'email', step: 2 }),
    ],
  };
  publish('/passos', around({ id: 'f', tipo: 'formulario', props: { form_id: form.id } }), {
    forms: new Map([[form.id, form]]),
  });

  it('shows one step at a time, and fields when their condition holds', async () => {
    const { page, complaints, close } = await open('/passos?utm_source=a', PHONE);
    const company = page.getByLabel('Empresa em que trabalha');
    expect(await company.isVisible()).toBe(false);
    expect(await page.getByRole('textbox', { name: 'E-mail' }).isVisible()).toBe(false);
    await page.getByLabel('Perfil').selectOption('pj');
    await company.waitFor();
    await page.getByRole('button', { name: 'Continuar' }).click();
    // The company is required while it shows: the step does not end without it.
    expect(await page.getByRole('textbox', { name: 'E-mail' }).isVisible()).toBe(false);
    await company.fill('Alfa & Beta');
    await page.getByRole('button', { name: 'Continuar' }).click();
    await page.getByRole('textbox', { name: 'E-mail' }).fill('pessoa@example.test');
    await page.getByLabel(/Concordo/).check();
    await page.getByRole('button', { name: 'Enviar' }).click();
    await page.waitForFunction(`document.title === 'ok'`);
    const sent = new URLSearchParams(posted.at(-1));
    expect(Object.fromEntries(sent)).toMatchObject({
      _formulario: form.id,
      _site: '',
      _tempo: expect.stringMatching(/^\d+$/),
      _url: `${origin}/passos?utm_source=a`,
      perfil: 'pj',
      empresa: 'Alfa & Beta',
      email: 'pessoa@example.test',
      consentimento: 'on',
    });
    expect(complaints).toEqual([]);
    await close();
  });

  it('is whole without a script', async () => {
    const { page, close } = await open('/passos', PHONE, { javaScriptEnabled: false });
    await page.getByLabel('Perfil').selectOption('pf');
    expect(await page.getByLabel('Empresa em que trabalha').isVisible()).toBe(true);
    await page.getByRole('textbox', { name: 'E-mail' }).fill('pessoa@example.test');
    await page.getByLabel(/Concordo/).check();
    await page.getByRole('button', { name: 'Enviar' }).click();
    await page.waitForURL(`${origin}/passos`);
    expect(Object.fromEntries(new URLSearchParams(posted.at(-1)))).toMatchObject({
      perfil: 'pf',
      empresa: '',
      consentimento: 'on',
    });
    await close();
  });
});
