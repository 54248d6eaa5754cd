import { beforeEach, describe, expect, it } from 'vitest';
import { type CrmTenant, crmStack } from '../../../../test/support/crm-stack.js';
import type { HttpClient } from '../../../../test/support/http-client.js';
import { LeadEvents, leadOf } from '../../../../test/support/lead-events.js';
import { mergingCalls, newEmail } from './merging.fixture.js';
import { idsOf } from '../contact-list/contact-list.fixture.js';
import { useStack } from '../../../../test/support/use-stack.js';

const stack = useStack(() => crmStack({ ROLE: 'api' }));
let tenant: CrmTenant;
let admin: HttpClient;

beforeEach(async () => {
  tenant = await stack.createTenant();
  admin = await tenant.session('admin');
});
const { newContact, get, read, merge, undo, note, consent, timeline, state, history, merged } = mergingCalls(
  () => admin,
);

describe('a merge', () => {
  it('is answered with its address, keeps the values of the contact, and fills what is empty', async () => {
    const a = await newContact({ nome: 'Ana Lima', marcadores: ['Vip'], cidade: 'Natal' });
    const b = await newContact({
      nome: 'A. Lima',
      cargo: 'Dona',
      marcadores: ['vip', 'feira'],
      estado: 'RN',
      fuso: 'America/Recife',
    });
    await admin.post(`/v1/contatos/${a.id}/rebaixar`);
    const { status, body, headers } = await merge(a.id, b.id);
    expect([status, headers['location']]).toEqual([201, `/v1/mesclagens/${body.id}`]);
    expect(body).toMatchObject({ contato_id: a.id, mesclado_id: b.id, desfeita_em: null, desfeita_por: null });
    expect(Date.parse(body.desfazer_ate) - Date.parse(body.criada_em)).toBe(30 * 86_400_000);
    expect(await get(`/v1/mesclagens/${body.id}`)).toEqual(body);
    expect(await read(a.id)).toMatchObject({
      ciclo: 'contato',
      nome: 'Ana Lima',
      cargo: 'Dona',
      cidade: 'Natal',
      estado: null,
      fuso: 'America/Recife',
      marcadores: ['Vip', 'feira'],
    });
    expect(await idsOf(admin, { marcador: 'FEIRA', cidade: 'natal', cargo: 'dona' })).toEqual([a.id]);
    expect((await admin.get(`/v1/contatos/${b.id}`)).status).toBe(404);
  });

  it('moves identifiers, and the primary ones stay', async () => {
    const a = await newContact();
    const b = await newContact({ telefone: '+5511987654321' });
    await merge(a.id, b.id);
    const contact = await read(a.id);
    expect([contact.emails, contact.telefones]).toEqual([[a.email, b.email], ['+5511987654321']]);
    const query = new URLSearchParams({ canal: 'email', valor: b.email }).toString();
    expect(await get(`/v1/identidades/resolver?${query}`)).toEqual({ achou: true, contato_id: a.id });
    expect((await admin.post('/v1/contatos', { email: b.email })).status).toBe(409);
  });

  it('joins both timelines, with an entry that tells of it', async () => {
    const [a, b] = [await newContact(), await newContact()];
    await note(a.id, 'de A');
    await note(b.id, 'de B');
    const before = [...(await timeline(a.id)), ...(await timeline(b.id))];
    const { body } = await merge(a.id, b.id);
    const [told, ...others] = await timeline(a.id);
    expect(told).toMatchObject({ tipo: 'mesclado', dados: { contato_id: b.id, mesclagem_id: body.id } });
    const byId = (x: { id: string }, y: { id: string }) => (x.id < y.id ? -1 : 1);
    expect(others.toSorted(byId)).toEqual(before.toSorted(byId));
  });

  it('takes the custom values that the contact does not have', async () => {
    for (const chave of ['origem', 'tamanho'])
      await admin.post('/v1/campos-personalizados', { chave, rotulo: chave, tipo: 'texto' });
    const { a } = await merged({ campos: { origem: 'feira' } }, { campos: { origem: 'site', tamanho: 'M' } });
    expect((await read(a.id)).campos).toEqual({ origem: 'feira', tamanho: 'M' });
  });

  it.each([
    [true, false, false],
    [false, true, false],
    [true, true, true],
    [undefined, true, true],
    [undefined, false, false],
  ])('of answers %s and %s lets %s count', async (first, second, counts) => {
    const [a, b] = [await newContact(), await newContact()];
    if (first !== undefined) await consent(a.id, 'email', first);
    if (second !== undefined) await consent(b.id, 'email', second);
    const given = [...(await history(a.id)), ...(await history(b.id))].length;
    await merge(a.id, b.id);
    expect((await state(a.id)).recebe.email).toBe(counts);
    expect((await history(a.id)).length).toBeGreaterThanOrEqual(given);
  });

  it('has Platform suppress the addresses that come to a contact without consent', async () => {
    const [a, b] = [await newContact(), await newContact()];
    const count = async () => {
      const sql = `select from outbox where tenant_id = $1 and payload->>'type' = 'crm.consent.changed'`;
      return (await stack.sql(sql, [tenant.id])).length;
    };
    await consent(a.id, 'email', false);
    const before = await count();
    const { body } = await merge(a.id, b.id);
    expect(await count()).toBe(before + 1);
    await undo(body.id);
    expect(await count()).toBe(before + 2);
  });

  it('moves the companies and the leads', async () => {
    const [primary, further] = await Promise.all(
      ['Uma', 'Outra'].map(async (nome) => (await admin.post('/v1/empresas', { nome })).body.id),
    );
    const [a, b] = [await newContact(), await newContact({ empresa_id: primary, cargo: 'Dona' })];
    await admin.post(`/v1/empresas/${further}/pessoas`, { contato_id: b.id, papel: 'Sócia' });
    const lead = leadOf({ email: b.email });
    await new LeadEvents(stack, tenant).capture(lead);
    const { body } = await merge(a.id, b.id);
    expect((await read(a.id)).empresa_id).toBe(primary);
    const people = async () => (await get(`/v1/empresas/${further}/pessoas`)).pessoas;
    expect(await people()).toMatchObject([{ contato_id: a.id, papel: 'Sócia' }]);
    const receipt = () => stack.sql('select contact_id as id from lead_receipt where lead_id = $1', [lead.leadId]);
    expect(await receipt()).toEqual([{ id: a.id }]);
    await undo(body.id);
    expect(await receipt()).toEqual([{ id: b.id }]);
    expect(await people()).toMatchObject([{ contato_id: b.id, papel: 'Sócia' }]);
  });

  it('tells Platform, and leaves no personal datum in the audit log', async () => {
    const { a, b } = await merged({ nome: 'Ana Única' }, { nome: 'Bia Única' });
    const entries = await stack.sql<{ row: string }>(
      `select audit_entry::text as row from audit_entry where object_id = $1 and action = 'contact.merged'`,
      [a.id],
    );
    expect(entries).toHaveLength(1);
    expect(entries[0]!.row).toContain(b.id);
    expect(entries[0]!.row).not.toMatch(/@example\.com|Única/);
    const events = await stack.sql(
      `select from outbox where tenant_id = $1 and payload->>'type' = 'crm.contacts.changed'`,
      [tenant.id],
    );
    expect(events.length).toBeGreaterThanOrEqual(3);
  });

  it('is refused for itself, an unknown contact, and one of another account', async () => {
    const a = await newContact();
    const rival = await (await stack.createTenant()).session();
    const stranger = (await rival.post('/v1/contatos', { email: newEmail() })).body;
    expect((await merge(a.id, a.id)).status).toBe(409);
    for (const id of ['cnt_0c7b3f19ad62e04f', 'x', stranger.id]) expect((await merge(a.id, id)).status).toBe(404);
    expect((await merge(stranger.id, a.id)).status).toBe(404);
    expect((await merge(a.id, undefined)).status).toBe(400);
    const { merge: own } = await merged();
    expect((await rival.get(`/v1/mesclagens/${own.id}`)).status).toBe(404);
    expect((await rival.post(`/v1/mesclagens/${own.id}/desfazer`)).status).toBe(404);
    expect((await admin.get('/v1/mesclagens/x')).status).toBe(404);
  });

  it('is refused for an anonymized contact, and while an erasure is asked for', async () => {
    const [a, b] = [await newContact(), await newContact()];
    const asked = { contato_id: b.id, solicitante: 'titular', canal: 'email' };
    const request = (await admin.post('/v1/pedidos-exclusao', asked)).body;
    expect((await merge(a.id, b.id)).status).toBe(409);
    expect((await merge(b.id, a.id)).status).toBe(409);
    await admin.post(`/v1/pedidos-exclusao/${request.id}/aprovar`);
    expect((await merge(a.id, b.id)).status).toBe(409);
  });

  it('is refused beyond 20 addresses of a kind, and nothing changes', async () => {
    const [a, b] = [await newContact(), await newContact()];
    for (let count = 1; count < 20; count += 1)
      await admin.post(`/v1/contatos/${a.id}/identificadores`, { canal: 'email', valor: newEmail() });
    expect((await merge(a.id, b.id)).status).toBe(422);
    expect(await read(b.id)).toEqual(b);
  });

  it('of several at one instant happens once', async () => {
    const [a, b] = [await newContact(), await newContact()];
    const answers = await Promise.all([merge(a.id, b.id), merge(b.id, a.id), merge(a.id, b.id)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 404, 404]);
  });

  it('keeps the merged contact from being restored by an operator', async () => {
    const { b } = await merged();
    expect((await (await tenant.operator()).post(`/v1/contatos/${b.id}/restaurar`)).status).toBe(409);
  });
});

it('erasing a contact erases those that were merged into it, in turn', async () => {
  const [a, b, c] = [await newContact(), await newContact({ nome: 'Bia' }), await newContact({ nome: 'Caio' })];
  await merge(b.id, c.id);
  const { body } = await merge(a.id, b.id);
  const asked = { contato_id: a.id, solicitante: 'titular', canal: 'email' };
  const request = (await admin.post('/v1/pedidos-exclusao', asked)).body;
  expect((await admin.post(`/v1/pedidos-exclusao/${request.id}/aprovar`)).status).toBe(200);
  const ids = [a.id, b.id, c.id];
  const left = await stack.sql(
    `select from contact where id = any($1) and (data_key is not null or name is not null or anonymized_at is null)`,
    [ids],
  );
  expect(left).toEqual([]);
  for (const table of ['contact_identifier', 'activity', 'consent_change'])
    expect(await stack.sql(`select from ${table} where contact_id = any($1) and sealed is not null`, [ids])).toEqual(
      [],
    );
  expect((await undo(body.id)).status).toBe(409);
});
