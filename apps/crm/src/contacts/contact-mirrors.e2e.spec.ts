import { beforeEach, expect, it } from 'vitest';
import type { ContactChange } from '#libs/core/app-events';
import { waitUntil } from '#libs/test/testing';
import { sentEventsOf } from '../../../../test/support/crm-contacts.js';
import { type CrmStack, type CrmTenant, crmStack } from '../../../../test/support/crm-stack.js';
import type { HttpClient } from '../../../../test/support/http-client.js';
import { LeadEvents, leadOf } from '../../../../test/support/lead-events.js';
import { RetentionService } from '../retention/retention.service.js';
import { useStack } from '../../../../test/support/use-stack.js';

const stack = useStack(() => crmStack({ ROLE: 'api' }));
let tenant: CrmTenant;
let admin: HttpClient;

beforeEach(async () => {
  tenant = await stack.createTenant();
  admin = await tenant.session();
});
const newContact = async (values: object): Promise<string> => (await admin.post('/v1/contatos', values)).body.id;

/** Events that Platform gets of a contact after it was made: the kind, and the changed fields. */
async function toldOf(contactId: string, of: CrmStack = stack): Promise<[string, string[]][]> {
  const events = (await sentEventsOf(of, tenant.id)) as { type: string; payload: { changes: ContactChange[] } }[];
  return events
    .filter(({ type }) => type === 'crm.contacts.changed')
    .flatMap(({ payload }) => payload.changes)
    .filter((change) => change.contactId === contactId && change.kind !== 'created')
    .map(({ kind, fields }) => [kind, fields]);
}

it('an erasure is told as the end of the contact, and of a deleted contact no second time', async () => {
  const id = await newContact({ email: 'ana@corp.example' });
  const deleted = await newContact({ email: 'bia@corp.example' });
  for (const contato_id of [id, deleted])
    await admin.post('/v1/pedidos-exclusao', { contato_id, solicitante: 'titular', canal: 'email' });
  await admin.delete(`/v1/contatos/${deleted}`);
  const { pedidos } = (await admin.get('/v1/pedidos-exclusao')).body;
  for (const pedido of pedidos) await admin.post(`/v1/pedidos-exclusao/${pedido.id}/aprovar`);
  expect(await toldOf(id)).toEqual([['deleted', []]]);
  expect(await toldOf(deleted)).toEqual([['deleted', []]]);
});

it('the retention is told as the end of the contact', async () => {
  const id = await newContact({ email: 'ana@corp.example' });
  await admin.put('/v1/configuracoes/retencao', { dias: 30 });
  await stack.sql(
    `update contact set last_activity_at = now() - interval '60 days', updated_at = now() - interval '60 days' where id = $1`,
    [id],
  );
  await stack.sql(`update activity set created_at = now() - interval '60 days' where contact_id = $1`, [id]);
  await stack.app.get(RetentionService).anonymizeInactive();
  expect(await toldOf(id)).toEqual([['deleted', []]]);
});

it('what a lead fills in a contact is told, and a lead that fills nothing is not', async () => {
  await admin.post('/v1/campos-personalizados', { chave: 'frota', rotulo: 'Frota', tipo: 'numero' });
  const id = await newContact({ email: 'ana@corp.example' });
  const events = new LeadEvents(stack, tenant);
  const lead = () => {
    const made = leadOf({ email: 'ana@corp.example', nome: 'Ana', telefone: '+5511987650001', frota: '3' });
    made.fields.find(({ name }) => name === 'frota')!.contactField = 'frota';
    return { ...made, origin: { utm_source: 'google' } };
  };
  await events.capture(lead());
  const [told, ...more] = await toldOf(id);
  expect([told![0], told![1].toSorted(), more]).toEqual([
    'updated',
    ['campos.frota', 'nome', 'telefone', 'utm_source'],
    [],
  ]);
  await events.capture(lead());
  expect(await toldOf(id)).toHaveLength(1);
});

it('what is found out about the address of a lead is told once', async () => {
  const events = new LeadEvents(stack, tenant);
  const lead = leadOf({ email: 'ana@corp.example' });
  await events.capture(lead);
  const check = () => events.send('pages.lead.email-checked', { leadId: lead.leadId, emailStatus: 'ok' });
  await check();
  await check();
  const [{ id } = { id: '' }] = (await admin.get('/v1/contatos')).body.contatos;
  expect(await toldOf(id)).toEqual([['updated', ['email_status']]]);
});

it('a company that is deleted is told for each of its contacts', async () => {
  const empresa = (await admin.post('/v1/empresas', { nome: 'Padaria' })).body;
  const id = await newContact({ email: 'ana@corp.example', empresa_id: empresa.id });
  await admin.delete(`/v1/empresas/${empresa.id}`);
  expect(await toldOf(id)).toEqual([['updated', ['empresa_id']]]);
});

it('a field of the account that is deleted is told for each contact that had a value', async () => {
  const { body: field } = await admin.post('/v1/campos-personalizados', {
    chave: 'frota',
    rotulo: 'Frota',
    tipo: 'numero',
  });
  const id = await newContact({ email: 'ana@corp.example', campos: { frota: 3 } });
  const other = await newContact({ email: 'bia@corp.example' });
  await admin.delete(`/v1/campos-personalizados/${field.id}`);
  await stack.startBeside({ ROLE: 'worker' });
  await waitUntil(async () => (await toldOf(id)).length > 0, { what: 'the event of the field' });
  expect(await toldOf(id)).toEqual([['updated', ['campos.frota']]]);
  expect(await toldOf(other)).toEqual([]);
});
