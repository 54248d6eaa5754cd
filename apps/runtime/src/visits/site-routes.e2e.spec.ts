import { beforeAll, describe, expect, it } from 'vitest';
import { newId } from '#libs/core/persistence';
import { waitUntil } from '#libs/test/testing';
import { SERVICE_SECRET } from '../../../../test/support/app-stack.js';
import { pagesStack, type PagesTenant } from '../../../../test/support/pages-stack.js';
import { statusOfRaw } from '../../../../test/support/raw-request.js';
import { BROWSER, publishPage, SHARED, Visitor } from '../../../../test/support/visitor.js';
import { useStack } from '../../../../test/support/use-stack.js';

const SHOP = 'shop.acme.test';

const stack = useStack(pagesStack);
let acme: PagesTenant;
let rival: PagesTenant;
let shopId: string;
let url: string;
let visitor: Visitor;

beforeAll(async () => {
  [acme, rival] = [await stack.createTenant(), await stack.createTenant()];
  shopId = await acme.verifyHost(SHOP);
  await rival.verifyHost('rival.test');
  await publishPage(stack, acme, { slug: 'oferta' });
  await publishPage(stack, acme, { slug: 'sobre', domainId: shopId, path: '/sobre/nós' });
  await publishPage(stack, acme, { slug: 'secreta', domainId: shopId, path: '/secreta', indexable: false });
  url = (await stack.startRuntime()).url;
  visitor = new Visitor(url);
});
describe('a redirect', () => {
  const redirect = (tenant: PagesTenant, path: string, target: string, domainId: string | null = null, status = 301) =>
    stack.sql(
      `insert into site_redirect (tenant_id, id, domain_id, path, target, status) values ($1, $2, $3, $4, $5, $6)`,
      [tenant.id, newId('rdr'), domainId, path, target, status],
    );
  const locationOf = async (host: string, path: string) => {
    const { status, headers } = await visitor.get(host, path);
    return [status, headers['location']];
  };

  it('leads on with the query, by its own status', async () => {
    await redirect(acme, '/antiga', '/oferta?de=antiga', shopId, 308);
    await visitor.sees(SHOP, '/antiga', 308);
    expect(await locationOf(SHOP, '/antiga?utm_source=a&b=%20')).toEqual([308, '/oferta?de=antiga&utm_source=a&b=%20']);
    expect((await locationOf(SHARED, '/antiga'))[0]).toBe(404);
    expect((await locationOf('rival.test', '/antiga'))[0]).toBe(404);
  });

  it('of the shared host is one of the hosts of its tenant, too, and of no other', async () => {
    await redirect(acme, '/mudou', 'https://example.test/novo');
    await visitor.sees(SHARED, '/mudou', 301);
    expect(await locationOf(SHOP, '/mudou')).toEqual([301, 'https://example.test/novo']);
    expect((await locationOf('rival.test', '/mudou'))[0]).toBe(404);
  });

  it('gives way to a page at its path', async () => {
    await redirect(acme, '/oferta', '/sobre');
    const page = await visitor.get(SHARED, '/oferta');
    expect([page.status, page.text]).toEqual([200, '<p>oferta</p>']);
  });

  it('does not lead to another scheme or host by a path', async () => {
    await redirect(acme, '/um', '//evil.test/x');
    await redirect(acme, '/dois', 'javascript:alert(1)');
    await redirect(acme, '/tres', '/bom');
    await visitor.sees(SHARED, '/tres', 301);
    for (const path of ['/um', '/dois']) expect((await locationOf(SHARED, path))[0]).toBe(404);
  });
});

describe('another spelling of an address', () => {
  it.each([
    ['/Oferta', '/oferta'],
    ['/oferta/?a=1', '/oferta?a=1'],
    ['//oferta', '/oferta'],
    ['/%6fferta', '/oferta'],
  ])('%s leads to %s', async (given, location) => {
    const { status, headers } = await visitor.get(SHARED, given);
    expect([status, headers['location']]).toEqual([301, location]);
  });

  it('leads nowhere if nothing is there, and never to another host', async () => {
    for (const path of [
      '//evil.test/',
      '/Nothing',
      '/%2Foferta',
      '/oferta%2F',
      '/oferta%5C',
      '/..%2foferta',
      '/oferta%00',
      '/oferta/.',
    ]) {
      const { status, headers } = await visitor.get(SHARED, path);
      expect([path, status, headers['location']]).toEqual([path, 404, undefined]);
    }
    for (const target of ['/%', '/../oferta', '/\\evil.test', '*', 'oferta']) {
      expect([400, 404]).toContain(await statusOfRaw(url, target));
    }
  });

  it('with letters beyond ASCII is encoded in one way', async () => {
    expect((await visitor.get(SHOP, '/sobre/n%C3%B3s')).status).toBe(200);
    expect((await visitor.get(SHOP, '/Sobre/n%c3%b3s/')).headers['location']).toBe('/sobre/n%C3%B3s');
  });
});

describe('a short link', () => {
  const link = (
    tenant: PagesTenant,
    slug: string,
    rest: { status?: number; active?: boolean; expiresAt?: string } = {},
  ) =>
    stack.sql(
      `insert into short_link (tenant_id, id, slug, target, status, active, expires_at)
       values ($1, $2, $3, 'https://example.test/destino?a=1', $4, $5, $6)`,
      [tenant.id, newId('lnk'), slug, rest.status ?? 302, rest.active ?? true, rest.expiresAt ?? null],
    );
  const clicksOf = async (slug: string) =>
    Number((await stack.sql<{ clicks: string }>('select clicks from short_link where slug = $1', [slug]))[0]?.clicks);

  it('leads to its target by its status, each time by way of us', async () => {
    await link(acme, 'vai', { status: 301 });
    for (let n = 0; n < 3; n += 1) {
      const { status, headers } = await visitor.get(SHARED, '/r/vai?utm_source=x');
      expect([status, headers['location']]).toEqual([301, 'https://example.test/destino?a=1']);
      expect(headers['cache-control']).toBe('no-store');
      expect(headers['x-robots-tag']).toBe('noindex, nofollow');
    }
    expect((await visitor.get(SHOP, '/r/vai')).status).toBe(301);
    expect((await visitor.get('rival.test', '/r/vai')).status).toBe(404);
    expect((await visitor.get('unknown.test', '/r/vai')).status).toBe(404);
  });

  it('counts each click once, but no look at it, no prefetch and no preview', async () => {
    await link(acme, 'conta');
    await Promise.all(Array.from({ length: 50 }, () => visitor.get(SHARED, '/r/conta')));
    await visitor.get(SHARED, '/r/conta', {}, 'HEAD');
    await visitor.get(SHARED, '/r/conta', { 'sec-purpose': 'prefetch;prerender' });
    for (const agent of ['WhatsApp/2.23.20.0 A', 'facebookexternalhit/1.1', 'Slackbot-LinkExpanding 1.0'])
      expect((await visitor.get(SHARED, '/r/conta', { 'user-agent': agent })).status).toBe(302);
    await waitUntil(async () => (await clicksOf('conta')) === 50);
    await visitor.get(SHARED, '/r/conta');
    await waitUntil(async () => (await clicksOf('conta')) > 50);
    expect(await clicksOf('conta')).toBe(51);
  });

  it('is written before its process stops', async () => {
    await link(acme, 'fim');
    const other = await stack.startRuntime();
    await new Visitor(other.url).get(SHARED, '/r/fim');
    await stack.stopRuntime(other);
    expect(await clicksOf('fim')).toBe(1);
  });

  it('that is inactive or unknown is not found, an expired one is gone', async () => {
    await link(acme, 'parado', { active: false });
    await link(acme, 'velho', { expiresAt: '2020-01-01' });
    expect((await visitor.get(SHARED, '/r/parado', BROWSER)).status).toBe(404);
    expect((await visitor.get(SHARED, '/r/nunca')).status).toBe(404);
    const gone = await visitor.get(SHARED, '/r/velho', BROWSER);
    expect([gone.status, gone.text]).toEqual([410, expect.stringContaining('Este link expirou')]);
    await stack.sql(`update short_link set active = true where slug = 'parado'`);
    await visitor.sees(SHARED, '/r/parado', 302);
  });
});

describe('robots.txt and sitemap.xml', () => {
  it('name the pages of a host that may be listed', async () => {
    const robots = await visitor.get(SHOP, '/robots.txt');
    expect([robots.status, robots.headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8']);
    expect(robots.text).toBe(`User-agent: *\nAllow: /\n\nSitemap: http://${SHOP}:3005/sitemap.xml\n`);
    const { headers, text } = await visitor.get(SHOP, '/sitemap.xml');
    expect(headers['content-type']).toBe('application/xml; charset=utf-8');
    const addresses = [...text.matchAll(/<loc>(.*?)<\/loc><lastmod>20\d\d-/g)].map(([, address]) => address).sort();
    expect(addresses).toEqual([`http://${SHOP}:3005/oferta`, `http://${SHOP}:3005/sobre/n%C3%B3s`]);
  });

  it('say nothing of tenants on the shared host, and exist on no unknown one', async () => {
    expect((await visitor.get(SHARED, '/robots.txt')).text).toBe('User-agent: *\nAllow: /\n');
    expect((await visitor.get(SHARED, '/sitemap.xml')).status).toBe(404);
    for (const path of ['/robots.txt', '/sitemap.xml'])
      expect((await visitor.get('unknown.test', path)).status).toBe(404);
  });
});

describe('the settings of a site', () => {
  it('are the words of its page for 404, and whether it is listed', async () => {
    const own = await stack.createTenant();
    await own.verifyHost('own.test');
    await publishPage(stack, own, { slug: 'listada' });
    await visitor.sees('own.test', '/listada', 200);
    expect((await visitor.get('own.test', '/nada', BROWSER)).text).toContain('<h1>Página não encontrada</h1>');
    await stack.sql(
      `insert into site_setting (tenant_id, language, indexable, not_found_title, robots_lines)
       values ($1, 'en-GB', false, 'Lost <b>', '{Crawl-delay: 5}')`,
      [own.id],
    );
    await waitUntil(async () => (await visitor.get('own.test', '/nada', BROWSER)).text.includes('Lost'));
    const page = await visitor.get('own.test', '/nada', { ...BROWSER, 'accept-language': 'es' });
    expect([page.status, page.headers['content-language']]).toEqual([404, 'en-GB']);
    expect(page.text).toContain('<h1>Lost &lt;b&gt;</h1>');
    expect(page.text).toContain('The address may be incomplete');
    await waitUntil(async () => (await visitor.get('own.test', '/listada')).headers['x-robots-tag'] === 'noindex');
    expect((await visitor.get('own.test', '/robots.txt')).text).toBe('User-agent: *\nDisallow: /\nCrawl-delay: 5\n');
    expect((await visitor.get('own.test', '/sitemap.xml')).status).toBe(404);
    expect((await visitor.get(SHOP, '/nada', BROWSER)).text).not.toContain('Lost');
  });
});

describe('an address where nothing is', () => {
  const titles = { en: 'Page not found', es: 'Página no encontrada', pt: 'Página não encontrada' };
  const places = [
    [SHARED, '/nada/de/nada'],
    [SHOP, '/nada?a=1'],
    ['unknown.test', '/nada.html'],
    [SHARED, '/r/nada'],
    [SHARED, '/_f/nada.js'],
  ] as const;

  it.each(places)('is a page in the language of the browser: %s%s', async (host, path) => {
    for (const [language, title] of Object.entries(titles)) {
      const page = await visitor.get(host, path, { ...BROWSER, 'accept-language': `${language}-XX,${language};q=0.9` });
      expect([page.status, page.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
      expect(page.text).toContain(`<html lang="${language}">`);
      expect(page.text).toContain(`<h1>${title}</h1>`);
      expect(page.headers['content-security-policy']).toContain("default-src 'none'");
    }
  });

  it('is JSON to programs', async () => {
    for (const [host, path] of places) {
      const answer = await visitor.get(host, path, { accept: 'application/json' });
      expect([answer.status, answer.headers['content-type']]).toEqual([404, 'application/json; charset=utf-8']);
    }
  });
});

describe('the page for 404 that a tenant chose', () => {
  it('is shown in place of what is not there, as long as it is published', async () => {
    const own = await stack.createTenant();
    await own.verifyHost('chosen.test');
    const id = await publishPage(stack, own, { slug: 'perdido', html: '<p>Perdido?</p>' });
    await stack.sql(`insert into site_setting (tenant_id, not_found_page_id) values ($1, $2)`, [own.id, id]);
    await visitor.sees('chosen.test', '/perdido', 200);
    const { status, headers, text } = await visitor.get('chosen.test', '/nada', BROWSER);
    expect([status, text]).toEqual([404, '<p>Perdido?</p>']);
    expect(headers).toMatchObject({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex' });
    expect(headers['content-security-policy']).toContain('perdido.test');
    expect(headers).not.toHaveProperty('etag');
    expect((await visitor.get('chosen.test', '/nada')).text).toBe('{"error":{"message":"Não encontrado."}}');
    await stack.sql('delete from published_page where page_id = $1', [id]);
    await visitor.sees('chosen.test', '/perdido', 404);
    const words = await visitor.get('chosen.test', '/nada', BROWSER);
    expect([words.status, words.text]).toEqual([404, expect.stringContaining('Página não encontrada')]);
  });
});

describe('the question for a certificate', () => {
  const ask = async (domain: string, secret = SERVICE_SECRET) =>
    (await visitor.get('runtime:3005', `/internal/tls-ask?domain=${domain}`, { authorization: `Bearer ${secret}` }))
      .status;

  it('is answered 200 for verified hosts alone', async () => {
    expect(await ask(SHOP)).toBe(200);
    await stack.sql(
      `insert into site_domain (tenant_id, id, host, ownership_token) values ($1, $2, 'claimed.test', '')`,
      [acme.id, newId('dom')],
    );
    for (const domain of [
      'claimed.test',
      'unknown.test',
      '127.0.0.1',
      'localhost',
      '',
      `${SHOP}:443`,
      `${SHOP}.`,
      `${SHOP}&domain=x`,
    ]) {
      expect(await ask(domain), domain).toBe(404);
    }
  });

  it('is not for visitors, whatever their Host', async () => {
    for (const host of [SHOP, 'runtime:3005'])
      expect((await visitor.get(host, `/internal/tls-ask?domain=${SHOP}`)).status).toBe(401);
    expect(await ask(SHOP, 'another-secret')).toBe(401);
  });
});
