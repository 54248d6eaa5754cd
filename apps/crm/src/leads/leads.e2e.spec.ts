import { beforeEach, describe, expect, it } from 'vitest';
import { type CrmTenant, crmStack } from '../../../../test/support/crm-stack.js';
import type { HttpClient } from '../../../../test/support/http-client.js';
import { CONSENT, LeadEvents, leadOf } from '../../../../test/support/lead-events.js';
import { DataKey, KeyRing, SecretBox } from '#libs/core/secrets';
import { ENCRYPTION_KEYS } from '../../../../test/support/app-stack.js';
import { TenantCipher } from '../keys/tenant-cipher.js';
import { toTimelineEntry } from '../timeline/timeline.js';
import type { Activity } from '../timeline/activity.entity.js';
import { useStack } from '../../../../test/support/use-stack.js';

const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0';
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1';

const stack = useStack(crmStack);
let tenant: CrmTenant;
let acme: HttpClient;
let events: LeadEvents;
let number = 0;

beforeEach(async () => {
  tenant = await stack.createTenant();
  acme = await tenant.session('member');
  events = new LeadEvents(stack, tenant);
});
const newEmail = () => `lead-${++number}@example.com`;

/** The contact of a lead, as the API answers it. */
async function contactOf(leadId: string) {
  const [receipt] = await stack.sql<{ id: string | null }>(
    'select contact_id as id from lead_receipt where tenant_id = $1 and lead_id = $2',
    [tenant.id, leadId],
  );
  return receipt?.id ? (await acme.get(`/v1/contatos/${receipt.id}`)).body : null;
}

/** Entries of the timeline of a contact, opened, oldest first. */
async function timelineOf(contactId: string) {
  const [row] = await stack.sql<{ tenantKey: string; contactKey: Buffer }>(
    `select tenant_key.sealed as "tenantKey", data_key as "contactKey" from tenant_key
     join contact using (tenant_id) where contact.id = $1`,
    [contactId],
  );
  const box = new SecretBox(KeyRing.fromConfig(ENCRYPTION_KEYS));
  const tenantKey = DataKey.fromBytes(box.openBytes(tenant.id, 'crm.tenant-key', row!.tenantKey));
  const key = new TenantCipher(tenantKey).openContactKey(contactId, row!.contactKey);
  const rows = await stack.sql<Activity>(
    'select id, type, author_id as "authorId", sealed, created_at as "createdAt" from activity where contact_id = $1 order by id',
    [contactId],
  );
  return rows.map((activity) => toTimelineEntry(activity, key));
}

const contacts = async () =>
  stack.sql<{ id: string; deleted: boolean }>(
    'select id, deleted_at is not null as deleted from contact where tenant_id = $1',
    [tenant.id],
  );

describe('a captured lead', () => {
  it('makes a contact with what the visitor said and where they came from', async () => {
    const email = newEmail();
    const lead = leadOf(
      { nome: 'Ana Lima', email: email.toUpperCase(), telefone: '+5511987654321', interesse: 'Plano anual' },
      {
        origin: { url: 'https://www.example.com/oferta', utm_source: 'google', utm_campaign: 'inverno' },
        address: '200.160.2.3',
        userAgent: FIREFOX,
      },
    );
    await events.capture(lead);
    const contact = await contactOf(lead.leadId);
    expect(contact).toMatchObject({
      ciclo: 'lead',
      estagio: 'novo',
      nome: 'Ana Lima',
      email,
      telefone: '+5511987654321',
      fonte: 'pagina',
      utm_source: 'google',
      utm_medium: null,
      utm_campaign: 'inverno',
      dispositivo: 'desktop',
      so: 'Windows',
      navegador: 'Firefox',
      ip_pais: 'BR',
    });
    const [entry] = await timelineOf(contact.id);
    expect(entry).toMatchObject({
      type: 'form-submitted',
      authorId: null,
      data: { leadId: lead.leadId, formName: 'Boletim', origin: lead.origin, isSpam: false },
    });
    expect(entry!.data['answers']).toContainEqual(expect.objectContaining({ name: 'interesse', value: 'Plano anual' }));
  });

  it('keeps no address and no answer in plain text', async () => {
    const email = newEmail();
    await events.capture(leadOf({ email, telefone: '+5511987650000', pergunta: 'segredo-da-visita' }));
    const tables = [
      'lead_receipt',
      'activity',
      'contact',
      'contact_identifier',
      'consent_change',
      'audit_entry',
      'outbox',
    ];
    for (const table of tables) {
      const rows = await stack.sql<{ row: string }>(`select t::text as row from ${table} t`);
      const text = rows.map(({ row }) => row).join('\n');
      expect(text, table).not.toContain(email);
      expect(text, table).not.toMatch(/987650000|segredo-da-visita/);
    }
  });

  it('finds the contact by its e-mail address, and fills only what is empty', async () => {
    const email = newEmail();
    const made = await acme.post('/v1/contatos', { email, nome: 'Ana', cidade: 'Recife' });
    const lead = leadOf(
      { email, nome: 'Outra Ana', cargo: 'Diretora', cidade: 'Olinda', telefone: '+5511912340001' },
      { userAgent: IPHONE, origin: { utm_source: 'news' } },
    );
    lead.fields.find(({ name }) => name === 'cargo')!.contactField = 'cargo';
    lead.fields.find(({ name }) => name === 'cidade')!.contactField = 'cidade';
    await events.capture(lead);
    expect(await contactOf(lead.leadId)).toMatchObject({
      id: made.body.id,
      ciclo: 'contato',
      nome: 'Ana',
      cidade: 'Recife',
      cargo: 'Diretora',
      telefone: '+5511912340001',
      fonte: 'manual',
      utm_source: 'news',
      dispositivo: 'mobile',
      so: 'iOS',
    });
    expect(await contacts()).toHaveLength(1);
  });

  it('fills the fields that the account has made by their keys, where they are empty', async () => {
    const admin = await tenant.session();
    const custom = (chave: string, tipo: string) =>
      admin.post('/v1/campos-personalizados', { chave, rotulo: chave, tipo });
    await custom('frota', 'numero');
    await custom('ramo', 'texto');
    const capture = async (email: string, frota: string) => {
      const lead = leadOf({ email, frota, ramo: 'padaria', livre: 'x' });
      for (const field of lead.fields) if (field.name !== 'email') field.contactField = field.name;
      await events.capture(lead);
      return contactOf(lead.leadId);
    };
    const email = newEmail();
    expect((await capture(email, '12')).campos).toEqual({ frota: 12, ramo: 'padaria' });
    expect((await capture(email, '99')).campos).toEqual({ frota: 12, ramo: 'padaria' });
    const [wrong, known] = [newEmail(), newEmail()];
    const made = await capture(wrong, 'uma dúzia');
    expect(made.campos).toEqual({ ramo: 'padaria' });
    const { body } = await acme.get(`/v1/contatos/${made.id}/atividades`);
    expect(JSON.stringify(body)).toContain('uma dúzia');
    await acme.post('/v1/contatos', { email: known, campos: { ramo: 'oficina' } });
    expect((await capture(known, '3')).campos).toEqual({ frota: 3, ramo: 'oficina' });
  });

  it('finds the contact by its telephone number if one of the two has no e-mail address', async () => {
    const withEmail = await acme.post('/v1/contatos', { email: newEmail(), telefone: '+5511912340002' });
    const byPhone = leadOf({ telefone: '(11) 91234-0002' });
    await events.capture(byPhone);
    expect(await contactOf(byPhone.leadId)).toEqual({ ...withEmail.body, atualizado_em: expect.any(String) });
    const withoutEmail = await acme.post('/v1/contatos', { telefone: '+5511912340004' });
    const email = newEmail();
    const lead = leadOf({ email, telefone: '(11) 91234-0004' });
    await events.capture(lead);
    expect(await contactOf(lead.leadId)).toMatchObject({ id: withoutEmail.body.id, email });
  });

  it('with the telephone number of a contact and another e-mail address is a contact of its own, and a suggestion', async () => {
    const made = await acme.post('/v1/contatos', { email: newEmail(), nome: 'Ana', telefone: '+5511912340005' });
    const email = newEmail();
    const [lead, again] = [1, 2].map(() => leadOf({ nome: 'Bia', email, telefone: '(11) 91234-0005' }));
    await events.capture(lead!);
    await events.capture(again!);
    const contact = await contactOf(lead!.leadId);
    expect(contact).toMatchObject({ nome: 'Bia', email, telefone: null, ciclo: 'lead' });
    expect((await contactOf(again!.leadId)).id).toBe(contact.id);
    expect((await acme.get(`/v1/contatos/${made.body.id}`)).body).toEqual(made.body);
    const { sugestoes } = (await acme.get('/v1/identidades/sugestoes')).body;
    expect(sugestoes).toMatchObject([
      { contato_id: made.body.id, outro_contato_id: contact.id, motivos: [{ codigo: 'telefone_no_lead' }] },
    ]);
  });

  it('belongs to the contact with its e-mail address when another has its telephone number', async () => {
    const email = newEmail();
    const byEmail = await acme.post('/v1/contatos', { email });
    await acme.post('/v1/contatos', { telefone: '+5511912340003' });
    const lead = leadOf({ email, telefone: '+5511912340003' });
    await events.capture(lead);
    expect(await contactOf(lead.leadId)).toMatchObject({ id: byEmail.body.id, telefone: null });
  });

  it('without e-mail address and telephone number makes no contact', async () => {
    const lead = leadOf({ nome: 'Ana', pergunta: 'Quanto custa?' });
    await events.capture(lead);
    expect(await contacts()).toEqual([]);
    const [receipt] = await stack.sql('select captured_at from lead_receipt where lead_id = $1', [lead.leadId]);
    expect(receipt).toMatchObject({ captured_at: expect.any(Date) });
  });

  it('with an address that is none makes no contact', async () => {
    await events.capture(leadOf({ email: 'ana', telefone: '123' }));
    expect(await contacts()).toEqual([]);
  });

  it('is applied once, by whatever events it is told of', async () => {
    const lead = leadOf({ email: newEmail() });
    await Promise.all([1, 2, 3, 4].map(() => events.capture(lead)));
    const contact = await contactOf(lead.leadId);
    expect(await timelineOf(contact.id)).toHaveLength(1);
  });

  it('shares one contact with the others of its address that come at the same instant', async () => {
    const email = newEmail();
    const leads = Array.from({ length: 8 }, () => leadOf({ email }));
    await Promise.all(leads.map((lead) => events.capture(lead)));
    const [contact, ...others] = await contacts();
    expect(others).toEqual([]);
    expect(await timelineOf(contact!.id)).toHaveLength(8);
  });

  it('belongs to its own tenant', async () => {
    const email = newEmail();
    const rival = await stack.createTenant();
    const lead = leadOf({ email });
    await events.capture(lead);
    await new LeadEvents(stack, rival).capture(leadOf({ email }));
    const { id } = await contactOf(lead.leadId);
    expect((await (await rival.session()).get(`/v1/contatos/${id}`)).status).toBe(404);
    expect(await contacts()).toHaveLength(1);
  });
});

describe('what is found out about an address', () => {
  const check = (leadId: string) => events.send('pages.lead.email-checked', { leadId, emailStatus: 'descartavel' });

  it('stands in the contact', async () => {
    const lead = leadOf({ email: newEmail() });
    await events.capture(lead);
    await check(lead.leadId);
    expect((await contactOf(lead.leadId)).email_status).toBe('descartavel');
  });

  it('waits for its lead', async () => {
    const lead = leadOf({ email: newEmail() });
    await check(lead.leadId);
    await events.capture(lead);
    expect((await contactOf(lead.leadId)).email_status).toBe('descartavel');
  });

  it('says nothing of a contact with another address', async () => {
    const email = newEmail();
    const { body } = await acme.post('/v1/contatos', { email: newEmail() });
    await acme.post(`/v1/contatos/${body.id}/identificadores`, { canal: 'email', valor: email });
    const lead = leadOf({ email });
    await events.capture(lead);
    await check(lead.leadId);
    expect((await contactOf(lead.leadId)).email_status).toBeNull();
  });
});

describe('a lead that was spam', () => {
  const isSpam = async (contactId: string) =>
    (await timelineOf(contactId)).filter(({ type }) => type === 'form-submitted').map(({ data }) => data['isSpam']);

  it('takes the contact with it that it made alone', async () => {
    const email = newEmail();
    const lead = leadOf({ nome: 'Ana Lima', email }, { consent: CONSENT });
    await events.capture(lead);
    const { id } = await contactOf(lead.leadId);
    await events.send('pages.lead.email-checked', { leadId: lead.leadId, emailStatus: 'ok' });
    await events.retract(lead);
    expect((await acme.get(`/v1/contatos/${id}`)).status).toBe(404);
    const [row] = await stack.sql<{ row: string }>('select contact::text as row from contact where id = $1', [id]);
    expect(row!.row).not.toContain('Ana');
    const left = await stack.sql('select from activity where contact_id = $1 and sealed is not null', [id]);
    const identifiers = await stack.sql('select from contact_identifier where contact_id = $1', [id]);
    expect([left, identifiers]).toEqual([[], []]);
    expect((await acme.post('/v1/contatos', { email })).status).toBe(201);
  });

  it('is marked where others have told of the same contact', async () => {
    const email = newEmail();
    const [first, second] = [leadOf({ email }), leadOf({ email })];
    await events.capture(first);
    await events.capture(second);
    await events.retract(first);
    const { id } = await contactOf(second.leadId);
    expect(await isSpam(id)).toEqual([true, false]);
  });

  it('is marked where a user has changed the contact since', async () => {
    const lead = leadOf({ email: newEmail() });
    await events.capture(lead);
    const { id } = await contactOf(lead.leadId);
    await stack.sql(`update contact set updated_at = updated_at + interval '1 second', name = 'Ana' where id = $1`, [
      id,
    ]);
    await events.retract(lead);
    expect((await acme.get(`/v1/contatos/${id}`)).status).toBe(200);
    expect(await isSpam(id)).toEqual([true]);
  });

  it('makes nothing when that is known before the lead comes', async () => {
    const lead = leadOf({ email: newEmail() });
    const earlier = events.tick();
    await events.retract(lead);
    await events.capture(lead, earlier);
    expect(await contacts()).toEqual([]);
  });

  it('comes back when it was none after all, also in the wrong order', async () => {
    const lead = leadOf({ email: newEmail(), nome: 'Ana' });
    await events.capture(lead);
    await events.retract(lead);
    await events.capture(lead);
    expect((await contactOf(lead.leadId)).nome).toBe('Ana');
    const overtaken = events.tick();
    await events.capture(lead);
    await events.retract(lead, overtaken);
    expect((await contactOf(lead.leadId)).nome).toBe('Ana');
  });

  it('is unmarked when it was none after all', async () => {
    const email = newEmail();
    await acme.post('/v1/contatos', { email });
    const lead = leadOf({ email });
    await events.capture(lead);
    await events.retract(lead);
    const { id } = await contactOf(lead.leadId);
    expect(await isSpam(id)).toEqual([true]);
    await events.capture(lead);
    expect(await isSpam(id)).toEqual([false]);
  });
});
