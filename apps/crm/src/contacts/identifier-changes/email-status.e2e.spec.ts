import { beforeEach, expect, it } from 'vitest';
import { type CrmTenant, crmStack } from '../../../../../test/support/crm-stack.js';
import type { HttpClient } from '../../../../../test/support/http-client.js';
import { LeadEvents, leadOf } from '../../../../../test/support/lead-events.js';
import { useStack } from '../../../../../test/support/use-stack.js';

const stack = useStack(() => crmStack({ ROLE: 'api' }));
let tenant: CrmTenant;
let admin: HttpClient;
let events: LeadEvents;

beforeEach(async () => {
  tenant = await stack.createTenant();
  admin = await tenant.session();
  events = new LeadEvents(stack, tenant);
});
const judge = ({ leadId }: { leadId: string }, emailStatus: string) =>
  events.send('pages.lead.email-checked', { leadId, emailStatus });
const contact = async () => (await admin.get('/v1/contatos')).body.contatos[0];

/** A contact whose address was judged by its lead. */
async function judged() {
  const lead = leadOf({ email: 'ana@corp.example' });
  await events.capture(lead);
  await judge(lead, 'dominio_inexistente');
  const { id, email_status } = await contact();
  expect(email_status).toBe('dominio_inexistente');
  return { lead, path: `/v1/contatos/${id}` };
}

it('another address is not judged as the one before, and a late judgement of that one says nothing of it', async () => {
  const { lead, path } = await judged();
  const { body } = await admin.patch(path, { email: 'ana@other.example', nome: 'Ana' });
  expect(body.email_status).toBeNull();
  await judge(lead, 'descartavel');
  expect((await admin.get(path)).body).toMatchObject({ email_status: null, nome: 'Ana' });
  const next = leadOf({ email: 'ana@other.example' });
  await events.capture(next);
  await judge(next, 'ok');
  expect((await admin.get(path)).body.email_status).toBe('ok');
});

it('what changes nothing of the address leaves its judgement', async () => {
  const { path } = await judged();
  await admin.patch(path, { email: 'ANA@corp.example', nome: 'Ana', telefone: '+5511987650001' });
  await admin.post(`${path}/identificadores`, { canal: 'email', valor: 'ana@further.example' });
  expect((await admin.get(path)).body.email_status).toBe('dominio_inexistente');
});

it('an address that becomes the primary one is not judged as the one before', async () => {
  const { path } = await judged();
  await admin.post(`${path}/identificadores`, { canal: 'email', valor: 'ana@further.example', principal: true });
  expect((await admin.get(path)).body).toMatchObject({ email: 'ana@further.example', email_status: null });
});

it('an address that follows a removed one is not judged as that one', async () => {
  const { path } = await judged();
  await admin.post(`${path}/identificadores`, { canal: 'email', valor: 'ana@further.example' });
  const { identificadores } = (await admin.get(path)).body;
  const first = identificadores.find(({ principal }: { principal: boolean }) => principal);
  await admin.delete(`${path}/identificadores/${first.id}`);
  expect((await admin.get(path)).body).toMatchObject({ email: 'ana@further.example', email_status: null });
});
