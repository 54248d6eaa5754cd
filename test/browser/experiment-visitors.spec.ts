import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { waitUntil } from '#libs/test/testing';
import { startBrowser } from '../support/chromium.js';
import type { HttpClient } from '../support/http-client.js';
import { pagesStack } from '../support/pages-stack.js';
import { useStack } from '../support/use-stack.js';
import { SHARED, Visitor } from '../support/visitor.js';

const VISITORS = 200;
const AT_A_TIME = 5;
const SLUG = 'duas-versoes';
const TIMEOUT_MS = 600_000;

const stack = useStack(() => pagesStack());
const browser = useStack(() => startBrowser());
let session: HttpClient;
let url: string;

beforeAll(async () => {
  ({ url } = await stack.startRuntime({ TRUST_PROXY: '127.0.0.1' }));
  session = await (await stack.createTenant()).session('member');
});

/** A part of everything is what a visitor does; the rest only looks. */
const plan = (n: number) => {
  const isSender = n % 3 === 0;
  return {
    isUnfollowed: n % 20 === 7 || n % 20 === 12,
    isFromNews: n % 2 === 1,
    isClicking: n % 4 === 1,
    isScrolling: n % 5 === 2,
    isSender,
    isSendingByKey: n % 6 === 0,
    isLeavingForm: !isSender && n % 10 === 4,
  };
};
const VISITS = Array.from({ length: VISITORS }, (_, n) => plan(n));
const count = (holds: (one: ReturnType<typeof plan>) => boolean) => VISITS.filter(holds).length;

const done = <T extends { status: number; text: string }>(answer: T): T => {
  expect(answer.status, answer.text).toBeLessThan(300);
  return answer;
};

const item = (id: string, tipo: string, props: object) => ({ id, tipo, props });
const documentOf = (words: string, formId: string) => ({
  versao: 2,
  secoes: [
    {
      id: 's1',
      colunas: [
        {
          id: 'c1',
          itens: [
            item('i1', 'texto', { conteudo: `<p>${words}</p>` }),
            item('i2', 'formulario', { form_id: formId }),
            ...Array.from({ length: 40 }, (_, n) =>
              item(`t${n}`, 'texto', { conteudo: `<p>Linha ${n}</p><p>e mais</p>` }),
            ),
          ],
        },
      ],
    },
  ],
  estilo: {},
});

/** A page with two versions under test; returns the ids of page, form and experiment. */
async function underTest() {
  const form = done(
    await session.post('/v1/formularios', {
      nome: 'Contato',
      campos: [{ nome: 'email', rotulo: 'E-mail', tipo: 'email', obrigatorio: true }],
      mensagem_pos_envio: 'Recebido.',
    }),
  ).body.id as string;
  const page = done(await session.post('/v1/paginas', { titulo: 'Duas versões', slug: SLUG })).body.id as string;
  const path = `/v1/paginas/${page}`;
  const save = async (words: string) =>
    done(await session.post(`${path}/versoes`, { template: documentOf(words, form) })).body.versao as number;
  const versions = [await save('versão A'), await save('versão B')] as const;
  done(await session.post(`${path}/publicar`, { versao: versions[0] }));
  const variantes = versions.map((versao, index) => ({ nome: 'AB'[index], versao, peso: 50 }));
  const experiment = done(await session.post(`${path}/experimentos`, { nome: 'Teste', variantes })).body.id as string;
  done(await session.post(`${path}/experimentos/${experiment}/iniciar`));
  const visitor = new Visitor(url);
  await waitUntil(async () => (await visitor.get(SHARED, `/${SLUG}`)).headers['cache-control'] === 'private, no-store');
  return { page, form, experiment, versions };
}

/** Lives a visit; returns the letter of the variant that was seen. */
async function live(n: number, errors: string[]): Promise<string> {
  const what = plan(n);
  const context = await browser.newContext({
    userAgent: `Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.${n} Safari/537.36`,
    extraHTTPHeaders: {
      'x-forwarded-for': `100.${64 + (n >> 6)}.${n & 63}.7`,
      ...(what.isUnfollowed && { 'sec-gpc': '1' }),
    },
  });
  if (what.isUnfollowed)
    await context.addInitScript(`Object.defineProperty(navigator, 'globalPrivacyControl', { value: true })`);
  const page = await context.newPage();
  page.on('pageerror', (error) => errors.push(String(error)));
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  await page.clock.install();
  await page.goto(`${url}/${SLUG}${what.isFromNews ? '?utm_source=boletim' : ''}`);
  const letter = /versão ([AB])/.exec(await page.content())?.[1] ?? '';
  await act(page, what, n);
  expect(await context.cookies()).toEqual([]);
  await leave(page);
  return letter;
}

/**
 * Leaves a page as people with phones do: it is hidden, and says then what it has not said yet. A full machine ends a page that is closed
 * before it has said that. The context stays, since what its page has sent goes with it.
 */
async function leave(page: Page): Promise<void> {
  await page.evaluate(`Object.defineProperty(document, 'visibilityState', { value: 'hidden' });
    document.dispatchEvent(new Event('visibilitychange'))`);
  await page.close();
}

async function act(page: Page, what: ReturnType<typeof plan>, n: number): Promise<void> {
  // Who acts at once is no person.
  await page.clock.fastForward(10_000);
  if (what.isClicking) await page.getByText('versão').click();
  if (what.isScrolling) await page.evaluate('scrollTo(0, document.documentElement.scrollHeight)');
  if (!what.isSender && !what.isLeavingForm) return;
  const field = page.getByLabel('E-mail');
  await field.fill(`p${n}@example.test`);
  if (!what.isSender) return;
  if (what.isSendingByKey) await field.press('Enter');
  else await page.getByRole('main').locator('button[type=submit]').click();
  await page.getByText('Recebido.').waitFor();
}

const report = async (path: string) => {
  const { status, body, text } = await session.get(`/v1/${path}`);
  expect(status, text).toBe(200);
  return body;
};

/** The numbers of the reports, as far as the visits say what they are. */
async function numbers({ page, form, experiment }: Awaited<ReturnType<typeof underTest>>) {
  const overview = await report(`analytics/overview?pagina=${page}`);
  const rows = async (dimension: string) =>
    ((await report(`analytics/breakdown?dimensao=${dimension}&pagina=${page}`)).linhas as Record<string, unknown>[])
      .map(({ valor, visualizacoes }) => [valor, visualizacoes])
      .sort();
  const heat = await report(`analytics/heatmap?pagina=${page}&lado=desktop`);
  const ofForm = await report(`formularios/${form}/analytics`);
  const ab = await report(`analytics/ab?experimento=${experiment}`);
  return {
    overview: [overview.visualizacoes, overview.visitas, overview.visitantes, overview.conversoes],
    sources: await rows('utm_source'),
    variants: await rows('variante'),
    clicks: heat.pontos.reduce((sum: number, { cliques }: { cliques: number }) => sum + cliques, 0),
    form: [ofForm.visualizacoes, ofForm.inicios, ofForm.envios, ofForm.spam],
    left: ofForm.abandono.map((one: { campo: string; abandonos: number }) => [one.campo, one.abandonos]),
    ab: ab.variantes.map((one: { visitantes: number; conversoes: number }) => [one.visitantes, one.conversoes]),
  };
}

it(
  'two hundred visitors of a page under test give exactly the numbers of what they did',
  { timeout: TIMEOUT_MS },
  async () => {
    const tested = await underTest();
    const errors: string[] = [];
    const letters: string[] = [];
    for (let from = 0; from < VISITORS; from += AT_A_TIME) {
      letters.push(...(await Promise.all(Array.from({ length: AT_A_TIME }, (_, index) => live(from + index, errors)))));
    }
    expect(errors).toEqual([]);
    const followed = (letter: string, isSender?: boolean) =>
      VISITS.filter(
        (one, n) => letters[n] === letter && !one.isUnfollowed && (isSender === undefined || one.isSender === isSender),
      ).length;
    expect(VISITS.every((one, n) => !one.isUnfollowed || letters[n] === 'A')).toBe(true);
    const senders = count(({ isSender }) => isSender);
    const seen = (letter: string) => letters.filter((one) => one === letter).length;
    const expected = {
      overview: [VISITORS, VISITORS, count(({ isUnfollowed }) => !isUnfollowed), senders],
      sources: [
        ['(vazio)', count(({ isFromNews }) => !isFromNews)],
        ['boletim', count(({ isFromNews }) => isFromNews)],
      ],
      variants: tested.versions.map((version, index) => [String(version), seen('AB'[index]!)]),
      clicks: count(({ isClicking }) => isClicking) + count((one) => one.isSender && !one.isSendingByKey),
      form: [VISITORS, count((one) => one.isSender || one.isLeavingForm), senders, 0],
      left: [['email', count(({ isLeavingForm }) => isLeavingForm)]],
      ab: ['A', 'B'].map((letter) => [followed(letter), followed(letter, true)]),
    };
    await waitUntil(async () => JSON.stringify(await numbers(tested)) === JSON.stringify(expected), {
      what: 'the numbers of the visits',
    }).catch(async () => expect(await numbers(tested)).toEqual(expected));
    const stored = await stack.sql<{ row: string }>('select row_to_json(e)::text as row from event e');
    expect(stored.map(({ row }) => row).join()).not.toMatch(/100\.6|Mozilla|example\.test/);
  },
);
