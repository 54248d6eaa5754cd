import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { HttpSink, waitUntil } from '#libs/test/testing';
import { HttpClient } from '../../../../test/support/http-client.js';
import { pagesStack, type PagesTenant } from '../../../../test/support/pages-stack.js';
import { fetchPicture, gradient, upload, uploaded } from './media-pictures.fixture.js';
import { useStack } from '../../../../test/support/use-stack.js';

const sink = useStack(() => HttpSink.start());
const stack = useStack(() => pagesStack({ withRuntime: true, pages: { OUTBOUND_ALLOW: sink.host } }));

const member = async (): Promise<HttpClient> => (await stack.createTenant()).session('member');

describe('access', () => {
  it('by a key follows its scopes', async () => {
    const tenant = await stack.createTenant();
    const picture = await gradient(10, 10).png().toBuffer();
    const [reader, writer] = [await tenant.key('pages:read'), await tenant.key('pages:write')];
    expect((await upload(reader, picture)).status).toBe(403);
    const { body } = await uploaded(writer, picture);
    expect((await reader.get('/v1/midias')).status).toBe(200);
    expect((await writer.get('/v1/midias')).status).toBe(403);
    expect((await reader.post('/v1/midias/de-url', { url: sink.url })).status).toBe(403);
    expect((await reader.delete(`/v1/midias/${body.id}`)).status).toBe(403);
    expect((await upload(stack.anonymous, picture)).status).toBe(401);
  });

  it("to another tenant's picture is 404, and it cannot be copied", async () => {
    const { body } = await uploaded(await member(), await gradient(10, 10).png().toBuffer());
    const other = await member();
    const page = (await other.post('/v1/paginas', { titulo: 'A' })).body;
    const path = `/v1/midias/${body.id}`;
    expect((await other.get(path)).status).toBe(404);
    expect((await other.patch(path, { descricao: 'x' })).status).toBe(404);
    expect((await other.delete(path)).status).toBe(404);
    expect((await other.post(`/v1/paginas/${page.id}/midias/copiar`, { ids: [body.id] })).status).toBe(422);
    expect((await other.get('/v1/midias')).body.midias).toEqual([]);
  });
});

describe('a picture', () => {
  it('is listed by pages, newest first', async () => {
    const client = await member();
    const ids: string[] = [];
    for (const width of [10, 11, 12])
      ids.push((await uploaded(client, await gradient(width, 9).png().toBuffer())).body.id);
    const first = (await client.get('/v1/midias?limite=2')).body;
    const second = (await client.get(`/v1/midias?limite=2&cursor=${first.proximo}`)).body;
    const listed = [...first.midias, ...second.midias].map(({ id }: { id: string }) => id);
    expect([listed, second.proximo]).toEqual([ids.toReversed(), '']);
    expect((await client.get('/v1/midias?cursor=other')).status).toBe(400);
  });

  it('is described again, also as nothing', async () => {
    const client = await member();
    const { body } = await uploaded(client, await gradient(10, 10).png().toBuffer());
    const path = `/v1/midias/${body.id}`;
    expect((await client.patch(path, { descricao: 'Uma praia' })).body).toEqual({ ...body, descricao: 'Uma praia' });
    expect((await client.patch(path, { descricao: null })).body.descricao).toBeNull();
    expect((await client.patch(path, {})).status).toBe(400);
  });

  it('is there in WebP at once and in AVIF later, in several widths, until it is deleted', async () => {
    const client = await member();
    const { body } = await uploaded(client, await gradient(1000, 500).jpeg().toBuffer());
    expect(widthsOf(await filesOf(body.id), 'image/webp')).toEqual([320, 640, 960, 1000]);
    await waitUntil(async () => widthsOf(await filesOf(body.id), 'image/avif').length > 0, { what: 'AVIF' });
    const files = await filesOf(body.id);
    expect(widthsOf(files, 'image/avif')).toEqual([320, 640, 960, 1000]);
    for (const { name, type, width, height } of files) {
      const { status, headers, bytes } = await fetchPicture(stack, `http://runtime/_m/${body.id}/${name}`);
      expect([status, headers.get('content-type')]).toEqual([200, type]);
      expect(await sharp(bytes).metadata()).toMatchObject({ width, height });
    }
    expect((await client.delete(`/v1/midias/${body.id}`)).status).toBe(204);
    expect((await client.get(`/v1/midias/${body.id}`)).status).toBe(404);
    expect(await filesOf(body.id)).toEqual([]);
  });

  it('is in published pages that name it, with AVIF when that is there, and is not deleted while it is', async () => {
    const client = await member();
    const { body } = await uploaded(client, await gradient(700, 350).jpeg().toBuffer(), { description: 'Um degradê' });
    const item = { id: 'i1', tipo: 'imagem', props: { midia_id: body.id } };
    const template = { versao: 2, secoes: [{ id: 's1', colunas: [{ id: 'c1', itens: [item] }] }] };
    const made = await client.post('/v1/paginas/importar', { titulo: 'Com imagem', template });
    expect(made.status, made.text).toBe(201);
    const { id: pageId, slug } = made.body;
    const published = await client.post(`/v1/paginas/${pageId}/publicar`, {});
    expect(published.status, published.text).toBe(200);
    const htmlOf = async (): Promise<string> => {
      const [row] = await stack.sql<{ html: Buffer }>('select html from published_page where slug = $1', [slug]);
      return row!.html.toString();
    };
    expect(await htmlOf()).toMatch(new RegExp(`/_m/${body.id}/320-[0-9a-f]{16}\\.webp`));
    await waitUntil(async () => /320-[0-9a-f]{16}\.avif/.test(await htmlOf()), { what: 'AVIF in the page' });
    await client.patch(`/v1/midias/${body.id}`, { descricao: 'Outra descrição' });
    await waitUntil(async () => (await htmlOf()).includes('Outra descrição'), { what: 'the new description' });
    const refused = await client.delete(`/v1/midias/${body.id}`);
    expect([refused.status, refused.body.erro, refused.body.paginas]).toEqual([409, 'midia_em_uso', [pageId]]);
    const confirmed = `/v1/midias/${body.id}?confirmar=true`;
    expect((await client.delete(confirmed)).body.erro).toBe('midia_em_uso');
    expect((await client.post(`/v1/paginas/${pageId}/despublicar`, {})).status).toBe(200);
    const named = await client.delete(`/v1/midias/${body.id}`);
    expect([named.status, named.body.erro, named.body.paginas]).toEqual([409, 'midia_em_rascunho', [pageId]]);
    expect((await client.delete(confirmed)).status).toBe(204);
  });

  it('is not deleted unasked while only a draft names it', async () => {
    const client = await member();
    const { body } = await uploaded(client, await gradient(400, 200).png().toBuffer(), { description: 'Um degradê' });
    const page = (await client.post('/v1/paginas', { titulo: 'Rascunho' })).body;
    const item = { id: 'i1', tipo: 'imagem', props: { midia_id: body.id } };
    const template = { versao: 2, secoes: [{ id: 's1', colunas: [{ id: 'c1', itens: [item] }] }] };
    const saved = await client.put(`/v1/paginas/${page.id}/rascunho`, { template });
    expect(saved.status, saved.text).toBe(200);
    const refused = await client.delete(`/v1/midias/${body.id}`);
    expect([refused.status, refused.body.paginas]).toEqual([409, [page.id]]);
    const { base } = saved.body;
    expect((await client.delete(`/v1/paginas/${page.id}/rascunho?base=${encodeURIComponent(base)}`)).status).toBe(204);
    expect((await client.delete(`/v1/midias/${body.id}`)).status).toBe(204);
  });

  it('is copied with its files and content, and outlives the one it was copied from', async () => {
    const client = await member();
    const { body } = await uploaded(client, await gradient(400, 200).png().toBuffer(), { description: 'Um degradê' });
    const page = (await client.post('/v1/paginas', { titulo: 'A' })).body;
    const path = `/v1/paginas/${page.id}/midias/copiar`;
    const answer = await client.post(path, { ids: [body.id, body.id] });
    expect(answer.status, answer.text).toBe(201);
    const [first, second] = answer.body.midias;
    expect(first).toMatchObject({ origem_id: body.id, descricao: 'Um degradê', largura: 400, bytes: body.bytes });
    expect(new Set([body.id, first.id, second.id]).size).toBe(3);
    expect((await client.delete(`/v1/midias/${body.id}`)).status).toBe(204);
    expect((await fetchPicture(stack, first.url)).bytes.length).toBe(body.bytes);
    const refused = await client.post(path, { ids: [first.id, body.id] });
    expect([refused.status, refused.body.campo]).toEqual([422, 'ids[1]']);
    expect((await client.post('/v1/paginas/pag_0000000000000000/midias/copiar', { ids: [first.id] })).status).toBe(404);
  });

  it('beyond the number or the bytes of an account is refused', async () => {
    const tenant = await stack.createTenant();
    const client = await tenant.session();
    const { body } = await uploaded(client, await gradient(10, 10).png().toBuffer());
    await stack.sql('update media set stored_bytes = 5 * 1024::bigint ^ 3 where id = $1', [body.id]);
    expect((await upload(client, await gradient(11, 10).png().toBuffer())).status).toBe(409);
    await fillUp(tenant, body.id);
    expect((await upload(client, await gradient(11, 10).png().toBuffer())).status).toBe(409);
    await stack.sql('delete from media where tenant_id = $1 and id <> $2', [tenant.id, body.id]);
    expect((await upload(client, await gradient(11, 10).png().toBuffer())).status).toBe(201);
  });
});

describe('a picture from a URL', () => {
  it('is fetched and made anew', async () => {
    const picture = await gradient(40, 30).png().toBuffer();
    sink.answerNext({ status: 302, headers: { location: '/elsewhere' } }, { status: 200, body: picture });
    const client = await member();
    const answer = await client.post('/v1/midias/de-url', { url: `${sink.url}/a.png`, descricao: 'Um logo' });
    expect(answer.status, answer.text).toBe(201);
    expect(answer.body).toMatchObject({ tipo: 'image/png', largura: 40, altura: 30, descricao: 'Um logo' });
    expect(answer.headers['location']).toBe(`/v1/midias/${answer.body.id}`);
  });

  it.each([
    ['no picture', { status: 200, body: '<html></html>' }, 422],
    ['an error', { status: 404, body: '' }, 422],
    ['a redirect to the inside', { status: 302, headers: { location: 'http://127.0.0.1:1/' } }, 422],
    ['a redirect to a file', { status: 302, headers: { location: 'file:///etc/passwd' } }, 422],
    ['too much', { status: 200, body: Buffer.alloc(10 * 1024 * 1024 + 1) }, 413],
    ['an encoded answer', { status: 200, headers: { 'content-encoding': 'gzip' }, body: 'x' }, 502],
  ])('that answers %s is refused', async (_, answered, status) => {
    sink.answerNext(answered);
    const answer = await (await member()).post('/v1/midias/de-url', { url: `${sink.url}/a.png` });
    expect([answer.status, typeof answer.body.erro], answer.text).toEqual([status, 'string']);
    expect(answer.text).not.toContain('127.0.0.1');
  });

  it.each([
    'http://127.0.0.1:9/',
    'http://[::1]/',
    'http://169.254.169.254/latest',
    'ftp://example.com/',
    'x',
    'http://a:b@example.com/',
  ])('that may not be called is refused: %s', async (url) => {
    expect((await (await member()).post('/v1/midias/de-url', { url })).status).toBe(422);
  });

  it('is refused where that is off', async () => {
    const off = await stack.startBeside({ MEDIA_FROM_URL: 'false' });
    try {
      const client = await (await stack.createTenant()).session();
      const there = new HttpClient(off.url, client.fixedHeaders);
      const answer = await there.post('/v1/midias/de-url', { url: sink.url });
      expect([answer.status, typeof answer.body.erro]).toEqual([503, 'string']);
    } finally {
      await off.close();
    }
  });
});

interface FileRow {
  name: string;
  type: string;
  width: number;
  height: number;
}

const filesOf = (mediaId: string): Promise<FileRow[]> =>
  stack.sql<FileRow>('select name, type, width, height from media_file where media_id = $1 order by type, width', [
    mediaId,
  ]);

/** Rows up to the number that an account may have, of no bytes. */
async function fillUp(tenant: PagesTenant, mediaId: string): Promise<void> {
  await stack.sql('update media set stored_bytes = 0 where id = $1', [mediaId]);
  await stack.sql(
    `insert into media (tenant_id, id, file_name, type, width, height, bytes, stored_bytes)
     select tenant_id, 'med_' || lpad(to_hex(n), 16, '0'), file_name, type, width, height, 0, 0
     from media, generate_series(1, 4999) n where id = $1 and tenant_id = $2`,
    [mediaId, tenant.id],
  );
}

const widthsOf = (files: readonly FileRow[], wanted: string): number[] =>
  files.filter(({ type }) => type === wanted).map(({ width }) => width);
