import { expect } from 'vitest';
import type { CrmStack, CrmTenant } from '../../../../test/support/crm-stack.js';
import type { HttpClient } from '../../../../test/support/http-client.js';
import { JourneyClock } from './engine/journey-clock.js';
import { JourneyEngine } from './engine/journey-engine.js';

export const DAY_NS = 86_400_000_000_000;
export const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;

/** Body of a journey that waits a day. */
export const journeyOf = (changes: object = {}) => ({
  nome: 'Boas-vindas',
  gatilho: 'lead_capturado',
  passos: [{ numero: 1, tipo: 'esperar', espera: DAY_NS }],
  ...changes,
});

export const wait = (numero: number, milliseconds = DAY_MS) => ({
  numero,
  tipo: 'esperar',
  espera: milliseconds * 1_000_000,
});
export const toStage = (numero: number, estagio: string) => ({
  numero,
  tipo: 'agir',
  acao: 'mudar_estagio',
  parametros: { estagio },
});
export const ifStage = (numero: number, estagio: string, se_pular_ir: number) => ({
  numero,
  tipo: 'condicao',
  criterios: [{ campo: 'estagio', operador: 'igual', valor: estagio }],
  se_pular_ir,
});

/** Journeys of a tenant under a clock that stands until it is moved. */
export class JourneyTime {
  #now = new Date('2027-03-01T12:00:00.000Z');

  constructor(private readonly stack: CrmStack) {
    const clock = stack.app.get(JourneyClock, { strict: false });
    clock.now = () => this.#now;
  }

  get now(): Date {
    return this.#now;
  }

  set(now: Date | string): void {
    this.#now = new Date(now);
  }

  get engine(): JourneyEngine {
    return this.stack.app.get(JourneyEngine, { strict: false });
  }

  /** Does all that is due now. */
  async settle(): Promise<void> {
    while ((await this.engine.round()) > 0);
  }

  /** Moves the clock, and does what becomes due then. */
  async pass(milliseconds: number): Promise<void> {
    this.#now = new Date(this.#now.getTime() + milliseconds);
    await this.settle();
  }
}

/** Makes a journey and turns it on; returns its id. */
export async function activeJourney(client: HttpClient, body: object): Promise<string> {
  const made = await client.post('/v1/jornadas', body);
  if (made.status !== 201) throw new Error(made.text);
  const on = await client.put(`/v1/jornadas/${made.body.id}/ativa`, { ativa: true });
  if (on.status !== 200) throw new Error(on.text);
  return made.body.id as string;
}

/** Has contacts enter a journey, as its trigger does. */
export async function enterAll(
  stack: CrmStack,
  tenant: Pick<CrmTenant, 'id'>,
  journeyId: string,
  contactIds: readonly string[],
  at: Date,
): Promise<void> {
  await stack.sql(
    `insert into enrollment (tenant_id, id, journey_id, version, contact_id, due_at, cause, entered_at)
     select $1, gen_random_uuid(), $2, version, contact_id, $4, '{"kind": "lead-captured", "chain": [], "subject": null}', $4
       from journey, unnest($3::text[]) as contact_id where id = $2`,
    [tenant.id, journeyId, contactIds, at],
  );
}

/** Numbers of the steps that each contact has done, in their order, by contact. Fails where a place is missing or taken twice. */
export async function doneByContact(stack: CrmStack, { id }: Pick<CrmTenant, 'id'>): Promise<Map<string, number[]>> {
  const done = await stack.sql<{ contactId: string; seq: number; step: number }>(
    `select e.contact_id as "contactId", s.seq, s.step from enrollment_step s
       join enrollment e on e.tenant_id = s.tenant_id and e.id = s.enrollment_id
      where s.tenant_id = $1 order by e.contact_id, s.seq`,
    [id],
  );
  const ways = new Map<string, number[]>();
  for (const { contactId, seq, step } of done) {
    const way = ways.get(contactId) ?? [];
    way.push(step);
    expect(seq).toBe(way.length);
    ways.set(contactId, way);
  }
  return ways;
}

let created = 0;

/** Calls of the API for the specs of journeys, as `admin` of the account of the test that runs. */
export function journeyCalls(admin: () => HttpClient) {
  const createContact = async (changes: object = {}): Promise<string> =>
    (await admin().post('/v1/contatos', { email: `p${(created += 1)}@acme.test`, ...changes })).body.id;
  const waysOf = async (contactId: string) => (await admin().get(`/v1/contatos/${contactId}/jornadas`)).body.jornadas;
  return {
    createContact,
    waysOf,
    /** The newest. */
    wayOf: async (contactId: string) => (await waysOf(contactId))[0],
    start: (passos: object[], changes: object = {}) => activeJourney(admin(), journeyOf({ passos, ...changes })),
  };
}
