import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type CrmStack, type CrmTenant, crmStack } from '../../../../test/support/crm-stack.js';
import type { HttpClient } from '../../../../test/support/http-client.js';
import { LeadEvents, leadOf } from '../../../../test/support/lead-events.js';
import { MergeExpiry } from './merge-expiry.js';

let stack: CrmStack;
let tenant: CrmTenant;
let admin: HttpClient;
let number = 0;

beforeAll(async () => {
  stack = await crmStack({ ROLE: 'api' });
});
beforeEach(async () => {
  tenant = await stack.createTenant();
  admin = await tenant.session('admin');
});
afterAll(() => stack?.close());

const newEmail = () => `pessoa-${++number}@example.com`;
const newContact = async (values: object = {}) =>
  (await admin.post('/v1/contatos', { email: newEmail(), ...values })).body;
const get = async (path: string) => (await admin.get(path)).body;
const read = async (id: string) => get(`/v1/contatos/${id}`);
const merge = (id: string, contato_id: unknown, client = admin) =>
  client.post(`/v1/contatos/${id}/mesclar`, { contato_id });
const undo = (id: string) => admin.post(`/v1/mesclagens/${id}/desfazer`);
const note = (id: string, texto: string) => admin.post(`/v1/contatos/${id}/atividades`, { texto });
const consent = (id: string, canal: string, recebe: boolean) =>
  admin.put(`/v1/contatos/${id}/consentimento`, { canal, recebe });
const timeline = async (id: string) => (await get(`/v1/contatos/${id}/atividades?limite=100`)).atividades;
const state = async (id: string) => get(`/v1/contatos/${id}/consentimento`);
const history = async (id: string) => (await get(`/v1/contatos/${id}/consentimento/historico?limite=100`)).historico;

async function merged(kept: object = {}, other: object = {}) {
  const [a, b] = [await newContact(kept), await newContact(other)];
  const { body } = await merge(a.id, b.id);
  return { a, b, merge: body };
}

/** All that the API tells of a contact, but for when it changed and the entries that tell of merges. */
async function all(id: string) {
  const { atualizado_em: _, ...contact } = await read(id);
  const entries = (await timeline(id)).filter(({ tipo }: { tipo: string }) => tipo !== 'mesclado');
  return { contact, entries, consent: await state(id), history: await history(id) };
}

describe('a merge', () => {
  it('is answered with its address, keeps the values of the contact, and fills what is empty', async () => {
    const a = await newContact({ nome: 'Ana Lima', marcadores: ['vip'], cidade: 'Natal' });
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
      marcadores: ['vip', 'feira'],
    });
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

describe('the undo of a merge', () => {
  const values = fc.record(
    {
      nome: fc.constantFrom('Ana', 'Bia Reis'),
      cargo: fc.constantFrom('Dona', 'Gerente'),
      cidade: fc.constantFrom('Natal', 'Recife'),
      pais: fc.constant('BR'),
      fuso: fc.constant('America/Recife'),
      marcadores: fc.subarray(['vip', 'feira', 'novo']),
      comTelefone: fc.boolean(),
    },
    { requiredKeys: [] },
  );
  const answers = fc.array(fc.tuple(fc.constantFrom('email', 'sms', 'whatsapp'), fc.boolean()), { maxLength: 3 });
  const person = fc.record({ values, answers, notes: fc.array(fc.string({ minLength: 1 }), { maxLength: 2 }) });

  type Person = typeof person extends fc.Arbitrary<infer T> ? T : never;

  async function build({ values: { comTelefone, ...given }, answers: said, notes }: Person) {
    const telefone = `+55119${String(80_000_000 + ++number)}`;
    const { id } = await newContact({ ...given, ...(comTelefone && { telefone }) });
    for (const [canal, recebe] of said) await consent(id, canal, recebe);
    for (const text of notes) await note(id, `nota ${text}`);
    return id as string;
  }

  it('at once leaves both contacts as they were', async () => {
    await fc.assert(
      fc.asyncProperty(person, person, async (first, second) => {
        const ids = [await build(first), await build(second)] as const;
        const before = [await all(ids[0]), await all(ids[1])];
        const { body } = await merge(ids[0], ids[1]);
        const { status, body: undone } = await undo(body.id);
        expect([status, undone.desfeita_por]).toEqual([200, expect.any(String)]);
        expect([await all(ids[0]), await all(ids[1])]).toEqual(before);
      }),
      { numRuns: 12 },
    );
  }, 60_000);

  it('leaves what was changed since with the contact that was kept', async () => {
    const { a, b, merge: made } = await merged({}, { nome: 'Bia', cargo: 'Dona', marcadores: ['feira'] });
    const added = newEmail();
    await admin.patch(`/v1/contatos/${a.id}`, { nome: 'Ana', marcadores: ['feira', 'vip'] });
    await admin.post(`/v1/contatos/${a.id}/identificadores`, { canal: 'email', valor: added });
    await note(a.id, 'depois');
    expect((await undo(made.id)).status).toBe(200);
    const [kept, other] = [await read(a.id), await read(b.id)];
    expect(kept).toMatchObject({ nome: 'Ana', cargo: null, marcadores: ['vip'], emails: [a.email, added] });
    expect(other).toMatchObject({ nome: 'Bia', cargo: 'Dona', marcadores: ['feira'], emails: [b.email] });
    const texts = async (id: string) => (await timeline(id)).map(({ texto }: { texto: string | null }) => texto);
    expect(await texts(a.id)).toContain('depois');
    expect(await texts(b.id)).not.toContain('depois');
    for (const id of [a.id, b.id])
      expect((await timeline(id))[0]).toMatchObject({ tipo: 'mesclado', dados: { desfeita: true } });
  });

  it('lets a withdrawal since the merge count for both', async () => {
    const [a, b] = [await newContact(), await newContact()];
    await consent(b.id, 'email', true);
    const { body } = await merge(a.id, b.id);
    await consent(a.id, 'email', false);
    await undo(body.id);
    const [newest] = await history(b.id);
    expect(newest).toMatchObject({ canal: 'email', recebe: false });
  });

  it('happens once', async () => {
    const { merge: made } = await merged();
    const answersOf = await Promise.all([undo(made.id), undo(made.id)]);
    expect(answersOf.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  });

  it('allows another merge of the two', async () => {
    const { a, b, merge: made } = await merged();
    await undo(made.id);
    expect((await merge(b.id, a.id)).status).toBe(201);
  });

  it('is refused when another contact has an address by now', async () => {
    const { a, b, merge: made } = await merged();
    const { identificadores } = await read(a.id);
    const moved = identificadores.find(({ valor }: { valor: string }) => valor === b.email);
    await admin.delete(`/v1/contatos/${a.id}/identificadores/${moved.id}`);
    await newContact({ email: b.email });
    expect((await undo(made.id)).status).toBe(409);
    expect((await admin.get(`/v1/contatos/${b.id}`)).status).toBe(404);
  });

  it('is refused when the contact that was kept is deleted', async () => {
    const { a, merge: made } = await merged();
    await admin.delete(`/v1/contatos/${a.id}`);
    expect((await undo(made.id)).status).toBe(409);
  });

  it('is refused after 30 days, when what was kept for it is dropped', async () => {
    const { a, b, merge: made } = await merged({}, { nome: 'Bia' });
    const fresh = await merged();
    await stack.sql(`update contact_merge set expires_at = now() - interval '1 minute' where id = $1`, [made.id]);
    expect((await undo(made.id)).status).toBe(409);
    await stack.app.get(MergeExpiry, { strict: false }).dropExpired();
    expect((await undo(made.id)).status).toBe(409);
    expect(await stack.sql('select undo from contact_merge where id = $1', [made.id])).toEqual([{ undo: null }]);
    expect(await stack.sql('select name from contact where id = $1', [b.id])).toEqual([{ name: null }]);
    expect((await read(a.id)).emails).toEqual([a.email, b.email]);
    expect((await undo(fresh.merge.id)).status).toBe(200);
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
