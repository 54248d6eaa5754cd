import { beforeAll, describe, expect, it } from 'vitest';
import { crmStack } from '../../../../test/support/crm-stack.js';
import type { HttpClient } from '../../../../test/support/http-client.js';
import { statementsOf } from '../../../../test/support/statements.js';
import { useStack } from '../../../../test/support/use-stack.js';

const stack = useStack(crmStack);
let acme: HttpClient;
let rival: HttpClient;
let number = 0;

beforeAll(async () => {
  const newcomer = async () => (await stack.createTenant()).session();
  [acme, rival] = await Promise.all([newcomer(), newcomer()]);
});
async function create(body: object = {}, client = acme): Promise<string> {
  const answer = await client.post('/v1/contatos', { email: `customer-${++number}@example.com`, ...body });
  expect(answer.status).toBe(201);
  return answer.body.id;
}

const idsOf = async (client: HttpClient, query = '') =>
  (await client.get(`/v1/clientes${query}`)).body.clientes.map(({ id }: { id: string }) => id);

describe('customers', () => {
  it('are the contacts in that stage, with their company and times', async () => {
    const company = (await acme.post('/v1/empresas', { nome: 'Padaria Central' })).body;
    const id = await create({ nome: 'Ana' });
    await acme.patch(`/v1/contatos/${id}`, { estagio: 'cliente', empresa_id: company.id });
    await acme.post(`/v1/contatos/${id}/atividades`, { texto: 'Renovou.' });
    const { atividades } = (await acme.get(`/v1/contatos/${id}/atividades`)).body;
    const change = atividades.find(({ dados }: { dados: { para?: string } }) => dados.para === 'cliente');
    const { status, body } = await acme.get(`/v1/clientes/${id}`);
    expect([status, body]).toMatchObject([
      200,
      {
        id,
        nome: 'Ana',
        estagio: 'cliente',
        empresa: { id: company.id, nome: 'Padaria Central' },
        cliente_desde: change.criado_em,
        primeira_atividade_em: atividades.at(-1).criado_em,
        ultima_atividade_em: atividades[0].criado_em,
      },
    ]);
    expect((await acme.get('/v1/clientes')).body).toEqual({ clientes: [body], proximo: '' });
  });

  it('are listed page by page with the filters of contacts', async () => {
    const client = await (await stack.createTenant()).session();
    const ids: string[] = [];
    for (const estado of ['SP', 'RJ', 'SP']) ids.unshift(await create({ estagio: 'cliente', estado }, client));
    await create({ estado: 'SP' }, client);
    const first = (await client.get('/v1/clientes?limite=2')).body;
    expect(await idsOf(client, `?limite=2&cursor=${first.proximo}`)).toEqual([ids[2]]);
    expect(await idsOf(client, '?estado=SP')).toEqual([ids[0], ids[2]]);
    expect(await idsOf(client, '?estagio=novo')).toEqual([]);
    expect((await client.get('/v1/clientes?limite=201')).status).toBe(400);
    expect((await client.get(`/v1/contatos?limite=2&cursor=${first.proximo}`)).status).toBe(400);
    // A timer asks for changes of contacts, too.
    const ofList = /^(?![^]*contact_change)[^]*(?:company|activity|contact)/;
    for (const limit of [1, 3])
      expect(await statementsOf(() => client.get(`/v1/clientes?limite=${limit}`), ofList)).toHaveLength(5);
  });

  it('are changed as contacts are, and cease to be customers in another stage', async () => {
    const id = await create({ estagio: 'cliente' });
    const { status, body } = await acme.patch(`/v1/clientes/${id}`, { nome: 'Bia' });
    expect([status, body.nome]).toEqual([200, 'Bia']);
    expect((await acme.patch(`/v1/clientes/${id}`, { apelido: 'x' })).status).toBe(400);
    expect((await acme.patch(`/v1/clientes/${id}`, { estagio: 'descartado' })).body.estagio).toBe('descartado');
    expect((await acme.get(`/v1/clientes/${id}`)).status).toBe(404);
  });

  it('are not found in another account, in another stage, or deleted', async () => {
    const [customer, other] = [await create({ estagio: 'cliente' }), await create()];
    expect((await rival.get(`/v1/clientes/${customer}`)).status).toBe(404);
    expect((await rival.patch(`/v1/clientes/${customer}`, { nome: 7 })).status).toBe(404);
    expect((await acme.get(`/v1/clientes/${other}`)).status).toBe(404);
    expect((await acme.get('/v1/clientes/x')).status).toBe(404);
    await acme.delete(`/v1/contatos/${customer}`);
    expect((await acme.get(`/v1/clientes/${customer}`)).status).toBe(404);
  });
});
