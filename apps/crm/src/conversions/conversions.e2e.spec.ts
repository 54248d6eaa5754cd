import { createHash } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { type Answer, HttpSink, type SunkRequest, waitUntil } from '#libs/test/testing';
import { type CrmTenant, crmStack } from '../../../../test/support/crm-stack.js';
import type { HttpClient } from '../../../../test/support/http-client.js';
import { CONSENT, LeadEvents, leadOf } from '../../../../test/support/lead-events.js';
import { useStack } from '../../../../test/support/use-stack.js';
import { makeDue, waitForDelivery, waitForRest } from '../destinations/destinations.fixture.js';

const TOKEN = 'EAABsbCS1iHgBAKexample';
const PATH = '/v1/integracoes-de-conversao';
const AGENT = 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0';

const json = (status: number, body: object): Answer => ({
  status,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});

/** Answers as the Graph API does. */
function graph({ text, path }: SunkRequest): Answer {
  const refuse = (code: number, message: string) =>
    json(400, { error: { message, type: 'OAuthException', code, fbtrace_id: 'F' } });
  const body = JSON.parse(text);
  if (!/^\/v\d+\.0\/\d+\/events$/.test(path)) return refuse(100, 'Unknown path components');
  if (body.access_token !== TOKEN) return refuse(190, `Malformed access token ${body.access_token}`);
  const now = Date.now() / 1000;
  if (
    body.data.some((event: { event_time: number }) => event.event_time < now - 604_800 || event.event_time > now + 60)
  )
    return refuse(100, 'Invalid parameter');
  return json(200, { events_received: body.data.length, messages: [], fbtrace_id: 'AbCdEf' });
}

const meta = useStack(() => HttpSink.start());
const stack = useStack(() => crmStack({ OUTBOUND_ALLOW: meta.host, META_GRAPH_URL: `${meta.url}/` }));
let tenant: CrmTenant;
let acme: HttpClient;
let events: LeadEvents;
let number = 10_000;

beforeEach(async () => {
  meta.answer(graph);
  tenant = await stack.createTenant();
  acme = await tenant.session('owner');
  events = new LeadEvents(stack, tenant);
});

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

/** An integration with a pixel of its own. */
async function create(more: object = {}): Promise<{ path: string; pixel: string }> {
  const pixel = String(++number);
  const body = { nome: 'Meta', provedor: 'meta_capi', config: { pixel_id: pixel }, segredo: TOKEN, ...more };
  const { status, body: created } = await acme.post(PATH, body);
  expect(status).toBe(201);
  return { path: `${PATH}/${created.id}`, pixel };
}

const requestsOf = (pixel: string) => meta.requests.filter(({ path }) => path === `/v25.0/${pixel}/events`);
const bodyOf = (pixel: string) => JSON.parse(requestsOf(pixel)[0]!.text);
const ended = (path: string) => waitForDelivery(acme, path, ({ estado }) => estado !== 'pendente', 'an end');
const now = () => new Date().toISOString();
const newLead = (changes: Parameters<typeof leadOf>[1] = {}, answers: Record<string, string> = {}) =>
  leadOf({ email: `pessoa-${++number}@example.com`, ...answers }, { occurredAt: now(), ...changes });

describe('an integration', () => {
  it('is created, read, listed, replaced and deleted, and never shows its token', async () => {
    const config = { pixel_id: '1234567890' };
    const created = await acme.post(PATH, { nome: 'Meta', provedor: 'meta_capi', config, segredo: TOKEN });
    const shown = {
      id: expect.any(String),
      nome: 'Meta',
      provedor: 'meta_capi',
      config: { pixel_id: '1234567890', test_event_code: null },
      tem_segredo: true,
      ativo: true,
      falhando_desde: null,
      desativado_em: null,
      criado_em: expect.any(String),
      atualizado_em: expect.any(String),
    };
    expect([created.status, created.body]).toEqual([201, shown]);
    const path = `${PATH}/${created.body.id}`;
    expect(created.headers['location']).toBe(path);
    expect((await acme.get(path)).body).toEqual(shown);
    expect((await acme.get(PATH)).body).toEqual({ integracoes: [shown] });
    expect((await acme.get('/v1/destinos')).body).toEqual({ destinos: [] });
    const replaced = await acme.put(path, {
      nome: 'Outra',
      provedor: 'meta_capi',
      config: { pixel_id: '98765', test_event_code: 'TEST1' },
    });
    expect(replaced.body).toMatchObject({
      nome: 'Outra',
      config: { pixel_id: '98765', test_event_code: 'TEST1' },
      tem_segredo: true,
    });
    expect((await acme.delete(path)).status).toBe(204);
    expect((await acme.get(path)).status).toBe(404);
    const audit = await stack.sql('select to_jsonb(audit_entry)::text as entry from audit_entry where tenant_id = $1', [
      tenant.id,
    ]);
    expect(JSON.stringify([created.body, replaced.body, audit])).not.toContain(TOKEN);
  });

  it.each([
    [{ provedor: 'google_ads' }, 'provedor'],
    [{ config: { pixel_id: '12a45' } }, 'config.pixel_id'],
    [{ config: { pixel_id: '../1234' } }, 'config.pixel_id'],
    [{ config: { pixel_id: '1234' } }, 'config.pixel_id'],
    [{ config: { pixel_id: '12345', test_event_code: 'a b' } }, 'config.test_event_code'],
  ])('with %j is refused at %s', async (more, campo) => {
    const { status, body } = await acme.post(PATH, {
      nome: 'x',
      provedor: 'meta_capi',
      config: { pixel_id: '12345' },
      ...more,
    });
    expect([status, body.campo]).toEqual([422, campo]);
    if (campo === 'provedor') expect(body.provedores).toEqual(['meta_capi']);
  });

  it.each([
    { config: {} },
    { config: { pixel_id: 12345 } },
    { config: [] },
    { url: 'https://example.com' },
    { nome: '' },
  ])('is not made of %j', async (more) => {
    const body = { nome: 'x', provedor: 'meta_capi', config: { pixel_id: '12345' }, ...more };
    expect((await acme.post(PATH, body)).status).toBe(400);
  });
});

describe('a captured lead', () => {
  it('is an event with the id of the lead and hashes of the person', async () => {
    const { path, pixel } = await create();
    const lead = newLead(
      {
        consent: CONSENT,
        origin: { url: 'https://loja.example/oferta?fbclid=IwAR1&email=x@y.z#topo' },
        address: '203.0.113.9',
        userAgent: AGENT,
      },
      { email: 'John_Smith@gmail.com', telefone: '+16505551212', nome: 'Mary Souza', cidade: 'São Paulo', pais: 'BR' },
    );
    const bound = ['cidade', 'pais'];
    const fields = lead.fields.map((field) => ({
      ...field,
      contactField: bound.includes(field.name) ? field.name : null,
    }));
    await events.capture({ ...lead, fields });
    expect(await ended(path)).toMatchObject({
      evento: 'conversao.lead',
      estado: 'entregue',
      codigo: 200,
      resposta: 'eventos recebidos: 1; fbtrace_id AbCdEf',
    });
    const { id } = (await acme.get('/v1/contatos')).body.contatos[0];
    const time = Math.floor(Date.parse(lead.occurredAt) / 1000);
    const { data, access_token, ...others } = bodyOf(pixel);
    expect([access_token, others]).toEqual([TOKEN, {}]);
    expect(data).toEqual([
      {
        event_name: 'Lead',
        event_time: time,
        event_id: lead.leadId,
        action_source: 'website',
        event_source_url: 'https://loja.example/oferta',
        user_data: {
          em: ['62a14e44f765419d10fea99367361a727c12365e2520f32218d505ed9aa0f62f'],
          ph: ['e323ec626319ca94ee8bff2e4c87cf613be6ea19919ed1364124e16807ab3176'],
          fn: ['6915771be1c5aa0c886870b6951b03d7eafc121fea0e80a5ea83beb7c449f4ec'],
          ln: [sha256('souza')],
          ct: [sha256('sãopaulo')],
          country: [sha256('br')],
          external_id: [sha256(id)],
          client_ip_address: '203.0.113.9',
          client_user_agent: AGENT,
          fbc: expect.stringMatching(/^fb\.1\.\d{13}\.IwAR1$/),
        },
      },
    ]);
    expect(requestsOf(pixel)[0]!.text).not.toContain('gmail');
    const stored = await stack.sql<{ row: string }>(
      `select to_jsonb(d)::text || coalesce((select string_agg(to_jsonb(o)::text, '') from outbox o where o.tenant_id = $1), '') as row
       from destination_delivery d where d.tenant_id = $1`,
      [tenant.id],
    );
    expect(JSON.stringify(stored)).not.toContain('203.0.113.9');
  });

  it('of the API, without page and browser, comes from elsewhere', async () => {
    const { path, pixel } = await create();
    await events.capture(newLead());
    await ended(path);
    const [event] = bodyOf(pixel).data;
    expect(event.action_source).toBe('other');
    expect(event).not.toHaveProperty('event_source_url');
    expect(Object.keys(event.user_data).toSorted()).toEqual(['em', 'external_id']);
  });

  it('goes nowhere when the form asked for consent and the person gave none, and the list says so', async () => {
    const { path, pixel } = await create();
    await events.capture(newLead({ consent: { ...CONSENT, given: false } }));
    expect(await ended(path)).toMatchObject({
      estado: 'falhou',
      tentativas: 0,
      codigo: null,
      erro: expect.stringContaining('consentimento'),
    });
    await waitForRest(stack, tenant);
    expect(requestsOf(pixel)).toEqual([]);
  });

  it('whose consent is to be confirmed waits for the confirmation, and goes when it comes', async () => {
    const { path, pixel } = await create();
    const lead = newLead({
      consent: { ...CONSENT, confirmation: { askedAt: now(), confirmedAt: null, address: null } },
      origin: { url: 'https://loja.example/' },
      userAgent: AGENT,
    });
    await events.capture(lead);
    const waiting = await waitForDelivery(acme, path, ({ erro }) => erro !== null);
    expect(waiting).toMatchObject({ estado: 'pendente', tentativas: 0, erro: expect.stringContaining('confirmação') });
    const days = (Date.parse(waiting.proxima_tentativa_em!) - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(6.9);
    expect(requestsOf(pixel)).toEqual([]);
    const confirmed = { leadId: lead.leadId, confirmedAt: now(), address: null };
    await events.send('pages.lead.confirmed', confirmed);
    await events.send('pages.lead.confirmed', confirmed);
    expect(await ended(path)).toMatchObject({ estado: 'entregue', erro: null });
    await waitForRest(stack, tenant);
    await makeDue(stack, tenant);
    await waitForRest(stack, tenant);
    expect(bodyOf(pixel).data).toMatchObject([{ event_id: lead.leadId, action_source: 'website' }]);
    expect(requestsOf(pixel)).toHaveLength(1);
  });

  it('that is older than seven days is not sent', async () => {
    const { path, pixel } = await create();
    const occurredAt = new Date(Date.now() - 7 * 86_400_000 - 5_000).toISOString();
    await events.capture(newLead({ occurredAt }));
    expect(await ended(path)).toMatchObject({
      estado: 'falhou',
      tentativas: 0,
      erro: expect.stringContaining('sete dias'),
    });
    expect(requestsOf(pixel)).toEqual([]);
  });

  it('with a wrong token has failed for good, and the answer is shown without the token', async () => {
    const { path, pixel } = await create({ segredo: 'EAABwrong' });
    await events.capture(newLead());
    const seen = await ended(path);
    expect(seen).toMatchObject({ estado: 'falhou', tentativas: 1, codigo: 400, proxima_tentativa_em: null });
    expect(seen.erro).toContain('código 190');
    expect(seen.erro).not.toContain('EAABwrong');
    expect(requestsOf(pixel)).toHaveLength(1);
    expect((await acme.get(path)).body.falhando_desde).toEqual(expect.any(String));
  });

  it('without a token is not sent', async () => {
    const { path, pixel } = await create({ segredo: null });
    await events.capture(newLead());
    expect(await ended(path)).toMatchObject({
      estado: 'falhou',
      tentativas: 0,
      erro: expect.stringContaining('token'),
    });
    expect(requestsOf(pixel)).toEqual([]);
  });

  it('at a limit waits as long as the provider asks, and goes later with the same id', async () => {
    const { path, pixel } = await create();
    const limit = json(400, { error: { message: 'Too many calls', type: 'OAuthException', code: 80004 } });
    meta.answerNext({ ...limit, headers: { ...limit.headers, 'retry-after': '3600' } });
    await events.capture(newLead());
    const seen = await waitForDelivery(acme, path, ({ tentativas }) => tentativas === 1);
    expect(seen).toMatchObject({ estado: 'pendente', codigo: 400, erro: expect.stringContaining('80004') });
    expect(Date.parse(seen.proxima_tentativa_em!) - Date.now()).toBeGreaterThan(3_500_000);
    await makeDue(stack, tenant);
    expect(await ended(path)).toMatchObject({ estado: 'entregue', tentativas: 2 });
    const ids = requestsOf(pixel).map(({ text }) => JSON.parse(text).data[0].event_id);
    expect(new Set(ids).size).toBe(1);
  });
});

describe('a test of an integration', () => {
  it('has the test code, and without one a name that counts as no lead', async () => {
    const plain = await create();
    const coded = await create();
    const config = { pixel_id: coded.pixel, test_event_code: 'TEST123' };
    await acme.put(coded.path, { nome: 'x', provedor: 'meta_capi', config });
    for (const { path } of [plain, coded]) {
      const { status, body } = await acme.post(`${path}/testar`);
      expect([status, body]).toEqual([202, { enfileiradas: 1, aviso: expect.any(String) }]);
      expect(await ended(path)).toMatchObject({ teste: true, estado: 'entregue' });
    }
    expect(bodyOf(plain.pixel)).toMatchObject({ data: [{ event_name: 'TesteDeIntegracao' }] });
    expect(bodyOf(plain.pixel)).not.toHaveProperty('test_event_code');
    expect(bodyOf(coded.pixel)).toMatchObject({ test_event_code: 'TEST123', data: [{ event_name: 'Lead' }] });
    await events.capture(newLead());
    await waitUntil(() => requestsOf(coded.pixel).length === 2);
    expect(JSON.parse(requestsOf(coded.pixel)[1]!.text)).not.toHaveProperty('test_event_code');
  });

  it('is not found for an inactive one', async () => {
    const { path } = await create({ ativo: false });
    expect((await acme.post(`${path}/testar`)).status).toBe(404);
  });

  it('is asked for by GraphQL, too, as all else', async () => {
    const ask = async (query: string, variables: object) => {
      const { body } = await acme.post('/graphql', { query, variables });
      expect(body.errors).toBeUndefined();
      return body.data;
    };
    const input = { nome: 'Meta', provedor: 'meta_capi', config: { pixel_id: String(++number) }, segredo: TOKEN };
    const { createConversionIntegration: made } = await ask(
      `mutation ($input: ConversionIntegrationInput!) {
         createConversionIntegration(input: $input) { id provedor config { pixel_id } tem_segredo } }`,
      { input },
    );
    expect(made).toMatchObject({ provedor: 'meta_capi', config: input.config, tem_segredo: true });
    const { id } = made;
    await ask('mutation ($id: ID!) { testConversionIntegration(id: $id) { enfileiradas } }', { id });
    await ended(`${PATH}/${id}`);
    const shown = await ask(
      `query ($id: ID!) { conversionIntegrations { id } conversionIntegration(id: $id) { nome entregas { estado resposta } } }`,
      { id },
    );
    expect(shown).toEqual({
      conversionIntegrations: [{ id }],
      conversionIntegration: {
        nome: 'Meta',
        entregas: [{ estado: 'entregue', resposta: expect.stringContaining('eventos recebidos: 1') }],
      },
    });
    const replaced = await ask(
      `mutation ($id: ID!, $input: ConversionIntegrationInput!) {
         replaceConversionIntegration(id: $id, input: $input) { ativo } }`,
      { id, input: { ...input, ativo: false } },
    );
    expect(replaced).toEqual({ replaceConversionIntegration: { ativo: false } });
    expect(await ask('mutation ($id: ID!) { deleteConversionIntegration(id: $id) }', { id })).toEqual({
      deleteConversionIntegration: id,
    });
  });
});
