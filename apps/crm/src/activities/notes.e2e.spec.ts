import { v7 } from 'uuid';
import { beforeAll, describe, expect, it } from 'vitest';
import { newId } from '#libs/core/persistence';
import { crmStack } from '../../../../test/support/crm-stack.js';
import { graphqlCodes, graphqlData, graphqlFault, operation } from '../../../../test/support/graphql.js';
import type { HttpClient } from '../../../../test/support/http-client.js';
import { usePrepared, useStack } from '../../../../test/support/use-stack.js';

const stack = useStack(() => crmStack({ ROLE: 'api' }));
const tenant = usePrepared(() => stack.createTenant());
let author: { userId: string; client: HttpClient };
let colleague: HttpClient;
let admin: { userId: string; client: HttpClient };
let rival: HttpClient;
let number = 0;

beforeAll(async () => {
  [author, admin] = [await tenant.member('member'), await tenant.member('admin')];
  colleague = await tenant.session('member');
  rival = await (await stack.createTenant()).session();
});
async function contact(): Promise<string> {
  const { status, body } = await author.client.post('/v1/contatos', { email: `notes-${++number}@example.com` });
  expect(status).toBe(201);
  return body.id;
}

async function note(contactId: string, texto = 'Ligou.') {
  const { status, body } = await author.client.post(`/v1/contatos/${contactId}/atividades`, { texto });
  expect(status).toBe(201);
  return { ...body, path: `/v1/contatos/${contactId}/atividades/${body.id}` };
}

const audited = (contactId: string) =>
  stack.sql<{ action: string; entry: string }>(
    'select action, t::text as entry from audit_entry t where object_id = $1 order by id',
    [contactId],
  );

describe('a note in the timeline', () => {
  it('is changed by its author, in its place, and says when and by whom', async () => {
    const id = await contact();
    const [first] = [await note(id, 'Ligou.'), await note(id, 'Depois.')];
    const { status, body } = await author.client.patch(first.path, { texto: ' Ligou de novo.\n' });
    const { path, ...was } = first;
    const dados = { alterada_em: expect.stringMatching(/^\d{4}-/), alterada_por: author.userId };
    expect([status, body]).toEqual([200, { ...was, texto: 'Ligou de novo.', dados }]);
    expect((await colleague.get(path)).body).toEqual(body);
    const { atividades, total } = (await colleague.get(`/v1/contatos/${id}/atividades?tipo=nota`)).body;
    expect([total, atividades.map((one: { texto: string }) => one.texto)]).toEqual([2, ['Depois.', 'Ligou de novo.']]);
  });

  it('is changed and deleted by admins, and is still of its author', async () => {
    const one = await note(await contact());
    const { body } = await admin.client.patch(one.path, { texto: 'Outro texto' });
    expect(body).toMatchObject({ autor: author.userId, dados: { alterada_por: admin.userId } });
    expect((await author.client.patch(one.path, { texto: 'Meu texto' })).body.dados.alterada_por).toBe(author.userId);
    expect((await admin.client.delete(one.path)).status).toBe(204);
    expect((await author.client.get(one.path)).status).toBe(404);
  });

  it('stays as it is with the same text', async () => {
    const id = await contact();
    const one = await note(id, 'Igual');
    expect((await author.client.patch(one.path, { texto: ' Igual ' })).body.dados).toEqual({});
    expect((await audited(id)).map(({ action }) => action)).not.toContain('contact.note-changed');
  });

  it('is deleted by its author, and gone from the list and its count', async () => {
    const id = await contact();
    const one = await note(id);
    const { status, text } = await author.client.delete(one.path);
    expect([status, text]).toEqual([204, '']);
    expect((await author.client.get(`/v1/contatos/${id}/atividades`)).body.total).toBe(1);
    for (const again of [author.client.delete(one.path), author.client.patch(one.path, { texto: 'x' })])
      expect((await again).status).toBe(404);
  });

  it('is not found by another member, another account and a stranger contact, and stays', async () => {
    const one = await note(await contact());
    const elsewhere = one.path.replace(/cnt_\w+/, await contact());
    const nowhere = one.path.replace(/cnt_\w+/, newId('cnt'));
    const unknown = one.path.replace(one.id, v7());
    for (const [client, path] of [
      [colleague, one.path],
      [rival, one.path],
      [author.client, elsewhere],
      [author.client, nowhere],
      [author.client, unknown],
      [author.client, one.path.replace(one.id, 'x')],
    ] as const) {
      expect((await client.patch(path, { texto: 'x' })).status, path).toBe(404);
      expect((await client.delete(path)).status, path).toBe(404);
    }
    expect((await author.client.get(one.path)).body.texto).toBe('Ligou.');
    expect((await stack.anonymous.patch(one.path, { texto: 'x' })).status).toBe(401);
    expect((await stack.anonymous.delete(one.path)).status).toBe(401);
  });

  it.each([
    [{ texto: '' }, 422],
    [{ texto: ' \n' }, 422],
    [{ texto: '😀'.repeat(4_001) }, 422],
    [{ texto: '😀'.repeat(4_000) }, 200],
    [{ texto: null }, 400],
    [{}, 400],
    [{ texto: 'x', autor: 'y' }, 400],
    [{ texto: 'x', dados: {} }, 400],
  ])('%.40j answers %d', async (body, status) => {
    const one = await note(await contact());
    const answer = await author.client.patch(one.path, body);
    expect(answer.status).toBe(status);
    if (status !== 200) expect(answer.body).toHaveProperty('erro');
  });

  it('is the only entry that is changed or deleted', async () => {
    const id = await contact();
    const [entry] = (await author.client.get(`/v1/contatos/${id}/atividades`)).body.atividades;
    const path = `/v1/contatos/${id}/atividades/${entry.id}`;
    expect((await author.client.patch(path, { texto: 'x' })).status).toBe(422);
    expect((await admin.client.delete(path)).status).toBe(422);
    expect((await author.client.get(path)).body).toEqual(entry);
  });

  it('is sealed after a change, and audited without its texts', async () => {
    const id = await contact();
    const one = await note(id, 'texto-de-antes');
    await author.client.patch(one.path, { texto: 'texto-de-depois' });
    await author.client.delete(one.path);
    for (const table of ['activity', 'audit_entry', 'outbox'])
      for (const { row } of await stack.sql<{ row: string }>(`select t::text as row from ${table} t`))
        expect(row).not.toMatch(/texto-de-/);
    const entries = (await audited(id)).slice(-2);
    expect(entries.map(({ action }) => action)).toEqual(['contact.note-changed', 'contact.note-deleted']);
    for (const { entry } of entries) expect(entry).toContain(one.id);
  });

  it('of an anonymized contact takes no text any more', async () => {
    const id = await contact();
    const one = await note(id);
    await stack.sql('update contact set data_key = null, anonymized_at = now() where id = $1', [id]);
    expect((await author.client.patch(one.path, { texto: 'x' })).status).toBe(422);
    expect((await author.client.delete(one.path)).status).toBe(204);
  });

  it('stays changed, and stays deleted, when the merge that brought it is undone', async () => {
    const [first, second, third] = [await contact(), await contact(), await contact()];
    const [deleted, changed] = [await note(third, 'Apagada'), await note(third, 'Antes')];
    const merge = async (kept: string, other: string) =>
      (await author.client.post(`/v1/contatos/${kept}/mesclar`, { contato_id: other })).body.id as string;
    const merges = [await merge(second, third), await merge(first, second)];
    const inFirst = ({ path }: { path: string }) => path.replace(third, first);
    expect((await author.client.delete(inFirst(deleted))).status).toBe(204);
    expect((await author.client.patch(inFirst(changed), { texto: 'Depois' })).status).toBe(200);
    for (const merged of merges.toReversed())
      expect((await author.client.post(`/v1/mesclagens/${merged}/desfazer`)).status).toBe(200);
    const { atividades } = (await author.client.get(`/v1/contatos/${third}/atividades?tipo=nota`)).body;
    expect(atividades.map(({ texto }: { texto: string }) => texto)).toEqual(['Depois']);
  });
});

describe('a note by GraphQL', () => {
  const ID = { contato_id: 'ID!', id: 'ID!' };
  const UPDATE = operation(
    'mutation',
    'updateContactNote',
    { ...ID, input: 'UpdateNoteInput!' },
    'id tipo texto dados autor criado_em',
  );
  const DELETE = operation('mutation', 'deleteContactNote', ID);

  it('is changed and deleted as on REST', async () => {
    const contato_id = await contact();
    const { id, path } = await note(contato_id);
    const input = { texto: 'Novo' };
    const { updateContactNote } = await graphqlData(author.client, UPDATE, { contato_id, id, input });
    expect(updateContactNote).toMatchObject({ id, texto: 'Novo', dados: { alterada_por: author.userId } });
    expect((await author.client.get(path)).body).toEqual(updateContactNote);
    for (const client of [colleague, rival])
      for (const query of [UPDATE, DELETE])
        expect(await graphqlCodes(client, query, { contato_id, id, input })).toEqual(['NotFound']);
    const empty = { contato_id, id, input: { texto: '' } };
    expect(await graphqlFault(author.client, UPDATE, empty)).toEqual({ code: 'Unprocessable', campo: 'texto' });
    expect(await graphqlData(admin.client, DELETE, { contato_id, id })).toEqual({ deleteContactNote: id });
    expect(await graphqlCodes(author.client, DELETE, { contato_id, id })).toEqual(['NotFound']);
  });
});
