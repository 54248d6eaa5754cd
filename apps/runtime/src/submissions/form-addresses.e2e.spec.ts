import { beforeAll, describe, expect, it } from 'vitest';
import { newId } from '#libs/core/persistence';
import { waitUntil } from '#libs/test/testing';
import type { HttpClient } from '../../../../test/support/http-client.js';
import { pagesStack, type PagesTenant } from '../../../../test/support/pages-stack.js';
import { BROWSER, publishPage, SHARED, Visitor, type PageToPublish } from '../../../../test/support/visitor.js';
import { useStack } from '../../../../test/support/use-stack.js';

const SHOP = 'loja.enderecos.test';
const OTHER = 'outra.enderecos.test';

interface Account {
  tenant: PagesTenant;
  session: HttpClient;
  form: string;
}

const stack = useStack(pagesStack);
let visitor: Visitor;
let acme: Account;
let rival: Account;
let shopId: string;

beforeAll(async () => {
  [acme, rival] = [await account(), await account()];
  shopId = await acme.tenant.verifyHost(SHOP);
  await rival.tenant.verifyHost(OTHER);
  visitor = new Visitor((await stack.startRuntime()).url);
});
async function account(): Promise<Account> {
  const tenant = await stack.createTenant();
  const session = await tenant.session('member');
  const campos = [{ nome: 'email', rotulo: 'E-mail', tipo: 'email', obrigatorio: true }];
  const form = await session.post('/v1/formularios', { nome: 'Contato', campos });
  return { tenant, session, form: form.body.id };
}

const publish = ({ tenant, form }: Account, page: PageToPublish) =>
  publishPage(stack, tenant, { ...page, formIds: [form] });

async function redirect({ tenant }: Account, path: string, target: string, domainId: string | null = null) {
  await stack.sql(`insert into site_redirect (tenant_id, id, domain_id, path, target) values ($1, $2, $3, $4, $5)`, [
    tenant.id,
    newId('rdr'),
    domainId,
    path,
    target,
  ]);
}

const pagesOfLeads = async ({ session }: Account, email: string): Promise<unknown[]> => {
  const { leads } = (await session.get('/v1/leads?status=todos')).body as { leads: Record<string, unknown>[] };
  return leads.filter((lead) => lead['email'] === email).map((lead) => lead['pagina_id']);
};

describe('a form that is sent where its page was', () => {
  it('is taken behind the redirects that the page left, from the shared host to a domain', async () => {
    const page = await publish(acme, { slug: 'mudou-muito', domainId: shopId, path: '/novo/lugar' });
    await redirect(acme, '/primeiro', '/segundo');
    await redirect(acme, '/segundo', `https://${SHOP}/novo/lugar`);
    await visitor.sees(SHARED, '/primeiro', 301);
    const sent = await visitor.post(SHARED, '/primeiro', { email: 'mudou@example.test' });
    expect(sent.status, sent.text).toBe(303);
    expect(await pagesOfLeads(acme, 'mudou@example.test')).toEqual([page]);
  });

  it('is taken at the slug of a page that is elsewhere on the domain', async () => {
    const page = await publish(acme, { slug: 'slug-antigo', domainId: shopId, path: '/agora-aqui' });
    await visitor.sees(SHOP, '/agora-aqui', 200);
    expect((await visitor.post(SHOP, '/slug-antigo', { email: 'slug@example.test' })).status).toBe(303);
    expect(await pagesOfLeads(acme, 'slug@example.test')).toEqual([page]);
  });

  it('is not taken by a page of another account', async () => {
    await publish(rival, { slug: 'do-rival' });
    await redirect(acme, '/para-o-rival', '/do-rival');
    await visitor.sees(SHARED, '/para-o-rival', 301);
    for (const [host, path] of [
      [SHARED, '/para-o-rival'],
      [SHOP, '/do-rival'],
    ] as const)
      expect((await visitor.post(host, path, { email: 'rival@example.test' })).status).toBe(404);
    expect(await pagesOfLeads(rival, 'rival@example.test')).toEqual([]);
  });

  it('is not taken where redirects lead in a circle', async () => {
    await redirect(acme, '/circulo', '/circulo-dois');
    await redirect(acme, '/circulo-dois', '/circulo');
    await visitor.sees(SHARED, '/circulo', 301);
    expect((await visitor.post(SHARED, '/circulo', { email: 'circulo@example.test' })).status).toBe(404);
  });
});

it('the form of the page that stands where nothing is, is sent from there', async () => {
  const page = await publish(acme, { slug: 'nada-aqui' });
  await stack.sql(
    `insert into site_setting (tenant_id, not_found_page_id) values ($1, $2)
     on conflict (tenant_id) do update set not_found_page_id = excluded.not_found_page_id`,
    [acme.tenant.id, page],
  );
  const at = '/um/endereco/qualquer';
  await waitUntil(async () => (await visitor.get(SHOP, at, BROWSER)).text === '<p>nada-aqui</p>');
  expect((await visitor.post(SHOP, at, { email: 'nada@example.test' })).status).toBe(303);
  expect(await pagesOfLeads(acme, 'nada@example.test')).toEqual([page]);
  expect((await visitor.post(OTHER, at, { email: 'nada@example.test' })).status).toBe(404);
});
