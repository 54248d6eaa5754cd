import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { newId } from '#libs/core/persistence';
import { createTestDatabase, type TestDatabase } from '#libs/test/testing';

const TENANT = newId('acc');

let database: TestDatabase;
let client: pg.Client;

beforeAll(async () => {
  database = await createTestDatabase('pages');
  client = new pg.Client({ connectionString: database.adminUrl });
  await client.connect();
});
afterAll(async () => {
  await client?.end();
  await database?.drop();
});

/** Each test sees its own changes, as one transaction. */
beforeEach(async () => {
  await client.query('begin');
  return () => client.query('rollback');
});

const page = (slug: string, path: string | null = null) =>
  client.query(
    `insert into published_page (tenant_id, page_id, version, slug, path, title, html, gzip, brotli, etag, policy)
     values ($1, 'page', 1, $2, $3, '', '', '', '', '"1"', '')`,
    [TENANT, slug, path],
  );

/** The addresses of the changes after `work`, in the order of their text. */
async function changesOf(work: () => Promise<unknown>): Promise<string[]> {
  await client.query('delete from site_change');
  await work();
  const { rows } = await client.query<{ address: string }>(
    `select coalesce(host, path) as address from site_change where changed_tenant_id = $1 order by 1`,
    [TENANT],
  );
  return rows.map(({ address }) => address);
}

it('a page that is published, moved or taken down changes its old and new addresses', async () => {
  expect(await changesOf(() => page('offer', '/old'))).toEqual(['/offer', '/old']);
  expect(await changesOf(() => client.query(`update published_page set path = '/new', slug = 'sale'`))).toEqual([
    '/new',
    '/offer',
    '/old',
    '/sale',
  ]);
  expect(await changesOf(() => client.query(`update published_page set etag = '"2"'`))).toEqual(['/new', '/sale']);
  expect(await changesOf(() => client.query('delete from published_page'))).toEqual(['/new', '/sale']);
});

it('a page without a domain has one address', async () => {
  expect(await changesOf(() => page('offer'))).toEqual(['/offer']);
});

it('a short link changes its path, but not by a click', async () => {
  const insert = `insert into short_link (tenant_id, id, slug, target) values ($1, 'one', 'go', 'https://example.test')`;
  expect(await changesOf(() => client.query(insert, [TENANT]))).toEqual(['/r/go']);
  expect(await changesOf(() => client.query('update short_link set clicks = clicks + 1'))).toEqual([]);
  expect(await changesOf(() => client.query('update short_link set active = false'))).toEqual(['/r/go']);
});

it('a redirect changes its path, a domain its host', async () => {
  const redirect = `insert into site_redirect (tenant_id, id, path, target) values ($1, 'one', '/old', '/new')`;
  expect(await changesOf(() => client.query(redirect, [TENANT]))).toEqual(['/old']);
  const domain = `insert into site_domain (tenant_id, id, host, ownership_token) values ($1, 'one', 'shop.test', '')`;
  expect(await changesOf(() => client.query(domain, [TENANT]))).toEqual(['shop.test']);
  expect(await changesOf(() => client.query('update site_domain set verified_at = now()'))).toEqual(['shop.test']);
});

it('the app writes the log through its triggers alone', async () => {
  const own = new pg.Client({ connectionString: database.url });
  await own.connect();
  try {
    await expect(own.query(`insert into site_change (changed_tenant_id) values ('x')`)).rejects.toThrow('denied');
    await expect(own.query('select from site_change')).rejects.toThrow('denied');
    await own.query(`select set_config('app.tenants', $1, false)`, [TENANT]);
    await own.query(`insert into site_redirect (tenant_id, id, path, target) values ($1, 'two', '/by-app', '/new')`, [
      TENANT,
    ]);
    const { rows } = await client.query(`select path from site_change where path = '/by-app'`);
    expect(rows).toHaveLength(1);
  } finally {
    await own.end();
  }
});
