import type { Page } from 'playwright-core';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { waitUntil } from '#libs/test/testing';
import { violationsOf } from '../support/axe.js';
import { type Chromium, startChromium } from '../support/chromium.js';
import type { HttpClient } from '../support/http-client.js';
import { pagesStack, type PagesTenant } from '../support/pages-stack.js';
import { useStack } from '../support/use-stack.js';
import { Vendors } from '../support/vendors.js';
import { Visitor } from '../support/visitor.js';

const TAGS = [
  { tipo: 'ga4', id: 'G-AB12CD34EF' },
  { tipo: 'meta_pixel', id: '123456789012345' },
  { tipo: 'hotjar', id: '1234567' },
  { tipo: 'crisp', id: '0b1c2d3e-4f5a-6b7c-8d9e-0f1a2b3c4d5e' },
];
const SCRIPTS = [
  'client.crisp.chat',
  'connect.facebook.net',
  'static.hotjar.com',
  'www.facebook.com',
  'www.googletagmanager.com',
];

interface Box {
  getBoundingClientRect(): { width: number; height: number };
}

const stack = useStack(pagesStack);
let url: string;
let tenant: PagesTenant;
let session: HttpClient;
let browser: Chromium;
let vendors: Vendors;
let page: Page;
let errors: string[];

beforeAll(async () => {
  ({ url } = await stack.startRuntime());
  tenant = await stack.createTenant();
  session = await tenant.session('admin');
  const tags = await session.put('/v1/site/tags', { tags: TAGS, banner: { politica_url: '/privacidade' } });
  expect(tags.status, tags.text).toBe(200);
});
beforeEach(async () => {
  browser = await startChromium();
  vendors = await Vendors.start(browser.context);
  page = await browser.context.newPage();
  errors = [];
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  page.on('pageerror', (error) => errors.push(String(error)));
});
afterEach(async () => {
  await browser?.close();
});

async function publish(slug: string, more: object = {}): Promise<string> {
  const form = await session.post('/v1/formularios', {
    nome: 'Contato',
    campos: [{ nome: 'email', rotulo: 'E-mail', tipo: 'email', obrigatorio: true }],
    mensagem_pos_envio: 'Recebido.',
    ...more,
  });
  expect(form.status, form.text).toBe(201);
  const given = { titulo: slug, slug, modelo: 'lista-de-espera', formulario_id: form.body.id };
  const created = await session.post('/v1/paginas/importar', given);
  expect(created.status, created.text).toBe(201);
  const published = await session.post(`/v1/paginas/${created.body.id}/publicar`, {});
  expect(published.status, published.text).toBe(200);
  await new Visitor(url).sees('127.0.0.1', `/${slug}`, 200);
  return form.body.id as string;
}

const decisions = (): Promise<Record<string, unknown>[]> =>
  stack.sql(
    `select action, categories, visitor_id is null as anonymous, version, language, gpc from consent_decision
     where tenant_id = $1 order by decided_at, id`,
    [tenant.id],
  );

async function newDecision(work: () => Promise<unknown>): Promise<Record<string, unknown>> {
  const before = (await decisions()).length;
  await work();
  await waitUntil(async () => (await decisions()).length > before);
  return (await decisions()).at(-1)!;
}

const button = (name: string) => page.getByRole('button', { name, exact: true });
const banner = () => page.getByRole('dialog', { name: 'Sua privacidade' });
/** Waits until a page has asked every vendor, of which one script asks once more for what it counts. */
const allAsked = () =>
  waitUntil(() => SCRIPTS.every((host) => vendors.has(host, '')) && vendors.has('www.facebook.com', 'ev=PageView'), {
    what: 'the requests to vendors',
  });
const cookieNames = async () =>
  (await browser.context.cookies()).map(({ name }) => name.replace(/_cs_\w+/, '_cs')).sort();

describe('a page with tags', () => {
  it('asks nothing of a vendor before consent, and then what was agreed to, also at the next visit', async () => {
    await publish('consentida');
    await page.goto(`${url}/consentida`);
    await banner().waitFor();
    await page.waitForLoadState('networkidle');
    expect(vendors.takeHosts()).toEqual([]);
    expect(await cookieNames()).toEqual([]);
    const versao = (await session.get('/v1/site/tags')).body.versao as string;
    expect(await newDecision(() => button('Aceitar tudo').click())).toEqual({
      action: 'aceitar',
      categories: ['funcional', 'estatistica', 'marketing'],
      anonymous: false,
      version: versao,
      language: 'pt',
      gpc: false,
    });
    await allAsked();
    expect(vendors.takeHosts()).toEqual(SCRIPTS);
    expect(await cookieNames()).toEqual(['_cs', '_pv']);
    await page.goto(`${url}/consentida`);
    await allAsked();
    expect(vendors.takeHosts()).toEqual(SCRIPTS);
    expect(await banner().isVisible()).toBe(false);
    expect(errors).toEqual([]);
  });

  it('remembers that everything was refused', async () => {
    await publish('recusada');
    await page.goto(`${url}/recusada`);
    const decision = await newDecision(() => button('Recusar tudo').click());
    expect(decision).toMatchObject({ action: 'recusar', categories: [], anonymous: true });
    await page.reload();
    await page.waitForLoadState('networkidle');
    expect(await banner().isVisible()).toBe(false);
    expect(vendors.takeHosts()).toEqual([]);
    const [cookie, ...others] = await browser.context.cookies();
    expect(others).toEqual([]);
    expect((cookie!.expires * 1_000 - Date.now()) / 86_400_000).toBeGreaterThan(181);
    expect(errors).toEqual([]);
  });

  it('loads the categories that were chosen alone, and takes them back by the link at its end', async () => {
    await publish('escolhida');
    await page.goto(`${url}/escolhida`);
    await button('Escolher').click();
    await page.getByRole('switch', { name: /^Estatística/ }).check();
    const chosen = await newDecision(() => button('Salvar escolha').click());
    expect(chosen).toMatchObject({ action: 'escolher', categories: ['estatistica'] });
    await waitUntil(() => vendors.has('static.hotjar.com', '1234567') && vendors.has('www.googletagmanager.com', ''));
    expect(vendors.takeHosts()).toEqual(['static.hotjar.com', 'www.googletagmanager.com']);
    expect(await cookieNames()).toEqual(['_cs', '_pv']);
    await page.evaluate(`document.cookie = '_ga=GA1.1.2.3; path=/'`);
    await button('Preferências de privacidade').click();
    await page.getByRole('switch', { name: /^Estatística/ }).uncheck();
    const reloaded = page.waitForEvent('load');
    expect(await newDecision(() => button('Salvar escolha').click())).toMatchObject({
      categories: [],
      anonymous: true,
    });
    await reloaded;
    await page.waitForLoadState('networkidle');
    expect(await cookieNames()).toEqual(['_cs']);
    expect(vendors.takeHosts()).toEqual([]);
    expect(errors).toEqual([]);
  });

  it('asks again once visitors are asked about something else', async () => {
    await publish('mudada');
    await page.goto(`${url}/mudada`);
    await newDecision(() => button('Aceitar tudo').click());
    await allAsked();
    const hasClarity = async () => (await new Visitor(url).get('127.0.0.1', '/mudada')).text.includes('clarity');
    await session.put('/v1/site/tags', { tags: [...TAGS, { tipo: 'clarity', id: 'abcdefghij' }] });
    await waitUntil(hasClarity);
    vendors.takeHosts();
    await page.goto(`${url}/mudada`);
    await banner().waitFor();
    expect(vendors.takeHosts()).toEqual([]);
    await session.put('/v1/site/tags', { tags: TAGS, banner: { politica_url: '/privacidade' } });
    await waitUntil(async () => !(await hasClarity()));
  });

  it('takes Sec-GPC for a refusal of marketing until the visitor turns it on', async () => {
    await publish('gpc');
    await browser.context.setExtraHTTPHeaders({ 'Sec-GPC': '1' });
    await browser.context.addInitScript(`Object.defineProperty(navigator, 'globalPrivacyControl', { value: true })`);
    await page.goto(`${url}/gpc`);
    const accepted = await newDecision(() => button('Aceitar tudo').click());
    expect(accepted).toMatchObject({ categories: ['funcional', 'estatistica'], gpc: true });
    await waitUntil(() => vendors.has('client.crisp.chat', 'l.js'));
    expect(vendors.takeHosts()).not.toContain('connect.facebook.net');
    await button('Preferências de privacidade').click();
    await page.getByText('Seu navegador pede para não ser rastreado').waitFor();
    await page.getByRole('switch', { name: /^Marketing/ }).check();
    const chosen = await newDecision(() => button('Salvar escolha').click());
    expect(chosen).toMatchObject({
      action: 'escolher',
      categories: ['funcional', 'estatistica', 'marketing'],
      gpc: true,
    });
    await waitUntil(() => vendors.has('connect.facebook.net', 'fbevents'));
  });

  it('has a decision recorded by the next page when it could not be at once', async () => {
    await publish('adiada');
    await page.route('**/collect/consentimento', (route) => route.abort());
    await page.goto(`${url}/adiada`);
    const before = (await decisions()).length;
    await button('Recusar tudo').click();
    await page.reload();
    await page.waitForLoadState('networkidle');
    expect(await decisions()).toHaveLength(before);
    await page.unroute('**/collect/consentimento');
    expect(await newDecision(() => page.reload())).toMatchObject({ action: 'recusar' });
    await page.reload();
    await page.waitForLoadState('networkidle');
    expect(await decisions()).toHaveLength(before + 1);
  });
});

describe('a form of a page with tags', () => {
  const fill = async () => {
    await page.clock.install();
    await page.clock.fastForward(10_000);
    await page.clock.resume();
    await page.getByLabel('E-mail').fill('ana@example.test');
  };
  const submit = () => page.getByRole('main').locator('button[type=submit]').click();
  /** Leads of a form: one that the database did not take in time comes a moment after the thanks. */
  async function hasLeads(formId: string, count: number): Promise<void> {
    await expect.poll(() => stack.sql('select from lead where form_id = $1', [formId])).toHaveLength(count);
  }

  it('is a conversion for the vendors, without what was typed, before the visitor reads the thanks', async () => {
    const formId = await publish('conversao');
    await page.goto(`${url}/conversao`);
    await newDecision(() => button('Aceitar tudo').click());
    await waitUntil(() => page.evaluate<boolean>('window.vendors === 2'));
    const pushed = page.waitForRequest(/g\/collect\?en=generate_lead/);
    await fill();
    await submit();
    await pushed;
    await page.getByText('Recebido.').waitFor();
    expect(vendors.has('www.facebook.com', 'ev=Lead')).toBe(true);
    expect(
      vendors.requests.map(({ href }) => href).filter((href) => /\bana(?:@|%40)|example\.test/.test(href)),
    ).toEqual([]);
    await hasLeads(formId, 1);
    expect(errors).toEqual([]);
  });

  it('is sent by the browser itself without consent, and vendors hear nothing', async () => {
    const formId = await publish('calada');
    await page.goto(`${url}/calada`);
    await button('Recusar tudo').click();
    await fill();
    await submit();
    await page.getByText('Recebido.').waitFor();
    expect(vendors.takeHosts()).toEqual([]);
    await hasLeads(formId, 1);
  });

  it('leads to the page that its author chose, with consent and without', async () => {
    await publish('obrigado');
    const formId = await publish('com-destino', { redirecionar_para: '/obrigado?de=lista' });
    for (const answer of ['Recusar tudo', 'Aceitar tudo']) {
      await browser.context.clearCookies();
      await page.goto(`${url}/com-destino`);
      await button(answer).click();
      await fill();
      await submit();
      await page.waitForURL(`${url}/obrigado?de=lista`);
    }
    await hasLeads(formId, 2);
    expect(errors).toEqual([]);
  });

  it('leads to another site, with consent and without', async () => {
    const formId = await publish('para-fora', { redirecionar_para: 'https://shop.example/obrigado' });
    for (const answer of ['Recusar tudo', 'Aceitar tudo']) {
      await browser.context.clearCookies();
      await page.goto(`${url}/para-fora`);
      await button(answer).click();
      await fill();
      await submit();
      await page.waitForURL('https://shop.example/obrigado');
    }
    await hasLeads(formId, 2);
    expect(errors).toEqual([]);
  });
});

describe('the banner', () => {
  it('is reached and used by the keyboard alone, and gives the focus back', async () => {
    await publish('teclado');
    await page.goto(`${url}/teclado`);
    await banner().waitFor();
    const focused = () =>
      page.evaluate(
        `(() => { let e = document.activeElement; while (e.shadowRoot) e = e.shadowRoot.activeElement; return e.textContent; })()`,
      );
    const reached: unknown[] = [];
    for (let n = 0; n < 3; n += 1) {
      await page.keyboard.press('Tab');
      reached.push(await focused());
    }
    expect(reached).toEqual(['Ir para o conteúdo', 'Política de privacidade', 'Recusar tudo']);
    await page.keyboard.press('Enter');
    await banner().waitFor({ state: 'hidden' });
    await button('Preferências de privacidade').focus();
    await page.keyboard.press('Enter');
    await banner().waitFor();
    expect(await focused()).toBe('Sua privacidade');
    await page.keyboard.press('Escape');
    await banner().waitFor({ state: 'hidden' });
    expect(await focused()).toBe('Preferências de privacidade');
  });

  it.each([375, 1280])(
    'has no violation in axe-core and fits at %i px, and refusing is as prominent as accepting',
    async (width) => {
      await publish(`largura-${width}`);
      await page.setViewportSize({ width, height: width === 375 ? 740 : 800 });
      await page.goto(`${url}/largura-${width}`);
      await banner().waitFor();
      // Both at once: a font that comes in between would make one of them larger.
      const both = page.getByRole('button', { name: /^(?:Recusar|Aceitar) tudo$/ });
      const looks = await both.evaluateAll((buttons) => {
        const { getComputedStyle } = globalThis as unknown as { getComputedStyle(of: unknown): Record<string, string> };
        return buttons.map((one) => {
          const { backgroundColor, color, fontSize } = getComputedStyle(one);
          const box = (one as unknown as Box).getBoundingClientRect();
          return { backgroundColor, color, fontSize, width: box.width, height: box.height };
        });
      });
      expect(looks).toHaveLength(2);
      expect(looks[0]).toEqual(looks[1]);
      await button('Escolher').click();
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
      expect(errors).toEqual([]);
      // A link before the banner's shadow root is no skip link for axe-core.
      const violations = await violationsOf(page);
      expect(violations.filter((one) => !one.startsWith('region: <a class="skip"'))).toEqual([]);
    },
  );
});
