import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ENCRYPTION_KEYS, SERVICE_SECRET } from '../../../test/support/app-stack.js';
import { pagesStack, type PagesTenant } from '../../../test/support/pages-stack.js';
import { SHARED, Visitor } from '../../../test/support/visitor.js';
import { seed, type Seeded } from './seed.js';
import { useStack } from '../../../test/support/use-stack.js';

const RUNTIME_URL = 'http://127.0.0.1:4005';

const stack = useStack(() => pagesStack({ withRuntime: true }));
let tenant: PagesTenant;
let visitor: Visitor;

beforeAll(async () => {
  visitor = new Visitor(stack.visitor.url);
});
beforeEach(async () => {
  tenant = await stack.createTenant();
});
afterEach(async () => {
  await stack.sql('delete from published_page');
  await stack.sql('delete from page');
});
const seedFor = (of: PagesTenant): Promise<Seeded> =>
  seed({
    ...stack.issuer.environment,
    NODE_ENV: 'test',
    ROLE: 'api',
    LOG_LEVEL: 'silent',
    DATABASE_URL: stack.database.url,
    DATABASE_SYSTEM_URL: stack.database.systemUrl,
    REDIS_URL: stack.redisUrl,
    SERVICE_SECRET,
    ENCRYPTION_KEYS,
    SMTP_URL: stack.mail.url,
    BLOB_DIR: stack.blobDir,
    RUNTIME_URL,
    SEED_TENANT_ID: of.id,
  });

const counts = (): Promise<object[]> =>
  stack.sql(
    `select (select count(*) from page)::int pages, (select count(*) from form)::int forms,
            (select count(*) from media)::int pictures, (select max(version) from published_page)::int version`,
  );

// Long enough to encode pictures on a machine that does other work.
describe('the seed', () => {
  it('publishes a page with a form and pictures, in the tenant’s brand, without a warning', async () => {
    const { landingPage } = await seedFor(tenant);
    expect(landingPage).toEqual({ id: expect.stringMatching(/^pag_/), url: `${RUNTIME_URL}/demo` });
    await visitor.sees(SHARED, '/demo', 200);
    const { text } = await visitor.get(SHARED, '/demo');
    expect(text).toContain('<form method="post" data-form');
    for (const [, address] of text.matchAll(/<img[^>]* src="([^"]+)"/g))
      expect((await visitor.get(SHARED, address!)).status, address).toBe(200);
    const member = await tenant.session();
    expect((await member.get('/v1/marca')).body).toMatchObject({ nome: 'Serra Alta' });
    const again = await member.post(`/v1/paginas/${landingPage!.id}/publicar`, {});
    expect(again.body).toMatchObject({ avisos: [] });
  });

  it('changes nothing the second time', async () => {
    const first = await seedFor(tenant);
    const before = await counts();
    expect(await seedFor(tenant)).toEqual(first);
    expect(await counts()).toEqual(before);
  });

  it('leaves a page alone that was taken off the runtime, or deleted', async () => {
    const { landingPage } = await seedFor(tenant);
    const member = await tenant.session();
    expect((await member.post(`/v1/paginas/${landingPage!.id}/despublicar`)).status).toBe(200);
    expect(await seedFor(tenant)).toEqual({});
    expect((await member.delete(`/v1/paginas/${landingPage!.id}`)).status).toBe(204);
    const before = await counts();
    expect(await seedFor(tenant)).toEqual({});
    expect(await counts()).toEqual(before);
  });

  it('publishes what a seed that was killed left behind', async () => {
    const member = await tenant.session();
    const { body } = await member.post('/v1/paginas/importar', { titulo: 'Demo', slug: 'demo', modelo: 'ebook' });
    expect(await seedFor(tenant)).toEqual({ landingPage: { id: body.id, url: `${RUNTIME_URL}/demo` } });
  });

  it('keeps a brand that the tenant chose, and gives way to another tenant’s page', async () => {
    const admin = await tenant.session('admin');
    const { avisos: _, ...brand } = (await admin.get('/v1/marca')).body;
    expect((await admin.put('/v1/marca', { ...brand, nome: 'Nossa marca' })).status).toBe(200);
    await seedFor(tenant);
    expect((await admin.get('/v1/marca')).body).toMatchObject({ nome: 'Nossa marca' });
    expect(await seedFor(await stack.createTenant())).toEqual({});
  });
});
