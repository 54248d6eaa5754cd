import { beforeEach, describe, expect, it } from 'vitest';
import { type CrmTenant, crmStack } from '../../../../../test/support/crm-stack.js';
import type { HttpClient } from '../../../../../test/support/http-client.js';
import { usePrepared, useStack } from '../../../../../test/support/use-stack.js';
import { activeJourney, DAY_MS, enterAll, HOUR_MS, journeyOf, JourneyTime, toStage } from '../journeys.fixture.js';

const LIMITS = { JOURNEY_STEPS_PER_DAY: '3', JOURNEYS_PER_ACCOUNT: '2', SEGMENTS_PER_ACCOUNT: '1' };

const stack = useStack(() => crmStack({ ROLE: 'api', ...LIMITS }));
const time = usePrepared(() => new JourneyTime(stack));
let number = 0;

beforeEach(() => time.set('2027-03-01T15:00:00.000Z'));

/** An account with a journey of one step. */
async function account() {
  const tenant: CrmTenant = await stack.createTenant();
  const client: HttpClient = await tenant.session('admin');
  const journey = await activeJourney(client, journeyOf({ passos: [toStage(1, 'contatado')] }));
  const contacts = async (count: number): Promise<string[]> => {
    const ids: string[] = [];
    for (let n = 0; n < count; n += 1)
      ids.push((await client.post('/v1/contatos', { email: `d${(number += 1)}@acme.test` })).body.id);
    return ids;
  };
  const enter = async (ids: readonly string[]) => {
    await enterAll(stack, tenant, journey, ids, time.now);
    await time.settle();
  };
  const wayOf = async (id: string) => (await client.get(`/v1/contatos/${id}/jornadas`)).body.jornadas[0];
  return { tenant, client, contacts, enter, wayOf };
}

describe('the steps of a day', () => {
  it('are limited: what is due after them goes on at the beginning of the next day', async () => {
    const { contacts, enter, wayOf } = await account();
    const [first, late] = [await contacts(3), await contacts(2)];
    await enter(first);
    await enter(late);
    for (const id of first) expect(await wayOf(id)).toMatchObject({ estado: 'encerrada', desfecho: 'concluida' });
    for (const id of late)
      expect(await wayOf(id)).toMatchObject({
        estado: 'esperando',
        proximo_em: '2027-03-02T00:00:00.000Z',
        passos: [],
      });
    await time.pass(9 * HOUR_MS - 1);
    expect(await wayOf(late[0]!)).toMatchObject({ estado: 'esperando' });
    await time.pass(1);
    for (const id of late) expect(await wayOf(id)).toMatchObject({ estado: 'encerrada', desfecho: 'concluida' });
  });

  it('are those of one account', async () => {
    const [busy, other] = [await account(), await account()];
    await busy.enter(await busy.contacts(3));
    const [id] = await other.contacts(1);
    await other.enter([id!]);
    expect(await other.wayOf(id!)).toMatchObject({ estado: 'encerrada' });
    await time.pass(DAY_MS);
  });
});

describe('the journeys and the segments of an account', () => {
  it('are as many as the installation allows; the refusal says how many, and how many are left', async () => {
    const { client } = await account();
    expect((await client.post('/v1/jornadas', journeyOf())).status).toBe(201);
    const journey = await client.post('/v1/jornadas', journeyOf());
    expect([journey.status, journey.body]).toEqual([
      422,
      { erro: 'Uma conta tem no máximo 2 jornadas, e esta tem 2: restam 0.' },
    ]);
    const segment = (nome: string) =>
      client.post('/v1/segmentos', { nome, criterios: [{ campo: 'estagio', operador: 'igual', valor: 'novo' }] });
    expect((await segment('Um')).status).toBe(201);
    const refused = await segment('Dois');
    expect([refused.status, refused.body]).toEqual([
      422,
      { erro: 'Uma conta tem no máximo 1 segmentos, e esta tem 1: restam 0.' },
    ]);
  });
});
