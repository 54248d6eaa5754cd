import { beforeEach, describe, expect, it } from 'vitest';
import { waitUntil } from '#libs/test/testing';
import { type CrmTenant, crmStack } from '../../../../test/support/crm-stack.js';
import type { HttpClient } from '../../../../test/support/http-client.js';
import { CONSENT, LeadEvents, leadOf } from '../../../../test/support/lead-events.js';
import { statementsOf } from '../../../../test/support/statements.js';
import { ended, runImport } from '../imports/imports.fixture.js';
import { useStack } from '../../../../test/support/use-stack.js';
import { startEventReceiver } from '../../../../test/support/event-receiver.js';

let tenant: CrmTenant;
let acme: HttpClient;
let number = 0;

const platform = useStack(startEventReceiver);
const stack = useStack(() => crmStack({ PLATFORM_URL: platform.url }));
beforeEach(async () => {
  tenant = await stack.createTenant();
  acme = await tenant.session('owner');
});

const newEmail = () => `moved-${++number}@example.com`;
const newPhone = () => `+55119${String(70_000_000 + ++number)}`;
/** A number without its ninth digit and with it. */
const bothOf = (phone: string) => [phone.replace('+55119', '+5511'), phone];
const newContact = async (values: object): Promise<string> => (await acme.post('/v1/contatos', values)).body.id;
const consent = (id: string, canal: string, recebe: boolean) =>
  acme.put(`/v1/contatos/${id}/consentimento`, { canal, recebe });

async function withdrawn(values: object, ...channels: string[]): Promise<string> {
  const id = await newContact(values);
  for (const canal of channels) await consent(id, canal, false);
  return id;
}

const add = async (id: string, canal: string, valor: string): Promise<string> =>
  (await acme.post(`/v1/contatos/${id}/identificadores`, { canal, valor })).body.id;

async function idOf(contact: string, value: string): Promise<string> {
  const { body } = await acme.get(`/v1/contatos/${contact}`);
  return body.identificadores.find(({ valor }: { valor: string }) => valor === value).id;
}
const remove = async (contact: string, value: string) =>
  acme.delete(`/v1/contatos/${contact}/identificadores/${await idOf(contact, value)}`);

interface Told {
  type: string;
  tenantId: string;
  occurredAt: string;
  payload: { notices: { address: string; suppressed: boolean }[] };
}

/** Addresses that Platform suppresses for this tenant, if it handles the notices it got as its receiver does. */
async function suppressed(): Promise<string[]> {
  const waiting = `select from outbox where tenant_id = $1 and payload->>'type' = 'crm.consent.changed'`;
  await waitUntil(async () => (await stack.sql(waiting, [tenant.id])).length === 0, { timeoutMs: 15_000 });
  const told = platform.requests
    .map(({ text }) => JSON.parse(text) as Told)
    .filter(({ type, tenantId }) => type === 'crm.consent.changed' && tenantId === tenant.id)
    .toSorted((a, b) => a.occurredAt.localeCompare(b.occurredAt));
  const state = new Map(told.flatMap(({ payload }) => payload.notices.map((one) => [one.address, one.suppressed])));
  return [...state].flatMap(([address, isSuppressed]) => (isSuppressed ? address : [])).toSorted();
}

describe('an address that comes to a contact after it withdrew', () => {
  it('is suppressed, by the channel of its kind', async () => {
    const [first, second, phone] = [newEmail(), newEmail(), newPhone()];
    const id = await withdrawn({ email: first }, 'email');
    await add(id, 'email', second);
    await add(id, 'telefone', phone);
    expect(await suppressed()).toEqual([first, second]);
  });

  it('in the place of another is suppressed, and the other is released', async () => {
    const [first, second] = [newEmail(), newEmail()];
    const id = await withdrawn({ email: first }, 'email');
    await acme.patch(`/v1/contatos/${id}`, { email: second });
    expect(await suppressed()).toEqual([second]);
  });

  it('by an import is suppressed, and released when the import is undone', async () => {
    const [email, phone] = [newEmail(), newPhone()];
    await withdrawn({ email }, 'sms');
    const config = { mapeamento: { email: 'email', telefone: 'telefone' } };
    const imported = await runImport(acme, { file: `email,telefone\n${email},${phone}\n`, config });
    expect(await suppressed()).toEqual(bothOf(phone));
    await acme.post(`/v1/importacoes/${imported.id}/desfazer`);
    await waitUntil(async () => (await ended(acme, imported.id)).estado === 'desfeita', { timeoutMs: 15_000 });
    expect(await suppressed()).toEqual([]);
  });

  it('by a lead is suppressed, unless the lead brings a confirmed consent', async () => {
    const confirmation = { askedAt: '2026-08-28T12:00:00Z', confirmedAt: '2026-08-28T13:00:00Z', address: null };
    const [silent, willing] = [newEmail(), newEmail()];
    const [firstPhone, secondPhone] = [newPhone(), newPhone()];
    for (const email of [silent, willing]) await withdrawn({ email }, 'sms');
    const events = new LeadEvents(stack, tenant);
    await events.capture(leadOf({ email: silent, telefone: firstPhone }));
    await events.capture(leadOf({ email: willing, telefone: secondPhone }, { consent: { ...CONSENT, confirmation } }));
    expect(await suppressed()).toEqual(bothOf(firstPhone));
  });

  it('with the return of a deleted contact is suppressed again', async () => {
    const email = newEmail();
    const id = await withdrawn({ email }, 'email');
    await acme.delete(`/v1/contatos/${id}`);
    const other = await withdrawn({ email }, 'email');
    await consent(other, 'email', true);
    expect(await suppressed()).toEqual([]);
    await acme.delete(`/v1/contatos/${other}`);
    expect((await (await tenant.operator()).post(`/v1/contatos/${id}/restaurar`)).status).toBe(200);
    expect(await suppressed()).toEqual([email]);
  });
});

describe('an address that leaves a contact who withdrew', () => {
  it('is released, and stays so with a contact that withdrew nothing', async () => {
    const [first, second] = [newEmail(), newEmail()];
    const id = await withdrawn({ email: first }, 'email');
    await add(id, 'email', second);
    await remove(id, second);
    expect(await suppressed()).toEqual([first]);
    await newContact({ email: second });
    expect(await suppressed()).toEqual([first]);
  });

  it('for another who withdrew, too, is suppressed', async () => {
    const [first, second, third] = [newEmail(), newEmail(), newEmail()];
    const id = await withdrawn({ email: first }, 'email');
    const other = await withdrawn({ email: third }, 'email');
    await add(id, 'email', second);
    await remove(id, second);
    await add(other, 'email', second);
    expect(await suppressed()).toEqual([first, second, third].toSorted());
  });

  it('stays suppressed while a deleted contact has it that withdrew', async () => {
    const [shared, own] = [newEmail(), newEmail()];
    await acme.delete(`/v1/contatos/${await withdrawn({ email: shared }, 'email')}`);
    const id = await withdrawn({ email: own }, 'email');
    await add(id, 'email', shared);
    await remove(id, shared);
    expect(await suppressed()).toEqual([shared, own].toSorted());
  });
});

it('a number that is written with its ninth digit from now on stays suppressed, in both spellings', async () => {
  const phone = newPhone();
  const id = await withdrawn({ telefone: bothOf(phone)[0] }, 'sms');
  expect(await suppressed()).toEqual(bothOf(phone));
  expect((await acme.patch(`/v1/contatos/${id}`, { telefone: phone })).body.telefones).toEqual([phone]);
  expect(await suppressed()).toEqual(bothOf(phone));
  await acme.patch(`/v1/contatos/${id}`, { telefone: newPhone() });
  expect(await suppressed()).not.toContain(phone);
});

describe('after a merge', () => {
  const merge = async (kept: string, other: string): Promise<string> =>
    (await acme.post(`/v1/contatos/${kept}/mesclar`, { contato_id: other })).body.id;
  const undo = async (id: string) => expect((await acme.post(`/v1/mesclagens/${id}/desfazer`)).status).toBe(200);

  it('an address that the kept contact loses is released, and suppressed again by the undo', async () => {
    const [own, merged] = [newEmail(), newEmail()];
    const [kept, other] = [await newContact({ email: own }), await withdrawn({ email: merged }, 'email')];
    const id = await merge(kept, other);
    expect(await suppressed()).toEqual([own, merged].toSorted());
    await remove(kept, merged);
    expect(await suppressed()).toEqual([own]);
    await undo(id);
    expect(await suppressed()).toEqual([merged]);
  });

  it('an address that comes to the kept contact is suppressed, and released by the undo', async () => {
    const [own, merged, later] = [newEmail(), newEmail(), newEmail()];
    const [kept, other] = [await newContact({ email: own }), await withdrawn({ email: merged }, 'email')];
    const id = await merge(kept, other);
    await add(kept, 'email', later);
    expect(await suppressed()).toEqual([own, merged, later].toSorted());
    await undo(id);
    expect(await suppressed()).toEqual([merged]);
  });
});

it('a lead that was no spam after all has its confirmed consent told again', async () => {
  const email = newEmail();
  const confirmation = { askedAt: '2026-08-28T12:00:00Z', confirmedAt: '2026-08-28T13:00:00Z', address: null };
  await withdrawn({ email }, 'email');
  const lead = leadOf({ email }, { consent: { ...CONSENT, confirmation } });
  const events = new LeadEvents(stack, tenant);
  await events.capture(lead);
  await events.retract(lead);
  expect(await suppressed()).toEqual([email]);
  await events.capture(lead);
  expect(await suppressed()).toEqual([]);
});

it('a change of addresses costs one read for a contact that withdrew nothing', async () => {
  const id = await newContact({ email: newEmail() });
  const work = () => acme.post(`/v1/contatos/${id}/identificadores`, { canal: 'email', valor: newEmail() });
  expect(await statementsOf(work, /consent_change/)).toHaveLength(1);
});
