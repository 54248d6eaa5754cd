import { beforeEach, describe, expect, it } from 'vitest';
import { waitUntil } from '#libs/test/testing';
import { type CrmTenant, crmStack } from '../../../../test/support/crm-stack.js';
import type { Answer, HttpClient } from '../../../../test/support/http-client.js';
import { CONSENT, LeadEvents, leadOf } from '../../../../test/support/lead-events.js';
import { csv, runImport } from '../imports/imports.fixture.js';
import { RetentionService } from '../retention/retention.service.js';
import { useStack } from '../../../../test/support/use-stack.js';
import { startEventReceiver } from '../../../../test/support/event-receiver.js';

let tenant: CrmTenant;
let acme: HttpClient;
let leads: LeadEvents;
let number = 0;

const platform = useStack(startEventReceiver);
const stack = useStack(() => crmStack({ PLATFORM_URL: platform.url }));
beforeEach(async () => {
  tenant = await stack.createTenant();
  acme = await tenant.session('owner');
  leads = new LeadEvents(stack, tenant);
});

const newEmail = () => `erased-${++number}@example.com`;
/** Landlines: a mobile number has two spellings. */
const newPhone = () => `+5511${String(30_000_000 + ++number)}`;
const newContact = async (values: object): Promise<string> => {
  const { status, body, text } = await acme.post('/v1/contatos', values);
  expect(status, text).toBe(201);
  return body.id;
};

async function erase(id: string): Promise<void> {
  const request = { contato_id: id, solicitante: 'Ana', canal: 'email' };
  const { body } = await acme.post('/v1/pedidos-exclusao', request);
  expect((await acme.post(`/v1/pedidos-exclusao/${body.id}/aprovar`)).status).toBe(200);
}

/** Addresses of a contact that was erased. */
async function erased(values: object): Promise<void> {
  await erase(await newContact(values));
}

const consentOf = async (id: string) => (await acme.get(`/v1/contatos/${id}/consentimento`)).body.recebe;

/** Entries of the consent history of a contact, as `channel allowed origin`, in alphabetical order. */
async function historyOf(id: string): Promise<string[]> {
  const { historico } = (await acme.get(`/v1/contatos/${id}/consentimento/historico`)).body;
  return historico
    .toReversed()
    .map(({ canal, recebe, origem }: Record<string, unknown>) => `${canal} ${recebe} ${origem}`)
    .toSorted();
}

const allow = (id: string, canal: string, origem?: string): Promise<Answer> =>
  acme.put(`/v1/contatos/${id}/consentimento`, { canal, recebe: true, origem });

interface Told {
  id: string;
  type: string;
  tenantId: string;
  payload: Record<string, unknown>;
}

/** Payloads of the events of one type that Platform got about this account. On a busy machine an event may come twice. */
const told = (type: string): Record<string, unknown>[] => {
  const events = platform.requests
    .map(({ text }) => JSON.parse(text || '{}') as Told)
    .filter((event) => event.type === type && event.tenantId === tenant.id);
  return [...new Map(events.map(({ id, payload }) => [id, payload])).values()];
};

const noticed = async (notice: object): Promise<void> => {
  const notices = () => told('crm.consent.changed').flatMap((payload) => payload['notices'] as object[]);
  await waitUntil(() => notices().length > 0, { what: 'a notice' });
  expect(notices()).toEqual([notice]);
};

const idOf = async (email: string): Promise<string> =>
  (await acme.get(`/v1/contatos?q=${encodeURIComponent(email)}`)).body.contatos[0].id;

const ERASED = { email: 'email false erased', phones: ['sms false erased', 'whatsapp false erased'] };

describe('the address of an erased person, entered again', () => {
  it('begins with the consent withdrawn, of the channels of its kind', async () => {
    const [email, telefone] = [newEmail(), newPhone()];
    await erased({ email, telefone });
    expect(await historyOf(await newContact({ email }))).toEqual([ERASED.email]);
    expect(await historyOf(await newContact({ telefone }))).toEqual(ERASED.phones);
    expect(await historyOf(await newContact({ email: newEmail() }))).toEqual([]);
  });

  it('is known in every spelling of its mailbox', async () => {
    await erased({ email: `ana.${++number}+loja@gmail.com` });
    expect(await historyOf(await newContact({ email: `ana${number}@googlemail.com` }))).toEqual([ERASED.email]);
  });

  it('is known in an import', async () => {
    const [email, other] = [newEmail(), newEmail()];
    await erased({ email });
    await runImport(acme, { file: csv('email', email, other), config: { mapeamento: { email: 'email' } } });
    expect(await historyOf(await idOf(email))).toEqual([ERASED.email]);
    expect(await historyOf(await idOf(other))).toEqual([]);
  });

  it('is known in a lead, whose consent does not count unless it is confirmed', async () => {
    const email = newEmail();
    await erased({ email });
    const lead = leadOf({ email }, { consent: { ...CONSENT, confirmation: null } });
    await leads.capture(lead);
    const id = await idOf(email);
    expect(await historyOf(id)).toEqual([ERASED.email, 'push true Boletim']);
    const confirmed = { confirmation: { askedAt: leads.tick(), address: null, confirmedAt: leads.tick() } };
    await leads.capture(leadOf({ email }, { consent: { ...CONSENT, ...confirmed } }));
    expect(await consentOf(id)).toMatchObject({ email: true });
    await noticed({ channel: 'email', address: email, suppressed: false, confirmed: true });
    expect(await historyOf(await newContactAfterDeleting(id, email))).toEqual([]);
  });

  it('is known when a contact gets it that has no consent, and leaves one that was given', async () => {
    const [email, another] = [newEmail(), newEmail()];
    await erased({ email });
    await erased({ email: another });
    const [silent, allowing] = [await newContact({ telefone: newPhone() }), await newContact({ email: newEmail() })];
    expect((await allow(allowing, 'email')).status).toBe(200);
    for (const [id, valor] of [
      [silent, email],
      [allowing, another],
    ])
      expect((await acme.post(`/v1/contatos/${id}/identificadores`, { canal: 'email', valor })).status).toBe(201);
    expect([await consentOf(silent), await consentOf(allowing)]).toMatchObject([{ email: false }, { email: true }]);
    expect(await historyOf(silent)).toEqual([ERASED.email]);
  });

  it('is known when it replaces the address of a contact', async () => {
    const email = newEmail();
    await erased({ email });
    const id = await newContact({ email: newEmail() });
    expect((await acme.patch(`/v1/contatos/${id}`, { email })).status).toBe(200);
    expect(await historyOf(id)).toEqual([ERASED.email]);
  });

  it('is known after the retention of the account has erased the contact', async () => {
    const email = newEmail();
    const id = await newContact({ email });
    await acme.put('/v1/configuracoes/retencao', { dias: 30 });
    await stack.sql(
      `update contact set last_activity_at = now() - interval '40 days', updated_at = now() - interval '40 days' where id = $1`,
      [id],
    );
    await stack.sql(`update activity set created_at = now() - interval '40 days' where contact_id = $1`, [id]);
    expect(await stack.app.get(RetentionService, { strict: false }).anonymizeInactive()).toBe(1);
    expect(await historyOf(await newContact({ email }))).toEqual([ERASED.email]);
  });

  it('is of its account alone', async () => {
    const email = newEmail();
    await erased({ email });
    tenant = await stack.createTenant();
    acme = await tenant.session('owner');
    expect(await historyOf(await newContact({ email }))).toEqual([]);
  });

  it('is not one that another contact has: Platform is told to leave that as it is', async () => {
    const [email, telefone] = [newEmail(), newPhone()];
    const id = await newContact({ email, telefone });
    expect((await acme.delete(`/v1/contatos/${id}`)).status).toBeLessThan(300);
    const other = await newContact({ email });
    await acme.put('/v1/configuracoes/retencao', { dias: 30 });
    await stack.sql(
      `update contact set last_activity_at = now() - interval '40 days', updated_at = now() - interval '40 days' where id = $1`,
      [id],
    );
    await stack.sql(`update activity set created_at = now() - interval '40 days' where contact_id = $1`, [id]);
    await stack.app.get(RetentionService, { strict: false }).anonymizeInactive();
    await waitUntil(() => told('crm.contact.erased').length > 0, { what: 'the erasure' });
    expect(told('crm.contact.erased')[0]).toMatchObject({
      emails: [email],
      phones: [telefone],
      heldElsewhere: [email],
    });
    expect(await historyOf(other)).toEqual([]);
    expect(await historyOf(await newContact({ telefone }))).toEqual(ERASED.phones);
  });
});

describe('a consent of an erased person that a user records', () => {
  it('is refused without what proves it', async () => {
    const [email, telefone] = [newEmail(), newPhone()];
    await erased({ email, telefone });
    const id = await newContact({ email, telefone });
    for (const canal of ['email', 'sms', 'whatsapp']) {
      const { status, body } = await allow(id, canal);
      expect([status, body.campo]).toEqual([422, 'origem']);
    }
    expect((await allow(id, 'email', ' ')).status).toBe(422);
    expect((await allow(id, 'push')).status).toBe(200);
    expect(await consentOf(id)).toEqual({ email: false, push: true, sms: false, whatsapp: false });
  });

  it('counts with it, and lifts on Platform what the erasure holds back', async () => {
    const telefone = newPhone();
    await erased({ telefone });
    const id = await newContact({ telefone });
    expect((await allow(id, 'sms', 'Contrato de 2 de maio, assinado')).status).toBe(200);
    expect(await consentOf(id)).toMatchObject({ sms: true, whatsapp: false });
    await noticed({ channel: 'sms', address: telefone, suppressed: false, confirmed: true });
    expect((await allow(id, 'whatsapp')).status).toBe(200);
  });
});

/** The address is free again, and nothing is known of it. */
async function newContactAfterDeleting(id: string, email: string): Promise<string> {
  expect((await acme.delete(`/v1/contatos/${id}`)).status).toBeLessThan(300);
  return newContact({ email });
}
