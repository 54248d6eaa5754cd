import { cp, mkdir, mkdtemp, readdir, rm, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { request } from 'undici';
import { waitUntil } from '#libs/test/testing';
import type { HttpClient } from '../../../../test/support/http-client.js';
import { pagesStack, type PagesTenant } from '../../../../test/support/pages-stack.js';
import { BROWSER, SHARED, type Visit, Visitor } from '../../../../test/support/visitor.js';
import { useStack } from '../../../../test/support/use-stack.js';

const stack = useStack(pagesStack);
let tenant: PagesTenant;
let session: HttpClient;
let visitor: Visitor;

beforeAll(async () => {
  tenant = await stack.createTenant();
  session = await tenant.session();
  visitor = new Visitor((await stack.startRuntime({ TRUST_PROXY: '127.0.0.1' })).url);
});

interface Tested {
  id: string;
  slug: string;
  path: string;
  formId: string;
  /** Numbers of the versions A and B; A is published. */
  a: number;
  b: number;
}

const done = <T extends { status: number; text: string }>(answer: T): T => {
  expect(answer.status, answer.text).toBeLessThan(300);
  return answer;
};

const documentOf = (words: string, formId: string) => ({
  versao: 2,
  secoes: [
    {
      id: 's1',
      colunas: [
        {
          id: 'c1',
          itens: [
            { id: 'i1', tipo: 'texto', props: { conteudo: `<p>${words}</p>` } },
            { id: 'i2', tipo: 'formulario', props: { form_id: formId } },
          ],
        },
      ],
    },
  ],
  estilo: {},
});

let number = 0;

async function newPage(): Promise<Tested> {
  const slug = `teste-${++number}`;
  const campos = [{ nome: 'email', rotulo: 'E-mail', tipo: 'email', obrigatorio: true }];
  const formId = done(await session.post('/v1/formularios', { nome: slug, campos })).body.id;
  const { id } = done(await session.post('/v1/paginas', { titulo: slug, slug })).body;
  const path = `/v1/paginas/${id}`;
  const save = async (words: string) =>
    done(await session.post(`${path}/versoes`, { template: documentOf(words, formId) })).body.versao;
  const [a, b] = [await save('versão A'), await save('versão B')];
  done(await session.post(`${path}/publicar`, { versao: a }));
  await visitor.sees(SHARED, `/${slug}`, 200);
  return { id, slug, path, formId, a, b };
}

/** Starts an experiment of the page, and waits until visitors see it. */
async function start(
  page: Tested,
  weights = [50, 50],
  objetivo?: object,
): Promise<{ id: string; path: string; ids: string[] }> {
  const variantes = [page.a, page.b].map((versao, index) => ({ nome: 'AB'[index], versao, peso: weights[index] }));
  const { id, variantes: made } = done(
    await session.post(`${page.path}/experimentos`, { nome: 'Teste', variantes, objetivo }),
  ).body;
  const path = `${page.path}/experimentos/${id}`;
  done(await session.post(`${path}/iniciar`));
  await waitUntil(async () => (await visit(page, 0, BOT)).headers['cache-control'] === 'private, no-store');
  return { id, path, ids: made.map((one: { id: string }) => one.id) };
}

const CHROME = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';
const BOT = { 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)' };

/** Headers of the n-th person, each from a network of its own. */
const personOf = (n: number) => ({
  ...BROWSER,
  'user-agent': CHROME,
  'x-forwarded-for': `100.${64 + (n >> 8)}.${n & 255}.7`,
});

const visit = ({ slug }: Tested, n: number, headers: Record<string, string> = {}, method = 'GET'): Promise<Visit> =>
  visitor.get(SHARED, `/${slug}`, { ...personOf(n), ...headers }, method);

const letterOf = ({ text }: Visit): string => /versão ([AB])/.exec(text)?.[1] ?? '';

/** Sends the form of the page as the visitor has it. */
async function send(
  page: Tested,
  n: number,
  { text }: Visit,
  headers: Record<string, string> = {},
  fields = {},
  to = visitor,
): Promise<void> {
  const hidden = [...text.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)">/g)];
  const inputs = Object.fromEntries(hidden.map(([, name = '', value = '']) => [name, value]));
  const values = { ...inputs, email: `p${n}@example.com`, ...fields };
  const sent = await to.post(SHARED, `/${page.slug}`, values, { ...personOf(n), ...headers });
  expect(sent.status, sent.text).toBe(303);
}

type Numbers = [visitors: number, conversions: number][];

async function numbersOf(id: string): Promise<Numbers> {
  const { body } = await session.get(`/v1/analytics/ab?experimento=${id}`);
  return body.variantes.map((one: { visitantes: number; conversoes: number }) => [one.visitantes, one.conversoes]);
}

async function expectNumbers(id: string, expected: Numbers): Promise<void> {
  await waitUntil(async () => JSON.stringify(await numbersOf(id)) === JSON.stringify(expected), {
    what: `the numbers ${JSON.stringify(expected)}`,
  }).catch(async () => expect(await numbersOf(id)).toEqual(expected));
}

describe('a page under test', () => {
  let page: Tested;
  beforeEach(async () => {
    page = await newPage();
  });

  it('gives 200 visitors exactly the numbers of what they did', async () => {
    const { id } = await start(page);
    const expected: Record<string, [number, number]> = { A: [0, 0], B: [0, 0] };
    const live = async (n: number) => {
      const first = await visit(page, n);
      const letter = letterOf(first);
      expected[letter]![0] += 1;
      // Each tenth looks again from another address of the network, each third sends the form, each ninth sends it twice.
      const near = personOf(n)['x-forwarded-for'].replace(/7$/, '99');
      if (n % 10 === 0) expect(letterOf(await visit(page, n, { 'x-forwarded-for': near }))).toBe(letter);
      if (n % 3 !== 0) return;
      await send(page, n, first);
      if (n % 9 === 0) await send(page, n, first);
      expected[letter]![1] += 1;
    };
    for (let from = 0; from < 200; from += 20)
      await Promise.all(Array.from({ length: 20 }, (_, index) => live(from + index)));
    await expectNumbers(id, [expected['A']!, expected['B']!]);
    expect(expected['A']![0]).toBeGreaterThan(60);
    expect(expected['B']![0]).toBeGreaterThan(60);
    const stored = await stack.sql<{ row: string }>(`select row_to_json(e)::text as row from experiment_exposure e`);
    expect(stored.map(({ row }) => row).join()).not.toMatch(/100\.6|Mozilla|example\.com/);
  });

  it('is private, with one canonical address and a validator of its own for each variant', async () => {
    await start(page);
    const found = new Map<string, Visit>();
    for (let n = 0; found.size < 2; n += 1) {
      const one = await visit(page, n);
      found.set(letterOf(one), one);
      expect(one.headers['cache-control']).toBe('private, no-store');
      expect(one.headers['set-cookie']).toBeUndefined();
      const again = await visit(page, n, { 'if-none-match': String(one.headers['etag']) });
      expect([again.status, again.text]).toEqual([304, '']);
    }
    const [a, b] = [found.get('A')!, found.get('B')!];
    expect(a.headers['etag']).not.toBe(b.headers['etag']);
    const canonical = ({ text }: Visit) => /<link rel="canonical" href="([^"]+)"/.exec(text)?.[1];
    expect(canonical(a)).toMatch(new RegExp(`/${page.slug}$`));
    expect(canonical(b)).toBe(canonical(a));
  });

  it('shows the control to programs and to those who ask not to be followed, and counts neither them nor prefetches', async () => {
    const { id } = await start(page, [0, 100]);
    expect(letterOf(await visit(page, 1))).toBe('B');
    const outside: Record<string, string>[] = [BOT, { 'sec-gpc': '1' }, { dnt: '1' }, { 'user-agent': '' }];
    for (const headers of outside) expect(letterOf(await visit(page, 2, headers))).toBe('A');
    await send(page, 2, await visit(page, 2, { dnt: '1' }), { dnt: '1' });
    expect(letterOf(await visit(page, 3, { 'sec-purpose': 'prefetch' }))).toBe('B');
    expect((await visit(page, 4, {}, 'HEAD')).status).toBe(200);
    await visit(page, 5);
    await expectNumbers(id, [
      [0, 0],
      [2, 0],
    ]);
  });

  it('counts no spam, no form of a visitor who was not exposed and none of another goal', async () => {
    const { id, path } = await start(page, [0, 100]);
    const open = await visit(page, 1);
    await send(page, 1, open, {}, { _site: 'http://spam.example' });
    await send(page, 2, open);
    await send(page, 3, await visit(page, 3));
    await expectNumbers(id, [
      [0, 0],
      [2, 1],
    ]);
    done(await session.post(`${path}/parar`));
    await waitUntil(async () => letterOf(await visit(page, 9)) === 'A');
    const other = done(
      await session.post('/v1/formularios', { nome: 'outro', campos: [{ nome: 'x', rotulo: 'X', tipo: 'texto' }] }),
    ).body.id;
    const second = await start(page, [0, 100], { tipo: 'formulario', form_id: other });
    await send(page, 1, await visit(page, 1));
    await expectNumbers(second.id, [
      [0, 0],
      [1, 0],
    ]);
  });

  it('counts an event that is the goal, and a visitor who agreed to an id meanwhile', async () => {
    const { id } = await start(page, [0, 100], { tipo: 'evento', nome: 'compra' });
    const open = await visit(page, 1);
    await visit(page, 2);
    const credencial = /data-credencial="([^"]+)"/.exec(open.text)?.[1];
    const collect = async (n: number, nome: string, headers: Record<string, string> = {}) => {
      const evento = { tipo: 'evento', nome };
      const body = JSON.stringify({ credencial, url: `http://${SHARED}/${page.slug}`, eventos: [evento] });
      const answer = await request(`${visitor.url}/collect`, {
        method: 'POST',
        body,
        headers: { ...personOf(n), origin: `http://${SHARED}`, 'content-type': 'application/json', ...headers },
      });
      expect(answer.statusCode, await answer.body.text()).toBe(202);
    };
    await collect(1, 'outro');
    await collect(2, 'compra', { cookie: '_pv=2f1c7c1e-9a1d-4b57-8d0f-6a2e4f1b7c90' });
    await collect(2, 'compra');
    await expectNumbers(id, [
      [0, 0],
      [2, 1],
    ]);
  });

  it('counts a visitor again in a new phase, and shows the published version after its end', async () => {
    const { id, path, ids } = await start(page, [100, 0]);
    expect(letterOf(await visit(page, 1))).toBe('A');
    await expectNumbers(id, [
      [1, 0],
      [0, 0],
    ]);
    done(
      await session.patch(path, {
        variantes: [
          { id: ids[0], peso: 0 },
          { id: ids[1], peso: 100 },
        ],
      }),
    );
    await waitUntil(async () => letterOf(await visit(page, 1, { 'sec-purpose': 'prefetch' })) === 'B');
    await send(page, 1, await visit(page, 1));
    await expectNumbers(id, [
      [0, 0],
      [1, 1],
    ]);
    done(await session.post(`${path}/parar`));
    await waitUntil(async () => letterOf(await visit(page, 1)) === 'A');
    expect((await visit(page, 1)).headers['cache-control']).toMatch(/^public/);
  });

  it('takes a form of a variant for a day after its end', async () => {
    const { path } = await start(page, [0, 100]);
    const open = await visit(page, 1);
    done(await session.post(`${path}/parar`));
    await waitUntil(async () => letterOf(await visit(page, 1)) === 'A');
    await send(page, 1, open);
    done(await session.post(`${page.path}/despublicar`));
    await visitor.sees(SHARED, `/${page.slug}`, 404);
    await send(page, 2, open);
    const { body } = await session.get(`/v1/leads?form_id=${page.formId}&status=todos`);
    expect(body.leads).toHaveLength(2);
  });

  it('shows changes of its form, and is found where it moves to', async () => {
    await start(page, [0, 100]);
    done(
      await session.put(`/v1/formularios/${page.formId}`, {
        nome: 'novo',
        texto_botao: 'Quero agora',
        campos: [{ nome: 'email', rotulo: 'Seu e-mail de sempre', tipo: 'email' }],
      }),
    );
    await waitUntil(async () => (await visit(page, 1)).text.includes('Seu e-mail de sempre'));
    const dominio_id = await tenant.verifyHost(`${page.slug}.example`);
    done(await session.put(`${page.path}/dominio`, { dominio_id, caminho: '/nova' }));
    await waitUntil(async () => letterOf(await visitor.get(`${page.slug}.example`, '/nova', personOf(1))) === 'B');
    await waitUntil(async () => (await visit(page, 1)).status !== 200, { what: 'the old address to lead to the new' });
    expect((await visit(page, 1)).status).toBe(301);
  });

  it('loses no exposure while the database refuses them, and counts none of a tenant that is gone', async () => {
    const { id } = await start(page, [0, 100]);
    const doomed = await newPage();
    const other = await start(doomed, [0, 100]);
    await stack.sql('revoke insert on experiment_exposure from pages_app');
    for (let n = 0; n < 5; n += 1) await visit(page, n);
    await visit(doomed, 1);
    await waitUntil(async () => {
      const { text } = await stack.visitor.get('/metrics');
      return text.includes('runtime_experiment_events_total');
    });
    await stack.sql('delete from experiment where id = $1', [other.id]);
    await stack.sql('grant insert on experiment_exposure to pages_app');
    await expectNumbers(id, [
      [0, 0],
      [5, 0],
    ]);
    expect(await stack.sql('select from experiment_exposure where experiment_id = $1', [other.id])).toEqual([]);
  });

  it('loses nothing that a killed process had not written: the next one finds it', async () => {
    const { id } = await start(page, [0, 100]);
    const [dir, left] = [await mkdtemp(join(tmpdir(), 'journal-')), await mkdtemp(join(tmpdir(), 'journal-'))];
    const killed = await stack.startRuntime({ TRUST_PROXY: '127.0.0.1', JOURNAL_DIR: dir });
    const beside = new Visitor(killed.url);
    await stack.sql('revoke insert on experiment_exposure from pages_app');
    for (let n = 0; n < 5; n += 1) expect(letterOf(await beside.get(SHARED, `/${page.slug}`, personOf(n)))).toBe('B');
    await send(page, 3, await beside.get(SHARED, `/${page.slug}`, personOf(3)), {}, {}, beside);
    // What a kill leaves at this moment.
    await cp(dir, left, { recursive: true });
    await stack.stopRuntime(killed);
    const files = join(left, 'experiments');
    for (const name of await readdir(files)) await utimes(join(files, name), 0, 0);
    await stack.sql('grant insert on experiment_exposure to pages_app');
    expect(await numbersOf(id)).toEqual([
      [0, 0],
      [0, 0],
    ]);
    const next = await stack.startRuntime({ TRUST_PROXY: '127.0.0.1', JOURNAL_DIR: left });
    await expectNumbers(id, [
      [0, 0],
      [5, 1],
    ]);
    await stack.stopRuntime(next);
    for (const one of [dir, left]) await rm(one, { recursive: true });
  });

  it('serves visitors though the journal cannot be written, and counts none of them', async () => {
    const { id } = await start(page, [0, 100]);
    const dir = await mkdtemp(join(tmpdir(), 'journal-'));
    const broken = await stack.startRuntime({ TRUST_PROXY: '127.0.0.1', JOURNAL_DIR: dir });
    await rm(join(dir, 'experiments'), { recursive: true });
    const beside = new Visitor(broken.url);
    expect(letterOf(await beside.get(SHARED, `/${page.slug}`, personOf(1)))).toBe('B');
    await mkdir(join(dir, 'experiments'));
    expect(letterOf(await beside.get(SHARED, `/${page.slug}`, personOf(2)))).toBe('B');
    await expectNumbers(id, [
      [0, 0],
      [1, 0],
    ]);
    await stack.stopRuntime(broken);
    await rm(dir, { recursive: true });
  });

  it('counts who came before the end, though the database learns of it later', async () => {
    const { id, path } = await start(page, [0, 100]);
    await stack.sql('revoke insert on experiment_exposure from pages_app');
    const open = await visit(page, 1);
    done(await session.post(`${path}/parar`));
    await waitUntil(async () => letterOf(await visit(page, 1)) === 'A');
    await send(page, 1, open);
    await stack.sql('grant insert on experiment_exposure to pages_app');
    await expectNumbers(id, [
      [0, 0],
      [1, 0],
    ]);
  });

  it('goes by the weights of the hour', async () => {
    const { id, ids } = await start(page, [100, 0]);
    const next = async (from: number) => {
      const step = { from: new Date(from).toISOString(), weights: { [ids[0]!]: 0, [ids[1]!]: 100 } };
      const change = JSON.stringify({ next: step });
      await stack.sql('update published_page set split = split || $2::jsonb where page_id = $1', [page.id, change]);
    };
    await next(Date.now() + 3_600_000);
    expect(letterOf(await visit(page, 1))).toBe('A');
    await next(Date.now() - 1_000);
    await waitUntil(async () => letterOf(await visit(page, 2, { 'sec-purpose': 'prefetch' })) === 'B');
    await visit(page, 2);
    await expectNumbers(id, [
      [1, 0],
      [1, 0],
    ]);
  });

  it('shows the control in place of a variant that is gone, and counts nobody for it', async () => {
    const { id } = await start(page, [0, 100]);
    expect(letterOf(await visit(page, 1))).toBe('B');
    await stack.sql('delete from published_variant where page_id = $1 and version = $2', [page.id, page.b]);
    await stack.sql('update published_page set rendered_at = now() where page_id = $1', [page.id]);
    await waitUntil(async () => letterOf(await visit(page, 2, { 'sec-purpose': 'prefetch' })) === 'A');
    await send(page, 2, await visit(page, 2));
    await expectNumbers(id, [
      [0, 0],
      [1, 0],
    ]);
    const { body } = await session.get(`/v1/analytics/ab?experimento=${id}`);
    expect(body.variantes.map((one: { no_ar: boolean }) => one.no_ar)).toEqual([true, false]);
  });

  it('is counted once by two processes, and written before one stops', async () => {
    const { id } = await start(page, [0, 100]);
    const second = await stack.startRuntime({ TRUST_PROXY: '127.0.0.1' });
    const beside = new Visitor(second.url);
    const seen = await beside.get(SHARED, `/${page.slug}`, personOf(1));
    expect(letterOf(seen)).toBe('B');
    await visit(page, 1);
    await beside.get(SHARED, `/${page.slug}`, personOf(2));
    await send(page, 1, seen);
    await stack.stopRuntime(second);
    await expectNumbers(id, [
      [0, 0],
      [2, 1],
    ]);
  });
});

describe('a page with routing', () => {
  it('gives visitors the version of the first rule that holds, and search engines the published one', async () => {
    const page = await newPage();
    const regras = [
      { quando: { utm_source: ['news'] }, versao: page.b },
      { quando: { dispositivo: ['mobile'], idioma: ['en'] }, versao: page.b },
      { quando: { pais: ['BR'] }, versao: page.b },
    ];
    done(await session.put(`${page.path}/roteamento`, { regras }));
    const shown = async (headers: Record<string, string>, query = '') =>
      letterOf(await visitor.get(SHARED, `/${page.slug}${query}`, { ...personOf(1), ...headers }));
    await waitUntil(async () => (await shown({}, '?utm_source=News')) === 'B');
    expect(await shown({}, '?utm_source=other')).toBe('A');
    const phone =
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1';
    expect(await shown({ 'user-agent': phone, 'accept-language': 'en-GB,en;q=0.9' })).toBe('B');
    expect(await shown({ 'user-agent': phone, 'accept-language': 'fr' })).toBe('A');
    expect(await shown({ 'x-forwarded-for': '200.160.2.3' })).toBe('B');
    expect(await shown({ 'x-forwarded-for': '193.0.6.139' })).toBe('A');
    expect((await visit(page, 1)).headers['cache-control']).toBe('private, no-store');
    done(await session.put(`${page.path}/roteamento`, { regras: [] }));
    await waitUntil(async () => (await shown({}, '?utm_source=news')) === 'A');
  });
});
