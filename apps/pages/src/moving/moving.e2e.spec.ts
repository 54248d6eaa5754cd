import { beforeEach, describe, expect, it } from 'vitest';
import { newId } from '#libs/core/persistence';
import { waitUntil } from '#libs/test/testing';
import type { HttpClient } from '../../../../test/support/http-client.js';
import { pagesStack, type PagesTenant } from '../../../../test/support/pages-stack.js';
import { useStack } from '../../../../test/support/use-stack.js';

const stack = useStack(() => pagesStack({ pages: { ROLE: 'api' } }));
let tenant: PagesTenant;
let acme: HttpClient;
let host: string;
let dominio_id: string;

beforeEach(async () => {
  tenant = await stack.createTenant();
  acme = await tenant.session();
  host = `www.${tenant.slug}.example`;
  dominio_id = await tenant.verifyHost(host);
});

async function newPage(isPublished = false): Promise<{ id: string; slug: string }> {
  const { body } = await acme.post('/v1/paginas', { titulo: 'Mover' });
  if (isPublished) await acme.post(`/v1/paginas/${body.id}/publicar`);
  return { id: body.id, slug: body.slug };
}

const move = (id: string, body: object, client = acme) => client.put(`/v1/paginas/${id}/dominio`, body);
const redirects = (pageId: string) =>
  stack.sql<object>('select domain_id, path, target, status from site_redirect where page_id = $1 order by id', [
    pageId,
  ]);
const published = async (pageId: string) =>
  (await stack.sql<object>('select domain_id, path from published_page where page_id = $1', [pageId]))[0];

describe('moving a page', () => {
  it('that is published leads visitors from the old address to the new one', async () => {
    const { id, slug } = await newPage(true);
    const { status, body } = await move(id, { dominio_id, caminho: '/oferta' });
    expect(status).toBe(200);
    expect(body).toEqual({
      pagina_id: id,
      dominio_id,
      dominio: host,
      caminho: '/oferta',
      url_publica: `https://${host}/oferta`,
      alterado: true,
      publicada: true,
      redirecionamento: { criado: true, de: `http://127.0.0.1:3005/${slug}` },
    });
    expect(await published(id)).toEqual({ domain_id: dominio_id, path: '/oferta' });
    expect(await redirects(id)).toEqual([
      { domain_id: null, path: `/${slug}`, target: `https://${host}/oferta`, status: 301 },
    ]);
  });

  it('on again leaves no chain, and back leaves no loop', async () => {
    const { id, slug } = await newPage(true);
    await move(id, { dominio_id, caminho: '/a' });
    await move(id, { dominio_id, caminho: '/b' });
    expect(await redirects(id)).toEqual([
      { domain_id: null, path: `/${slug}`, target: `https://${host}/b`, status: 301 },
      { domain_id: dominio_id, path: '/a', target: '/b', status: 301 },
    ]);
    await move(id, { dominio_id: null });
    expect(await published(id)).toEqual({ domain_id: null, path: null });
    const back = `http://127.0.0.1:3005/${slug}`;
    expect(await redirects(id)).toEqual([
      { domain_id: dominio_id, path: '/a', target: back, status: 301 },
      { domain_id: dominio_id, path: '/b', target: back, status: 301 },
    ]);
  });

  it('and then renaming it leads visitors of its old slug on the shared host to it, and back leaves no loop', async () => {
    const { id, slug } = await newPage();
    await move(id, { dominio_id, caminho: '/oferta' });
    await acme.patch(`/v1/paginas/${id}`, { slug: `${slug}-0` });
    expect(await redirects(id)).toEqual([]);
    await acme.post(`/v1/paginas/${id}/publicar`);
    expect((await acme.patch(`/v1/paginas/${id}`, { slug: `${slug}-1` })).status).toBe(200);
    const left = { domain_id: null, target: `https://${host}/oferta`, status: 301 };
    expect(await redirects(id)).toEqual([{ ...left, path: `/${slug}-0` }]);
    await move(id, { dominio_id, caminho: '/nova' });
    expect(await redirects(id)).toContainEqual({ ...left, path: `/${slug}-0`, target: `https://${host}/nova` });
    await acme.patch(`/v1/paginas/${id}`, { slug: `${slug}-0` });
    const paths = (await redirects(id)).map((redirect) => (redirect as { path: string }).path);
    expect(paths.toSorted()).toEqual(['/oferta', `/${slug}-1`].toSorted());
  });

  it('that is not published makes no redirect', async () => {
    const { id } = await newPage();
    const { body } = await move(id, { dominio_id, caminho: '/quieta' });
    expect(body).toMatchObject({ alterado: true, publicada: false, redirecionamento: { criado: false, de: null } });
    expect(await redirects(id)).toEqual([]);
  });

  it('to where it is changes nothing', async () => {
    const { id } = await newPage(true);
    await move(id, { dominio_id, caminho: '/oferta' });
    expect((await move(id, { dominio_id, caminho: '/oferta' })).body).toMatchObject({
      alterado: false,
      redirecionamento: { criado: false, de: null },
    });
    expect(await redirects(id)).toHaveLength(1);
  });

  it('keeps its path, or takes its slug, if none is given', async () => {
    const { id, slug } = await newPage();
    expect((await move(id, { dominio_id })).body.caminho).toBe(`/${slug}`);
    const second = await tenant.verifyHost(`zwei.${tenant.slug}.example`);
    await move(id, { dominio_id, caminho: '/fica' });
    expect((await move(id, { dominio_id: second })).body.caminho).toBe('/fica');
  });
});

describe('a move is rejected', () => {
  it('onto the path of another page or of a redirect that a user made', async () => {
    const [one, two] = [await newPage(true), await newPage(true)];
    await move(one.id, { dominio_id, caminho: '/cheio' });
    await stack.sql(
      `insert into site_redirect (tenant_id, id, domain_id, path, target) values ($1, $2, $3, '/manual', '/x')`,
      [tenant.id, newId('rdr'), dominio_id],
    );
    for (const caminho of ['/cheio', '/manual']) {
      const { status, body } = await move(two.id, { dominio_id, caminho });
      expect([status, body.erro, body.campo]).toEqual([409, 'caminho_em_uso', 'caminho']);
    }
    expect(await published(two.id)).toEqual({ domain_id: null, path: null });
  });

  it('for all but one of those that want a path at the same instant', async () => {
    const ids = [];
    for (let n = 0; n < 5; n += 1) ids.push((await newPage(true)).id);
    const answers = await Promise.all(ids.map((id) => move(id, { dominio_id, caminho: '/disputa' })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409]);
  });

  it('but takes the path that a moved page left', async () => {
    const [one, two] = [await newPage(true), await newPage(true)];
    await move(one.id, { dominio_id, caminho: '/antes' });
    await move(one.id, { dominio_id, caminho: '/depois' });
    expect((await move(two.id, { dominio_id, caminho: '/antes' })).status).toBe(200);
    expect((await redirects(one.id)).map((row) => (row as { path: string }).path)).not.toContain('/antes');
  });

  it('to a domain that is unknown, of another account, or not verified', async () => {
    const { id } = await newPage();
    const rival = await stack.createTenant();
    const foreign = await rival.verifyHost(`${rival.slug}.example`);
    for (const unknown of [foreign, newId('dom'), 'x']) {
      expect((await move(id, { dominio_id: unknown, caminho: '/a' })).status).toBe(404);
    }
    await stack.sql('update site_domain set verified_at = null where id = $1', [dominio_id]);
    const { status, body } = await move(id, { dominio_id, caminho: '/a' });
    expect([status, body.erro]).toEqual([422, 'dominio_nao_verificado']);
  });

  it.each(['', 'oferta', '/Oferta', '/a/', '/a//b', '/../x', '/r', '/_f/x', '/metrics', '/a b'])(
    'to the path %j',
    async (caminho) => {
      const { id } = await newPage();
      const { status, body } = await move(id, { dominio_id, caminho });
      expect([status, body.erro]).toEqual([422, 'caminho_invalido']);
    },
  );

  it('with a body that is not one', async () => {
    const { id } = await newPage();
    for (const body of [{}, { dominio_id: 1 }, { dominio_id, caminho: 1 }, { dominio_id, x: 1 }]) {
      expect((await move(id, body)).status).toBe(400);
    }
  });
});

describe('the home page of a domain', () => {
  it('moves only if a published page takes its place, in one step', async () => {
    const [home, next, draft] = [await newPage(true), await newPage(true), await newPage()];
    expect((await move(home.id, { dominio_id, caminho: '/' })).body.url_publica).toBe(`https://${host}/`);
    for (const pagina_inicial_id of [undefined, home.id, draft.id, newId('pag')]) {
      const { status, body } = await move(home.id, { dominio_id, caminho: '/antiga', pagina_inicial_id });
      expect([status, body.erro]).toEqual([409, 'pagina_inicial']);
    }
    expect(await published(home.id)).toEqual({ domain_id: dominio_id, path: '/' });
    const moved = await move(home.id, { dominio_id, caminho: '/antiga', pagina_inicial_id: next.id });
    expect(moved.body).toMatchObject({ alterado: true, redirecionamento: { criado: false } });
    expect(await published(next.id)).toEqual({ domain_id: dominio_id, path: '/' });
    expect(await published(home.id)).toEqual({ domain_id: dominio_id, path: '/antiga' });
  });

  it('moves freely while it is not published', async () => {
    const { id } = await newPage();
    await move(id, { dominio_id, caminho: '/' });
    expect((await move(id, { dominio_id, caminho: '/outra' })).status).toBe(200);
  });
});

describe('visitors of a moved page', () => {
  it('are redirected from where it was, on the shared host and on its domain', async () => {
    const runtime = await stack.startRuntime();
    const { id, slug } = await newPage(true);
    const shared = () => stack.visitor.get(`/${slug}`);
    const on = (path: string) => stack.visitor.get(path, { host });
    expect((await shared()).status).toBe(200);
    await move(id, { dominio_id, caminho: '/um' });
    await waitUntil(async () => (await shared()).headers['location'] === `https://${host}/um`);
    expect((await shared()).status).toBe(301);
    await waitUntil(async () => (await on('/um')).status === 200);
    await move(id, { dominio_id, caminho: '/dois' });
    await waitUntil(async () => (await on('/um')).headers['location'] === '/dois');
    await waitUntil(async () => (await shared()).headers['location'] === `https://${host}/dois`);
    await move(id, { dominio_id: null });
    await waitUntil(async () => (await shared()).status === 200);
    expect((await on('/dois')).status).toBe(301);
    await stack.stopRuntime(runtime);
  });
});
