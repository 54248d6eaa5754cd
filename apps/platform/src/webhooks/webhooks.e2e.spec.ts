import { describe, expect, it } from 'vitest';
import { newId } from '#libs/core/persistence';
import { DnsSink, HttpSink } from '#libs/test/testing';
import { platformStack } from '../../../../test/support/platform-stack.js';
import { TestWebhook } from '../../../../test/support/webhooks.js';
import { useStack } from '../../../../test/support/use-stack.js';

const sink = useStack(() => HttpSink.start());
const dns = useStack(async () => {
  const server = await DnsSink.start();
  server.add('public.test', 'A', '93.184.216.34');
  server.add('inside.test', 'A', '10.0.0.7');
  return server;
});
const stack = useStack(() => platformStack({ environment: { OUTBOUND_ALLOW: sink.host, DNS_SERVER: dns.server } }));

const wanted = (url = `${sink.url}/hook`, more: object = {}) => ({ Url: url, Events: ['email.sent'], ...more });

describe('adding a webhook', () => {
  it('returns the endpoint, its location, and the secret, which is never shown again', async () => {
    const session = await (await stack.createTenant()).session('admin');
    const added = await session.post('/api/webhooks', wanted());
    expect(added.status).toBe(201);
    expect(added.body).toEqual({
      Webhook: {
        Id: expect.stringMatching(/^whk_[0-9a-f]{16}$/),
        Environment: 'live',
        Url: `${sink.url}/hook`,
        Events: ['email.sent'],
        Format: 'service',
        Active: true,
        FailingSince: null,
        DisabledAt: null,
        CreatedAt: expect.stringMatching(/Z$/),
        UpdatedAt: expect.stringMatching(/Z$/),
      },
      Secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/),
      RequestId: expect.any(String),
    });
    expect(added.headers['location']).toBe(`/api/webhooks/${added.body.Webhook.Id}`);
    const read = await session.get(`/api/webhooks/${added.body.Webhook.Id}`);
    expect(read.body).toEqual({ Webhook: added.body.Webhook, RequestId: expect.any(String) });
    const [row] = await stack.sql<{ secret: string }>('select secret from webhook_endpoint where id = $1', [
      added.body.Webhook.Id,
    ]);
    expect(row?.secret).toMatch(/^v1\./);
    expect(row?.secret).not.toContain(added.body.Secret.slice(6));
  });

  it.each([
    ['ftp://example.com/', 'must begin with http:// or https://'],
    ['not a url', 'is not a valid URL'],
    ['https://user:pass@example.com/', 'must not contain a user name or password'],
    ['http://example.com:25/', 'uses a port that belongs to another protocol'],
    ['http://127.0.0.1/', 'resolves to an internal address'],
    ['http://169.254.169.254/latest/meta-data', 'resolves to an internal address'],
    ['http://[::1]/', 'resolves to an internal address'],
    ['http://localhost/', 'resolves to an internal address'],
    ['http://inside.test/', 'resolves to an internal address'],
    [`https://example.com/${'x'.repeat(2048)}`, 'is longer than 2048 characters'],
  ])('refuses %s with the reason, and no address in it', async (url, reason) => {
    const session = await (await stack.createTenant()).session();
    const refused = await session.post('/api/webhooks', wanted(url));
    expect(refused.status).toBe(422);
    expect(refused.body.Error).toMatchObject({ Code: 'InvalidParameter', Message: `Url ${reason}` });
    expect(refused.body.Error.Details).toEqual([{ Field: 'Url', Message: reason }]);
    expect(refused.text).not.toContain('10.0.0.7');
  });

  it('takes a name that leads outside, and one that leads nowhere yet', async () => {
    const session = await (await stack.createTenant()).session();
    expect((await session.post('/api/webhooks', wanted('https://public.test/x#part'))).body.Webhook.Url).toBe(
      'https://public.test/x',
    );
    expect((await session.post('/api/webhooks', wanted('https://unknown.test/x'))).status).toBe(201);
  });

  it('rejects event types that are unknown or named twice, naming them', async () => {
    const session = await (await stack.createTenant()).session();
    const unknown = await session.post('/api/webhooks', wanted(undefined, { Events: ['email.sent', 'email.lost'] }));
    expect([unknown.status, unknown.body.Error.Code]).toEqual([422, 'InvalidParameter']);
    expect(unknown.body.Error.Message).toContain('"email.lost"');
    const all = await session.post('/api/webhooks', wanted(undefined, { Events: ['*'] }));
    expect(all.status).toBe(422);
    const twice = await session.post('/api/webhooks', wanted(undefined, { Events: ['email.sent', 'email.sent'] }));
    expect([twice.status, twice.body.Error.Details[0].Field]).toEqual([422, 'Events']);
  });

  it.each([
    [{ Events: ['email.sent'] }, 'Url'],
    [{ Url: 'https://public.test/' }, 'Events'],
    [{ Url: 7, Events: ['email.sent'] }, 'Url'],
    [{ Url: 'https://public.test/', Events: [] }, 'Events'],
    [{ Url: 'https://public.test/', Events: [7] }, 'Events'],
    [{ Url: 'https://public.test/', Events: 'email.sent' }, 'Events'],
    [{ Url: 'https://public.test/', Events: ['email.sent'], Active: 'yes' }, 'Active'],
    [{ Url: 'https://public.test/', Events: ['email.sent'], Active: 'no' }, 'Active'],
    [{ Url: 'https://public.test/', Events: ['email.sent'], Secret: 'mine' }, 'Secret'],
  ])('refuses %j as malformed, naming %s', async (body, field) => {
    const session = await (await stack.createTenant()).session();
    const refused = await session.post('/api/webhooks', body);
    expect([refused.status, refused.body.Error.Code]).toEqual([400, 'ValidationError']);
    expect(refused.body.Error.Details.map((detail: { Field: string }) => detail.Field)).toContain(field);
  });

  it('stops at fifty, however many come at once', async () => {
    const tenant = await stack.createTenant();
    const session = await tenant.session();
    const ids = Array.from({ length: 47 }, () => newId('whk'));
    await stack.sql(
      `insert into webhook_endpoint (tenant_id, id, url, events, active, secret)
       select $1, id, 'https://public.test/', '{email.sent}', true, 'v1.' from unnest($2::text[]) as id`,
      [tenant.id, ids],
    );
    const answers = await Promise.all(Array.from({ length: 6 }, () => session.post('/api/webhooks', wanted())));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 201, 409, 409, 409]);
    expect(answers.find(({ status }) => status === 409)?.body.Error.Message).toContain('50');
  });
});

describe('the endpoints of a tenant', () => {
  it('are listed newest first, by pages', async () => {
    const tenant = await stack.createTenant();
    const session = await tenant.session();
    const ids: string[] = [];
    for (let count = 0; count < 3; count += 1) ids.unshift((await TestWebhook.create(stack, sink.url, tenant)).id);
    const first = await session.get('/api/webhooks?limit=2');
    expect(first.body.Webhooks.map(({ Id }: { Id: string }) => Id)).toEqual(ids.slice(0, 2));
    expect(first.body.HasMore).toBe(true);
    const second = await session.get(`/api/webhooks?limit=2&cursor=${first.body.NextCursor}`);
    expect(second.body).toMatchObject({ NextCursor: 0, HasMore: false });
    expect(second.body.Webhooks.map(({ Id }: { Id: string }) => Id)).toEqual(ids.slice(2));
    expect((await session.get('/api/webhooks?limit=0')).status).toBe(422);
    expect((await session.get('/api/webhooks?page=2')).status).toBe(422);
  });

  it('change only in the given fields', async () => {
    const { session, path } = await TestWebhook.create(stack, `${sink.url}/a`);
    const before = (await session.get(path)).body.Webhook;
    const changed = await session.patch(path, { Active: false, Url: null });
    expect(changed.status).toBe(200);
    expect(changed.body.Webhook).toEqual({ ...before, Active: false, UpdatedAt: expect.any(String) });
    const moved = await session.patch(path, { Url: `${sink.url}/b`, Events: ['sms.sent'] });
    expect(moved.body.Webhook).toMatchObject({ Url: `${sink.url}/b`, Events: ['sms.sent'], Active: false });
    expect((await session.patch(path, {})).status).toBe(422);
    expect((await session.patch(path, { Url: null })).status).toBe(422);
    expect((await session.patch(path, { Secret: 'x' })).status).toBe(400);
    expect((await session.patch(path, { Url: 'http://10.0.0.1/' })).status).toBe(422);
    expect((await session.patch(path, { Events: ['nothing'] })).status).toBe(422);
    expect((await session.get(path)).body.Webhook).toEqual(moved.body.Webhook);
  });

  it('are gone once deleted', async () => {
    const { session, path } = await TestWebhook.create(stack, sink.url);
    const deleted = await session.delete(path);
    expect([deleted.status, deleted.text]).toEqual([204, '']);
    expect((await session.get(path)).status).toBe(404);
    expect((await session.delete(path)).status).toBe(404);
  });
});

describe('access to webhooks', () => {
  const operations: [string, string, object?][] = [
    ['GET', ''],
    ['PATCH', '', { Active: true }],
    ['PATCH', '', { Active: 'malformed' }],
    ['POST', '/rotate-secret'],
    ['POST', '/test', {}],
    ['GET', '/deliveries'],
    ['GET', '/deliveries?unknown=1'],
    ['GET', `/deliveries/${newId('whd')}`],
    ['POST', `/deliveries/${newId('whd')}/resend`],
    ['DELETE', ''],
  ];

  it.each(operations)(
    '%s %s %j answers the same 404 for an id of another tenant, an unknown and a malformed one',
    async (...operation) => {
      const [method, suffix, body] = operation;
      const own = await TestWebhook.create(stack, sink.url);
      const rival = await (await stack.createTenant()).session();
      const text = body && JSON.stringify(body);
      const bodies = new Set<string>();
      for (const id of [own.id, newId('whk'), 'whk_1', 'msg_0123456789abcdef']) {
        const answer = await rival.send(method, `/api/webhooks/${id}${suffix}`, text);
        expect(answer.status).toBe(404);
        bodies.add(JSON.stringify(answer.body.Error));
      }
      expect(bodies.size).toBe(1);
      expect((await own.session.get(own.path)).body.Webhook.Active).toBe(true);
    },
  );

  it('answers 404 for a delivery of another tenant, also beside an own endpoint', async () => {
    const own = await TestWebhook.create(stack, sink.url);
    const rival = await TestWebhook.create(stack, sink.url);
    const { delivery } = await own.recordEmailSent();
    expect((await own.session.get(`${own.path}/deliveries/${delivery}`)).status).toBe(200);
    expect((await rival.session.get(`${rival.path}/deliveries/${delivery}`)).status).toBe(404);
    expect((await rival.session.post(`${rival.path}/deliveries/${delivery}/resend`)).status).toBe(404);
    const sibling = await TestWebhook.create(stack, sink.url, own.tenant);
    expect((await own.session.get(`${sibling.path}/deliveries/${delivery}`)).status).toBe(404);
  });

  it('can be read by members, and changed by admins and owners', async () => {
    const { tenant, path } = await TestWebhook.create(stack, sink.url);
    const member = await tenant.session('member');
    expect((await member.get(path)).status).toBe(200);
    expect((await member.get(`${path}/deliveries`)).status).toBe(200);
    expect((await member.post('/api/webhooks', wanted())).status).toBe(403);
    expect((await member.patch(path, { Active: false })).status).toBe(403);
    expect((await member.post(`${path}/rotate-secret`)).status).toBe(403);
    expect((await member.post(`${path}/test`, {})).status).toBe(403);
    expect((await member.post(`${path}/deliveries/${newId('whd')}/resend`)).status).toBe(403);
    expect((await member.delete(path)).status).toBe(403);
  });

  it('needs a session: an API key or no credential is 401', async () => {
    const tenant = await stack.createTenant();
    expect((await (await tenant.key()).get('/api/webhooks')).status).toBe(401);
    expect((await stack.anonymous.get('/api/webhooks')).status).toBe(401);
    expect((await stack.anonymous.post('/api/webhooks', { nonsense: 1 })).status).toBe(401);
  });

  it('shows no row to a query that names no tenant', async () => {
    await TestWebhook.create(stack, sink.url);
    const { default: pg } = await import('pg');
    const client = new pg.Client({ connectionString: stack.database.url });
    await client.connect();
    for (const table of ['webhook_endpoint', 'webhook_delivery', 'webhook_attempt'])
      expect((await client.query(`select 1 from ${table}`)).rowCount).toBe(0);
    await client.end();
  });
});
