import { beforeAll, describe, expect, it } from 'vitest';
import { newId } from '#libs/core/persistence';
import type { HttpClient } from '../../../../test/support/http-client.js';
import { gradient, uploaded } from '../media/media-pictures.fixture.js';
import { pagesStack } from '../../../../test/support/pages-stack.js';
import { statementsOf } from '../../../../test/support/statements.js';
import { DeletedPages } from './deleted-pages.js';
import { usePrepared, useStack } from '../../../../test/support/use-stack.js';

const stack = useStack(() => pagesStack({ pages: { ROLE: 'api' } }));
const tenant = usePrepared(() => stack.createTenant());
const acme = usePrepared(() => tenant.session());
let rival: HttpClient;

beforeAll(async () => {
  rival = await (await stack.createTenant()).session();
});
let count = 0;
const unique = (name: string) => `${name}-${(count += 1)}-${Date.now().toString(36)}`;
const created = async (body: object = {}, client = acme) =>
  (await client.post('/v1/paginas', { titulo: 'Oferta', slug: unique('oferta'), ...body })).body;

describe('pages', () => {
  it('are created with an id, a first version and an address, and found at their Location', async () => {
    const slug = unique('promo');
    const { status, body, headers } = await acme.post('/v1/paginas', { titulo: ' Promoção ', slug });
    expect(status).toBe(201);
    expect(body).toMatchObject({ titulo: 'Promoção', slug, status: 'rascunho', versao: 1, versao_publicada: null });
    expect(body.id).toMatch(/^pag_[0-9a-f]{16}$/);
    expect(body.url_publica).toBe(`http://127.0.0.1:3005/${slug}`);
    expect(headers['location']).toBe(`/v1/paginas/${body.id}`);
    expect((await acme.get(String(headers['location']))).body).toEqual(body);
  });

  it('get their slug from the title, with a suffix where it is taken', async () => {
    const titulo = unique('Título Único');
    const first = await created({ titulo, slug: undefined });
    const [second, third] = await Promise.all([
      created({ titulo, slug: undefined }),
      created({ titulo, slug: undefined }, rival),
    ]);
    expect(first.slug).toMatch(/^titulo-unico-/);
    for (const { slug } of [second, third]) expect(slug).toMatch(new RegExp(`^${first.slug}-[0-9a-z]{5}$`));
  });

  it('are rejected without a title, with an unknown field, a bad slug and a reserved one', async () => {
    for (const titulo of [undefined, '', '   ']) {
      expect(await acme.post('/v1/paginas', { titulo })).toMatchObject({ status: 422, body: { campo: 'titulo' } });
    }
    for (const body of [
      { titulo: 1 },
      { titulo: 'x', slug: 'A b' },
      { titulo: 'x', slug: '' },
      { titulo: 'x', y: 1 },
    ]) {
      expect((await acme.post('/v1/paginas', body)).status).toBe(400);
    }
    for (const slug of ['healthz', 'f', 'r', 'docs', 'collect']) {
      const { status, body } = await acme.post('/v1/paginas', { titulo: 'x', slug });
      expect([status, body.campo]).toEqual([422, 'slug']);
    }
  });

  it('of laws and terms are nobody’s on the shared host, and anybody’s on a domain of their own', async () => {
    for (const slug of ['privacidade', 'termos-de-uso', 'privacy-policy', 'terminos']) {
      const { status, body } = await acme.post('/v1/paginas', { titulo: 'x', slug });
      expect([status, body.campo], slug).toEqual([422, 'slug']);
    }
    const page = (await acme.post('/v1/paginas', { titulo: 'Privacidade' })).body;
    expect(page.slug).toMatch(/^privacidade-[a-z0-9]{5}$/);
    expect((await acme.patch(`/v1/paginas/${page.id}`, { slug: 'termos' })).status).toBe(422);
    const host = `${page.slug}.example.test`;
    await tenant.verifyHost(host);
    const own = await acme.post('/v1/paginas', { titulo: 'x', slug: 'privacidade', dominio: host });
    expect([own.status, own.body.url_publica ?? own.body.caminho]).toEqual([
      201,
      expect.stringContaining('/privacidade'),
    ]);
  });

  it('have a slug that no other account has', async () => {
    const { slug } = await created();
    for (const client of [acme, rival]) {
      expect(await client.post('/v1/paginas', { titulo: 'x', slug })).toMatchObject({
        status: 409,
        body: { erro: 'O slug já está em uso.', campo: 'slug' },
      });
    }
    const same = unique('corrida');
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => acme.post('/v1/paginas', { titulo: 'x', slug: same })),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, ...Array(7).fill(409)]);
  });

  it('are listed newest first, page by page, by text, status and domain', async () => {
    const other = await stack.createTenant();
    const client = await other.session();
    const dominio = await other.verifyHost(`${other.slug}.example`);
    for (const titulo of ['um', 'dois 100%', 'três']) await created({ titulo }, client);
    const placed = await created({ titulo: 'quatro', dominio: `${other.slug}.example` }, client);
    const first = (await client.get('/v1/paginas?limite=3')).body;
    const second = (await client.get(`/v1/paginas?limite=3&cursor=${first.proximo}`)).body;
    const titles = ({ paginas }: { paginas: { titulo: string }[] }) => paginas.map(({ titulo }) => titulo);
    expect([titles(first), titles(second), second.proximo]).toEqual([['quatro', 'três', 'dois 100%'], ['um'], '']);
    expect(titles((await client.get('/v1/paginas?q=100%25')).body)).toEqual(['dois 100%']);
    expect(titles((await client.get('/v1/paginas?status=publicada')).body)).toEqual([]);
    for (const domain of [dominio, `${other.slug}.example`]) {
      expect((await client.get(`/v1/paginas?dominio=${domain}`)).body.paginas).toEqual([placed]);
    }
    expect(placed).toMatchObject({
      dominio_id: dominio,
      caminho: `/${placed.slug}`,
      url_publica: `https://${other.slug}.example/${placed.slug}`,
    });
    expect((await client.get('/v1/paginas?cursor=x')).status).toBe(400);
    expect((await client.get('/v1/paginas?limite=201')).status).toBe(400);
    expect((await client.get('/v1/paginas?status=outra')).status).toBe(400);
  });

  it('are created on a verified domain of their account alone', async () => {
    const host = `${tenant.slug}-a.example`;
    await tenant.verifyHost(host);
    const foreign = await rival.post('/v1/paginas', { titulo: 'x', dominio: host });
    expect([foreign.status, foreign.body.erro, foreign.body.campo]).toEqual([422, 'dominio_nao_verificado', 'dominio']);
    expect((await acme.post('/v1/paginas', { titulo: 'x', dominio: host.toUpperCase() })).body.dominio).toBe(host);
  });

  it('are renamed, and keep what is not given', async () => {
    const page = await created();
    const slug = unique('nova');
    expect((await acme.patch(`/v1/paginas/${page.id}`, { titulo: 'Outro' })).body).toMatchObject({
      titulo: 'Outro',
      slug: page.slug,
    });
    expect((await acme.patch(`/v1/paginas/${page.id}`, { slug })).body).toMatchObject({ titulo: 'Outro', slug });
    expect((await acme.patch(`/v1/paginas/${page.id}`, {})).status).toBe(422);
    expect((await acme.patch(`/v1/paginas/${page.id}`, { slug: 'f' })).status).toBe(422);
    expect((await acme.patch(`/v1/paginas/${page.id}`, { slug: (await created()).slug })).status).toBe(409);
  });

  it('are duplicated with their newest version and their SEO', async () => {
    const page = await created({ titulo: 'Modelo' });
    const template = { versao: 2, secoes: [{ id: 's1', colunas: [] }], estilo: {} };
    await acme.post(`/v1/paginas/${page.id}/versoes`, { template });
    await acme.put(`/v1/paginas/${page.id}/seo`, { descricao: 'Uma descrição', indexavel: false });
    const { status, body, headers } = await acme.post(`/v1/paginas/${page.id}/duplicar`);
    expect([status, headers['location'], body.titulo]).toEqual([201, `/v1/paginas/${body.id}`, 'Cópia de Modelo']);
    expect((await acme.get(`/v1/paginas/${body.id}/rascunho`)).body.template).toEqual(template);
    expect((await acme.get(`/v1/paginas/${body.id}/seo`)).body).toMatchObject({
      descricao: 'Uma descrição',
      indexavel: false,
    });
  });

  it('have SEO that is replaced whole', async () => {
    const { id } = await created();
    const path = `/v1/paginas/${id}/seo`;
    const plain = { titulo: null, descricao: null, imagem_id: null, canonica: null, indexavel: true, idioma: 'pt-BR' };
    expect((await acme.get(path)).body).toEqual(plain);
    const imagem_id = (await uploaded(acme, await gradient(64, 64).png().toBuffer())).body.id as string;
    const unknown = await acme.put(path, { imagem_id: newId('med') });
    expect([unknown.status, unknown.body.campo]).toEqual([422, 'imagem_id']);
    const seo = { titulo: 'T', descricao: 'D', imagem_id, canonica: 'https://x.example/y', idioma: 'en' };
    expect((await acme.put(path, seo)).body).toEqual({ ...seo, indexavel: true });
    expect((await acme.put(path, {})).body).toEqual(plain);
    for (const bad of [
      { canonica: 'javascript:alert(1)' },
      { idioma: '"><script>' },
      { imagem_id: '../x' },
      { x: 1 },
    ]) {
      expect((await acme.put(path, bad)).status).toBe(400);
    }
  });
});

describe('deleted pages', () => {
  it('are found nowhere, let go of their slug, and come back', async () => {
    const page = await created();
    expect((await acme.delete(`/v1/paginas/${page.id}`)).status).toBe(204);
    for (const [method, path] of [
      ['GET', ''],
      ['PATCH', ''],
      ['DELETE', ''],
      ['GET', '/rascunho'],
      ['PUT', '/rascunho'],
      ['POST', '/versoes'],
      ['POST', '/publicar'],
      ['GET', '/seo'],
      ['PUT', '/dominio'],
      ['POST', '/duplicar'],
    ] as const) {
      expect((await acme.send(method, `/v1/paginas/${page.id}${path}`, '{}')).status).toBe(404);
    }
    expect((await acme.get('/v1/paginas?status=apagada')).body.paginas).toMatchObject([
      { id: page.id, status: 'apagada' },
    ]);
    const successor = await created({ slug: page.slug });
    const restore = `/v1/paginas/${page.id}/restaurar`;
    expect((await acme.post(restore)).status).toBe(409);
    const back = await acme.post(restore, { slug: unique('volta') });
    expect([back.status, back.body.status]).toEqual([200, 'rascunho']);
    expect((await acme.post(restore)).status).toBe(404);
    expect((await acme.get(`/v1/paginas/${successor.id}`)).status).toBe(200);
  });

  it('come back without a path that another page has taken', async () => {
    const host = `${tenant.slug}-b.example`;
    const dominio_id = await tenant.verifyHost(host);
    const [one, two] = [await created({ dominio: host }), await created()];
    await acme.delete(`/v1/paginas/${one.id}`);
    await acme.put(`/v1/paginas/${two.id}/dominio`, { dominio_id, caminho: one.caminho });
    expect((await acme.post(`/v1/paginas/${one.id}/restaurar`)).body).toMatchObject({ dominio: null, caminho: null });
  });

  it('are erased with their versions after thirty days', async () => {
    const [old, recent] = [await created(), await created()];
    for (const { id } of [old, recent]) await acme.delete(`/v1/paginas/${id}`);
    await stack.sql(`update page set deleted_at = now() - interval '31 days' where id = $1`, [old.id]);
    await stack.app.get(DeletedPages).eraseAt(new Date());
    const left = await stack.sql('select page_id from page_version where page_id = any ($1)', [[old.id, recent.id]]);
    expect(left).toEqual([{ page_id: recent.id }]);
    expect((await acme.post(`/v1/paginas/${old.id}/restaurar`)).status).toBe(404);
  });
});

describe('keys', () => {
  const ROUTES: [string, string, string][] = [
    ['GET', '/v1/paginas', 'pages:read'],
    ['POST', '/v1/paginas', 'pages:write'],
    ['POST', '/v1/paginas/importar', 'pages:write'],
    ['GET', '/v1/paginas/:id', 'pages:read'],
    ['GET', '/v1/paginas/:id/rascunho', 'pages:read'],
    ['PUT', '/v1/paginas/:id/rascunho', 'pages:write'],
    ['DELETE', '/v1/paginas/:id/rascunho', 'pages:write'],
    ['GET', '/v1/paginas/:id/seo', 'pages:read'],
    ['PUT', '/v1/paginas/:id/seo', 'pages:write'],
    ['POST', '/v1/paginas/:id/versoes', 'pages:write'],
    ['POST', '/v1/paginas/:id/publicar', 'pages:publish'],
    ['PUT', '/v1/paginas/:id/dominio', 'pages:write'],
  ];

  it.each(ROUTES)('%s %s takes the scope %s and no other', async (method, route, scope) => {
    const { id } = await created();
    const path = route.replace(':id', id);
    const scopes = ['pages:read', 'pages:write', 'pages:publish', 'forms:read', 'forms:write'] as const;
    const body = method === 'GET' ? undefined : '{}';
    for (const one of scopes) {
      const { status } = await (await tenant.key(one)).send(method, path, body);
      if (one === scope) expect(status).not.toBe(403);
      else expect(status).toBe(403);
    }
  });

  it.each([
    ['PATCH', '/v1/paginas/:id'],
    ['DELETE', '/v1/paginas/:id'],
    ['POST', '/v1/paginas/:id/restaurar'],
    ['POST', '/v1/paginas/:id/duplicar'],
    ['POST', '/v1/paginas/:id/despublicar'],
    ['GET', '/v1/paginas/:id/versoes'],
  ])('%s %s takes no key', async (method, route) => {
    const { id } = await created();
    const path = route.replace(':id', id);
    const body = method === 'GET' ? undefined : '{}';
    expect((await (await tenant.key()).send(method, path, body)).status).toBe(403);
    expect((await stack.anonymous.send(method, path, body)).status).toBe(401);
  });

  it('write at most sixty times a minute', async () => {
    const key = await tenant.key('pages:write');
    const statuses = [];
    for (let n = 0; n < 61; n += 1) statuses.push((await key.post('/v1/paginas', {})).status);
    expect(statuses).toEqual([...Array(60).fill(422), 429]);
  });
});

it('the list takes two statements and the beginning of their transaction, however many pages it has', async () => {
  const other = await stack.createTenant();
  const client = await other.session();
  const hosts = [`${other.slug}-1.example`, `${other.slug}-2.example`];
  for (const dominio of hosts) {
    await other.verifyHost(dominio);
    for (let n = 0; n < 3; n += 1) await created({ dominio }, client);
  }
  const statements = await statementsOf(() => client.get('/v1/paginas'), /^(?:select|begin)/i);
  expect(statements).toHaveLength(3);
  expect(statements.filter((text) => /set_config/.test(text))).toHaveLength(1);
});
