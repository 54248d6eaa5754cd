import { describe, expect, it } from 'vitest';
import { newId } from '#libs/core/persistence';
import type { HttpClient } from '../../../../test/support/http-client.js';
import { pagesStack } from '../../../../test/support/pages-stack.js';
import { usePrepared, useStack } from '../../../../test/support/use-stack.js';

const stack = useStack(() => pagesStack({ pages: { ROLE: 'api' } }));
const tenant = usePrepared(() => stack.createTenant());
const acme = usePrepared(() => tenant.session());

const newPage = async (client = acme): Promise<string> =>
  (await client.post('/v1/paginas', { titulo: 'Lote' })).body.id;
const bulk = (body: object, client = acme) => client.post('/v1/paginas/lote', body);
const template = { versao: 2, secoes: [{ id: 'draft', colunas: [] }], estilo: {} };

describe('a bulk action', () => {
  it('publishes each page for itself, and says what became of it', async () => {
    const [plain, drafted, foreign] = [await newPage(), await newPage(), await newPage(await rivalSession())];
    await acme.put(`/v1/paginas/${drafted}/rascunho`, { template });
    const unknown = newId('pag');
    const { status, body } = await bulk({ acao: 'publicar', ids: [plain, foreign, drafted, unknown, 'x', plain] });
    expect(status).toBe(200);
    expect(body).toEqual({
      lote_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      acao: 'publicar',
      total: 5,
      ok: 1,
      puladas: 1,
      erros: 3,
      resultados: [
        { id: plain, status: 'ok', versao: 1 },
        { id: foreign, status: 'erro', motivo: 'nao_encontrada' },
        { id: drafted, status: 'pulada', motivo: 'rascunho_mais_novo' },
        { id: unknown, status: 'erro', motivo: 'nao_encontrada' },
        { id: 'x', status: 'erro', motivo: 'nao_encontrada' },
      ],
    });
    expect((await acme.get(`/v1/paginas/${drafted}`)).body.versao_publicada).toBeNull();
  });

  it('publishes newer drafts as versions when asked', async () => {
    const id = await newPage();
    await acme.put(`/v1/paginas/${id}/rascunho`, { template });
    const { body } = await bulk({ acao: 'publicar', ids: [id], rascunho: 'publicar' });
    expect(body.resultados).toEqual([{ id, status: 'ok', versao: 2 }]);
    expect((await acme.get(`/v1/paginas/${id}/versoes/2`)).body.template).toEqual(template);
    expect((await acme.get(`/v1/paginas/${id}`)).body).toMatchObject({
      versao_publicada: 2,
      rascunho_mais_novo: false,
    });
  });

  it('skips the draft of a page only while it is newer than its newest version', async () => {
    const id = await newPage();
    await acme.put(`/v1/paginas/${id}/rascunho`, { template });
    await acme.post(`/v1/paginas/${id}/versoes`, { template: { ...template, secoes: [] } });
    expect((await bulk({ acao: 'publicar', ids: [id] })).body.resultados).toEqual([{ id, status: 'ok', versao: 2 }]);
  });

  it('takes pages off the runtime', async () => {
    const [one, two] = [await newPage(), await newPage()];
    await acme.post(`/v1/paginas/${one}/publicar`);
    const { body } = await bulk({ acao: 'despublicar', ids: [one, two] });
    expect(body.resultados).toEqual([
      { id: one, status: 'ok' },
      { id: two, status: 'pulada', motivo: 'nao_publicada' },
    ]);
  });

  it('duplicates pages', async () => {
    const id = await newPage();
    const { body } = await bulk({ acao: 'duplicar', ids: [id] });
    expect(body).toMatchObject({ ok: 1, resultados: [{ id, status: 'ok' }] });
    expect((await acme.get(`/v1/paginas/${body.resultados[0].nova_id}`)).body.titulo).toBe('Cópia de Lote');
  });

  it('moves pages to a domain, each to its own path', async () => {
    const dominio_id = await tenant.verifyHost(`lote.${tenant.slug}.example`);
    const [one, two, home] = [await newPage(), await newPage(), await newPage()];
    await acme.post(`/v1/paginas/${home}/publicar`);
    await acme.put(`/v1/paginas/${home}/dominio`, { dominio_id, caminho: '/' });
    await acme.put(`/v1/paginas/${two}/dominio`, { dominio_id });
    const { body } = await bulk({ acao: 'mudar_dominio', ids: [one, two], dominio_id });
    expect(body.resultados).toEqual([
      { id: one, status: 'ok' },
      { id: two, status: 'pulada', motivo: 'sem_mudanca' },
    ]);
    const away = (await bulk({ acao: 'mudar_dominio', ids: [home, newId('pag')], dominio_id: null })).body;
    expect(away.resultados.map(({ motivo }: { motivo: string }) => motivo)).toEqual([
      'pagina_inicial',
      'nao_encontrada',
    ]);
    expect((await bulk({ acao: 'mudar_dominio', ids: [one] })).status).toBe(400);
  });

  it('is rejected with no page, with more than a hundred, and with an unknown action', async () => {
    const ids = Array.from({ length: 101 }, () => newId('pag'));
    for (const body of [{ acao: 'publicar', ids: [] }, { acao: 'publicar', ids }, { acao: 'apagar', ids: ['x'] }, {}]) {
      expect((await bulk(body)).status).toBe(400);
    }
    expect((await bulk({ acao: 'despublicar', ids: ids.slice(1) })).body).toMatchObject({ total: 100, erros: 100 });
    expect((await bulk({ acao: 'publicar', ids: ['x'], rascunho: 'outro' })).status).toBe(400);
  });

  it.each([
    ['publicar', 'pages:publish', 'pages:write'],
    ['despublicar', 'pages:publish', 'pages:write'],
    ['duplicar', 'pages:write', 'pages:publish'],
    ['mudar_dominio', 'pages:write', 'pages:publish'],
  ] as const)('%s by key takes %s and not %s', async (acao, scope, other) => {
    const body = { acao, ids: [newId('pag')], ...(acao === 'mudar_dominio' && { dominio_id: null }) };
    expect((await bulk(body, await tenant.key(scope))).status).toBe(200);
    expect((await bulk(body, await tenant.key(other, 'pages:read'))).status).toBe(403);
    expect((await bulk({ acao }, await tenant.key(other))).status).toBe(403);
    expect((await bulk(body, await tenant.key('pages:read'))).status).toBe(403);
  });
});

async function rivalSession(): Promise<HttpClient> {
  return (await stack.createTenant()).session();
}
