import { beforeAll, describe, expect, it } from 'vitest';
import { waitUntil } from '#libs/test/testing';
import type { HttpClient } from '../../../../../test/support/http-client.js';
import { pagesStack, type PagesTenant } from '../../../../../test/support/pages-stack.js';
import { BROWSER, SHARED, Visitor } from '../../../../../test/support/visitor.js';
import { useStack } from '../../../../../test/support/use-stack.js';

const SHOP = 'aberta.example.test';

const stack = useStack(pagesStack);
let visitor: Visitor;
let tenant: PagesTenant;
let session: HttpClient;
let domainId: string;

beforeAll(async () => {
  visitor = new Visitor((await stack.startRuntime()).url);
  tenant = await stack.createTenant();
  session = await tenant.session('member');
  domainId = await tenant.verifyHost(SHOP);
});
interface Open {
  id: string;
  formId: string;
  path: string;
  /** Inputs of the form in the bytes. */
  inputs: Record<string, string>;
}

const documentOf = (tipo: string, props: object) => ({
  versao: 2,
  secoes: [{ id: 's1', colunas: [{ id: 'c1', itens: [{ id: 'i1', tipo, props }] }] }],
  estilo: {},
});

const done = <T extends { status: number; text: string }>(answer: T): T => {
  expect(answer.status, answer.text).toBeLessThan(300);
  return answer;
};

const publish = async (id: string, template: object): Promise<void> => {
  const { versao } = done(await session.post(`/v1/paginas/${id}/versoes`, { template })).body;
  done(await session.post(`/v1/paginas/${id}/publicar`, { versao }));
};

/** A visitor opens a page with a form. */
async function open(slug: string, caminho?: string, campos: object[] = []): Promise<Open> {
  const email = { nome: 'email', rotulo: 'E-mail', tipo: 'email', obrigatorio: true };
  const formId = done(await session.post('/v1/formularios', { nome: slug, campos: [email, ...campos] })).body.id;
  const { id } = done(await session.post('/v1/paginas', { titulo: slug, slug })).body;
  if (caminho) done(await session.put(`/v1/paginas/${id}/dominio`, { dominio_id: domainId, caminho }));
  await publish(id, documentOf('formulario', { form_id: formId }));
  const [host, path] = caminho ? [SHOP, caminho] : [SHARED, `/${slug}`];
  await visitor.sees(host, path, 200);
  const { text } = await visitor.get(host, path, BROWSER);
  const hidden = [...text.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)">/g)];
  const inputs = Object.fromEntries(hidden.map(([, name = '', value = '']) => [name, value]));
  return { id, formId, path, inputs };
}

const leadsOf = async ({ formId }: Open): Promise<Record<string, unknown>[]> =>
  (await session.get(`/v1/leads?form_id=${formId}&status=todos`)).body.leads;

/** Sends the form of an open page, and expects that its account has the lead. */
async function expectTaken(page: Open, host = SHARED): Promise<void> {
  const sent = await visitor.post(host, page.path, { ...page.inputs, email: 'ana@example.test' });
  expect(sent.status, sent.text).toBe(303);
  const thanks = await visitor.get(host, String(sent.headers['location']), BROWSER);
  expect(thanks.status).toBe(200);
  expect(await leadsOf(page)).toMatchObject([{ email: 'ana@example.test', pagina_id: page.id }]);
}

const text = documentOf('texto', { conteudo: '<p>Encerrado.</p>' });

describe('a form that a visitor has open is taken after its author', () => {
  it('renamed the page, and gave its address to another one with a form', async () => {
    const page = await open('renomeada');
    done(await session.patch(`/v1/paginas/${page.id}`, { slug: 'renomeada-depois' }));
    await visitor.sees(SHARED, '/renomeada-depois', 200);
    await stack.sql(`delete from site_redirect where path = '/renomeada'`);
    await open('renomeada');
    await expectTaken(page);
  });

  it('moved it to a domain', async () => {
    const page = await open('mudada');
    done(await session.put(`/v1/paginas/${page.id}/dominio`, { dominio_id: domainId, caminho: '/mudada/longe' }));
    await visitor.sees(SHARED, page.path, 301);
    await expectTaken(page);
  });

  it('put another home page in its place', async () => {
    const page = await open('inicial', '/');
    const next = await open('proxima');
    const to = { dominio_id: domainId, caminho: '/antiga-inicial', pagina_inicial_id: next.id };
    done(await session.put(`/v1/paginas/${page.id}/dominio`, to));
    await waitUntil(async () => (await visitor.get(SHOP, '/', BROWSER)).text.includes(next.formId));
    await expectTaken(page, SHOP);
  });

  it('took it off', async () => {
    const page = await open('despublicada');
    done(await session.post(`/v1/paginas/${page.id}/despublicar`, {}));
    await visitor.sees(SHARED, page.path, 404);
    await expectTaken(page);
  });

  it('deleted it', async () => {
    const page = await open('excluida');
    done(await session.delete(`/v1/paginas/${page.id}`));
    await visitor.sees(SHARED, page.path, 404);
    await expectTaken(page);
  });

  it('published a version without the form', async () => {
    const page = await open('sem-formulario');
    await publish(page.id, text);
    await waitUntil(async () => (await visitor.get(SHARED, page.path, BROWSER)).text.includes('Encerrado.'));
    await expectTaken(page);
  });

  it('lost the domain', async () => {
    const page = await open('do-dominio', '/do-dominio');
    done(await session.post(`/v1/paginas/${page.id}/despublicar`, {}));
    await expectTaken(page, 'nao-mais.example.test');
  });
});

describe('a form of a page that is taken off', () => {
  const takenOff = async (slug: string, campos: object[] = []): Promise<Open> => {
    const page = await open(slug, undefined, campos);
    done(await session.post(`/v1/paginas/${page.id}/despublicar`, {}));
    await visitor.sees(SHARED, page.path, 404);
    return page;
  };

  it('comes back with what is wrong, and is taken when it is corrected', async () => {
    const page = await takenOff('corrigida');
    const sent = await visitor.post(SHARED, page.path, { ...page.inputs, email: 'ana' });
    expect(sent.status).toBe(400);
    expect(sent.text).toContain(`value="${page.inputs['_pagina']}"`);
    await expectTaken(page);
  });

  it('is taken with its files', async () => {
    const page = await takenOff('com-arquivo', [{ nome: 'cv', rotulo: 'CV', tipo: 'arquivo', obrigatorio: true }]);
    const body = new FormData();
    for (const [name, value] of Object.entries({ ...page.inputs, email: 'ana@example.test' })) body.set(name, value);
    body.set('cv', new Blob(['curriculo']), 'cv.txt');
    expect((await visitor.post(SHARED, page.path, body)).status).toBe(303);
    const [lead] = await leadsOf(page);
    const { arquivos } = (await session.get(`/v1/leads/${String(lead!['id'])}`)).body;
    const file = await session.get(`/v1/leads/${String(lead!['id'])}/arquivos/${arquivos[0].id}`);
    expect([file.status, file.text]).toEqual([200, 'curriculo']);
  });

  it('is not taken with a mark of another version or of none', async () => {
    const page = await takenOff('forjada');
    const mark = page.inputs['_pagina']!;
    for (const forged of [mark.replace(/\.\d+\./, '.9.'), mark.slice(0, -1), ''])
      expect(
        (await visitor.post(SHARED, page.path, { ...page.inputs, _pagina: forged, email: 'a@example.test' })).status,
      ).toBe(404);
    expect(await leadsOf(page)).toEqual([]);
  });

  it('is not taken after a day', async () => {
    const page = await takenOff('ontem');
    await stack.sql(
      `update replaced_version set replaced_at = now() - interval '24 hours 1 minute' where page_id = $1`,
      [page.id],
    );
    expect((await visitor.post(SHARED, page.path, { ...page.inputs, email: 'a@example.test' })).status).toBe(404);
  });
});
