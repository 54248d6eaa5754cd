import { beforeEach, expect, it } from 'vitest';
import { type CrmTenant, crmStack } from '../../../../test/support/crm-stack.js';
import type { HttpClient } from '../../../../test/support/http-client.js';
import { LeadEvents, leadOf } from '../../../../test/support/lead-events.js';
import { useStack } from '../../../../test/support/use-stack.js';

const stack = useStack(crmStack);
let tenant: CrmTenant;
let acme: HttpClient;

beforeEach(async () => {
  tenant = await stack.createTenant();
  acme = await tenant.session('member');
});
const newContact = async (values: object): Promise<string> => (await acme.post('/v1/contatos', values)).body.id;
const capture = (answers: Record<string, string>) => new LeadEvents(stack, tenant).capture(leadOf(answers));
const list = async (query = '') => (await acme.get(`/v1/identidades/sugestoes${query}`)).body;

async function suggested() {
  const [byEmail, byPhone] = [
    await newContact({ email: 'ana@example.com' }),
    await newContact({ telefone: '+5511987654321' }),
  ];
  await capture({ email: 'ana@example.com', telefone: '+5511987654321' });
  const { sugestoes } = await list();
  return { suggestion: sugestoes[0], count: sugestoes.length, byEmail, byPhone };
}

it('a lead with the e-mail address of one contact and the phone of another suggests the pair once', async () => {
  const { suggestion, byEmail, byPhone } = await suggested();
  await capture({ email: 'ana@example.com', telefone: '+5511987654321' });
  expect((await list()).sugestoes).toHaveLength(1);
  expect([suggestion.contato_id, suggestion.outro_contato_id].toSorted()).toEqual([byEmail, byPhone].toSorted());
  expect(suggestion).toMatchObject({
    pontuacao: 90,
    status: 'pendente',
    motivos: [{ codigo: 'telefone_no_lead', texto: expect.stringContaining('telefone') }],
  });
});

it('an address that differs by its tag suggests the pair', async () => {
  await newContact({ email: 'bia@corp.example' });
  await capture({ email: 'bia+feira@corp.example' });
  expect((await list()).sugestoes).toMatchObject([{ motivos: [{ codigo: 'email_com_etiqueta' }], pontuacao: 80 }]);
});

it('one name at one organization suggests the pair, with a further reason for a higher score', async () => {
  await newContact({ email: 'clara.s@corp.example', nome: 'Clara Souza' });
  await capture({ email: 'csouza@corp.example', nome: 'clara  SOUZA' });
  expect((await list()).sugestoes).toMatchObject([{ motivos: [{ codigo: 'nome_e_dominio' }], pontuacao: 60 }]);
  await newContact({ email: 'davi@firma.example', nome: 'Davi Reis' });
  await capture({ email: 'davi+x@firma.example', nome: 'Davi Reis' });
  expect((await list('?limite=1')).sugestoes).toMatchObject([{ pontuacao: 86 }]);
});

it('one name with addresses of a public provider, or a first name alone, suggests nothing', async () => {
  await newContact({ email: 'eva.lima@gmail.com', nome: 'Eva Lima' });
  await capture({ email: 'lima.eva1@gmail.com', nome: 'Eva Lima' });
  await newContact({ email: 'eva1@corp.example', nome: 'Eva' });
  await capture({ email: 'eva2@corp.example', nome: 'Eva' });
  expect(await list()).toEqual({ sugestoes: [], proximo: '' });
});

it('a decision is recorded, merges nothing, and takes the pair from the list for good', async () => {
  const { suggestion, byEmail, byPhone } = await suggested();
  const path = `/v1/identidades/sugestoes/${suggestion.id}/decisao`;
  const { status, body } = await acme.put(path, { decisao: 'recusar' });
  expect([status, body.status, body.decidida_por]).toEqual([200, 'recusada', expect.any(String)]);
  expect((await acme.put(path, { decisao: 'recusar' })).body).toEqual(body);
  expect((await acme.put(path, { decisao: 'aceitar' })).status).toBe(409);
  await capture({ email: 'ana@example.com', telefone: '+5511987654321' });
  expect((await list()).sugestoes).toEqual([]);
  for (const id of [byEmail, byPhone]) expect((await acme.get(`/v1/contatos/${id}`)).status).toBe(200);
});

it('a decision is aceitar or recusar, of a pair of the account', async () => {
  const { suggestion } = await suggested();
  const path = `/v1/identidades/sugestoes/${suggestion.id}/decisao`;
  expect((await acme.put(path, { decisao: 'talvez' })).status).toBe(422);
  expect((await acme.put(path, {})).status).toBe(400);
  const rival = await (await stack.createTenant()).session();
  expect((await rival.put(path, { decisao: 'aceitar' })).status).toBe(404);
  expect((await acme.put('/v1/identidades/sugestoes/x/decisao', { decisao: 'aceitar' })).status).toBe(404);
});

it('a pair of which one is deleted is not listed', async () => {
  const { byPhone } = await suggested();
  await acme.delete(`/v1/contatos/${byPhone}`);
  expect((await list()).sugestoes).toEqual([]);
});

it('a pair that is merged is decided, and waits for a decision again when the merge is undone', async () => {
  const { suggestion, byEmail, byPhone } = await suggested();
  const rows = () =>
    stack.sql('select status, decided_by, decided_at from merge_suggestion where id = $1', [suggestion.id]);
  const { status, body: merge } = await acme.post(`/v1/contatos/${byPhone}/mesclar`, { contato_id: byEmail });
  expect(status).toBe(201);
  expect(await rows()).toEqual([{ status: 'accepted', decided_by: merge.criada_por, decided_at: expect.any(Date) }]);
  expect((await list()).sugestoes).toEqual([]);
  expect((await acme.post(`/v1/mesclagens/${merge.id}/desfazer`)).status).toBe(200);
  expect(await rows()).toEqual([{ status: 'pending', decided_by: null, decided_at: null }]);
  expect((await list()).sugestoes).toMatchObject([{ id: suggestion.id, status: 'pendente' }]);
});

it('a decision of before a merge stays, also when the merge is undone', async () => {
  const { suggestion, byEmail, byPhone } = await suggested();
  await acme.put(`/v1/identidades/sugestoes/${suggestion.id}/decisao`, { decisao: 'recusar' });
  const { body: merge } = await acme.post(`/v1/contatos/${byEmail}/mesclar`, { contato_id: byPhone });
  const rows = () => stack.sql('select status from merge_suggestion where id = $1', [suggestion.id]);
  expect(await rows()).toEqual([{ status: 'refused' }]);
  await acme.post(`/v1/mesclagens/${merge.id}/desfazer`);
  expect(await rows()).toEqual([{ status: 'refused' }]);
});
