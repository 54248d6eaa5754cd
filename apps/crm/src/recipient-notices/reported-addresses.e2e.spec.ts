import { v7 } from 'uuid';
import { beforeEach, describe, expect, it } from 'vitest';
import type { RecipientNotice } from '#libs/core/app-events';
import { waitUntil } from '#libs/test/testing';
import { SERVICE_SECRET } from '../../../../test/support/app-stack.js';
import { type CrmTenant, crmStack } from '../../../../test/support/crm-stack.js';
import type { HttpClient } from '../../../../test/support/http-client.js';
import { useStack } from '../../../../test/support/use-stack.js';
import { activeJourney, journeyOf, wait } from '../journeys/journeys.fixture.js';

const stack = useStack(crmStack);
let tenant: CrmTenant;
let acme: HttpClient;

beforeEach(async () => {
  tenant = await stack.createTenant();
  acme = await tenant.session('admin');
});

let number = 0;
const newEmail = () => `pessoa-${(number += 1)}@example.com`;

async function createContact(email: string): Promise<string> {
  const { status, body, text } = await acme.post('/v1/contatos', { email });
  expect(status, text).toBe(201);
  return body.id;
}

/** Tells the CRM what Platform reports of an address. */
async function report(address: string, change: RecipientNotice['change']): Promise<void> {
  const occurredAt = new Date().toISOString();
  const notice = { channel: 'email', address, change, source: 'report', isDomainGone: false, occurredAt };
  const sender = stack.anonymous.with({ authorization: `Bearer ${SERVICE_SECRET}` });
  const event = { id: v7(), type: 'platform.recipients.changed', tenantId: tenant.id, from: 'platform', occurredAt };
  const { status, text } = await sender.post('/internal/events', { ...event, payload: { notices: [notice] } });
  expect(status, text).toBe(200);
}

const statusOf = async (id: string) => (await acme.get(`/v1/contatos/${id}`)).body.email_status;

async function segmentOf(campo: string, valor: unknown): Promise<string> {
  const criterios = [{ campo, operador: 'igual', valor }];
  const { status, body, text } = await acme.post('/v1/segmentos', { nome: campo, criterios });
  expect(status, text).toBe(201);
  return `/v1/segmentos/${body.segmento.id}/contatos`;
}

const membersAt = async (path: string) =>
  (await acme.get(path)).body.contatos.map(({ id }: { id: string }) => id) as string[];
const becomes = (path: string, ids: string[]) =>
  waitUntil(async () => (await membersAt(path)).join() === ids.join(), { timeoutMs: 15_000, what: 'the members' });

describe('an address that Platform reports as bounced', () => {
  it('brings its contact into the segments and the journeys that look at it', async () => {
    const email = newEmail();
    const [contact, other] = [await createContact(email), await createContact(newEmail())];
    const members = await segmentOf('email_status', 'suspeito');
    const journey = await activeJourney(
      acme,
      journeyOf({ gatilho: 'campo_mudou', parametros: { campo: 'email_status', para: 'suspeito' }, passos: [wait(1)] }),
    );
    await report(email, 'bounced');
    expect([await statusOf(contact), await statusOf(other)]).toEqual(['suspeito', null]);
    await becomes(members, [contact]);
    const waysOf = async (id: string) => (await acme.get(`/v1/contatos/${id}/jornadas`)).body.jornadas;
    await waitUntil(async () => (await waysOf(contact)).length === 1, { timeoutMs: 15_000, what: 'the entry' });
    expect(await waysOf(contact)).toMatchObject([{ jornada_id: journey, por: 'email_status' }]);
    expect(await waysOf(other)).toEqual([]);
  });

  it('takes its contact out again when the contact gets another one', async () => {
    const email = newEmail();
    const contact = await createContact(email);
    const members = await segmentOf('email_status', 'suspeito');
    await report(email, 'bounced');
    await becomes(members, [contact]);
    expect((await acme.patch(`/v1/contatos/${contact}`, { email: newEmail() })).status).toBe(200);
    expect(await statusOf(contact)).toBeNull();
    await becomes(members, []);
    // A later report on its former address is not about the contact.
    await report(email, 'bounced');
    expect(await statusOf(contact)).toBeNull();
  });

  it('is that of the contact that is kept when two are merged, with the address', async () => {
    const email = newEmail();
    const telefone = '+5511987654399';
    const kept = (await acme.post('/v1/contatos', { telefone })).body.id;
    const merged = await createContact(email);
    await report(email, 'bounced');
    const { status, text, body } = await acme.post(`/v1/contatos/${kept}/mesclar`, { contato_id: merged });
    expect(status, text).toBe(201);
    expect(await statusOf(kept)).toBe('suspeito');
    expect((await acme.post(`/v1/mesclagens/${body.id}/desfazer`)).status).toBe(200);
    expect([await statusOf(kept), await statusOf(merged)]).toEqual([null, 'suspeito']);
  });
});

describe('a complaint that Platform reports', () => {
  it('takes the consent, which segments compare, and says nothing against the address', async () => {
    const email = newEmail();
    const contact = await createContact(email);
    await acme.put(`/v1/contatos/${contact}/consentimento`, { canal: 'email', recebe: true });
    const members = await segmentOf('consentimento.email', true);
    await becomes(members, [contact]);
    await report(email, 'complained');
    await becomes(members, []);
    expect(await statusOf(contact)).toBeNull();
  });
});
