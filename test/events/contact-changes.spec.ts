import { afterAll, beforeAll, expect, it } from 'vitest';
import type { TenantView } from '#libs/core/auth';
import { verifyWebhook } from '#libs/core/outbound';
import { newId } from '#libs/core/persistence';
import { freePort, HttpSink, waitUntil } from '#libs/test/testing';
import { crmStack, type CrmStack } from '../support/crm-stack.js';
import type { HttpClient } from '../support/http-client.js';
import { platformStack, type PlatformStack } from '../support/platform-stack.js';

const WAIT = { timeoutMs: 15_000 };

const view: TenantView = {
  id: newId('acc'),
  slug: 'acme',
  name: 'Acme',
  status: 'active',
  plan: '',
  products: ['mail', 'pages', 'crm'],
};

let sink: HttpSink;
let platform: PlatformStack;
let crm: CrmStack;
let owner: HttpClient;
let sender: HttpClient;

beforeAll(async () => {
  sink = await HttpSink.start();
  const port = String(await freePort());
  platform = await platformStack({
    environment: { OUTBOUND_ALLOW: sink.host, CRM_URL: `http://127.0.0.1:${port}` },
  });
  crm = await crmStack({ PORT: port, PLATFORM_URL: platform.url });
  const tenants = [crm.tenantOf(view), platform.tenantOf(view)] as const;
  for (const tenant of tenants) await tenant.publish();
  owner = await tenants[0].session('owner');
  sender = await tenants[1].session('owner');
});
afterAll(async () => {
  await Promise.all([crm?.close(), platform?.close(), sink?.stop()]);
});

it('a contact that changes in the CRM is a signed webhook of Platform', async () => {
  const Events = ['crm.contact.created', 'crm.contact.updated', 'crm.contact.promoted'];
  const endpoint = await sender.post('/api/webhooks', { Url: `${sink.url}/contacts`, Events });
  expect(endpoint.status, endpoint.text).toBe(201);
  const { id } = (await owner.post('/v1/contatos', { email: 'ana@example.com' })).body;
  await owner.patch(`/v1/contatos/${id}`, { cargo: 'Diretora' });
  for (const step of ['rebaixar', 'promover'])
    expect((await owner.post(`/v1/contatos/${id}/${step}`)).status, step).toBe(200);
  const arrived = () => sink.requests.filter(({ path }) => path === '/contacts');
  await waitUntil(() => arrived().length >= 5, WAIT);
  for (const { headers, body } of arrived())
    expect(verifyWebhook({ secrets: endpoint.body.Secret, headers, body })).toBe('valid');
  const events = arrived().map(({ text }) => JSON.parse(text) as { EventType: string; TenantId: string; Data: object });
  expect(events.every(({ TenantId }) => TenantId === view.id)).toBe(true);
  const told = events.map(({ EventType, Data }) => `${EventType} ${JSON.stringify(Data)}`);
  expect(told.toSorted()).toEqual([
    `crm.contact.created {"ContactId":"${id}"}`,
    `crm.contact.promoted {"ContactId":"${id}"}`,
    `crm.contact.updated {"ContactId":"${id}","Fields":["cargo"]}`,
    `crm.contact.updated {"ContactId":"${id}","Fields":["ciclo"]}`,
    `crm.contact.updated {"ContactId":"${id}","Fields":["ciclo"]}`,
  ]);
});

it('a consent withdrawn in the CRM suppresses the addresses that the contact has on Platform, and no others', async () => {
  const settled = async (...addresses: string[]) => {
    const suppressed = async () =>
      ((await sender.get('/api/suppressions')).body.Suppressions as { Address: string; Source: string }[])
        .map(({ Address, Source }) => `${Address} ${Source}`)
        .toSorted();
    const wanted = addresses.map((address) => `${address} crm`);
    await waitUntil(async () => (await suppressed()).join() === wanted.join(), WAIT).catch(() => undefined);
    expect(await suppressed()).toEqual(wanted);
  };
  const { id } = (await owner.post('/v1/contatos', { email: 'bia@example.com' })).body;
  const path = `/v1/contatos/${id}`;
  await owner.put(`${path}/consentimento`, { canal: 'email', recebe: false });
  await settled('bia@example.com');
  const added = (await owner.post(`${path}/identificadores`, { canal: 'email', valor: 'bia@casa.example' })).body;
  await settled('bia@casa.example', 'bia@example.com');
  await owner.delete(`${path}/identificadores/${added.id}`);
  await settled('bia@example.com');
  await owner.put(`${path}/consentimento`, { canal: 'email', recebe: true });
  await settled();
});

it('who unsubscribes at Platform has withdrawn the consent in the CRM, and neither app says it back', async () => {
  const { id } = (await owner.post('/v1/contatos', { email: 'caio@example.com' })).body;
  const path = `/v1/contatos/${id}`;
  await owner.post(`${path}/identificadores`, { canal: 'email', valor: 'caio@casa.example' });
  await owner.put(`${path}/consentimento`, { canal: 'email', recebe: true });
  const left = await sender.post('/api/suppressions', { Address: 'caio@example.com', Reason: 'unsubscribe' });
  const allowed = async () => (await owner.get(`${path}/consentimento`)).body.recebe.email as boolean;
  const entries = async () =>
    ((await sender.get('/api/suppressions?q=caio')).body.Suppressions as { Address: string; Source: string }[])
      .map(({ Address, Source }) => `${Address} ${Source}`)
      .toSorted();
  const quiet = async () => {
    for (const stack of [crm, platform, crm, platform])
      await waitUntil(async () => (await stack.sql('select from outbox')).length === 0, WAIT);
  };
  await waitUntil(async () => !(await allowed()), WAIT);
  await quiet();
  expect(await entries()).toEqual(['caio@casa.example crm', 'caio@example.com api']);
  const history = async () =>
    (await owner.get(`${path}/consentimento/historico`)).body.historico.map(({ origem }: { origem: string }) => origem);
  expect(await history()).toEqual(['descadastro registrado pela conta', null]);
  expect((await sender.delete(`/api/suppressions/${left.body.Suppression.Id}`)).status).toBe(204);
  await waitUntil(allowed, WAIT);
  await quiet();
  expect(await entries()).toEqual([]);
  expect(await history()).toEqual(['descadastro retirado pela conta', 'descadastro registrado pela conta', null]);
  const [received] = await platform.sql<{ count: number }>(
    `select count(*)::int as count from consent_notice where tenant_id = $1 and address = 'caio@example.com'`,
    [view.id],
  );
  expect(received).toEqual({ count: 0 });
});
