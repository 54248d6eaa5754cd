import { beforeAll, describe, expect, it } from 'vitest';
import type { Scope } from '#libs/core/auth';
import type { HttpClient } from '../support/http-client.js';
import { emailSentEvent, recordEvents } from '../support/webhooks.js';
import { platformStack, type TestTenant } from '../support/platform-stack.js';
import { usePrepared, useStack } from '../support/use-stack.js';

const RESOURCES = [
  'contacts',
  'lists',
  'templates',
  'domains',
  'suppressions',
  'webhooks',
  'campaigns',
  'topics',
] as const;
const LISTS = [...RESOURCES, 'messages'] as const;

const stack = useStack(() =>
  platformStack({
    environment: {
      NODE_ENV: 'production',
      ROLE: 'api',
      ALLOWED_ORIGINS: 'https://app.example.com',
      PUSH_SUBJECT: 'mailto:ops@example.com',
    },
  }),
);
const acme = usePrepared(() => stack.createTenant());
let live: HttpClient;
let test: HttpClient;
let session: HttpClient;

beforeAll(async () => {
  live = (await acme.createKey([], 'live')).client;
  test = (await acme.createKey([], 'test')).client;
  session = await acme.session();
});
/** A key that has every scope but this. */
const without = async (tenant: TestTenant, scope: Scope) =>
  tenant.key(
    ...LISTS.flatMap((name): Scope[] => [`${name}:read`, 'reports:read', 'emails:read']).filter((one) => one !== scope),
  );

const CONTACT = { Email: 'ana@example.test' };

async function listOf(client: HttpClient, root = '/v1'): Promise<string> {
  return (await client.post(`${root}/lists`, { Name: 'News' })).body.List.Id;
}

async function campaignOf(client: HttpClient, root = '/v1') {
  const body = { Name: 'News', ListId: await listOf(client, root), Source: acme.source, Subject: 'Hi', Text: 'Hello.' };
  return (await client.post(`${root}/campaigns`, body)).body.Campaign;
}

describe('a key', () => {
  it.each(LISTS)('reads %s as a session does, with its scope alone', async (name) => {
    const answer = await (await acme.key(`${name}:read`)).get(`/v1/${name}`);
    expect(answer.status).toBe(200);
    const { RequestId: _, ...body } = answer.body;
    const { RequestId: __, ...ofSession } = (await session.get(`/api/${name}`)).body;
    expect(body).toEqual(ofSession);
    const denied = await (await without(acme, `${name}:read`)).get(`/v1/${name}`);
    expect([denied.status, denied.body.Error.Code]).toEqual([403, 'PermissionDenied']);
  });

  it.each(['overview', 'timeseries', 'top-templates', 'groups?by=environment'])('reads the report %s', async (name) => {
    expect((await (await acme.key('reports:read')).get(`/v1/reports/${name}`)).status).toBe(200);
    expect((await (await acme.key('messages:read')).get(`/v1/reports/${name}`)).status).toBe(403);
  });

  it.each(RESOURCES)('does not write %s with the scope to read them', async (name) => {
    expect((await (await acme.key(`${name}:read`)).post(`/v1/${name}`, {})).status).toBe(403);
  });

  it('is not enough under /api, nor a session under /v1', async () => {
    expect((await live.get('/api/contacts')).status).toBe(401);
    expect((await session.get('/v1/contacts')).status).toBe(401);
  });

  it('finds what it creates at its Location', async () => {
    const { status, body, headers } = await live.post('/v1/contacts', CONTACT);
    expect([status, headers['location']]).toEqual([201, `/v1/contacts/${body.Contact.Id}`]);
    expect((await live.get(String(headers['location']))).body.Contact).toEqual(body.Contact);
    expect((await session.get(`/api/contacts/${body.Contact.Id}`)).body.Contact).toEqual(body.Contact);
    expect((await live.post('/v1/lists', { Name: 'Here' })).headers['location']).toMatch(/^\/v1\/lists\/lst_/);
    expect((await session.post('/api/lists', { Name: 'There' })).headers['location']).toMatch(/^\/api\/lists\/lst_/);
  });

  it('puts contacts on a list and takes them off', async () => {
    const { Id } = (await live.post('/v1/contacts', { Email: 'member@example.test' })).body.Contact;
    const list = await listOf(live);
    expect((await live.post(`/v1/lists/${list}/members`, { ContactIds: [Id] })).body.Added).toBe(1);
    const members = (await (await acme.key('lists:read')).get(`/v1/lists/${list}/members`)).body.Contacts;
    expect(members.map((contact: { Id: string }) => contact.Id)).toEqual([Id]);
    expect(
      (await live.send('DELETE', `/v1/lists/${list}/members`, JSON.stringify({ ContactIds: [Id] }))).body.Removed,
    ).toBe(1);
  });

  it('of another tenant does not find it', async () => {
    const rival = (await (await stack.createTenant()).createKey([], 'live')).client;
    const list = await listOf(live);
    expect((await rival.get(`/v1/lists/${list}`)).status).toBe(404);
    expect((await rival.delete(`/v1/lists/${list}`)).status).toBe(404);
    expect((await live.get(`/v1/lists/${list}`)).status).toBe(200);
  });

  it('is named as the actor in the audit log', async () => {
    const { keyId, client } = await acme.createKey([], 'live');
    const { Id } = await campaignOf(client);
    const rows = await stack.sql<{ actor_kind: string; actor_id: string }>(
      `select actor_kind, actor_id from audit_entry where object_id = $1`,
      [Id],
    );
    expect(rows).toEqual([{ actor_kind: 'key', actor_id: keyId }]);
  });

  it('of a suspended tenant is refused', async () => {
    const tenant = await stack.createTenant();
    const key = await tenant.key();
    await tenant.setStatus('suspended');
    const { status, body } = await key.get('/v1/contacts');
    expect([status, body.Error.Code]).toEqual([403, 'TenantSuspended']);
  });

  it('learns of its rate limit', async () => {
    const tenant = await stack.createTenant();
    await tenant.setPlan('free');
    const { headers } = await (await tenant.key()).get('/v1/contacts');
    expect(Number(headers['x-ratelimit-limit'])).toBeGreaterThan(0);
    expect(Number(headers['x-ratelimit-remaining'])).toBeLessThan(Number(headers['x-ratelimit-limit']));
  });
});

describe('a test key in production', () => {
  it('makes test campaigns, and finds no live one', async () => {
    const [ofLive, ofTest] = [await campaignOf(live), await campaignOf(test)];
    expect((await test.get(`/v1/campaigns/${ofTest.Id}`)).status).toBe(200);
    expect((await test.get(`/v1/campaigns/${ofLive.Id}`)).status).toBe(404);
    expect((await test.post(`/v1/campaigns/${ofLive.Id}/start`, {})).status).toBe(404);
    const idsFor = async (client: HttpClient): Promise<string[]> =>
      (await client.get('/v1/campaigns?limit=200')).body.Campaigns.map(({ Id }: { Id: string }) => Id);
    expect(await idsFor(test)).toEqual([ofTest.Id]);
    expect(await idsFor(live)).toEqual(expect.arrayContaining([ofLive.Id, ofTest.Id]));
  });

  it('makes webhooks of test messages, and finds no other', async () => {
    const Events = ['email.sent', 'contact.created'];
    const made = async (client: HttpClient, root = '/v1'): Promise<string> =>
      (await client.post(`${root}/webhooks`, { Url: 'https://hooks.example.com/', Events })).body.Webhook.Id;
    const [ofTest, ofLive, ofSession] = [await made(test), await made(live), await made(session, '/api')];
    const shown = async (client: HttpClient, path: string) => (await client.get(path)).body.Webhook?.Environment;
    expect(await shown(test, `/v1/webhooks/${ofTest}`)).toBe('test');
    expect(await shown(session, `/api/webhooks/${ofTest}`)).toBe('test');
    expect(await shown(live, `/v1/webhooks/${ofLive}`)).toBe('live');
    const listed = async (client: HttpClient): Promise<string[]> =>
      (await client.get('/v1/webhooks?limit=200')).body.Webhooks.map(({ Id }: { Id: string }) => Id);
    expect(await listed(test)).toEqual([ofTest]);
    expect(await listed(live)).toEqual(expect.arrayContaining([ofTest, ofLive, ofSession]));

    await recordEvents(stack, acme, [
      { ...emailSentEvent(), environment: 'test' },
      { ...emailSentEvent(), environment: 'live' },
    ]);
    await live.post('/v1/contacts', { Email: 'hook@example.test' });
    const deliveriesOf = async (client: HttpClient, id: string) =>
      (await client.get(`/v1/webhooks/${id}/deliveries`)).body.Deliveries as { Id: string; EventType: string }[];
    const [delivery] = await deliveriesOf(live, ofLive);
    expect(await deliveriesOf(live, ofLive)).toHaveLength(3);
    const toTest = await deliveriesOf(test, ofTest);
    expect(toTest.map(({ EventType }) => EventType)).toEqual(['email.sent']);
    const { body } = await test.get(`/v1/webhooks/${ofTest}/deliveries/${toTest[0]!.Id}`);
    expect(body.Delivery.Payload).toMatchObject({ Environment: 'test' });
    expect((await test.post(`/v1/webhooks/${ofTest}/deliveries/${toTest[0]!.Id}/resend`, {})).status).toBe(202);

    const period = {
      From: new Date(Date.now() - 60_000).toISOString(),
      To: new Date(Date.now() + 60_000).toISOString(),
    };
    const path = `/v1/webhooks/${ofLive}`;
    const answers = [
      await test.get(path),
      await test.patch(path, { Active: false }),
      await test.delete(path),
      await test.post(`${path}/rotate-secret`, {}),
      await test.post(`${path}/test`, {}),
      await test.post(`${path}/replay`, period),
      await test.get(`${path}/deliveries`),
      await test.get(`${path}/deliveries/${delivery!.Id}`),
      await test.post(`${path}/deliveries/${delivery!.Id}/resend`, {}),
    ];
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 404));
  });

  it('exports test messages alone', async () => {
    const tenant = await stack.createTenant();
    const SendAt = new Date(Date.now() + 3_600_000).toISOString();
    const [ofLive, ofTest] = await Promise.all(
      (['live', 'test'] as const).map(async (environment) => (await tenant.createKey([], environment)).client),
    );
    for (const client of [ofLive!, ofTest!]) await client.post('/v1/emails/send', tenant.email({ SendAt }));
    const environmentsOf = async (client: HttpClient) =>
      (await client.get('/v1/messages/export')).text.match(/"Environment":"\w+"/g);
    expect(await environmentsOf(ofTest!)).toEqual(['"Environment":"test"']);
    expect(await environmentsOf(ofLive!)).toHaveLength(2);
  });

  it('reads test messages alone', async () => {
    const SendAt = new Date(Date.now() + 3_600_000).toISOString();
    const sent = async (client: HttpClient): Promise<string> =>
      (await client.post('/v1/emails/send', acme.email({ SendAt }))).body.MessageId;
    const [ofLive, ofTest] = [await sent(live), await sent(test)];
    expect((await test.get(`/v1/messages/${ofLive}`)).status).toBe(404);
    expect((await test.get(`/v1/messages/${ofTest}`)).status).toBe(200);
    expect((await live.get(`/v1/messages/${ofTest}`)).status).toBe(200);
    const listed = (await test.get('/v1/messages')).body.Messages.map(({ Id }: { Id: string }) => Id);
    expect(listed).toEqual([ofTest]);
  });
});
