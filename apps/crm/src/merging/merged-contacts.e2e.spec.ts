import { beforeEach, expect, it } from 'vitest';
import { crmStack } from '../../../../test/support/crm-stack.js';
import type { HttpClient } from '../../../../test/support/http-client.js';
import { mergingCalls } from './merging.fixture.js';
import { useStack } from '../../../../test/support/use-stack.js';

const stack = useStack(() => crmStack({ ROLE: 'api' }));
let admin: HttpClient;

beforeEach(async () => {
  admin = await (await stack.createTenant()).session();
});
const { newContact, merged, merge, undo, read, timeline } = mergingCalls(() => admin);

it.each([
  ['novo', 'qualificado', 'qualificado'],
  ['cliente', 'novo', 'cliente'],
  ['descartado', 'contatado', 'contatado'],
  ['qualificado', 'descartado', 'qualificado'],
])('of the stages %s and %s the furthest stays: %s', async (kept, other, estagio) => {
  const { a } = await merged({ estagio: kept }, { estagio: other });
  expect((await read(a.id)).estagio).toBe(estagio);
});

it('a stage that a merge changed stands in the timeline, and goes back with the merge', async () => {
  const { a, merge: done } = await merged({ estagio: 'novo' }, { estagio: 'cliente' });
  expect(await timeline(a.id)).toContainEqual(
    expect.objectContaining({ tipo: 'estagio_mudou', dados: expect.objectContaining({ para: 'cliente' }) }),
  );
  await undo(done.id);
  expect((await read(a.id)).estagio).toBe('novo');
});

it('a contact that was merged says into which one, also by several merges and until that is undone', async () => {
  const { a, b, merge: first } = await merged();
  const last = await newContact();
  await merge(last.id, a.id);
  for (const id of [a.id, b.id]) {
    const { status, body } = await admin.get(`/v1/contatos/${id}`);
    expect([status, body.mesclado_id]).toEqual([404, last.id]);
  }
  expect((await admin.patch(`/v1/contatos/${b.id}`, { nome: 'X' })).body.mesclado_id).toBe(last.id);
  const browser = await admin.get(`/v1/contatos/${b.id}`, { accept: 'text/html,*/*;q=0.8' });
  expect([browser.status, browser.headers['location']]).toEqual([301, `/v1/contatos/${last.id}`]);
  expect(first.id).toEqual(expect.any(String));
  const rival = await (await stack.createTenant()).session();
  expect((await rival.get(`/v1/contatos/${b.id}`)).body).not.toHaveProperty('mesclado_id');
  await admin.delete(`/v1/contatos/${last.id}`);
  expect((await admin.get(`/v1/contatos/${b.id}`)).body).not.toHaveProperty('mesclado_id');
});

it('names are found whatever letters and apostrophes they have', async () => {
  for (const nome of ['Łukasz Nowak', 'Jørgen Weiß', 'Maria D’Ávila']) await newContact({ nome });
  const names = async (q: string) =>
    (await admin.get(`/v1/contatos?q=${encodeURIComponent(q)}`)).body.contatos.map(
      ({ nome }: { nome: string }) => nome,
    );
  expect(await names('lukasz')).toEqual(['Łukasz Nowak']);
  expect(await names('jorgen weiss')).toEqual(['Jørgen Weiß']);
  expect(await names("d'avila")).toEqual(['Maria D’Ávila']);
  expect(await names('davila')).toEqual(['Maria D’Ávila']);
});

it.each(['constructor', 'prototype'])('a field of the account has another key than %s', async (chave) => {
  const { status, body } = await admin.post('/v1/campos-personalizados', { chave, rotulo: 'X', tipo: 'texto' });
  expect([status, body.campo]).toEqual([422, 'chave']);
});

it('the audit log has no tags, which may name a person', async () => {
  const { id } = await newContact({ marcadores: ['filho da Ana Lima'] });
  await admin.patch(`/v1/contatos/${id}`, { marcadores: ['cunhado do Rui'] });
  const rows = await stack.sql<{ row: string }>(
    `select audit_entry::text as row from audit_entry where object_id = $1`,
    [id],
  );
  expect(rows.length).toBeGreaterThan(0);
  for (const { row } of rows) expect(row).not.toMatch(/Ana Lima|Rui/);
});
