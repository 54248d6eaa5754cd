import { describe, expect, it, beforeEach } from 'vitest';
import { waitUntil } from '#libs/test/testing';
import { graphqlData } from '../../../../test/support/graphql.js';
import type { HttpClient } from '../../../../test/support/http-client.js';
import { pagesStack, type PagesTenant } from '../../../../test/support/pages-stack.js';
import { useStack } from '../../../../test/support/use-stack.js';
import { ConsentRetention } from './consent-retention.js';

const PATH = '/v1/site/tags';
const BANNER = { titulo: null, texto: null, politica_url: null, pixel: false };
const GA4 = { tipo: 'ga4', id: 'G-AB12CD34EF' };

const stack = useStack(pagesStack);
let tenant: PagesTenant;
let owner: HttpClient;

beforeEach(async () => {
  tenant = await stack.createTenant();
  owner = await tenant.session('owner');
});

async function publish(document: object = {}): Promise<string> {
  const template = { versao: 2, secoes: [], ...document };
  const page = await owner.post('/v1/paginas/importar', { titulo: 'Bolos', template });
  expect(page.status, page.text).toBe(201);
  const published = await owner.post(`/v1/paginas/${page.body.id}/publicar`, {});
  expect(published.status, published.text).toBe(200);
  return page.body.id as string;
}

async function bytesOf(pageId: string): Promise<{ html: string; policy: string; etag: string }> {
  const [row] = await stack.sql<{ html: Buffer; policy: string; etag: string }>(
    'select html, policy, etag from published_page where page_id = $1',
    [pageId],
  );
  return { ...row!, html: row!.html.toString() };
}

describe('the tags of the site', () => {
  it('are none before an account has chosen any', async () => {
    expect((await owner.get(PATH)).body).toEqual({ tags: [], banner: BANNER, versao: null });
  });

  it('are replaced as a whole, for one account alone, with the category of each type', async () => {
    const crisp = { tipo: 'crisp', id: '0b1c2d3e-4f5a-6b7c-8d9e-0f1a2b3c4d5e', categoria: 'funcional', ativo: false };
    const banner = { titulo: 'Cookies', texto: 'Usamos cookies.', politica_url: '/privacidade', pixel: true };
    const { status, body, text } = await owner.put(PATH, { tags: [GA4, crisp], banner });
    expect(status, text).toBe(200);
    expect(body).toMatchObject({ tags: [{ ...GA4, categoria: 'estatistica', ativo: true }, crisp], banner });
    expect((await owner.get(PATH)).body).toEqual(body);
    const other = await (await stack.createTenant()).session();
    expect((await other.get(PATH)).body.tags).toEqual([]);
    const cleared = (await owner.put(PATH, {})).body;
    expect(cleared).toMatchObject({ tags: [], banner: BANNER });
    const actions = await stack.sql(`select from audit_entry where tenant_id = $1 and action = 'site.tags_changed'`, [
      tenant.id,
    ]);
    expect(actions).toHaveLength(2);
  });

  it('take the same again for no change', async () => {
    const first = await owner.put(PATH, { tags: [GA4] });
    expect((await owner.put(PATH, { tags: [GA4] })).body).toEqual(first.body);
    expect(await stack.sql('select from site_tags where tenant_id = $1', [tenant.id])).toHaveLength(1);
  });

  it('have another version when visitors are asked about something else, and not for another id', async () => {
    const versionOf = async (body: object) => (await owner.put(PATH, body)).body.versao as string;
    const first = await versionOf({ tags: [GA4] });
    expect(await versionOf({ tags: [{ ...GA4, id: 'G-ZZZZZZZZ' }] })).toBe(first);
    const others = [
      await versionOf({ tags: [{ ...GA4, categoria: 'marketing' }] }),
      await versionOf({ tags: [GA4, { tipo: 'hotjar', id: '1234567' }] }),
      await versionOf({ tags: [GA4], banner: { texto: 'Outro.' } }),
      await versionOf({ tags: [GA4], banner: { pixel: true } }),
    ];
    expect(new Set([first, ...others]).size).toBe(5);
    expect(await versionOf({ tags: [GA4, { tipo: 'hotjar', id: '1234567', ativo: false }] })).toBe(first);
  });

  it.each<[string, object]>([
    ['tags[0].tipo', { tags: [{ tipo: 'script', id: 'x' }] }],
    ['tags[0].html', { tags: [{ ...GA4, html: '<script>' }] }],
    ['tags[0].categoria', { tags: [{ ...GA4, categoria: 'necessario' }] }],
    ['tags', { tags: Array.from({ length: 21 }, () => GA4) }],
    ['banner.texto', { banner: { texto: 'x'.repeat(601) } }],
    ['banner.politica_url', { banner: { politica_url: 'javascript:alert(1)' } }],
    ['banner.politica_url', { banner: { politica_url: '//evil.example' } }],
    ['banner.cor', { banner: { cor: 'red' } }],
    ['scripts', { scripts: [] }],
  ])('reject what is wrong in %s', async (field, body) => {
    const answer = await owner.put(PATH, body);
    expect([answer.status, answer.body.erro]).toEqual([400, expect.stringContaining(field)]);
  });

  it.each([
    ['ga4', 'UA-12345-1'],
    ['ga4', 'G-ab12cd34ef'],
    ['ga4', "G-AB12');alert(1)"],
    ['gtm', 'G-AB12CD34EF'],
    ['meta_pixel', '12345'],
    ['meta_pixel', '123456789012345x'],
    ['hotjar', 'abc'],
    ['clarity', '../evil'],
    ['crisp', 'not-a-uuid'],
    ['tawk', '5f0a0b1c2d3e4f5a6b7c8d9e'],
    ['tawk', '5f0a0b1c2d3e4f5a6b7c8d9e/../../x'],
  ])('are invalid with an id of %s such as %s', async (tipo, id) => {
    const { status, body } = await owner.put(PATH, { tags: [GA4, { tipo, id }] });
    expect([status, body.campo]).toEqual([422, 'tags[1].id']);
  });

  it('are invalid when one is given twice', async () => {
    const { status, body } = await owner.put(PATH, { tags: [GA4, GA4] });
    expect([status, body.campo]).toEqual([422, 'tags[1].id']);
  });

  it('are read by members, changed by admins, and not for keys', async () => {
    const member = await tenant.session('member');
    expect((await member.get(PATH)).status).toBe(200);
    expect((await member.put(PATH, {})).status).toBe(403);
    expect((await (await tenant.session('admin')).put(PATH, {})).status).toBe(200);
    expect((await (await tenant.key()).get(PATH)).status).toBe(403);
    expect((await stack.anonymous.get(PATH)).status).toBe(401);
  });

  it('are read and replaced by GraphQL, as by REST', async () => {
    const fields = 'tags { tipo id categoria ativo } banner { titulo texto politica_url pixel } versao';
    const mutation = `mutation ($input: SiteTagsInput!) { replaceSiteTags(input: $input) { ${fields} } }`;
    const { replaceSiteTags } = await graphqlData(owner, mutation, { input: { tags: [GA4] } });
    expect((await owner.get(PATH)).body).toEqual(replaceSiteTags);
    expect((await graphqlData(owner, `{ siteTags { ${fields} } }`)).siteTags).toEqual(replaceSiteTags);
  });
});

describe('pages with tags', () => {
  it('get them when they are published, and change when they change', async () => {
    const id = await publish();
    const before = await bytesOf(id);
    expect(before.html).not.toContain('tags.js');
    await owner.put(PATH, { tags: [GA4] });
    await waitUntil(async () => (await bytesOf(id)).html.includes('G-AB12CD34EF'));
    expect((await bytesOf(id)).policy).toContain('https://*.googletagmanager.com');
    expect((await bytesOf(await publish())).html).toContain('<script src="/_f/tags.js" defer></script>');
    await owner.put(PATH, { tags: [{ ...GA4, ativo: false }] });
    await waitUntil(async () => (await bytesOf(id)).etag === before.etag);
    expect(await bytesOf(id)).toEqual(before);
  });

  it('may be without them by their document', async () => {
    await owner.put(PATH, { tags: [GA4], banner: { pixel: true } });
    const { html, policy } = await bytesOf(await publish({ tags: false }));
    expect(html).not.toContain('tags.js');
    expect(policy).not.toContain('google');
    expect(html).toContain('/pixel.js');
  });

  it('ask for the account’s own pixel where it counts, also without any other tag', async () => {
    await owner.put(PATH, { banner: { pixel: true } });
    const { html, policy } = await bytesOf(await publish());
    expect(html).toContain('"vendors":"a medição desta página"');
    expect(policy).toContain("script-src 'self'");
    expect((await bytesOf(await publish({ pixel: false }))).html).not.toContain('tags.js');
  });

  it('have none in a preview', async () => {
    await owner.put(PATH, { tags: [GA4] });
    const { text } = await owner.get(`/v1/paginas/${await publish()}/previa`);
    expect(text).not.toContain('tags.js');
  });
});

it('decisions of visitors, and tags that were replaced, go after 400 days', async () => {
  await owner.put(PATH, { tags: [GA4] });
  await owner.put(PATH, { tags: [] });
  await stack.sql(`update site_tags set created_at = now() - interval '401 days' where tenant_id = $1`, [tenant.id]);
  for (const days of [399, 401])
    await stack.sql(
      `insert into consent_decision values
         ($1, gen_random_uuid(), null, 'pag_1', 'recusar', '{}', 'abc', 'pt', false, now() - $2 * interval '1 day')`,
      [tenant.id, days],
    );
  await stack.app.get(ConsentRetention, { strict: false }).runAt(new Date());
  expect(await stack.sql('select from consent_decision where tenant_id = $1', [tenant.id])).toHaveLength(1);
  expect(await stack.sql('select number from site_tags where tenant_id = $1', [tenant.id])).toEqual([{ number: 2 }]);
});
