import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { waitUntil } from '#libs/test/testing';
import { type CrmTenant, crmStack } from '../../../../test/support/crm-stack.js';
import { graphqlData } from '../../../../test/support/graphql.js';
import type { HttpClient } from '../../../../test/support/http-client.js';
import { LeadEvents, leadOf } from '../../../../test/support/lead-events.js';
import { useStack } from '../../../../test/support/use-stack.js';
import { ContactEvents } from '../contact-events/contact-events.js';
import { ContactScores } from './contact-scores.js';
import { ScoreDays } from './score-days.js';

const PATH = '/v1/configuracoes/pontuacao';

const stack = useStack(crmStack);
let tenant: CrmTenant;
let admin: HttpClient;
let number = 0;

beforeEach(async () => {
  tenant = await stack.createTenant();
  admin = await tenant.session('admin');
});
afterEach(() => vi.restoreAllMocks());

const rule = (nome: string, pontos: number, ...criterios: [campo: string, operador: string, valor?: unknown][]) => ({
  nome,
  pontos,
  criterios: criterios.map(([campo, operador, valor]) => ({ campo, operador, valor })),
});
const CUSTOMER = rule('Cliente', 20, ['estagio', 'igual', 'cliente']);
const RECIFE = rule('Recife', -5, ['cidade', 'igual', 'recife']);

/** Replaces the rules, and waits until all contacts are evaluated. */
async function score(...regras: object[]) {
  const { status, body } = await admin.put(PATH, { regras });
  expect([status, body.estado], JSON.stringify(body)).toEqual([200, 'aguardando']);
  await ready();
}
const ready = () => waitUntil(async () => (await admin.get(PATH)).body.estado === 'pronto', { timeoutMs: 30_000 });

async function contact(fields: object = {}): Promise<string> {
  const { status, body } = await admin.post('/v1/contatos', { email: `ponto-${++number}@example.com`, ...fields });
  expect(status, JSON.stringify(body)).toBe(201);
  return body.id;
}
const scoreOf = async (id: string) => (await admin.get(`/v1/contatos/${id}`)).body.pontuacao as number | null;
const becomes = (id: string, wanted: number | null) =>
  waitUntil(async () => (await scoreOf(id)) === wanted, { timeoutMs: 20_000, what: `the score ${wanted}` });
describe('the rules of scores', () => {
  it('are none at first; then they are read as they were written, and how far their evaluation is', async () => {
    expect((await admin.get(PATH)).body).toEqual({ regras: [], estado: 'pronto', avaliados: 0, atualizado_em: null });
    await contact();
    await score(CUSTOMER, { ...RECIFE, conjuncao: 'ou' });
    expect((await (await tenant.session('member')).get(PATH)).body).toEqual({
      regras: [
        { ...CUSTOMER, conjuncao: 'e', invalida: false, motivo: null },
        { ...RECIFE, conjuncao: 'ou', invalida: false, motivo: null },
      ],
      estado: 'pronto',
      avaliados: 1,
      atualizado_em: expect.any(String),
    });
    const rival = await (await stack.createTenant()).session();
    expect((await rival.get(PATH)).body.regras).toEqual([]);
  });

  it.each<[string, object[]]>([
    ['regras[0].pontos', [{ ...CUSTOMER, pontos: 101 }]],
    ['regras[1].pontos', [CUSTOMER, { ...RECIFE, pontos: -101 }]],
    ['regras[1].nome', [CUSTOMER, { ...RECIFE, nome: 'CLIENTE' }]],
    ['regras[0].criterios', [rule('x', 1)]],
    ['regras[1].criterios[1].campo', [CUSTOMER, rule('x', 1, ['cidade', 'preenchido'], ['apelido', 'igual', 'x'])]],
    ['regras[0].criterios[0].operador', [rule('x', 1, ['estagio', 'maior', 'cliente'])]],
    ['regras[0].criterios[1].campo', [rule('x', 1, ['cidade', 'preenchido'], ['pontuacao', 'maior', 5])]],
    ['regras', Array.from({ length: 51 }, (_, n) => ({ ...CUSTOMER, nome: `r${n}` }))],
    [
      'regras',
      Array.from({ length: 11 }, (_, n) => ({
        ...CUSTOMER,
        nome: `r${n}`,
        criterios: Array.from({ length: 19 }, () => CUSTOMER.criterios[0]),
      })),
    ],
  ])('have no %s as in a wrong one', async (campo, regras) => {
    const { status, body } = await admin.put(PATH, { regras });
    expect([status, body]).toEqual([422, { erro: expect.any(String), campo }]);
    expect((await admin.get(PATH)).body.regras).toEqual([]);
  });

  it.each([
    {},
    { regras: 'x' },
    { regras: [{ pontos: 1, criterios: [] }] },
    { regras: [{ ...CUSTOMER, pontos: 1.5 }] },
  ])('are not made of %j', async (body) => expect((await admin.put(PATH, body)).status).toBe(400));

  it('are set by admins, and audited without the values of their criteria', async () => {
    expect((await (await tenant.session('member')).put(PATH, { regras: [] })).status).toBe(404);
    await score(rule('Segredo', 1, ['nome', 'igual', 'Ana Oculta']));
    const entries = await stack.sql<{ entry: string }>(
      `select to_jsonb(audit_entry)::text as entry from audit_entry where tenant_id = $1 and action = 'score-rules.changed'`,
      [tenant.id],
    );
    expect(entries).toHaveLength(1);
    expect(JSON.stringify(entries)).not.toContain('Oculta');
  });

  it('are in GraphQL, too', async () => {
    const id = await contact({ estagio: 'cliente' });
    const input = { regras: [CUSTOMER] };
    const set =
      'mutation ($input: ScoreRulesInput!) { replaceScoreRules(input: $input) { regras { nome pontos } estado } }';
    const written = await graphqlData(admin, set, { input });
    expect(written).toEqual({ replaceScoreRules: { regras: [{ nome: 'Cliente', pontos: 20 }], estado: 'aguardando' } });
    await ready();
    const query =
      'query ($id: ID!) { contactScore(contato_id: $id) { pontuacao motivos { regra pontos } } scoreRules { estado } }';
    expect(await graphqlData(admin, query, { id })).toEqual({
      contactScore: { pontuacao: 20, motivos: [{ regra: 'Cliente', pontos: 20 }] },
      scoreRules: { estado: 'pronto' },
    });
  });
});

describe('the score of a contact', () => {
  it('is the sum of the points of the rules that it meets, in lists and filters, with the reasons', async () => {
    const [both, one, none] = [
      await contact({ estagio: 'cliente', cidade: 'Recife' }),
      await contact({ estagio: 'cliente' }),
      await contact(),
    ];
    expect(await scoreOf(both)).toBeNull();
    await score(CUSTOMER, RECIFE);
    expect([await scoreOf(both), await scoreOf(one), await scoreOf(none)]).toEqual([15, 20, 0]);
    expect((await admin.get(`/v1/contatos/${both}/pontuacao`)).body).toEqual({
      pontuacao: 15,
      motivos: [
        { regra: 'Cliente', pontos: 20 },
        { regra: 'Recife', pontos: -5 },
      ],
    });
    expect((await admin.get(`/v1/contatos/${none}/pontuacao`)).body).toEqual({ pontuacao: 0, motivos: [] });
    const listed = (await admin.get('/v1/contatos')).body.contatos.map(
      (shown: { pontuacao: number }) => shown.pontuacao,
    );
    expect(listed.toSorted((a: number, b: number) => a - b)).toEqual([0, 15, 20]);
  });

  it('follows each change of the contact, and a new contact has one soon', async () => {
    await score(CUSTOMER, RECIFE);
    const id = await contact({ cidade: 'Recife' });
    await becomes(id, -5);
    await admin.patch(`/v1/contatos/${id}`, { estagio: 'cliente' });
    await becomes(id, 15);
    await admin.patch(`/v1/contatos/${id}`, { cidade: null });
    await becomes(id, 20);
    const lead = leadOf({ email: `lead-${++number}@example.com`, cidade: 'Recife' });
    await new LeadEvents(stack, tenant).capture(lead);
    const [receipt] = await stack.sql<{ id: string }>('select contact_id as id from lead_receipt where lead_id = $1', [
      lead.leadId,
    ]);
    expect(await waitUntil(async () => ((await scoreOf(receipt!.id)) ?? undefined) !== undefined)).toBe(true);
  });

  it('that changes is told to mirrors as a change, and moves no other field', async () => {
    const id = await contact({ estagio: 'cliente' });
    const before = (await admin.get(`/v1/contatos/${id}`)).body;
    const changed = vi.spyOn(stack.app.get(ContactEvents, { strict: false }), 'changed');
    await score(CUSTOMER);
    const told = changed.mock.calls.filter(([, tenantId]) => tenantId === tenant.id).map(([, , changes]) => changes);
    expect(told).toEqual([[{ kind: 'updated', contactId: id, fields: ['pontuacao'] }]]);
    const after = (await admin.get(`/v1/contatos/${id}`)).body;
    expect(after).toEqual({ ...before, pontuacao: 20 });
  });

  it('is written once for a change, and not again for the change that it is', async () => {
    await score(CUSTOMER);
    const id = await contact();
    await becomes(id, 0);
    const write = vi.spyOn(stack.app.get(ContactScores, { strict: false }), 'write');
    await admin.patch(`/v1/contatos/${id}`, { estagio: 'cliente' });
    await becomes(id, 20);
    await waitUntil(
      async () => (await stack.sql('select from contact_change where tenant_id = $1', [tenant.id])).length === 0,
    );
    await admin.patch(`/v1/contatos/${id}`, { cargo: 'Diretora' });
    await waitUntil(
      async () => (await stack.sql('select from contact_change where tenant_id = $1', [tenant.id])).length === 0,
    );
    expect(write.mock.calls.filter(([, , { tenantId }]) => tenantId === tenant.id)).toHaveLength(1);
  });

  it('changes with the rules, and is gone without them', async () => {
    const id = await contact({ estagio: 'cliente' });
    await score(CUSTOMER);
    await score({ ...CUSTOMER, pontos: 7 });
    expect(await scoreOf(id)).toBe(7);
    await score();
    expect(await scoreOf(id)).toBeNull();
    expect((await admin.get(`/v1/contatos/${id}/pontuacao`)).body).toEqual({ pontuacao: null, motivos: [] });
    expect(await stack.sql('select from contact_watch where tenant_id = $1', [tenant.id])).toEqual([]);
  });

  it('changes with a new day, where a rule counts days', async () => {
    await score(rule('Recente', 10, ['criado_em', 'nos_ultimos_dias', 7]));
    const id = await contact();
    await becomes(id, 10);
    await stack.sql(`update contact set created_at = now() - interval '8 days' where id = $1`, [id]);
    const days = stack.app.get(ScoreDays, { strict: false });
    expect(await days.begin()).toBe(0);
    await stack.sql('update score_rules set evaluated_on = evaluated_on - 1 where tenant_id = $1', [tenant.id]);
    expect(await days.begin()).toBe(1);
    await becomes(id, 0);
    await ready();
  });

  it('has no points of a rule whose field was deleted, which says so', async () => {
    const chave = { chave: 'frota', rotulo: 'Frota', tipo: 'numero' };
    const field = (await admin.post('/v1/campos-personalizados', chave)).body.id;
    const id = await contact({ estagio: 'cliente', campos: { frota: 3 } });
    await score(CUSTOMER, rule('Frota', 5, ['campos.frota', 'maior', 2]));
    expect(await scoreOf(id)).toBe(25);
    expect((await admin.delete(`/v1/campos-personalizados/${field}`)).status).toBe(204);
    await becomes(id, 20);
    expect((await admin.get(PATH)).body.regras).toMatchObject([
      { nome: 'Cliente', invalida: false },
      { nome: 'Frota', invalida: true, motivo: expect.any(String) },
    ]);
  });

  it('is not found of a deleted contact, or in another account', async () => {
    const id = await contact();
    const rival = await (await stack.createTenant()).session();
    expect((await rival.get(`/v1/contatos/${id}/pontuacao`)).status).toBe(404);
    await admin.delete(`/v1/contatos/${id}`);
    expect((await admin.get(`/v1/contatos/${id}/pontuacao`)).status).toBe(404);
  });
});

describe('an erased person', () => {
  it('is in no criterion of a rule', async () => {
    const email = `apagada-${++number}@example.com`;
    const id = await contact({ email });
    await score(rule('Ana', 1, ['email', 'em', [email, 'outra@example.com']]));
    expect(await scoreOf(id)).toBe(1);
    const body = { contato_id: id, solicitante: 'Ana', canal: 'email' };
    const request = (await admin.post('/v1/pedidos-exclusao', body)).body.id;
    expect((await admin.post(`/v1/pedidos-exclusao/${request}/aprovar`)).status).toBe(200);
    await waitUntil(async () => !JSON.stringify((await admin.get(PATH)).body).includes(email));
    expect((await admin.get(PATH)).body.regras[0].criterios).toEqual([
      { campo: 'email', operador: 'em', valor: ['outra@example.com'] },
    ]);
  });
});

describe('many contacts', () => {
  it('are evaluated a thousand at once, by fifty rules', async () => {
    await stack.sql(
      `insert into contact (tenant_id, id, lifecycle, stage, tags, custom, name, city)
       select $1, 'cnt_' || lpad(to_hex(n), 16, '0'), 'contact', 'customer', '{}', '{}', 'Ana', 'Recife' from generate_series(1, 2500) n`,
      [tenant.id],
    );
    const rules = Array.from({ length: 50 }, (_, n) =>
      rule(`r${n}`, 1, ['estagio', 'igual', 'cliente'], ['cidade', 'contem', 'rec'], ['nome', 'preenchido']),
    );
    const write = vi.spyOn(stack.app.get(ContactScores, { strict: false }), 'write');
    await score(...rules);
    const written = write.mock.calls.filter(([, , { tenantId }]) => tenantId === tenant.id);
    expect(written.map(([, , , contactIds]) => contactIds.length)).toEqual([1_000, 1_000, 500]);
    expect((await admin.get(PATH)).body.avaliados).toBe(2_500);
    const [row] = await stack.sql<{ count: number }>(
      'select count(*)::int as count from contact where tenant_id = $1 and score = 50',
      [tenant.id],
    );
    expect(row).toEqual({ count: 2_500 });
  });
});
