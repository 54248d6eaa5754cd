import { beforeAll, describe, expect, it } from 'vitest';
import { graphqlData } from '../../../../test/support/graphql.js';
import type { HttpClient } from '../../../../test/support/http-client.js';
import { pagesStack } from '../../../../test/support/pages-stack.js';
import { useStack } from '../../../../test/support/use-stack.js';

const stack = useStack(pagesStack);
let session: HttpClient;

beforeAll(async () => {
  session = await (await stack.createTenant()).session('member');
});
async function shown(): Promise<{ form: string; page: string }> {
  const campos = [{ nome: 'email', rotulo: 'E-mail', tipo: 'email' }];
  const form = (await session.post('/v1/formularios', { nome: 'Contato', campos })).body.id;
  const values = { titulo: 'Página', modelo: 'lista-de-espera', formulario_id: form };
  const page = (await session.post('/v1/paginas/importar', values)).body.id;
  const published = await session.post(`/v1/paginas/${page}/publicar`, {});
  expect(published.status, published.text).toBe(200);
  return { form, page };
}

describe('a form that published pages show', () => {
  it('is deleted only with the pages named and confirmed', async () => {
    const { form, page } = await shown();
    const refused = await session.delete(`/v1/formularios/${form}`);
    expect([refused.status, refused.body.erro, refused.body.paginas]).toEqual([409, 'formulario_em_uso', [page]]);
    expect((await session.get(`/v1/formularios/${form}`)).status).toBe(200);
    expect((await session.delete(`/v1/formularios/${form}?confirmar=true`)).status).toBe(204);
    expect((await session.get(`/v1/formularios/${form}`)).status).toBe(404);
  });

  it('is deleted without a question once no page shows it', async () => {
    const { form, page } = await shown();
    await session.post(`/v1/paginas/${page}/despublicar`, {});
    expect((await session.delete(`/v1/formularios/${form}`)).status).toBe(204);
  });

  it('is kept by GraphQL as well, unless that is confirmed', async () => {
    const { form } = await shown();
    const query = 'mutation ($id: ID!, $yes: Boolean) { deleteForm(id: $id, confirmar: $yes) }';
    const refused = await session.post('/graphql', { query, variables: { id: form } });
    expect(refused.text).toContain('formulario_em_uso');
    expect(await graphqlData(session, query, { id: form, yes: true })).toEqual({ deleteForm: form });
  });
});
