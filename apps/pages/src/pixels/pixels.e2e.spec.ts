import { beforeAll, describe, expect, it } from 'vitest';
import { graphqlData } from '../../../../test/support/graphql.js';
import type { HttpClient } from '../../../../test/support/http-client.js';
import { pagesStack } from '../../../../test/support/pages-stack.js';
import { usePrepared, useStack } from '../../../../test/support/use-stack.js';

const RUNTIME = 'https://pages.service.test';
const stack = useStack(() => pagesStack({ pages: { RUNTIME_URL: RUNTIME } }));
const tenant = usePrepared(() => stack.createTenant());
const acme = usePrepared(() => tenant.session('member'));
let rival: HttpClient;
let number = 0;

beforeAll(async () => {
  rival = await (await stack.createTenant()).session();
});

async function created(body: object = {}): Promise<{ id: string; nome: string; snippet: string; ativo: boolean }> {
  const answer = await acme.post('/v1/pixels', { nome: `Loja ${++number}`, ...body });
  expect(answer.status, answer.text).toBe(201);
  return answer.body;
}

describe('pixels', () => {
  it('are created with a snippet, listed, changed without another snippet, and deleted', async () => {
    const pixel = await created({ ativo: false });
    expect(pixel).toMatchObject({ id: expect.stringMatching(/^pxl_[0-9a-f]{16}$/), ativo: false });
    expect(pixel.snippet).toMatch(
      new RegExp(
        `^<script src="${RUNTIME}/pixel\\.js" data-credencial="acc_[^"]+\\.${pixel.id}\\.[^"]+" defer></script>$`,
      ),
    );
    expect((await acme.get('/v1/pixels')).body.pixels).toContainEqual(pixel);
    const changed = await acme.patch(`/v1/pixels/${pixel.id}`, { ativo: true });
    expect(changed.body).toMatchObject({ nome: pixel.nome, ativo: true, snippet: pixel.snippet });
    expect((await acme.delete(`/v1/pixels/${pixel.id}`)).status).toBe(204);
    expect((await acme.get(`/v1/pixels/${pixel.id}`)).status).toBe(404);
  });

  it('have names of their own, and are of their account alone', async () => {
    const pixel = await created();
    expect((await acme.post('/v1/pixels', { nome: pixel.nome })).status).toBe(409);
    expect((await rival.post('/v1/pixels', { nome: pixel.nome })).status).toBe(201);
    for (const path of ['', '/dominios', '/conversoes'])
      expect((await rival.get(`/v1/pixels/${pixel.id}${path}`)).status).toBe(404);
    expect((await rival.post(`/v1/pixels/${pixel.id}/dominios`, { dominio: 'a.test' })).status).toBe(404);
  });

  it.each([{}, { nome: '' }, { nome: 1 }, { nome: 'x', ativo: 'sim' }, { nome: 'x', outro: 1 }])(
    'are not created from %j',
    async (body) => {
      expect((await acme.post('/v1/pixels', body)).status).toBe(400);
    },
  );

  it('have domains in one spelling, each once', async () => {
    const { id } = await created();
    const path = `/v1/pixels/${id}/dominios`;
    const added = await acme.post(path, { dominio: 'Lojá.Exemplo.com.br' });
    expect([added.status, added.body.dominio]).toEqual([201, 'xn--loj-gla.exemplo.com.br']);
    expect((await acme.post(path, { dominio: 'lojá.exemplo.com.br' })).status).toBe(409);
    for (const dominio of [
      'localhost',
      'https://a.test',
      'a.test/x',
      'a.test:80',
      '10.0.0.1',
      'a b.test',
      '.',
      '*.a.test',
    ])
      expect((await acme.post(path, { dominio })).status, dominio).toBe(400);
    expect((await acme.get(path)).body.dominios).toEqual([added.body]);
    expect((await acme.delete(`${path}/${added.body.id}`)).status).toBe(204);
    expect((await acme.delete(`${path}/${added.body.id}`)).status).toBe(404);
    expect((await acme.get(path)).body.dominios).toEqual([]);
  });

  it('have conversions by path, event or form', async () => {
    const { id } = await created();
    const path = `/v1/pixels/${id}/conversoes`;
    const conversion = { nome: 'Compra', tipo: 'url', valor: '/obrigado*' };
    const added = await acme.post(path, conversion);
    expect([added.status, added.body]).toMatchObject([201, conversion]);
    expect((await acme.post(path, { ...conversion, valor: '/x' })).status).toBe(409);
    for (const wrong of [{ tipo: 'outro' }, { valor: 'obrigado' }, { valor: '/*/x' }, { valor: '' }])
      expect((await acme.post(path, { ...conversion, nome: 'Outra', ...wrong })).status).toBe(400);
    expect((await acme.post(path, { nome: 'Assina', tipo: 'evento', valor: 'assinou' })).status).toBe(201);
    expect((await acme.get(path)).body.conversoes).toHaveLength(2);
    expect((await acme.delete(`${path}/${added.body.id}`)).status).toBe(204);
    expect((await acme.get(path)).body.conversoes).toHaveLength(1);
  });

  it('are there in GraphQL with the same names and rules', async () => {
    const made = await graphqlData(acme, `mutation { createPixel(input: { nome: "GraphQL" }) { id nome snippet } }`);
    const pixelId = (made as { createPixel: { id: string } }).createPixel.id;
    const add = `mutation { createPixelDomain(pixelId: "${pixelId}", input: { dominio: "a.test" }) { dominio } }`;
    expect(await graphqlData(acme, add)).toEqual({ createPixelDomain: { dominio: 'a.test' } });
    const read = `{ pixel(id: "${pixelId}") { nome } pixelDomains(pixelId: "${pixelId}") { dominio } }`;
    expect(await graphqlData(acme, read)).toEqual({
      pixel: { nome: 'GraphQL' },
      pixelDomains: [{ dominio: 'a.test' }],
    });
  });
});
