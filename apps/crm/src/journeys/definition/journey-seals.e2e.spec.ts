import { beforeEach, describe, expect, it } from 'vitest';
import { type CrmTenant, crmStack } from '../../../../../test/support/crm-stack.js';
import type { HttpClient } from '../../../../../test/support/http-client.js';
import { useStack } from '../../../../../test/support/use-stack.js';
import { journeyOf, toStage } from '../journeys.fixture.js';

const stack = useStack(() => crmStack({ ROLE: 'api' }));
let tenant: CrmTenant;
let acme: HttpClient;

beforeEach(async () => {
  tenant = await stack.createTenant();
  acme = await tenant.session();
});

const ADDRESS = 'ana@example.com';
const IS_ANA = { criterios: [{ campo: 'email', operador: 'em', valor: [ADDRESS, 'bia@example.com'] }], conjuncao: 'e' };
const NAMING_ANA = {
  passos: [{ numero: 1, tipo: 'condicao', ...IS_ANA, se_pular_ir: 2 }, toStage(2, 'cliente')],
  saida: IS_ANA,
  objetivo: { criterios: [{ campo: 'telefone', operador: 'igual', valor: '+5511987654321' }], conjuncao: 'e' },
};

async function create(): Promise<string> {
  const { status, body, text } = await acme.post('/v1/jornadas', journeyOf(NAMING_ANA));
  expect(status, text).toBe(201);
  expect(body).toMatchObject(NAMING_ANA);
  return body.id;
}

const stored = async () =>
  JSON.stringify([
    await stack.sql('select * from journey where tenant_id = $1', [tenant.id]),
    await stack.sql('select * from journey_version where tenant_id = $1', [tenant.id]),
  ]);

describe('an address in the criteria of a journey', () => {
  it('is shown as it was given, and turned on', async () => {
    const id = await create();
    expect((await acme.get(`/v1/jornadas/${id}`)).body).toMatchObject(NAMING_ANA);
    expect((await acme.get('/v1/jornadas')).body.jornadas).toMatchObject([NAMING_ANA]);
    const { status, body, text } = await acme.put(`/v1/jornadas/${id}/ativa`, { ativa: true });
    expect(status, text).toBe(200);
    expect(body).toMatchObject(NAMING_ANA);
  });

  it('is stored sealed', async () => {
    await create();
    expect(await stored()).not.toMatch(/ana@|bia@|87654321/);
  });

  it('is gone with the person who is erased, from earlier versions, too', async () => {
    const id = await create();
    expect((await acme.put(`/v1/jornadas/${id}`, journeyOf(NAMING_ANA))).status).toBe(200);
    const contato_id = (await acme.post('/v1/contatos', { email: ADDRESS })).body.id;
    const asked = { contato_id, solicitante: 'titular@example.com', canal: 'email' };
    const request = (await acme.post('/v1/pedidos-exclusao', asked)).body.id;
    expect((await acme.post(`/v1/pedidos-exclusao/${request}/aprovar`)).status).toBe(200);
    const { body } = await acme.get(`/v1/jornadas/${id}`);
    const left = [{ campo: 'email', operador: 'em', valor: ['bia@example.com'] }];
    expect(body).toMatchObject({ passos: [{ criterios: left }, {}], saida: { criterios: left } });
    const versions = await stack.sql<{ sealed: number }>(
      `select jsonb_array_length(steps -> 0 -> 'criteria' -> 'contact' -> 'criteria' -> 0 -> 'value') as sealed
         from journey_version where tenant_id = $1`,
      [tenant.id],
    );
    expect(versions).toEqual([{ sealed: 1 }, { sealed: 1 }]);
  });
});
