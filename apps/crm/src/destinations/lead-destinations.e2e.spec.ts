import { createHmac } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { Database } from '#libs/core/persistence';
import { WebhookSwitch } from '#libs/messaging/webhooks';
import { DnsSink, HttpSink, type SunkRequest, waitUntil } from '#libs/test/testing';
import { AppProcess } from '../../../../test/support/app-process.js';
import { SERVICE_SECRET } from '../../../../test/support/app-stack.js';
import { type CrmTenant, crmStack } from '../../../../test/support/crm-stack.js';
import type { HttpClient } from '../../../../test/support/http-client.js';
import { CONSENT, LeadEvents, leadOf } from '../../../../test/support/lead-events.js';
import { useStack } from '../../../../test/support/use-stack.js';
import { ContactAnonymizer } from '../erasure-requests/contact-anonymizer.js';
import { ContactRepository } from '../contacts/contact.repository.js';
import { TenantKeys } from '../keys/tenant-keys.js';
import { DestinationDeliveries } from './destination-deliveries.js';
import { DestinationRetention } from './destination-retention.js';
import { makeDue, waitForDelivery, waitForRest } from './destinations.fixture.js';

const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const SCHEDULE = [MINUTE, 5 * MINUTE, 15 * MINUTE, HOUR, 6 * HOUR, 24 * HOUR];

const sink = useStack(() => HttpSink.start());
const elsewhere = useStack(() => HttpSink.start());
const dns = useStack(() => DnsSink.start());
const stack = useStack(() => crmStack({ OUTBOUND_ALLOW: sink.host, DNS_SERVER: dns.server }));
let tenant: CrmTenant;
let acme: HttpClient;
let events: LeadEvents;
let number = 0;

beforeEach(async () => {
  sink.answer({});
  tenant = await stack.createTenant();
  acme = await tenant.session('owner');
  events = new LeadEvents(stack, tenant);
});

/** A destination at a path of its own. */
async function create(more: object = {}): Promise<{ path: string; at: string }> {
  const at = `/${++number}`;
  const { body, status } = await acme.post('/v1/destinos', { nome: 'Vendas', url: sink.url + at, ...more });
  expect(status).toBe(201);
  return { path: `/v1/destinos/${body.id}`, at };
}

const newLead = () => leadOf({ email: `pessoa-${++number}@example.com`, nome: 'Ana Souza' });
const requestsAt = (at: string) => sink.requests.filter(({ path }) => path === at);
const delivered = (path: string) => waitForDelivery(acme, path, ({ estado }) => estado === 'entregue');
const attempted = (path: string, count: number) =>
  waitForDelivery(acme, path, ({ tentativas }) => tentativas === count, `attempt ${count}`);

describe('a captured lead', () => {
  it('is delivered once to each active destination, with the person, the answers and the consent', async () => {
    const [first, second, off] = [await create(), await create(), await create({ ativo: false })];
    const lead = leadOf(
      { email: 'ana@example.com', telefone: '+5511988887777', nome: 'Ana Souza', empresa: 'Padaria' },
      { consent: CONSENT, origin: { url: 'https://loja.example/oferta?a=1', utm_source: 'boletim' } },
    );
    await events.capture(lead);
    await delivered(first.path);
    await delivered(second.path);
    await events.capture(lead);
    await waitForRest(stack, tenant);
    expect([first, second, off].map(({ at }) => requestsAt(at).length)).toEqual([1, 1, 0]);
    const [{ text, headers }] = requestsAt(first.at) as [SunkRequest];
    const body = JSON.parse(text);
    const { id } = (await acme.get('/v1/contatos')).body.contatos[0];
    expect(body).toMatchObject({
      EventId: expect.stringMatching(/^evt_[0-9a-f]{16}$/),
      EventType: 'crm.lead.captured',
      Environment: 'live',
      TenantId: tenant.id,
      Data: {
        LeadId: lead.leadId,
        ContactId: id,
        OccurredAt: lead.occurredAt,
        Contact: {
          Name: 'Ana Souza',
          Email: 'ana@example.com',
          Phone: '+5511988887777',
          Stage: 'novo',
          Lifecycle: 'lead',
        },
        Form: { Id: lead.formId, Name: 'Boletim' },
        Page: { Id: lead.pageId, Url: 'https://loja.example/oferta?a=1' },
        Source: 'pagina',
        Origin: { UtmSource: 'boletim', UtmMedium: null },
        Consent: { Given: true, Text: CONSENT.text, LegalBasis: 'consentimento', ConfirmedAt: null },
      },
    });
    expect(body.Data.Answers).toContainEqual({
      Name: 'empresa',
      Label: 'Rótulo de empresa',
      Type: 'texto',
      Field: null,
      Value: 'Padaria',
    });
    expect(body).not.toHaveProperty('teste');
    expect(headers).toMatchObject({
      'content-type': 'application/json',
      'x-service-event': 'crm.lead.captured',
      'x-service-event-id': body.EventId,
    });
    // Without a secret there is no signature.
    expect(Object.keys(headers).filter((name) => /signature|^webhook-/.test(name))).toEqual([]);
    expect(requestsAt(second.at)[0]!.headers['x-service-event-id']).toBe(body.EventId);
  });

  it('is signed by the rules of Standard Webhooks, and with the header of the interface', async () => {
    const { path, at } = await create({ segredo: SECRET });
    await events.capture(newLead());
    await delivered(path);
    const [{ headers, text }] = requestsAt(at) as [SunkRequest];
    expect(new Webhook(SECRET).verify(text, headers as Record<string, string>)).toEqual(JSON.parse(text));
    expect(() => new Webhook(SECRET).verify(`${text} `, headers as Record<string, string>)).toThrow();
    const time = headers['webhook-timestamp'];
    const expected = createHmac('sha256', SECRET).update(`${time}.${text}`).digest('hex');
    expect(headers['x-service-signature']).toBe(`t=${time},v1=${expected}`);
    // A secret of another form gives the header of the interface alone.
    await acme.put(path, { nome: 'Vendas', url: sink.url + at, segredo: 'segredo' });
    await events.capture(newLead());
    await waitUntil(() => requestsAt(at).length === 2);
    const plain = requestsAt(at)[1]!.headers;
    expect([typeof plain['x-service-signature'], plain['webhook-signature']]).toEqual(['string', undefined]);
  });

  it('is retried on the schedule through a day of 500, and delivered when the server is back, under one event id', async () => {
    const { path, at } = await create();
    sink.answer({ status: 500, body: 'ana@example.com' });
    await events.capture(newLead());
    for (const [index, delay] of SCHEDULE.slice(0, 5).entries()) {
      const seen = await attempted(path, index + 1);
      expect(seen).toMatchObject({ estado: 'pendente', codigo: 500, erro: 'A resposta foi 500.', resposta: null });
      const waits = Date.parse(seen.proxima_tentativa_em!) - Date.parse(seen.ultima_tentativa_em!);
      expect(waits).toBeGreaterThanOrEqual(delay);
      expect(waits).toBeLessThan(delay + 30_000);
      if (index < 4) await makeDue(stack, tenant);
    }
    expect((await acme.get(path)).body.falhando_desde).toEqual(expect.any(String));
    sink.answer({});
    await makeDue(stack, tenant);
    expect(await delivered(path)).toMatchObject({ tentativas: 6, codigo: 200, erro: null, proxima_tentativa_em: null });
    expect((await acme.get(path)).body.falhando_desde).toBeNull();
    expect(new Set(requestsAt(at).map(({ headers }) => headers['x-service-event-id'])).size).toBe(1);
    expect(new Set(requestsAt(at).map(({ text }) => text)).size).toBe(1);
  });

  it('has failed after the last of seven attempts', async () => {
    const { path } = await create();
    sink.answer({ status: 404 });
    await events.capture(newLead());
    await attempted(path, 1);
    await stack.sql('update destination_delivery set attempts = 6 where tenant_id = $1', [tenant.id]);
    await makeDue(stack, tenant);
    expect(await waitForDelivery(acme, path, ({ estado }) => estado === 'falhou')).toMatchObject({
      tentativas: 7,
      codigo: 404,
      proxima_tentativa_em: null,
    });
  });

  it('does not follow a redirect', async () => {
    const { path } = await create();
    sink.answer({ redirect: `${elsewhere.url}/dentro` });
    await events.capture(newLead());
    const seen = await attempted(path, 1);
    expect(seen).toMatchObject({ estado: 'pendente', codigo: 302 });
    expect(seen.erro).toContain('não são seguidos');
    expect(elsewhere.requests).toEqual([]);
  });

  it('does not go inward when the name of the destination resolves to an internal address by then', async () => {
    // Nothing is known of the name when it is entered; what it resolves to is looked at when a delivery connects.
    const { path } = await create({ url: `http://rebind.test:${elsewhere.port}/` });
    for (const address of ['127.0.0.1', '10.1.2.3']) dns.add('rebind.test', 'A', address);
    await events.capture(newLead());
    const seen = await attempted(path, 1);
    expect(seen).toMatchObject({ estado: 'pendente', codigo: null });
    expect(seen.erro).toContain('rede interna');
    expect(elsewhere.requests).toEqual([]);
  });

  it('fails at a destination that is deactivated meanwhile, and is gone with one that is deleted', async () => {
    const { path, at } = await create();
    sink.answer({ status: 500 });
    await events.capture(newLead());
    await attempted(path, 1);
    await acme.put(path, { nome: 'Vendas', url: sink.url + at, ativo: false });
    await makeDue(stack, tenant);
    expect((await waitForDelivery(acme, path, ({ estado }) => estado === 'falhou')).erro).toBe(
      'O destino está inativo.',
    );
    await acme.delete(path);
    expect(await stack.sql('select from destination_delivery where tenant_id = $1', [tenant.id])).toEqual([]);
    expect(requestsAt(at)).toHaveLength(1);
  });

  it('that is spam, and then is none, is delivered once', async () => {
    const { path, at } = await create();
    const lead = newLead();
    await events.capture(lead);
    await delivered(path);
    await events.retract(lead);
    await events.capture(lead);
    await waitForRest(stack, tenant);
    expect(requestsAt(at)).toHaveLength(1);
    const payload = 'select octet_length(payload) as bytes from destination_delivery where tenant_id = $1';
    expect(await stack.sql(payload, [tenant.id])).toEqual([{ bytes: 0 }]);
  });

  it.each(['a contact of its own', 'a known contact'])(
    'of %s that is spam is sent only if it is none after all',
    async (whose) => {
      const { path, at } = await create();
      sink.answer({ status: 500 });
      const lead = newLead();
      if (whose === 'a known contact') await acme.post('/v1/contatos', { email: lead.fields[0]!.value });
      await events.capture(lead);
      await attempted(path, 1);
      await events.retract(lead);
      expect((await acme.get(`${path}/entregas`)).body.entregas).toEqual([]);
      await makeDue(stack, tenant);
      await waitForRest(stack, tenant);
      expect(requestsAt(at)).toHaveLength(1);
      sink.answer({});
      await events.capture(lead);
      await delivered(path);
      expect(new Set(requestsAt(at).map(({ headers }) => headers['x-service-event-id'])).size).toBe(1);
    },
  );

  it('is stored sealed, and goes with the person when the contact is erased', async () => {
    const { path } = await create();
    sink.answer({ status: 500 });
    const lead = leadOf({ email: `apagada-${++number}@example.com`, nome: 'Apagada' });
    await events.capture(lead);
    await attempted(path, 1);
    const [row] = await stack.sql<{ payload: Buffer; row: string; contact_id: string }>(
      'select payload, contact_id, to_jsonb(destination_delivery)::text as row from destination_delivery where tenant_id = $1',
      [tenant.id],
    );
    expect(row!.payload.toString('latin1')).not.toContain('Apagada');
    expect(row!.row).not.toContain('Apagada');
    const get = <T>(type: abstract new (...given: never[]) => T): T => stack.app.get(type as never, { strict: false });
    const cipher = await get(TenantKeys).cipherOf(tenant.id);
    await get(Database).tenant(tenant.id, async (tx) => {
      const contact = await get(ContactRepository).lockForUpdate(tx, tenant.id, row!.contact_id);
      await get(ContactAnonymizer).anonymize(tx, cipher, contact!, null);
    });
    expect((await acme.get(`${path}/entregas`)).body.entregas).toEqual([]);
    await makeDue(stack, tenant);
    await waitForRest(stack, tenant);
    expect(sink.requests.filter(({ text }) => text.includes('Apagada'))).toHaveLength(1);
  });

  it('is shown for thirty days after it ended', async () => {
    const { path } = await create();
    await events.capture(newLead());
    await events.capture(newLead());
    await waitUntil(async () => {
      const { entregas } = (await acme.get(`${path}/entregas`)).body;
      return entregas.filter(({ estado }: { estado: string }) => estado === 'entregue').length === 2;
    });
    await stack.sql(
      `update destination_delivery set created_at = now() - interval '31 days'
       where tenant_id = $1 and id = (select min(id::text)::uuid from destination_delivery where tenant_id = $1)`,
      [tenant.id],
    );
    await stack.app.get(DestinationRetention, { strict: false }).deleteOld();
    expect((await acme.get(`${path}/entregas`)).body.entregas).toHaveLength(1);
  });
});

describe('a destination that fails', () => {
  const switching = vi.spyOn(WebhookSwitch.prototype, 'switchOffFailing');
  /** Events that identity got. */
  const told: { type: string; tenantId: string }[] = [];

  beforeAll(() => {
    stack.issuer.answerOthers(({ path, text }) => {
      if (!path.startsWith('/internal/events')) return undefined;
      told.push(JSON.parse(text));
      return { headers: { 'content-type': 'application/json' }, body: '{"receipt":"applied"}' };
    });
  });

  /** Waits until it was decided after attempts of so many deliveries whether the tenant's destination is switched off. */
  const decided = (count: number) =>
    waitUntil(
      () => {
        const { calls, settledResults } = switching.mock;
        const own = calls.filter(([id], n) => id === tenant.id && settledResults[n]?.type === 'fulfilled');
        return new Set(own.flatMap(([, failed]) => failed.map(({ id }) => id))).size >= count;
      },
      { what: `the decision after delivery ${count}`, timeoutMs: 15_000 },
    );

  it('is switched off after five days without a success, says so, and starts anew when it is switched on', async () => {
    const { path, at } = await create();
    sink.answer({ status: 500 });
    await events.capture(newLead());
    await attempted(path, 1);
    await stack.sql(`update destination set failing_since = now() - interval '4.9 days' where tenant_id = $1`, [
      tenant.id,
    ]);
    await events.capture(newLead());
    await decided(2);
    expect((await acme.get(path)).body.ativo).toBe(true);
    await stack.sql(`update destination set failing_since = now() - interval '5.1 days' where tenant_id = $1`, [
      tenant.id,
    ]);
    await events.capture(newLead());
    const off = await waitUntil(
      async () => {
        const { body } = await acme.get(path);
        return body.ativo ? undefined : body;
      },
      { what: 'the end of the destination', timeoutMs: 15_000 },
    );
    expect(off).toMatchObject({ desativado_em: expect.any(String), falhando_desde: expect.any(String) });
    const actors = `select actor_kind from audit_entry where tenant_id = $1 and action = 'destination.disabled'`;
    expect(await stack.sql(actors, [tenant.id])).toEqual([{ actor_kind: 'service' }]);
    // Identity tells the owner and admins.
    await waitUntil(() => told.length > 0, { what: 'the notice to identity', timeoutMs: 15_000 });
    expect(told).toMatchObject([{ type: 'platform.webhook.disabled', tenantId: tenant.id }]);
    const { body } = await acme.put(path, { nome: 'Vendas', url: sink.url + at, ativo: true });
    expect(body).toMatchObject({ ativo: true, desativado_em: null, falhando_desde: null });
  });

  it('gets a hundred deliveries an hour until it has answered with 2xx', async () => {
    const { path, at } = await create();
    sink.answer(({ path: asked }) => ({ status: asked === at ? 500 : 200 }));
    const deliveries = stack.app.get(DestinationDeliveries, { strict: false });
    const id = path.split('/').at(-1)!;
    await stack.app.get(Database, { strict: false }).tenant(tenant.id, async (tx) => {
      for (let n = 0; n < 120; n += 1) {
        const event = { type: 'crm.journey.step', eventId: `evt_${n}`, data: { n }, contactId: null };
        expect(await deliveries.enqueue(tx, tenant.id, id, event)).toBe(true);
      }
    });
    const waiting = `select from outbox where tenant_id = $1 and last_error like 'O destino ainda não respondeu%'`;
    await waitUntil(async () => (await stack.sql(waiting, [tenant.id])).length >= 20, {
      timeoutMs: 15_000,
      what: 'twenty deliveries to wait for an answer of the others',
    });
    // On a busy machine a share may be spent on a delivery that then has to wait for a free slot.
    const trials = 'select cardinality(trials) as trials from destination where tenant_id = $1';
    expect(await stack.sql(trials, [tenant.id])).toEqual([{ trials: 100 }]);
    await waitUntil(() => requestsAt(at).length > 0, { timeoutMs: 15_000, what: 'a delivery' });
    expect(requestsAt(at).length).toBeLessThanOrEqual(100);
  });
});

describe('another feature', () => {
  it('enqueues an event once to an active destination, and is told of one that takes none', async () => {
    const { path, at } = await create();
    const inactive = await create({ ativo: false });
    const deliveries = stack.app.get(DestinationDeliveries, { strict: false });
    const database = stack.app.get(Database, { strict: false });
    const event = { type: 'crm.alert.fired', eventId: 'evt_alert', data: { AlertId: 'x' }, contactId: null };
    const enqueue = (id: string, of = tenant) =>
      database.tenant(of.id, (tx) => deliveries.enqueue(tx, of.id, id, event));
    const [id, off] = [path, inactive.path].map((one) => one.split('/').at(-1)!);
    expect([await enqueue(id!), await enqueue(id!), await enqueue(off!)]).toEqual([true, true, false]);
    expect(await enqueue(id!, await stack.createTenant())).toBe(false);
    await delivered(path);
    await waitForRest(stack, tenant);
    expect(requestsAt(at).map(({ text }) => JSON.parse(text))).toMatchObject([
      { EventId: 'evt_alert', EventType: 'crm.alert.fired', Data: { AlertId: 'x' } },
    ]);
  });
});

describe('a worker that is killed between a request and its record', () => {
  it('has its delivery made again by another one, with the same event id', async () => {
    const held = await crmStack({ ROLE: 'api', OUTBOUND_ALLOW: sink.host });
    try {
      const own = await held.createTenant();
      const session = await own.session('owner');
      const { id } = (await session.post('/v1/destinos', { nome: 'x', url: `${sink.url}/morte` })).body;
      const environment = {
        ...held.issuer.environment,
        NODE_ENV: 'development',
        LOG_LEVEL: 'warn',
        ROLE: 'worker',
        REDIS_URL: held.redisUrl,
        DATABASE_URL: held.database.url,
        DATABASE_SYSTEM_URL: held.database.systemUrl,
        BLOB_DIR: held.blobDir,
        SERVICE_SECRET,
        ENCRYPTION_KEYS: `test:${Buffer.alloc(32, 7).toString('base64')}`,
        OUTBOUND_ALLOW: sink.host,
        JOB_LEASE_MS: '3000',
        RECONCILE_MS: '250',
      };
      sink.answerNext({ hang: true });
      const worker = await AppProcess.start('crm', environment);
      try {
        await new LeadEvents(held, own).capture(newLead());
        await sink.waitFor(({ path }) => path === '/morte');
        await worker.kill();
        await worker.start();
        const path = `/v1/destinos/${id}`;
        const seen = await waitForDelivery(session, path, ({ estado }) => estado === 'entregue', 'the second worker');
        expect(seen.tentativas).toBe(1);
        const ids = requestsAt('/morte').map(({ headers }) => headers['x-service-event-id']);
        expect(ids).toEqual([seen.evento_id, seen.evento_id]);
      } finally {
        await worker.kill();
      }
    } finally {
      await held.close();
    }
  });
});
