import { beforeEach, describe, expect, it } from 'vitest';
import { waitUntil } from '#libs/test/testing';
import { type CrmTenant, crmStack } from '../../../../test/support/crm-stack.js';
import type { HttpClient } from '../../../../test/support/http-client.js';
import { CONSENT, LeadEvents, leadOf } from '../../../../test/support/lead-events.js';
import { useStack } from '../../../../test/support/use-stack.js';
import { startEventReceiver } from '../../../../test/support/event-receiver.js';

let tenant: CrmTenant;
let acme: HttpClient;
let number = 0;

const platform = useStack(startEventReceiver);
const stack = useStack(() => crmStack({ PLATFORM_URL: platform.url }));
beforeEach(async () => {
  tenant = await stack.createTenant();
  acme = await tenant.session('member');
});

const newEmail = () => `consent-${++number}@example.com`;

async function newContact(email = newEmail(), more: object = {}): Promise<{ path: string; id: string; email: string }> {
  const { body } = await acme.post('/v1/contatos', { email, ...more });
  return { id: body.id, email, path: `/v1/contatos/${body.id}/consentimento` };
}

/** Notices that Platform got about this tenant's contacts. */
const notices = () =>
  platform.requests
    .map(({ text }) => JSON.parse(text) as { type: string; tenantId: string; payload: { notices: object[] } })
    .filter(({ type, tenantId }) => type === 'crm.consent.changed' && tenantId === tenant.id)
    .flatMap(({ payload }) => payload.notices);

const NOTHING = { email: false, push: false, sms: false, whatsapp: false };

describe('consent', () => {
  it('is none without a record, in the time zone of the account', async () => {
    const { path } = await newContact();
    expect((await acme.get(path)).body).toEqual({ recebe: NOTHING, fuso: 'America/Sao_Paulo' });
    const abroad = await newContact(newEmail(), { fuso: 'Europe/Lisbon' });
    expect((await acme.get(abroad.path)).body.fuso).toBe('Europe/Lisbon');
  });

  it('is recorded by channel, with its history and origin', async () => {
    const { path, id } = await newContact();
    const put = await acme.put(path, { canal: 'email', recebe: true, origem: 'Ligação de 3 de maio' });
    expect([put.status, put.body.recebe]).toEqual([200, { ...NOTHING, email: true }]);
    await acme.put(path, { canal: 'email', recebe: true, origem: 'De novo' });
    await acme.put(path, { canal: 'sms', recebe: false });
    await acme.put(path, { canal: 'email', recebe: false, origem: 'Pediu para sair' });
    expect((await acme.get(path)).body.recebe).toEqual(NOTHING);
    const { body } = await acme.get(`${path}/historico`);
    expect(body.historico.map((one: Record<string, unknown>) => [one['canal'], one['recebe'], one['origem']])).toEqual([
      ['email', false, 'Pediu para sair'],
      ['sms', false, null],
      ['email', true, 'Ligação de 3 de maio'],
    ]);
    expect(body.historico[0]).toMatchObject({ autor: expect.any(String), vale: true });
    const first = (await acme.get(`${path}/historico?limite=2`)).body;
    const second = (await acme.get(`${path}/historico?limite=2&cursor=${first.proximo}`)).body;
    expect([...first.historico, ...second.historico]).toEqual(body.historico);
    const [entries] = await stack.sql<{ count: number }>(
      `select count(*)::int as count from activity where contact_id = $1 and type = 'consent-changed'`,
      [id],
    );
    expect(entries).toEqual({ count: 3 });
  });

  it.each([
    [{ canal: 'carta', recebe: true }, 422, 'canal'],
    [{ canal: 'email' }, 422, 'recebe'],
    [{ canal: 'email', recebe: 'sim' }, 400, 'recebe'],
    [{ canal: 'email', recebe: true, fuso: 'x' }, 400, 'fuso'],
    [{ recebe: true }, 400, 'canal'],
  ])('cannot be %j', async (body, status, field) => {
    const { path } = await newContact();
    const answer = await acme.put(path, body);
    expect([answer.status, answer.body.erro]).toEqual([status, expect.stringContaining(field)]);
  });

  it('is stored without the words of its origin', async () => {
    const { path, id } = await newContact();
    await acme.put(path, { canal: 'email', recebe: false, origem: 'palavra-secreta' });
    const rows = await stack.sql<{ row: string }>(
      `select c::text || a::text as row from consent_change c join activity a using (contact_id) where contact_id = $1`,
      [id],
    );
    expect(rows.map(({ row }) => row).join()).not.toContain('palavra-secreta');
  });

  it('tells Platform of a withdrawal and of its return, and of nothing else', async () => {
    const { path, email } = await newContact(newEmail(), { telefone: '+5511987654321' });
    await acme.put(path, { canal: 'email', recebe: true });
    await acme.put(path, { canal: 'push', recebe: false });
    await acme.put(path, { canal: 'email', recebe: false });
    await acme.put(path, { canal: 'sms', recebe: false });
    await acme.put(path, { canal: 'email', recebe: true });
    await waitUntil(() => notices().length >= 4, { timeoutMs: 15_000 });
    expect(notices()).toHaveLength(4);
    expect(notices()).toEqual(
      expect.arrayContaining([
        { channel: 'email', address: email, suppressed: true },
        { channel: 'sms', address: '+5511987654321', suppressed: true },
        { channel: 'sms', address: '+551187654321', suppressed: true },
        { channel: 'email', address: email, suppressed: false },
      ]),
    );
  });
});

describe('consent by a form', () => {
  const confirmation = { askedAt: '2026-08-28T12:00:00.000Z', confirmedAt: null, address: null };
  const confirm = (leadId: string) =>
    new LeadEvents(stack, tenant).send('pages.lead.confirmed', {
      leadId,
      confirmedAt: '2026-08-28T13:00:00.000Z',
      address: null,
    });
  const capture = async (email: string, consent = CONSENT) => {
    const lead = leadOf({ email }, { consent });
    await new LeadEvents(stack, tenant).capture(lead);
    return lead;
  };

  it('counts for the address and push, and keeps the text and the legal basis', async () => {
    const { path, email } = await newContact();
    const { leadId } = await capture(email);
    expect((await acme.get(path)).body.recebe).toEqual({ ...NOTHING, email: true, push: true });
    const { body } = await acme.get(`${path}/historico`);
    expect(body.historico[0]).toMatchObject({
      origem: 'Boletim',
      texto: 'Aceito receber novidades.',
      base_legal: 'consentimento',
      lead_id: leadId,
      autor: null,
    });
  });

  it('waits for the confirmation that its form asks for', async () => {
    const { path, email } = await newContact();
    const { leadId } = await capture(email, { ...CONSENT, confirmation });
    expect((await acme.get(path)).body.recebe).toEqual(NOTHING);
    await confirm(leadId);
    expect((await acme.get(path)).body.recebe).toMatchObject({ email: true, push: true });
  });

  it('counts when the confirmation comes before the lead', async () => {
    const { path, email } = await newContact();
    const lead = leadOf({ email }, { consent: { ...CONSENT, confirmation } });
    await confirm(lead.leadId);
    await new LeadEvents(stack, tenant).capture(lead);
    expect((await acme.get(path)).body.recebe).toMatchObject({ email: true });
  });

  it('undoes a withdrawal only when it is confirmed', async () => {
    const { path, email } = await newContact();
    await acme.put(path, { canal: 'email', recebe: false });
    await capture(email);
    expect((await acme.get(path)).body.recebe).toMatchObject({ email: false, push: true });
    const { leadId } = await capture(email, { ...CONSENT, confirmation });
    await confirm(leadId);
    expect((await acme.get(path)).body.recebe).toMatchObject({ email: true });
  });

  it('does not count when the lead was spam, and what was before counts again', async () => {
    const { path, email } = await newContact();
    await acme.put(path, { canal: 'email', recebe: false });
    const lead = await capture(email, { ...CONSENT, confirmation });
    await confirm(lead.leadId);
    await new LeadEvents(stack, tenant).retract(lead);
    expect((await acme.get(path)).body.recebe).toEqual(NOTHING);
  });
});
