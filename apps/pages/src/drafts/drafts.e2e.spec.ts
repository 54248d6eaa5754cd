import { beforeAll, describe, expect, it } from 'vitest';
import { graphqlData } from '../../../../test/support/graphql.js';
import type { HttpClient } from '../../../../test/support/http-client.js';
import { pagesStack } from '../../../../test/support/pages-stack.js';
import { usePrepared, useStack } from '../../../../test/support/use-stack.js';

const stack = useStack(() => pagesStack({ pages: { ROLE: 'api' } }));
const tenant = usePrepared(() => stack.createTenant());
let ana: HttpClient;
let bia: HttpClient;
let key: HttpClient;

beforeAll(async () => {
  [ana, bia, key] = await Promise.all([tenant.session(), tenant.session(), tenant.key()]);
});
/** A document that can be told from others. */
const template = (name: string) => ({ versao: 2, secoes: [{ id: name, colunas: [] }], estilo: {} });

async function newPage(): Promise<string> {
  const { body } = await ana.post('/v1/paginas', { titulo: 'Rascunho' });
  return `/v1/paginas/${body.id}`;
}

const read = async (page: string) => (await ana.get(`${page}/rascunho`)).body;
const write = (client: HttpClient, page: string, name: string, base?: string) =>
  client.put(`${page}/rascunho${base === undefined ? '' : `?base=${base}`}`, { template: template(name) });
const versionsOf = async (page: string) => (await ana.get(`${page}/versoes`)).body.versoes;

describe('a draft', () => {
  it('is the newest version until one is written', async () => {
    const page = await newPage();
    const first = await read(page);
    expect(first).toMatchObject({ template: { versao: 2, secoes: [], estilo: {} }, versao_base: 1 });
    const { status, body } = await write(ana, page, 'a', first.base);
    expect([status, body.template, body.versao_base]).toEqual([200, template('a'), 1]);
    expect(body.base).not.toBe(first.base);
    expect(await read(page)).toEqual(body);
    expect((await ana.get(page)).body.rascunho_mais_novo).toBe(true);
  });

  it('keeps a document as it was sent, the order of its keys included', async () => {
    const page = await newPage();
    const text = '{"template":{"secoes":[{"colunas":[],"id":"z"}],"versao":2,"estilo":{}}}';
    await ana.send('PUT', `${page}/rascunho`, text);
    expect((await ana.get(`${page}/rascunho`)).text).toContain(text.slice(1, -1));
  });

  it('goes when it is deleted; deleting none is 204 too', async () => {
    const page = await newPage();
    expect((await ana.delete(`${page}/rascunho`)).status).toBe(204);
    const { base } = (await write(ana, page, 'a')).body;
    expect((await ana.delete(`${page}/rascunho?base=${base}`)).status).toBe(204);
    expect((await read(page)).template.secoes).toEqual([]);
    expect((await ana.get(page)).body.rascunho_mais_novo).toBe(false);
  });

  it('is rejected without a template, with more than that, and with no document of version 2', async () => {
    const page = await newPage();
    for (const body of [{}, { template: [] }, { template: 'x' }, { template: template('a'), x: 1 }]) {
      expect((await ana.put(`${page}/rascunho`, body)).status).toBe(400);
    }
    expect((await ana.put(`${page}/rascunho`, { template: { versao: 1, secoes: [] } })).status).toBe(422);
    const huge = { template: { ...template('a'), estilo: { fonte_texto: 'x'.repeat(1_100_000) } } };
    expect((await ana.put(`${page}/rascunho`, huge)).status).toBe(413);
  });
});

describe('two authors of a draft', () => {
  it('conflict by base, and the answer has both sides', async () => {
    const page = await newPage();
    const { base } = await read(page);
    const winner = (await write(ana, page, 'ana', base)).body;
    const { status, body } = await write(bia, page, 'bia', base);
    expect(status).toBe(409);
    expect(body.atual).toEqual(winner);
    expect(body.enviado).toEqual({ template: template('bia'), base });
    expect(await read(page)).toEqual(winner);
  });

  it('of whom exactly one wins when both write at the same instant', async () => {
    const page = await newPage();
    const { base } = await read(page);
    const names = ['a', 'b', 'c', 'd', 'e', 'f'];
    const answers = await Promise.all(names.map((name) => write(name < 'd' ? ana : key, page, name, base)));
    const won = answers.findIndex(({ status }) => status === 200);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409, 409]);
    expect((await read(page)).template).toEqual(template(names[won] as string));
    for (const { body } of answers.filter(({ status }) => status === 409)) {
      expect(body.atual.template).toEqual(template(names[won] as string));
    }
  });

  it('without a base: the last one wins, and the other is kept as a version', async () => {
    const page = await newPage();
    await write(ana, page, 'ana');
    expect((await write(bia, page, 'bia')).status).toBe(200);
    expect((await read(page)).template).toEqual(template('bia'));
    const [kept] = await versionsOf(page);
    expect(kept).toMatchObject({ versao: 2, origem: 'rascunho_substituido' });
    expect((await ana.get(`${page}/versoes/2`)).body.template).toEqual(template('ana'));
    // It is no version that somebody saved: nothing publishes it unasked.
    expect((await ana.get(page)).body).toMatchObject({ versao: 1, rascunho_mais_novo: true });
  });

  it('that write the same keep no version', async () => {
    const page = await newPage();
    await write(ana, page, 'same');
    await write(bia, page, 'same');
    expect(await versionsOf(page)).toHaveLength(1);
  });

  it('conflict when a version was saved meanwhile', async () => {
    const page = await newPage();
    const { base } = await read(page);
    await ana.post(`${page}/versoes`, { template: template('version') });
    const { status, body } = await write(bia, page, 'bia', base);
    expect([status, body.atual.template]).toEqual([409, template('version')]);
  });

  it('delete only what they saw', async () => {
    const page = await newPage();
    const { base } = (await write(ana, page, 'a')).body;
    await write(bia, page, 'b', base);
    const { status, body } = await ana.delete(`${page}/rascunho?base=${base}`);
    expect([status, body.atual.template]).toEqual([409, template('b')]);
    expect((await ana.delete(`${page}/rascunho`)).status).toBe(204);
    const [kept] = await versionsOf(page);
    expect((await ana.get(`${page}/versoes/${kept.versao}`)).body.template).toEqual(template('b'));
  });
});

describe('a key', () => {
  it('must name the base, whatever else is wrong', async () => {
    const page = await newPage();
    for (const body of [{ template: template('a') }, {}]) {
      expect((await key.put(`${page}/rascunho`, body)).status).toBe(428);
      expect((await key.put(`${page}/rascunho?base=`, body)).status).toBe(428);
    }
    expect((await key.delete(`${page}/rascunho`)).status).toBe(428);
    const { body } = await key.get(`${page}/rascunho`);
    expect((await write(key, page, 'a', body.base)).status).toBe(200);
    expect((await write(key, page, 'b', 'never-a-base')).status).toBe(409);
  });

  it('gets 404 for a page that is not there, before 428', async () => {
    expect((await key.put('/v1/paginas/pag_0000000000000000/rascunho', {})).status).toBe(404);
  });
});

describe('versions', () => {
  it('are numbered from 1, listed newest first and never change', async () => {
    const page = await newPage();
    const { status, body, headers } = await key.post(`${page}/versoes`, { template: template('v2') });
    expect([status, body.versao, headers['location']]).toEqual([201, 2, `${page}/versoes/2`]);
    expect((await ana.get(String(headers['location']))).body).toMatchObject({
      versao: 2,
      origem: 'salva',
      template: template('v2'),
    });
    await ana.post(`${page}/versoes`, { template: template('v3') });
    const first = (await ana.get(`${page}/versoes?limite=2`)).body;
    const second = (await ana.get(`${page}/versoes?limite=2&cursor=${first.proximo}`)).body;
    const numbers = [...first.versoes, ...second.versoes].map(({ versao }: { versao: number }) => versao);
    expect([numbers, second.proximo]).toEqual([[3, 2, 1], '']);
    for (const wrong of ['0', '4', '-1', 'x', '1e3', '99999999999']) {
      expect((await ana.get(`${page}/versoes/${wrong}`)).status).toBe(404);
    }
  });

  it('take the place of a draft with the same content, and name the base to go on from', async () => {
    const page = await newPage();
    await write(ana, page, 'done');
    const saved = (await ana.post(`${page}/versoes`, { template: template('done') })).body;
    expect(await read(page)).toMatchObject({ versao_base: 2, base: saved.base });
    expect((await write(key, page, 'next', saved.base)).status).toBe(200);
  });

  it('leave another draft alone', async () => {
    const page = await newPage();
    await write(ana, page, 'unfinished');
    const saved = (await bia.post(`${page}/versoes`, { template: template('other') })).body;
    expect(await read(page)).toMatchObject({ template: template('unfinished'), base: saved.base });
    expect((await ana.get(page)).body.rascunho_mais_novo).toBe(false);
  });

  it('get numbers of their own when several are saved at the same instant', async () => {
    const page = await newPage();
    const names = Array.from({ length: 10 }, (_, n) => `v${n}`);
    const answers = await Promise.all(names.map((name) => ana.post(`${page}/versoes`, { template: template(name) })));
    const numbers = answers.map(({ body }) => body.versao).toSorted((a, b) => a - b);
    expect(numbers).toEqual(Array.from({ length: 10 }, (_, n) => n + 2));
  });

  it('are kept up to a hundred, and the published one in any case', async () => {
    const page = await newPage();
    await ana.post(`${page}/publicar`, { versao: 1 });
    await stack.sql(
      `insert into page_version (tenant_id, page_id, number, origin, document, author_kind)
       select tenant_id, id, n, 'saved', '{"versao":2,"secoes":[]}', 'user' from page, generate_series(2, 120) n
       where id = $1`,
      [page.split('/').at(-1)],
    );
    await stack.sql('update page set newest_version = 120, last_number = 120 where id = $1', [page.split('/').at(-1)]);
    await ana.post(`${page}/versoes`, { template: template('newest') });
    const numbers = await stack.sql<{ number: number }>(
      'select number from page_version where page_id = $1 order by number',
      [page.split('/').at(-1)],
    );
    expect(numbers.map(({ number }) => number)).toEqual([1, ...Array.from({ length: 100 }, (_, n) => n + 22)]);
    expect((await ana.get(`${page}/versoes/1`)).status).toBe(200);
  });
});

describe('a preview', () => {
  const shown = (text: string) => ({
    ...template('a'),
    secoes: [
      {
        id: 'a',
        colunas: [{ id: 'c', itens: [{ id: 'i', tipo: 'titulo', props: { texto: text, nivel: 2 } }] }],
      },
    ],
  });

  it('is the draft as a page, which runs nothing, sends nothing and is kept nowhere', async () => {
    const page = await newPage();
    await ana.put(`${page}/rascunho`, { template: shown('Só <b>eu</b> vejo') });
    const { status, text, headers } = await ana.get(`${page}/previa`);
    expect([status, headers['content-type'], headers['cache-control'], headers['x-robots-tag']]).toEqual([
      200,
      'text/html; charset=utf-8',
      'no-store',
      'noindex',
    ]);
    expect(text).toContain('Só &lt;b&gt;eu&lt;/b&gt; vejo');
    expect(text).toContain(`<base href="${new URL(stack.config.runtimeUrl).origin}/">`);
    const policy = String(headers['content-security-policy']).split('; ');
    expect(policy).toEqual(expect.arrayContaining(["default-src 'none'", "form-action 'none'", 'sandbox']));
    expect(policy.join()).not.toMatch(/script-src|connect-src|'self'/);
    // Nobody else sees it, and nothing is published.
    expect((await ana.get(page)).body.versao_publicada).toBeNull();
  });

  it('is the newest version without a draft, and has the warnings of publishing in GraphQL', async () => {
    const page = await newPage();
    await ana.post(`${page}/versoes`, { template: shown('Versão') });
    expect((await ana.get(`${page}/previa`)).text).toContain('Versão');
    const id = page.split('/').at(-1);
    const { pagePreview } = await graphqlData(ana, `{ pagePreview(id: "${id}") { html policy avisos { codigo } } }`);
    expect(pagePreview.html).toContain('Versão');
    expect(pagePreview.avisos).toEqual([{ codigo: 'titulo_ausente' }]);
  });

  it('is for sessions of the account alone', async () => {
    const page = await newPage();
    expect((await key.get(`${page}/previa`)).status).toBe(403);
    const other = await (await stack.createTenant()).session();
    expect((await other.get(`${page}/previa`)).status).toBe(404);
  });
});
