import { beforeAll, describe, expect, it } from 'vitest';
import { newId } from '#libs/core/persistence';
import type { HttpClient } from '../../../../test/support/http-client.js';
import { pagesStack } from '../../../../test/support/pages-stack.js';
import { PAGE_TEMPLATES } from '../page-templates/page-templates.js';
import { useStack } from '../../../../test/support/use-stack.js';

const stack = useStack(() => pagesStack({ pages: { ROLE: 'api' } }));
let acme: HttpClient;

beforeAll(async () => {
  acme = await (await stack.createTenant()).session();
});
const FORM = { nome: 'Contato', campos: [{ nome: 'email', rotulo: 'E-mail', tipo: 'email' }] };
const importing = (body: object) => acme.post('/v1/paginas/importar', { titulo: 'Importada', ...body });

describe('importing a page', () => {
  it('takes a document, which is its first version', async () => {
    const template = { versao: 2, secoes: [{ id: 's1', colunas: [] }], estilo: { fonte_texto: 'inter' } };
    const { status, body, headers } = await importing({ template });
    expect([status, headers['location'], body.versao]).toEqual([201, `/v1/paginas/${body.id}`, 1]);
    expect((await acme.get(`/v1/paginas/${body.id}/versoes/1`)).body.template).toEqual(template);
  });

  it.each(PAGE_TEMPLATES.map(({ id }) => id))(
    'takes the template %s, which can be published at once',
    async (modelo) => {
      const { body } = await importing({ modelo });
      const { status, body: published } = await acme.post(`/v1/paginas/${body.id}/publicar`);
      expect([status, published.versao_publicada]).toEqual([200, 1]);
    },
  );

  it('puts a form where a template leaves the choice open', async () => {
    const formulario_id = (await acme.post('/v1/formularios', FORM)).body.id;
    const [{ body: without }, { body: page }] = [
      await importing({ modelo: 'ebook' }),
      await importing({ modelo: 'ebook', formulario_id }),
    ];
    const textOf = async (id: string) => (await acme.get(`/v1/paginas/${id}/rascunho`)).text;
    expect(await textOf(without.id)).not.toContain(formulario_id);
    expect(await textOf(page.id)).toContain(formulario_id);
  });

  it('is rejected for a form that the account does not have', async () => {
    const rival = await (await stack.createTenant()).session();
    const theirs = (await rival.post('/v1/formularios', FORM)).body.id;
    for (const formulario_id of [newId('frm'), theirs])
      expect(await importing({ modelo: 'ebook', formulario_id })).toMatchObject({
        status: 422,
        body: { campo: 'formulario_id' },
      });
  });

  it('is rejected without exactly one source, for an unknown template, and for an invalid document', async () => {
    const template = { versao: 2, secoes: [] };
    for (const body of [{}, { template, modelo: 'ebook' }, { template: 'x' }, { modelo: 1 }]) {
      expect((await importing(body)).status).toBe(400);
    }
    expect(await importing({ modelo: '__proto__' })).toMatchObject({ status: 422, body: { campo: 'modelo' } });
    const style = await importing({ template: { ...template, estilo: { fonte_texto: 'comic-sans' } } });
    expect(style).toMatchObject({ status: 422, body: { erro: 'ErrEstiloInvalido' } });
    expect((await acme.post('/v1/paginas/importar', { modelo: 'ebook' })).body.campo).toBe('titulo');
  });
});
