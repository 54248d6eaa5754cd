import decodeQR from 'qr/decode.js';
import { beforeAll, describe, expect, it } from 'vitest';
import type { HttpClient } from '../../../../test/support/http-client.js';
import { pagesStack } from '../../../../test/support/pages-stack.js';
import { qrPixels } from '../../../../test/support/qr-pixels.js';
import { usePrepared, useStack } from '../../../../test/support/use-stack.js';

const RUNTIME = 'https://pages.service.test';
const TARGET = 'https://www.example.com/oferta?utm_source=cartaz';

const stack = useStack(() => pagesStack({ pages: { RUNTIME_URL: RUNTIME } }));
const tenant = usePrepared(() => stack.createTenant());
const acme = usePrepared(() => tenant.session('member'));
let rival: HttpClient;
let number = 0;

beforeAll(async () => {
  rival = await (await stack.createTenant()).session();
});
const newSlug = () => `s-${++number}`;
const create = (body: object = {}) => acme.post('/v1/links', { destino: TARGET, ...body });
const created = async (body: object = {}) => {
  const { status, body: link } = await create(body);
  expect(status).toBe(201);
  return link;
};

describe('short links', () => {
  it('are created with a slug of their own, and found at their Location', async () => {
    const { status, body, headers } = await create();
    expect(status).toBe(201);
    expect(body).toMatchObject({
      id: expect.stringMatching(/^lnk_[0-9a-f]{16}$/),
      slug: expect.stringMatching(/^[a-z2-9]{7}$/),
      url: `${RUNTIME}/r/${body.slug}`,
      destino: TARGET,
      titulo: null,
      codigo_http: 302,
      ativo: true,
      expira_em: null,
      cliques: 0,
    });
    expect((await acme.get(String(headers['location']))).body).toEqual(body);
  });

  it('are created with all that is given', async () => {
    const given = {
      slug: newSlug(),
      titulo: 'Cartaz',
      codigo_http: 308,
      ativo: false,
      expira_em: '2099-01-01T00:00:00.000Z',
    };
    expect(await created(given)).toMatchObject(given);
  });

  it.each(['Promo', 'pro_mo', '-promo', 'promo-', 'pro--mo', 'pró', 'a/b', '../x', '', 'a'.repeat(81), 'a\r\nb'])(
    'have no slug %j',
    async (slug) => {
      expect((await create({ slug })).status).toBe(400);
    },
  );

  it('have slugs that no other account has', async () => {
    const slug = newSlug();
    await created({ slug });
    const taken = await rival.post('/v1/links', { slug, destino: TARGET });
    expect([taken.status, taken.body]).toEqual([409, { erro: 'slug já está em uso.', campo: 'slug' }]);
    const other = await created();
    expect((await acme.patch(`/v1/links/${other.id}`, { slug })).status).toBe(409);
  });

  it('go to one of the accounts that ask for a slug at the same instant', async () => {
    const slug = newSlug();
    const clients = [acme, rival, acme, rival];
    const answers = await Promise.all(clients.map((client) => client.post('/v1/links', { slug, destino: TARGET })));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409]);
  });

  it('are listed newest first, page by page', async () => {
    const session = await (await stack.createTenant()).session();
    for (const titulo of ['one', 'two', 'three']) await session.post('/v1/links', { destino: TARGET, titulo });
    const first = (await session.get('/v1/links?limite=2')).body;
    const second = (await session.get(`/v1/links?limite=2&cursor=${first.proximo}`)).body;
    const titles = [...first.links, ...second.links].map(({ titulo }: { titulo: string }) => titulo);
    expect(titles).toEqual(['three', 'two', 'one']);
    expect(second.proximo).toBe('');
    expect((await session.get('/v1/links?cursor=x')).status).toBe(400);
    expect((await rival.get(`/v1/links?cursor=${first.proximo}`)).body.links).not.toContainEqual(first.links[0]);
  });

  it('are changed in what is given, and keep their clicks', async () => {
    const { id, slug } = await created({ titulo: 'Antes' });
    await stack.sql('update short_link set clicks = 7 where id = $1', [id]);
    const path = `/v1/links/${id}`;
    const changed = await acme.patch(path, { destino: 'https://example.org/novo', ativo: false });
    expect(changed.status).toBe(200);
    expect(changed.body).toMatchObject({
      slug,
      titulo: 'Antes',
      destino: 'https://example.org/novo',
      ativo: false,
      cliques: 7,
    });
    expect((await acme.patch(path, { titulo: null, expira_em: null })).body).toMatchObject({ titulo: null });
    expect((await acme.patch(path, {})).status).toBe(200);
    expect((await acme.patch(path, { destino: null })).status).toBe(400);
    expect((await acme.patch(path, { cliques: 0 })).status).toBe(400);
    const entries = await stack.sql<{ action: string; after: object }>(
      `select action, after from audit_entry where object_id = $1 order by id`,
      [id],
    );
    expect(entries.map(({ action }) => action)).toEqual([
      'short-link.created',
      'short-link.changed',
      'short-link.changed',
    ]);
    expect(entries[1]?.after).toEqual({ target: 'https://example.org/novo', active: false });
  });

  it('free their slug when they are deleted', async () => {
    const { id, slug } = await created();
    expect((await acme.delete(`/v1/links/${id}`)).status).toBe(204);
    expect((await acme.get(`/v1/links/${id}`)).status).toBe(404);
    expect((await rival.post('/v1/links', { slug, destino: TARGET })).status).toBe(201);
  });

  it('are for sessions only', async () => {
    expect((await (await tenant.key()).get('/v1/links')).status).toBe(403);
    expect((await stack.anonymous.get('/v1/links')).status).toBe(401);
  });

  it('stop at ten thousand', async () => {
    const crowded = await stack.createTenant();
    const session = await crowded.session();
    await stack.sql(
      `insert into short_link (tenant_id, id, slug, target)
       select $1, 'lnk_' || lpad(to_hex(n), 16, '0'), 'n-' || n, 'https://x.example' from generate_series(1, 9999) n`,
      [crowded.id],
    );
    const answers = await Promise.all([1, 2, 3].map(() => session.post('/v1/links', { destino: TARGET })));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
  });
});

describe('the target of a short link', () => {
  it.each([
    'javascript:alert(1)',
    'java\nscript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    '//evil.example',
    '/path',
    'ftp://example.com',
    'https://bank.example@evil.example',
    'https://example.com/\r\nSet-Cookie: a=b',
    'https://example.com/\nLocation: https://evil.example',
    'https://exa mple.com',
  ])('is not %j', async (destino) => {
    const { status, body } = await create({ destino });
    expect([status, body.campo]).toEqual([400, 'destino']);
    const { id } = await created();
    expect((await acme.patch(`/v1/links/${id}`, { destino })).status).toBe(400);
  });

  it('is no short link of this service, on whichever host', async () => {
    const host = 'links.example';
    await tenant.verifyHost(host);
    for (const destino of [
      `${RUNTIME}/r/x`,
      `${RUNTIME}/%72/x`,
      `https://${host}/r/x`,
      `http://${host.toUpperCase()}/r/x`,
    ]) {
      const { status, body } = await create({ destino });
      expect([status, body.erro], destino).toEqual([422, 'destino não pode ser outro link curto.']);
    }
    expect((await create({ destino: `https://${host}/outra` })).status).toBe(201);
    expect((await create({ destino: 'https://other.example/r/x' })).status).toBe(201);
  });

  it('has not expired yet', async () => {
    const { status, body } = await create({ expira_em: '2020-01-01T00:00:00Z' });
    expect([status, body.campo]).toEqual([422, 'expira_em']);
    expect((await create({ expira_em: 'amanhã' })).status).toBe(400);
  });

  it.each([300, 303, 304, 200, '302'])('is not reached by the status %j', async (codigo_http) => {
    expect((await create({ codigo_http })).status).toBe(400);
  });
});

describe('the QR code of a short link', () => {
  it('is an SVG image that reads as its address', async () => {
    const { id, url } = await created({ slug: newSlug() });
    const { status, headers, text } = await acme.get(`/v1/links/${id}/qr`);
    expect([status, headers['content-type']]).toEqual([200, expect.stringMatching(/^image\/svg\+xml/)]);
    expect(text).toMatch(/^<svg [^>]*viewBox/);
    expect(text).not.toMatch(/<script|href|on\w+=/i);
    expect(decodeQR(qrPixels(text))).toBe(url);
  });
});
