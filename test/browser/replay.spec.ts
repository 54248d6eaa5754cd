import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { waitUntil } from '#libs/test/testing';
import { RECORDER_NAME } from '../../apps/runtime/src/replay/recorder/recorder-bundle.js';
import { startChromium } from '../support/chromium.js';
import type { HttpClient } from '../support/http-client.js';
import { pagesStack } from '../support/pages-stack.js';
import { type Loose, ReplaySender, VISITOR } from '../support/replays.js';
import { useStack } from '../support/use-stack.js';

const HOST = 'loja.example.com';
const SITE = `https://${HOST}`;
const POLICY = `default-src 'none'; script-src ${SITE}; connect-src ${SITE}; style-src 'unsafe-inline'`;
const TYPED = 'segredo42';

const RECORDER = `<script src="/_f/${RECORDER_NAME}"></script>`;
/** Path of the same page, with the pixel in place of the recorder. */
const WITH_PIXEL = '/com-pixel';
const pixelTag = () => `<script src="/pixel.js" data-credencial="${sender.token}" defer></script>`;

const HTML = `<!doctype html><html lang="pt"><title>Loja</title><style>h1 { color: rgb(1, 2, 3) }</style>
  <h1>Oferta da semana</h1>
  <form action="/enviar?email=${TYPED}">
    <input id="senha" type="password" placeholder="Senha">
    <input id="oculto" type="hidden" value="${TYPED}">
    <input id="email" type="email" autocomplete="email" placeholder="${TYPED}">
    <textarea id="texto"></textarea>
    <select id="plano"><option>Básico</option><option id="escolhido">Completo</option></select>
    <input id="aceito" type="checkbox">
    <div id="editor" contenteditable="true">Escreva aqui</div>
    <p data-privado>${TYPED}</p>
    <button type="submit">Enviar</button>
  </form>
  <p id="preco">R$ 10</p>
  ${RECORDER}`;

const stack = useStack(() => pagesStack());
const browser = useStack(() => startChromium());
let sender: ReplaySender;
let member: HttpClient;
let runtime: string;
/** Events as they left the browser. */
const sent: string[] = [];
const problems: string[] = [];

beforeAll(async () => {
  runtime = (await stack.startRuntime()).url;
  const tenant = await stack.createTenant();
  member = await tenant.session('member');
  sender = await ReplaySender.of(stack, tenant, HOST);
  await browser.context.route(`${SITE}/**`, async (route) => {
    const request = route.request();
    const { pathname } = new URL(request.url());
    if (pathname === '/' || pathname === WITH_PIXEL)
      return route.fulfill({
        body: pathname === '/' ? HTML : HTML.replace(RECORDER, pixelTag()),
        contentType: 'text/html',
        headers: { 'content-security-policy': POLICY },
      });
    const body = request.postData();
    if (pathname === '/replay') sent.push(eventsIn(body!));
    const { method, headers } = { method: request.method(), headers: await request.allHeaders() };
    const answer = await fetch(runtime + pathname, { method, headers: kept(headers), body });
    const shown = Object.fromEntries([...answer.headers].filter(([name]) => name !== 'content-encoding'));
    return route.fulfill({ status: answer.status, headers: shown, body: Buffer.from(await answer.arrayBuffer()) });
  });
});

const kept = (headers: Record<string, string>) =>
  Object.fromEntries(
    Object.entries(headers).filter(([name]) => ['content-type', 'origin', 'sec-gpc', 'dnt'].includes(name)),
  );

function eventsIn(body: string): string {
  const { eventos, eventos_gzip: packed } = JSON.parse(body) as { eventos?: string; eventos_gzip?: string };
  return eventos ?? gunzipSync(Buffer.from(packed!, 'base64')).toString();
}

async function open(replay: object | null = {}): Promise<Page> {
  const page = await browser.context.newPage();
  page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
  page.on('pageerror', (error) => problems.push(error.message));
  const given = { address: SITE, token: sender.token, visitor: VISITOR };
  await page.addInitScript(
    `window.pixel = ${replay === null ? '{}' : JSON.stringify({ _replay: { ...given, ...replay } })}`,
  );
  await page.goto(`${SITE}/?email=${TYPED}`);
  return page;
}

const flush = (page: Page) => page.evaluate(() => (globalThis as Loose).dispatchEvent(new Event('pagehide')));

/** Waits by asking: the policy of the page forbids the browser's own way to wait. */
const isTrue = (page: Page, condition: string) =>
  waitUntil(async () => (await page.evaluate(condition)) === true, { what: condition });

const sessions = async () =>
  (await member.get('/v1/replay/sessions')).body.sessoes as { id: string; eventos: number }[];

async function typeEverywhere(page: Page): Promise<void> {
  await page.locator('#senha').fill(TYPED);
  // Pages show a password so, and some repeat it.
  await page.evaluate((typed) => {
    const { document } = globalThis as Loose;
    const field = document.querySelector('#senha');
    field.type = 'text';
    field.title = typed;
    field.setAttribute('value', typed);
    field.dataset['valor'] = typed;
    // The browser fills a field in with these events.
    const email = document.querySelector('#email');
    email.value = `${typed}@example.test`;
    for (const type of ['input', 'change']) email.dispatchEvent(new Event(type, { bubbles: true }));
    document.querySelector('#preco').textContent = 'R$ 25';
  }, TYPED);
  await page.locator('#senha').pressSequentially(TYPED);
  await page.locator('#texto').pressSequentially(TYPED);
  await page.locator('#editor').pressSequentially(TYPED);
  await page.locator('#plano').selectOption('Completo');
  await page.locator('#aceito').check();
  await page.evaluate((typed) => {
    const { document } = globalThis as Loose;
    const editor = document.querySelector('#editor');
    editor.innerHTML = `<b title="${typed}">${typed}</b>`;
    document.querySelector('#texto').textContent = typed;
    const late = document.createElement('input');
    late.value = typed;
    document.querySelector('form').append(late);
  }, TYPED);
}

describe('the recorder', () => {
  it('records a page of a strict policy, and no byte that is typed leaves the browser', async () => {
    const page = await open();
    await typeEverywhere(page);
    await flush(page);
    await waitUntil(async () => (await sessions()).length === 1, { what: 'the recording' });
    await waitUntil(async () => (await eventsOf()).includes('R$ 25'), { what: 'the last chunk' });
    expect(sent.join('')).toContain('Oferta da semana');
    expect(sent.join('')).not.toContain(TYPED);
    const stored = await eventsOf();
    expect(stored).toContain('Oferta da semana');
    expect(stored).not.toContain(TYPED);
    expect(stored).not.toMatch(/"checked"|"selected"|"isChecked":true/);
    expect(await page.evaluate(() => 'rrwebRecord' in globalThis)).toBe(false);
    expect(problems).toEqual([]);
    // The next page of the tab goes on with the recording.
    const before = (await sessions())[0]!.eventos;
    await page.reload();
    await flush(page);
    await waitUntil(async () => (await sessions())[0]!.eventos > before, { what: 'the second page' });
    expect(await sessions()).toHaveLength(1);
    await page.close();
  });

  it('is played by the player of rrweb', async () => {
    const page = await browser.context.newPage();
    const folder = dirname(createRequire(import.meta.url).resolve('@rrweb/replay'));
    await page.addScriptTag({ content: readFileSync(join(folder, 'replay.umd.min.cjs'), 'utf8') });
    const events = JSON.parse(await eventsOf()) as { timestamp: number; data: { href?: string } }[];
    // Those of the first page.
    const pages = events.flatMap(({ data: { href } }, index) => (href === undefined ? [] : [index]));
    const first = events.slice(0, pages[1]);
    const shown = await page.evaluate(async (recorded) => {
      const { document, getComputedStyle, rrwebReplay } = globalThis as Loose;
      const { Replayer } = rrwebReplay;
      const replayer = new Replayer(recorded, { root: document.body, showWarning: false });
      replayer.pause(recorded.at(-1)!.timestamp - recorded[0]!.timestamp);
      await new Promise((done) => setTimeout(done, 200));
      const inner = replayer.iframe.contentDocument;
      const valueOf = (id: string) => inner.querySelector(id).value;
      return {
        title: inner.querySelector('h1').textContent,
        color: getComputedStyle(inner.querySelector('h1')).color,
        price: inner.querySelector('#preco').textContent,
        fields: ['#senha', '#email', '#texto'].map(valueOf),
        editor: inner.querySelector('#editor').textContent,
      };
    }, first);
    expect(shown).toEqual({
      title: 'Oferta da semana',
      color: 'rgb(1, 2, 3)',
      price: 'R$ 25',
      fields: ['*****', '*****', '*****'],
      editor: '*****',
    });
    await page.close();
  });

  it('stops when the visitor withdraws the consent, and leaves nothing in the tab', async () => {
    const page = await open();
    await page.evaluate('pixel._replay.stop()');
    const count = sent.length;
    await page.locator('#texto').fill('depois');
    await flush(page);
    expect(sent).toHaveLength(count);
    expect(await page.evaluate(() => (globalThis as Loose).sessionStorage.length)).toBe(0);
    await page.close();
  });

  it('is loaded by the pixel once the visitor consents, and ends when the consent is withdrawn', async () => {
    const page = await browser.context.newPage();
    const loaded: string[] = [];
    page.on('request', (request) => loaded.push(new URL(request.url()).pathname));
    await page.goto(`${SITE}${WITH_PIXEL}`);
    await isTrue(page, 'Boolean(window.pixel)');
    expect(loaded).not.toContain(`/_f/${RECORDER_NAME}`);
    const before = (await sessions()).length;
    await page.evaluate('pixel.consentir()');
    await isTrue(page, 'Boolean(pixel._replay.stop)');
    await flush(page);
    await waitUntil(async () => (await sessions()).length === before + 1, { what: 'the recording' });
    // The next page needs no other consent.
    await page.reload();
    await isTrue(page, 'Boolean(window.pixel && pixel._replay.stop)');
    await page.evaluate('pixel.recusar()');
    await page.reload();
    await isTrue(page, 'Boolean(window.pixel)');
    expect(await page.evaluate('Boolean(pixel._replay.stop)')).toBe(false);
    await page.close();
  });

  it('records nothing without consent, or where the visitor asks by GPC or DNT not to be followed', async () => {
    const count = sent.length;
    const without = await open(null);
    await flush(without);
    for (const [name, value] of [
      ['globalPrivacyControl', true],
      ['doNotTrack', '1'],
    ] as const) {
      const page = await browser.context.newPage();
      await page.addInitScript(`Object.defineProperty(navigator, '${name}', { value: ${JSON.stringify(value)} })`);
      await page.addInitScript(`window.pixel = { _replay: { address: '${SITE}', token: 'x', visitor: '${VISITOR}' } }`);
      await page.goto(SITE);
      await flush(page);
      expect(await page.evaluate(`'stop' in pixel._replay`), name).toBe(false);
      await page.close();
    }
    expect(sent).toHaveLength(count);
    await without.close();
  });
});

async function eventsOf(): Promise<string> {
  const [session] = await sessions();
  const { body } = await member.get(`/v1/replay/sessions/${session!.id}/events`);
  return JSON.stringify(body.eventos);
}
