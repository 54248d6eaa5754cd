import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import { pagesStack } from '../../../../test/support/pages-stack.js';
import { useStack } from '../../../../test/support/use-stack.js';

const stack = useStack(pagesStack);

describe('the catalogue of items', () => {
  it('is read by a session, with a schema of each type that a validator takes', async () => {
    const session = await (await stack.createTenant()).session('member');
    const { status, body } = await session.get('/v1/itens');
    expect(status).toBe(200);
    const types = (body.itens as { tipo: string; nome: string; grupo: string; esquema: object }[]).map(
      ({ tipo }) => tipo,
    );
    expect(types).toHaveLength(21);
    expect(types).toEqual(expect.arrayContaining(['titulo', 'formulario', 'colunas', 'html']));
    for (const { esquema, nome, grupo } of body.itens) {
      expect({ nome, grupo }).toEqual({ nome: expect.any(String), grupo: expect.any(String) });
      expect(esquema).toMatchObject({ type: 'object', additionalProperties: false });
      expect(() => new Ajv({ strict: true }).compile(esquema)).not.toThrow();
    }
  });

  it('is read by a key that may read pages, and by no other', async () => {
    const tenant = await stack.createTenant();
    const reader = await tenant.key('pages:read');
    expect((await reader.get('/v1/itens')).status).toBe(200);
    expect((await reader.get('/v1/modelos')).status).toBe(200);
    const writer = await tenant.key('forms:write');
    expect((await writer.get('/v1/itens')).status).toBe(403);
    expect((await writer.get('/v1/modelos')).status).toBe(403);
    expect((await stack.anonymous.get('/v1/itens')).status).toBe(401);
  });
});

describe('the page templates', () => {
  it('are read with their documents', async () => {
    const session = await (await stack.createTenant()).session('member');
    const { status, body } = await session.get('/v1/modelos');
    expect(status).toBe(200);
    expect(body.modelos).toHaveLength(10);
    for (const modelo of body.modelos)
      expect(modelo).toEqual({
        id: expect.any(String),
        nome: expect.any(String),
        descricao: expect.any(String),
        template: expect.objectContaining({ versao: 2 }),
      });
  });
});
