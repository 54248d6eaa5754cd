import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { Database, newId } from '#libs/core/persistence';
import { waitUntil } from '#libs/test/testing';
import type { HttpClient } from '../../../../test/support/http-client.js';
import { pagesStack, type PagesTenant } from '../../../../test/support/pages-stack.js';
import { BrandKitRepository } from '../brand/brand-kit.repository.js';
import { isRobotsLine } from './robots-lines.js';
import { useStack } from '../../../../test/support/use-stack.js';

const PATH = '/v1/site/seo';

const DEFAULT = {
  titulo_padrao: null,
  descricao: null,
  idioma: 'pt-BR',
  favicon_id: null,
  indexavel: true,
  pagina_404: { titulo: null, texto: null, pagina_id: null },
  robots: [],
};

const stack = useStack(pagesStack);
let tenant: PagesTenant;
let owner: HttpClient;

beforeEach(async () => {
  tenant = await stack.createTenant();
  owner = await tenant.session('owner');
});

async function insertPicture(): Promise<string> {
  const id = newId('med');
  await stack.sql(
    `insert into media (tenant_id, id, file_name, type, width, height, bytes, stored_bytes)
     values ($1, $2, 'full-1.png', 'image/png', 64, 64, 10, 10)`,
    [tenant.id, id],
  );
  return id;
}

describe('the settings of the site', () => {
  it('are the defaults before an account has chosen any', async () => {
    expect((await owner.get(PATH)).body).toEqual(DEFAULT);
  });

  it('are replaced as a whole, for one account alone', async () => {
    const favicon_id = await insertPicture();
    const given = {
      titulo_padrao: 'Padaria do Bairro',
      descricao: 'Pão quente às seis.',
      idioma: 'en-US',
      favicon_id,
      indexavel: false,
      pagina_404: { titulo: 'Nada aqui', texto: 'Volte à página inicial.', pagina_id: null },
      robots: ['# nosso', 'User-agent: *', 'Disallow: /rascunhos/', 'Sitemap: https://www.example.com/mapa.xml'],
    };
    const { status, body } = await owner.put(PATH, given);
    expect([status, body]).toEqual([200, given]);
    expect((await owner.get(PATH)).body).toEqual(given);
    expect((await (await (await stack.createTenant()).session()).get(PATH)).body).toEqual(DEFAULT);
    expect((await owner.put(PATH, {})).body).toEqual(DEFAULT);
    const entries = await stack.sql(`select from audit_entry where tenant_id = $1 and action = 'site.changed'`, [
      tenant.id,
    ]);
    expect(entries.length).toBe(2);
  });

  it('are refused with an icon that the account does not have', async () => {
    const { status, body } = await owner.put(PATH, { favicon_id: newId('med') });
    expect([status, body.campo]).toEqual([422, 'favicon_id']);
  });

  it('have the defaults that the table has', async () => {
    await stack.sql('insert into site_setting (tenant_id) values ($1)', [tenant.id]);
    expect((await owner.get(PATH)).body).toEqual(DEFAULT);
  });

  it('take a blank text for none', async () => {
    expect((await owner.put(PATH, { titulo_padrao: '  ', pagina_404: { titulo: '' } })).body).toEqual(DEFAULT);
  });

  it.each<[string, object]>([
    ['idioma', { idioma: 'português' }],
    ['idioma', { idioma: 'pt-BR" onload="x' }],
    ['titulo_padrao', { titulo_padrao: 'x'.repeat(121) }],
    ['favicon_id', { favicon_id: 'https://evil.example/x.ico' }],
    ['indexavel', { indexavel: 'false' }],
    ['pagina_404.pagina_id', { pagina_404: { pagina_id: 'x' } }],
    ['pagina_404.html', { pagina_404: { html: '<b>' } }],
    ['robots', { robots: ['Disallow: /a\nUser-agent: Googlebot'] }],
    ['robots', { robots: ['Disallow: /a\r'] }],
    ['robots', { robots: ['Noindex: /'] }],
    ['robots', { robots: ['Sitemap: javascript:alert(1)'] }],
    ['robots', { robots: Array.from({ length: 51 }, () => 'Disallow: /') }],
    ['robots', { robots: [`Disallow: /${'a'.repeat(300)}`] }],
    ['head', { head: '<script>' }],
  ])('reject what is wrong in %s', async (field, body) => {
    const answer = await owner.put(PATH, body);
    expect([answer.status, answer.body.erro]).toEqual([400, expect.stringContaining(field)]);
  });

  it('name a page of the account, if any', async () => {
    const setTo = (client: HttpClient, pagina_id: string) => client.put(PATH, { pagina_404: { pagina_id } });
    const { id } = (await owner.post('/v1/paginas', { titulo: 'Não encontrada' })).body;
    expect((await setTo(owner, id)).body.pagina_404.pagina_id).toBe(id);
    const rival = await (await stack.createTenant()).session();
    const answers = [await setTo(rival, id), await setTo(rival, newId('pag'))];
    expect(answers.map(({ status, body }) => [status, body.campo])).toEqual([
      [422, 'pagina_404.pagina_id'],
      [422, 'pagina_404.pagina_id'],
    ]);
    await owner.delete(`/v1/paginas/${id}`);
    expect((await setTo(owner, id)).status).toBe(200);
    await owner.put(PATH, {});
    expect((await setTo(owner, id)).status).toBe(422);
  });

  it('give pages that are published the description and icon that they show', async () => {
    const { id } = (await owner.post('/v1/paginas', { titulo: 'Bolos' })).body;
    expect((await owner.post(`/v1/paginas/${id}/publicar`)).status).toBe(200);
    const faviconId = await insertPicture();
    await owner.put(PATH, { descricao: 'Pães & bolos', favicon_id: faviconId });
    const shows = async () => {
      const [row] = await stack.sql<{ html: Buffer }>('select html from published_page where page_id = $1', [id]);
      const html = row!.html.toString();
      return (
        html.includes('<meta name="description" content="Pães &amp; bolos">') &&
        html.includes(`<link rel="icon" type="image/png" href="/_m/${faviconId}/full-1.png">`)
      );
    };
    expect(await waitUntil(shows, { what: 'the page to be rendered again' })).toBe(true);
    await owner.put(PATH, {});
  });

  it('give the brand its name where it has none, and pages that are published their new bytes', async () => {
    const { id } = (await owner.post('/v1/paginas', { titulo: 'Oferta' })).body;
    expect((await owner.post(`/v1/paginas/${id}/publicar`)).status).toBe(200);
    await stack.sql(`update published_page set html = 'stale', etag = '"stale"' where page_id = $1`, [id]);
    await owner.put(PATH, { titulo_padrao: 'Padaria do Bairro' });
    const brands = stack.app.get(BrandKitRepository, { strict: false });
    const database = stack.app.get(Database, { strict: false });
    expect((await database.tenant(tenant.id, (tx) => brands.get(tx, tenant.id))).name).toBe('Padaria do Bairro');
    expect((await owner.get('/v1/marca')).body.nome).toBe('');
    const isRendered = async () => {
      const [row] = await stack.sql<{ html: Buffer }>('select html from published_page where page_id = $1', [id]);
      return row?.html.toString() !== 'stale';
    };
    expect(await waitUntil(isRendered, { what: 'the page to be rendered again' })).toBe(true);
  });

  it('are read by members, changed by admins, and not for keys', async () => {
    const member = await tenant.session('member');
    expect((await member.get(PATH)).status).toBe(200);
    expect((await member.put(PATH, {})).status).toBe(403);
    expect((await (await tenant.session('admin')).put(PATH, {})).status).toBe(200);
    expect((await (await tenant.key()).get(PATH)).status).toBe(403);
    expect((await stack.anonymous.get(PATH)).status).toBe(401);
  });
});

it('a line of robots.txt is one line', () => {
  expect(
    ['User-agent: *', 'user-agent:Googlebot', 'Allow: /', 'Disallow:', 'Crawl-delay: 10', '#'].map(isRobotsLine),
  ).not.toContain(false);
  const starts = fc.constantFrom('Disallow: /', 'User-agent: ', 'Sitemap: https://x/', '# ');
  fc.assert(
    fc.property(starts, fc.string({ unit: 'binary' }), (start, end) => {
      if (isRobotsLine(start + end)) expect(start + end).toMatch(/^[\x20-\x7e]+$/);
    }),
    { numRuns: 500 },
  );
});
