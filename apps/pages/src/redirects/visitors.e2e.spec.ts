import { beforeAll, expect, it } from 'vitest';
import { DnsSink, waitUntil } from '#libs/test/testing';
import type { Answer, HttpClient } from '../../../../test/support/http-client.js';
import { pagesStack } from '../../../../test/support/pages-stack.js';
import { useStack } from '../../../../test/support/use-stack.js';

const HOST = 'www.padaria.example';

const dns = useStack(() => DnsSink.start());
const stack = useStack(() => pagesStack({ pages: { DNS_SERVER: dns.server }, withRuntime: true }));
let owner: HttpClient;

beforeAll(async () => {
  owner = await (await stack.createTenant()).session();
});
/** Waits until a visitor gets this status at a host, and returns the answer. */
const visit = async (path: string, status: number, host?: string): Promise<Answer> =>
  waitUntil(
    async () => {
      const answer = await stack.visitor.get(path, host ? { host } : {});
      return answer.status === status ? answer : undefined;
    },
    { what: `${path} of ${host ?? 'the shared host'} to answer ${status}` },
  );

it('what an account sets up is what visitors meet: host, redirect and short link', async () => {
  const domain = (await owner.post('/v1/dominios', { host: HOST })).body;
  const redirect = { dominio_id: domain.id, caminho: '/Promoção', destino: '/ofertas?de=antigo' };
  expect((await owner.post('/v1/redirecionamentos', redirect)).status).toBe(422);
  dns.add(domain.registro_txt.nome, 'TXT', domain.registro_txt.valor);
  expect((await owner.post(`/v1/dominios/${domain.id}/verificar`)).status).toBe(200);

  const made = (await owner.post('/v1/redirecionamentos', redirect)).body;
  const moved = await visit('/promo%C3%A7%C3%A3o', 301, HOST);
  expect(moved.headers['location']).toBe('/ofertas?de=antigo');

  const link = (await owner.post('/v1/links', { destino: 'https://example.com/cartaz' })).body;
  const { pathname } = new URL(link.url);
  expect((await visit(pathname, 302)).headers['location']).toBe('https://example.com/cartaz');
  const counted = async () => (await owner.get(`/v1/links/${link.id}`)).body.cliques >= 1;
  expect(await waitUntil(counted, { what: 'the click to be counted' })).toBe(true);

  await owner.patch(`/v1/links/${link.id}`, { ativo: false });
  await visit(pathname, 404);
  await owner.delete(`/v1/redirecionamentos/${made.id}`);
  await visit('/promo%C3%A7%C3%A3o', 404, HOST);
});
