import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '#libs/core/persistence';
import type { HttpClient } from '../../../../test/support/http-client.js';
import { pagesStack, type PagesTenant } from '../../../../test/support/pages-stack.js';
import { useStack } from '../../../../test/support/use-stack.js';

const RUNTIME = 'https://pages.service.test';
const PATH = '/v1/redirecionamentos';

const stack = useStack(() => pagesStack({ pages: { RUNTIME_URL: RUNTIME } }));
let tenant: PagesTenant;
let acme: HttpClient;
let rival: HttpClient;
let host: string;
let dominio_id: string;
let number = 0;

beforeAll(async () => {
  rival = await (await stack.createTenant()).session();
});
beforeEach(async () => {
  tenant = await stack.createTenant();
  acme = await tenant.session('member');
  host = `h${++number}.example`;
  dominio_id = await tenant.verifyHost(host);
});

const create = (caminho: string, destino: string, body: object = {}) =>
  acme.post(PATH, { dominio_id, caminho, destino, ...body });
const created = async (caminho: string, destino: string, body: object = {}) => {
  const { status, body: redirect } = await create(caminho, destino, body);
  expect(status).toBe(201);
  return redirect;
};

const publish = (path: string) =>
  stack.sql(
    `insert into published_page (tenant_id, page_id, version, slug, domain_id, path, title, html, gzip, brotli, etag, policy)
     values ($1, $2, 1, $2, $3, $4, '', '', '', '', '', '')`,
    [tenant.id, newId('pag'), dominio_id, path],
  );

/** Inserts the redirect that a moved page leaves behind; without a domain it is on the shared host. */
async function moved(path: string, domainId: string | null): Promise<string> {
  const id = newId('rdr');
  await stack.sql(
    `insert into site_redirect (tenant_id, id, domain_id, path, target, page_id) values ($1, $2, $3, $4, '/nova', 'pag')`,
    [tenant.id, id, domainId, path],
  );
  return id;
}

describe('redirects', () => {
  it('are created, found at their Location, changed and deleted', async () => {
    const { status, body, headers } = await create('/Antigo/', '/novo');
    expect(status).toBe(201);
    expect(body).toMatchObject({
      id: expect.stringMatching(/^rdr_[0-9a-f]{16}$/),
      dominio_id,
      caminho: '/antigo',
      destino: '/novo',
      codigo_http: 301,
      pagina_id: null,
    });
    const path = String(headers['location']);
    expect((await acme.get(path)).body).toEqual(body);
    const changed = await acme.patch(path, { destino: 'https://example.org', codigo_http: 302 });
    expect(changed.body).toEqual({ ...body, destino: 'https://example.org/', codigo_http: 302 });
    expect((await acme.patch(path, { caminho: '/outro' })).body.caminho).toBe('/outro');
    expect((await acme.patch(path, { caminho: null })).status).toBe(400);
    expect((await acme.patch(path, { pagina_id: 'x' })).status).toBe(400);
    expect((await acme.delete(path)).status).toBe(204);
    expect((await acme.get(path)).status).toBe(404);
    const entries = await stack.sql<{ action: string }>(
      'select action from audit_entry where object_id = $1 order by id',
      [body.id],
    );
    expect(entries.map(({ action }) => action)).toEqual([
      'site-redirect.created',
      'site-redirect.changed',
      'site-redirect.changed',
      'site-redirect.deleted',
    ]);
  });

  it('are listed newest first, of all domains or of one', async () => {
    const other = await tenant.verifyHost(`x.${host}`);
    await created('/a', '/x');
    await created('/b', '/x', { dominio_id: other });
    await created('/c', '/x');
    const first = (await acme.get(`${PATH}?limite=2`)).body;
    const second = (await acme.get(`${PATH}?limite=2&cursor=${first.proximo}`)).body;
    const paths = (page: { redirecionamentos: { caminho: string }[] }) =>
      page.redirecionamentos.map(({ caminho }) => caminho);
    expect([...paths(first), ...paths(second)]).toEqual(['/c', '/b', '/a']);
    expect(paths((await acme.get(`${PATH}?dominio_id=${other}`)).body)).toEqual(['/b']);
    expect((await rival.get(`${PATH}?dominio_id=${other}`)).body.redirecionamentos).toEqual([]);
  });

  it('of another account are not found, and its domains neither', async () => {
    const { id } = await created('/a', '/b');
    const path = `${PATH}/${id}`;
    const answers = await Promise.all([
      rival.get(path),
      rival.patch(path, { destino: 'https://evil.example' }),
      rival.delete(path),
      rival.post(PATH, { dominio_id, caminho: '/z', destino: '/b' }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
    const own = await stack.createTenant();
    const session = await own.session();
    const theirs = await session.post(PATH, {
      dominio_id: await own.verifyHost(`o.${host}`),
      caminho: '/a',
      destino: '/b',
    });
    expect((await session.patch(`${PATH}/${theirs.body.id}`, { dominio_id })).status).toBe(404);
  });

  it('are for sessions only, and for verified domains only', async () => {
    expect((await (await tenant.key()).get(PATH)).status).toBe(403);
    expect((await stack.anonymous.get(PATH)).status).toBe(401);
    await stack.sql('update site_domain set verified_at = null, is_default = false where id = $1', [dominio_id]);
    const { status, body } = await create('/a', '/b');
    expect([status, body.erro, body.campo]).toEqual([422, 'dominio_nao_verificado', 'dominio_id']);
  });

  it.each(['antigo', '/a b', '/a?b', '/r/promo', '/healthz', '/..', '//x', '/a\r\nX: y'])(
    'have no path %j',
    async (caminho) => {
      const { status, body } = await create(caminho, '/b');
      expect([status, body.campo]).toEqual([400, 'caminho']);
    },
  );

  it.each([
    'javascript:alert(1)',
    '//evil.example',
    '/\\evil.example',
    '/a\r\nSet-Cookie: x',
    'https://a@b.example',
    'novo',
  ])('do not lead to %j', async (destino) => {
    const { status, body } = await create('/a', destino);
    expect([status, body.campo]).toEqual([400, 'destino']);
  });

  it('do not take the path of a published page or of another redirect', async () => {
    await publish('/pagina');
    const page = await create('/Pagina', '/b');
    expect([page.status, page.body.erro]).toEqual([409, 'caminho_em_uso']);
    const { id } = await created('/a', '/b');
    const again = await create('/a', '/c');
    expect([again.status, again.body.erro]).toEqual([409, 'caminho_em_uso']);
    expect((await acme.patch(`${PATH}/${id}`, { caminho: '/pagina' })).status).toBe(409);
    const answers = await Promise.all([1, 2, 3].map(() => create('/junto', '/b')));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
  });

  it('stop at two thousand, without those of moved pages', async () => {
    await stack.sql(
      `insert into site_redirect (tenant_id, id, domain_id, path, target, page_id)
       select $1, 'rdr_' || lpad(to_hex(n), 16, '0'), $2, '/n' || n, '/x', case when n > 1999 then 'pag' end
       from generate_series(1, 2100) n`,
      [tenant.id, dominio_id],
    );
    const answers = await Promise.all([1, 2, 3].map((n) => create(`/neu${n}`, '/b')));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
  });
});

describe('a redirect in circles', () => {
  const circles = 'destino leva de volta ao caminho, ou passa por redirecionamentos ou links curtos demais.';

  it('is rejected, whichever way its target is written', async () => {
    for (const destino of [
      '/a',
      '/A/',
      '/x/../a',
      '/a?b=c',
      `https://${host}/a`,
      `http://${host.toUpperCase()}:80/a`,
    ]) {
      const { status, body } = await create('/a', destino);
      expect([status, body.erro], destino).toEqual([422, circles]);
    }
  });

  it('is rejected over several hops and hosts', async () => {
    const other = await tenant.verifyHost(`y.${host}`);
    await created('/b', `https://y.${host}/c`);
    await created('/c', `https://${host}/a`, { dominio_id: other });
    expect((await create('/a', '/b')).status).toBe(422);
    expect((await create('/a', '/d')).status).toBe(201);
    const { id } = await created('/e', '/h');
    expect((await acme.patch(`${PATH}/${id}`, { destino: '/e' })).status).toBe(422);
    // Its own row does not count while it is replaced.
    expect((await acme.patch(`${PATH}/${id}`, { caminho: '/g', destino: '/e' })).status).toBe(200);
  });

  it('is rejected for one of two that would close it at the same instant', async () => {
    const answers = await Promise.all([create('/a', '/b'), create('/b', '/a')]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 422]);
  });

  it('is what too many hops count as', async () => {
    for (let n = 10; n >= 1; n -= 1) await created(`/n${n}`, `/n${n + 1}`);
    expect((await create('/n0', '/n1')).status).toBe(422);
  });

  it('may lead through short links, so none is a target', async () => {
    for (const destino of ['/r/promo', `https://${host}/r/promo`, `${RUNTIME}/r/promo`]) {
      expect((await create('/a', destino)).status, destino).toBe(422);
    }
    expect((await create('/a', 'https://other.example/r/promo')).status).toBe(201);
  });
});

describe('a redirect that a moved page left', () => {
  it('says which page, and belongs to the account once it is changed', async () => {
    const id = await moved('/velha', dominio_id);
    expect((await acme.get(`${PATH}/${id}`)).body.pagina_id).toBe('pag');
    expect((await create('/velha', '/b')).status).toBe(409);
    expect((await acme.patch(`${PATH}/${id}`, { destino: '/b' })).body).toMatchObject({
      destino: '/b',
      pagina_id: null,
    });
  });

  it('keeps its path on the shared host, where slugs of all accounts are', async () => {
    const id = await moved(`/velha-${number}`, null);
    expect((await acme.patch(`${PATH}/${id}`, { caminho: '/de-outra-conta' })).status).toBe(422);
    expect((await acme.patch(`${PATH}/${id}`, { destino: 'https://example.org/x' })).status).toBe(200);
    expect((await acme.patch(`${PATH}/${id}`, { dominio_id, caminho: '/minha' })).body).toMatchObject({
      caminho: '/minha',
    });
    expect((await acme.delete(`${PATH}/${id}`)).status).toBe(204);
  });
});
