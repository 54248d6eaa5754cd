import { beforeAll, describe, expect, it } from 'vitest';
import { pagesStack } from '../../../../test/support/pages-stack.js';
import { publishPage } from '../../../../test/support/visitor.js';
import { usePrepared, useStack } from '../../../../test/support/use-stack.js';

const stack = useStack(pagesStack);
const tenant = usePrepared(() => stack.createTenant());
const session = usePrepared(() => tenant.session('member'));
let domainId: string;

beforeAll(async () => {
  domainId = await tenant.verifyHost('elos.example.test');
  await publishPage(stack, tenant, { slug: 'minha' });
  await publishPage(stack, tenant, { slug: 'do-dominio', domainId, path: '/la/dentro' });
  await publishPage(stack, await stack.createTenant(), { slug: 'de-outra-conta' });
  await session.post('/v1/links', { slug: 'curto', destino: 'https://example.com/' });
});
async function warnings(links: string[], onDomain: boolean): Promise<string[]> {
  const { id, slug } = (await session.post('/v1/paginas', { titulo: 'Elos' })).body;
  if (onDomain) await session.put(`/v1/paginas/${id}/dominio`, { dominio_id: domainId, caminho: `/${slug}` });
  const itens = [
    { id: 't', tipo: 'titulo', props: { texto: 'Título', nivel: 1 } },
    ...links.map((link, index) => ({ id: `b${index}`, tipo: 'botao', props: { texto: 'Ir', link } })),
    { id: 'x', tipo: 'texto', props: { conteudo: '<p><a href="#sumiu-tambem">a</a> <a href="#t">b</a></p>' } },
  ];
  const template = { versao: 2, secoes: [{ id: 's1', colunas: [{ id: 'c1', itens }] }], estilo: {} };
  const { versao } = (await session.post(`/v1/paginas/${id}/versoes`, { template })).body;
  const { status, body, text } = await session.post(`/v1/paginas/${id}/publicar`, { versao });
  expect(status, text).toBe(200);
  const avisos = body.avisos as { onde: string; codigo: string; mensagem: string }[];
  return avisos.map(({ codigo, mensagem }) => `${codigo} ${/#[\w-]+|\/[^ ]*/.exec(mensagem)?.[0] ?? ''}`);
}

describe('publishing warns', () => {
  it('of anchors that are nowhere in the page, in properties and in text', async () => {
    expect(await warnings(['#sumiu', '#s1', '#t'], false)).toEqual([
      'ancora_ausente #sumiu',
      'ancora_ausente #sumiu-tambem',
    ]);
  });

  it('of paths of the shared host where the account has nothing', async () => {
    const links = [
      '/privacidade',
      '/de-outra-conta',
      '/minha',
      '/Minha/?a=1#b',
      '/do-dominio',
      '/_m/x.png',
      '/r/curto',
      '/r/longo',
    ];
    expect(await warnings(links, false)).toEqual([
      'link_interno_ausente /privacidade',
      'link_interno_ausente /de-outra-conta',
      'link_interno_ausente /r/longo',
      'ancora_ausente #sumiu-tambem',
    ]);
  });

  it('of paths of a domain where nothing is', async () => {
    expect(
      await warnings(['/la/dentro', '/minha', '/do-dominio', 'https://example.com/x', 'mailto:a@example.com'], true),
    ).toEqual(['link_interno_ausente /do-dominio', 'ancora_ausente #sumiu-tambem']);
  });
});
