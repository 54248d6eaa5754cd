import { gunzipSync, brotliDecompressSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { Database, type TenantId } from '#libs/core/persistence';
import { waitUntil } from '#libs/test/testing';
import { pagesStack } from '../../../../test/support/pages-stack.js';
import { requestStatements } from '../../../../test/support/statements.js';
import { RenderAgain } from '../published-pages/render-again.js';
import { usePrepared, useStack } from '../../../../test/support/use-stack.js';

const stack = useStack(pagesStack);
const tenant = usePrepared(() => stack.createTenant());
const acme = usePrepared(() => tenant.session());

const text = (words: string) => ({
  versao: 2,
  secoes: [
    { id: 's1', colunas: [{ id: 'c1', itens: [{ id: 'i1', tipo: 'texto', props: { conteudo: `<p>${words}</p>` } }] }] },
  ],
  estilo: {},
});

async function newPage(client = acme): Promise<{ id: string; slug: string; path: string }> {
  const { body } = await client.post('/v1/paginas', { titulo: 'Publicar' });
  return { id: body.id, slug: body.slug, path: `/v1/paginas/${body.id}` };
}

/** Saves a version and returns its number. */
const saved = async (path: string, words: string): Promise<number> =>
  (await acme.post(`${path}/versoes`, { template: text(words) })).body.versao;

interface Row {
  version: number;
  slug: string;
  title: string;
  html: Buffer;
  gzip: Buffer;
  brotli: Buffer;
  etag: string;
  indexable: boolean;
  domain_id: string | null;
  path: string | null;
  published_at: Date;
  rendered_at: Date;
}
const rowOf = async (pageId: string): Promise<Row | undefined> =>
  (await stack.sql<Row>('select * from published_page where page_id = $1', [pageId]))[0];
const htmlOf = async (pageId: string) => (await rowOf(pageId))?.html.toString() ?? '';

describe('publishing', () => {
  it('takes no more statements for experiments and routing than for the page itself', async () => {
    const { path } = await newPage();
    const versao = await saved(path, 'Contada');
    const listed = async (action: string, body: object) => {
      const ofThem =
        /\b(?:into|update|from|join) "?(?:published_page|published_variant|replaced_version|experiment|page_routing)\b/i;
      const work = async () => expect((await acme.post(`${path}/${action}`, body)).status).toBe(200);
      const texts = await requestStatements(`${path}/${action}`, work, ofThem);
      return texts.map((sql) => /^\s*(\w+)/.exec(sql)?.[1]?.toLowerCase());
    };
    // What was before visitors is noted, and what they get now is written.
    expect(await listed('publicar', { versao })).toEqual(['with', 'insert']);
    expect(await listed('despublicar', {})).toEqual(['with', 'delete']);
  });

  it('puts the bytes of a version before visitors, in every encoding', async () => {
    const { id, slug, path } = await newPage();
    const versao = await saved(path, 'Olá, visitante');
    const { status, body } = await acme.post(`${path}/publicar`, { versao });
    expect([status, body.versao_publicada, body.url_publica]).toEqual([200, versao, `http://127.0.0.1:3005/${slug}`]);
    expect(body.avisos).toBeInstanceOf(Array);
    const row = (await rowOf(id)) as Row;
    expect(row).toMatchObject({ version: versao, slug, title: 'Publicar', indexable: true, domain_id: null });
    expect(row.html.toString()).toContain('Olá, visitante');
    expect(gunzipSync(row.gzip).equals(row.html)).toBe(true);
    expect(brotliDecompressSync(row.brotli).equals(row.html)).toBe(true);
    expect(row.etag).toMatch(/^"[\w-]{27}"$/);
    expect((await acme.get(path)).body).toMatchObject({ status: 'publicada', versao_publicada: versao });
  });

  it('takes the newest version by session, an older one if named, and never a replaced draft', async () => {
    const { id, path } = await newPage();
    const older = await saved(path, 'older');
    const newer = await saved(path, 'newer');
    for (const words of ['first draft', 'second draft']) await acme.put(`${path}/rascunho`, { template: text(words) });
    const { body } = await acme.post(`${path}/publicar`);
    expect(body.versao_publicada).toBe(newer);
    expect(body.avisos).toContainEqual(expect.objectContaining({ onde: 'rascunho', codigo: 'rascunho_mais_novo' }));
    expect((await acme.post(`${path}/publicar`, { versao: older })).body.versao_publicada).toBe(older);
    expect(await htmlOf(id)).toContain('older');
  });

  it('by key takes a version that is named', async () => {
    const { path } = await newPage();
    const key = await tenant.key('pages:publish');
    expect(await key.post(`${path}/publicar`, {})).toMatchObject({ status: 400, body: { campo: 'versao' } });
    expect((await key.post(`${path}/publicar`, { versao: 1 })).status).toBe(200);
    for (const versao of [0, -1, 1.5, '1', null]) {
      expect((await key.post(`${path}/publicar`, { versao })).status).toBe(400);
    }
    expect((await acme.post(`${path}/publicar`, { versao: 99 })).status).toBe(404);
  });

  it('by key is limited to twenty a minute, which count among its writes', async () => {
    const { path } = await newPage();
    const { client: key } = await tenant.createKey(['pages:publish', 'pages:write']);
    const statuses = [];
    for (let n = 0; n < 21; n += 1) statuses.push((await key.post(`${path}/publicar`, {})).status);
    expect(statuses).toEqual([...Array(20).fill(400), 429]);
    const refused = await key.post('/v1/paginas/lote', { acao: 'publicar', ids: [] });
    expect([refused.status, Number(refused.headers['retry-after']) > 0]).toEqual([429, true]);
    const others = [];
    for (let n = 0; n < 41; n += 1) others.push((await key.post('/v1/paginas', {})).status);
    expect(others).toEqual([...Array(40).fill(422), 429]);
  });

  it('again gives the same bytes the same ETag', async () => {
    const { id, path } = await newPage();
    await saved(path, 'same');
    await acme.post(`${path}/publicar`);
    const first = (await rowOf(id)) as Row;
    await acme.post(`${path}/publicar`);
    expect(await rowOf(id)).toMatchObject({ etag: first.etag });
  });

  it('keeps what was published while a publish fails half way, and is whole afterwards', async () => {
    const { id, path } = await newPage();
    const old = await saved(path, 'the old version');
    await acme.post(`${path}/publicar`, { versao: old });
    const before = await rowOf(id);
    const next = await saved(path, 'the new version');
    // The row is written, and the transaction ends before its commit, as at the death of a process.
    await stack.sql(`create function die() returns trigger language plpgsql as $$
      begin
        perform pg_terminate_backend(pg_backend_pid());
        return null;
      end $$`);
    await stack.sql('create trigger die after update on published_page for each row execute function die()');
    try {
      expect((await acme.post(`${path}/publicar`, { versao: next })).status).toBe(503);
    } finally {
      await stack.sql('drop trigger die on published_page');
      await stack.sql('drop function die()');
    }
    expect(await rowOf(id)).toEqual(before);
    expect((await acme.get(path)).body.versao_publicada).toBe(old);
    expect((await acme.post(`${path}/publicar`, { versao: next })).status).toBe(200);
    expect(await htmlOf(id)).toContain('the new version');
  });

  it('by two authors at once leaves one version whole, the one that the page names', async () => {
    const { id, path } = await newPage();
    const words = Array.from({ length: 6 }, (_, n) => `author number ${n}`);
    const numbers = [];
    for (const one of words) numbers.push(await saved(path, one));
    for (let round = 0; round < 3; round += 1) {
      const answers = await Promise.all(numbers.map((versao) => acme.post(`${path}/publicar`, { versao })));
      expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(200));
      const row = (await rowOf(id)) as Row;
      expect((await acme.get(path)).body.versao_publicada).toBe(row.version);
      const expected = words[numbers.indexOf(row.version)] as string;
      for (const bytes of [row.html, gunzipSync(row.gzip), brotliDecompressSync(row.brotli)]) {
        expect(words.filter((one) => bytes.toString().includes(one))).toEqual([expected]);
      }
    }
  });

  it('and deleting at once never leaves a deleted page before visitors', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { id, path } = await newPage();
      await Promise.all([acme.post(`${path}/publicar`), acme.delete(path), acme.post(`${path}/publicar`)]);
      expect(await rowOf(id)).toBeUndefined();
    }
  });

  it('stops when a page is unpublished or deleted', async () => {
    const [one, two] = [await newPage(), await newPage()];
    for (const { path } of [one, two]) await acme.post(`${path}/publicar`);
    const answer = await acme.post(`${one.path}/despublicar`);
    expect([answer.status, answer.body.status]).toEqual([200, 'rascunho']);
    expect((await acme.post(`${one.path}/despublicar`)).status).toBe(200);
    await acme.delete(two.path);
    for (const { id } of [one, two]) expect(await rowOf(id)).toBeUndefined();
  });

  it('is written to the audit log, as are taking off, moving, deleting and restoring', async () => {
    const { id, path } = await newPage();
    const dominio_id = await tenant.verifyHost(`audit-${tenant.slug}.example`);
    await acme.post(`${path}/publicar`);
    await acme.put(`${path}/dominio`, { dominio_id, caminho: '/audit' });
    await acme.post(`${path}/despublicar`);
    await acme.delete(path);
    await acme.post(`${path}/restaurar`);
    const entries = await stack.sql<{ action: string; actor_kind: string }>(
      'select action, actor_kind from audit_entry where object_id = $1 order by id',
      [id],
    );
    expect(entries.map(({ action }) => action)).toEqual([
      'page.created',
      'page.published',
      'page.moved',
      'page.unpublished',
      'page.deleted',
      'page.restored',
    ]);
    expect(new Set(entries.map(({ actor_kind }) => actor_kind))).toEqual(new Set(['user']));
  });
});

describe('what is published', () => {
  it('follows title, slug and SEO: its place at once, its bytes by a job', async () => {
    const { id, slug, path } = await newPage();
    await acme.post(`${path}/publicar`);
    const first = (await rowOf(id)) as Row;
    const renamed = `${slug}-novo`;
    await acme.patch(path, { titulo: 'Título novo', slug: renamed });
    expect(await rowOf(id)).toMatchObject({ slug: renamed, title: 'Título novo' });
    await acme.put(`${path}/seo`, { indexavel: false, idioma: 'en' });
    expect(await rowOf(id)).toMatchObject({ indexable: false });
    const html = await waitUntil(async () => {
      const now = await htmlOf(id);
      return now.includes('Título novo') && now.includes('lang="en"') && now;
    });
    expect(html).not.toBe(first.html.toString());
    expect(await rowOf(id)).toMatchObject({ version: 1, published_at: first.published_at });
    const [redirect] = await stack.sql<object>('select path, target, status from site_redirect where page_id = $1', [
      id,
    ]);
    expect(redirect).toEqual({ path: `/${slug}`, target: `/${renamed}`, status: 301 });
  });

  it('is rendered again when a form in it changes or goes, and other pages are left alone', async () => {
    const [one, other] = [await newPage(), await newPage()];
    const form = (fields: object) => ({ nome: 'Contato', campos: [{ nome: 'email', tipo: 'email', ...fields }] });
    const { id: formId } = (await acme.post('/v1/formularios', form({ rotulo: 'Seu e-mail' }))).body;
    const itens = [{ id: 'i1', tipo: 'formulario', props: { form_id: formId } }];
    const template = { versao: 2, secoes: [{ id: 's1', colunas: [{ id: 'c1', itens }] }] };
    await acme.post(`${one.path}/versoes`, { template });
    for (const { path } of [one, other]) await acme.post(`${path}/publicar`);
    expect(await htmlOf(one.id)).toContain('Seu e-mail');
    await stack.sql(`update published_page set html = 'untouched' where page_id = $1`, [other.id]);
    await acme.put(`/v1/formularios/${formId}`, form({ rotulo: 'Seu melhor e-mail' }));
    await waitUntil(async () => (await htmlOf(one.id)).includes('Seu melhor e-mail'));
    await acme.delete(`/v1/formularios/${formId}?confirmar=true`);
    await waitUntil(async () => !(await htmlOf(one.id)).includes('Seu melhor e-mail'));
    await waitUntil(async () => (await jobsLeft()) === 0);
    expect(await htmlOf(other.id)).toBe('untouched');
  });

  it('has the form that is valid when form and page are changed at the same instant', async () => {
    const form = (rotulo: string) => ({ nome: 'Corrida', campos: [{ nome: 'email', tipo: 'email', rotulo }] });
    for (let round = 0; round < 5; round += 1) {
      const { id, path } = await newPage();
      const { id: formId } = (await acme.post('/v1/formularios', form('before the change'))).body;
      const itens = [{ id: 'i1', tipo: 'formulario', props: { form_id: formId } }];
      const template = { versao: 2, secoes: [{ id: 's1', colunas: [{ id: 'c1', itens }] }] };
      await acme.post(`${path}/versoes`, { template });
      await Promise.all([
        acme.post(`${path}/publicar`),
        acme.put(`/v1/formularios/${formId}`, form('after the change')),
        acme.post(`${path}/publicar`),
      ]);
      await waitUntil(async () => (await jobsLeft()) === 0);
      const html = await htmlOf(id);
      expect([html.includes('before the change'), html.includes('after the change')]).toEqual([false, true]);
    }
  });

  it('is rendered again, all of it, when the brand changes', async () => {
    const { id, path } = await newPage();
    await acme.post(`${path}/publicar`);
    await stack.sql(`update published_page set html = 'stale', etag = '"stale"' where page_id = $1`, [id]);
    await outdated(tenant.id, { brand: true });
    await waitUntil(async () => (await rowOf(id))?.etag !== '"stale"');
    expect(await htmlOf(id)).toContain('</html>');
  });

  it('stays as it is when its version is no longer valid', async () => {
    const { id, path } = await newPage();
    await acme.post(`${path}/publicar`);
    await stack.sql(`update page_version set document = '{"versao": 1}' where page_id = $1`, [id]);
    await stack.sql(`update published_page set html = 'kept', etag = '"kept"' where page_id = $1`, [id]);
    await outdated(tenant.id, { all: true });
    await waitUntil(async () => (await jobsLeft()) === 0);
    expect(await htmlOf(id)).toBe('kept');
  });
});

async function outdated(tenantId: TenantId, what: Parameters<RenderAgain['outdated']>[2]): Promise<void> {
  const renderAgain = stack.app.get(RenderAgain, { strict: false });
  await stack.app.get(Database, { strict: false }).tenant(tenantId, (tx) => renderAgain.outdated(tx, tenantId, what));
}

async function jobsLeft(): Promise<number> {
  const [row] = await stack.sql<{ n: number }>(`select count(*)::int as n from outbox where kind like 'pages.%'`);
  return row?.n ?? 0;
}
