import { GetAccountCommand, SESv2Client } from '@aws-sdk/client-sesv2';
import { beforeAll, describe, expect, it } from 'vitest';
import { gatewayStack } from '../../../../test/support/gateway-stack.js';
import type { HttpClient } from '../../../../test/support/http-client.js';
import type { TestOwner } from '../../../../test/support/identity-stack.js';
import { useStack } from '../../../../test/support/use-stack.js';

const stack = useStack(gatewayStack);
let owner: TestOwner;
let rival: TestOwner;
let session: HttpClient;

beforeAll(async () => {
  [owner, rival] = await Promise.all([stack.identity.createOwner(), stack.identity.createOwner()]);
  session = await stack.createSession(owner);
});

const keysOf = (tenantId: string) => `/api/tenants/${tenantId}/api-keys`;

describe('tenants', () => {
  it('are made by a session, listed at once, and read by id', async () => {
    const user = await stack.identity.createUser();
    const client = await stack.createSession(user);
    expect((await client.get('/api/tenants')).body.Tenants).toEqual([]);
    const created = await client.post('/api/tenants', { Name: ' Second Home ' });
    expect(created.status).toBe(201);
    const { Tenant } = created.body;
    expect(Tenant).toMatchObject({ Slug: 'second-home', Name: 'Second Home', Role: 'owner', Status: 'active' });
    expect(created.headers['location']).toBe(`/api/tenants/${Tenant.Id}`);
    expect((await client.get('/api/tenants')).body.Tenants).toEqual([Tenant]);
    expect((await client.get(`/api/tenants/${Tenant.Id}`)).body.Tenant).toEqual(Tenant);
  });

  it('of others look like ones that do not exist', async () => {
    const unknown = await session.get('/api/tenants/acc_0123456789abcdef');
    for (const id of [rival.tenantId, rival.slug, '%00', '..%2f', 'x'.repeat(3000)]) {
      const answer = await session.get(`/api/tenants/${id}`);
      expect([answer.status, answer.body.Error], id.slice(0, 20)).toEqual([404, unknown.body.Error]);
    }
  });

  it('need a name', async () => {
    for (const body of [{}, { Name: '' }, { Name: '  ' }, { Name: 1 }, { Name: 'x'.repeat(201) }, { name: 'x' }]) {
      expect((await session.post('/api/tenants', body)).status).toBe(400);
    }
  });
});

describe('API keys', () => {
  it('are shown in full once, then by their prefix', async () => {
    const created = await session.post(keysOf(owner.tenantId), { Name: 'Back end', Scopes: ['emails:send'] });
    expect(created.status).toBe(201);
    const { ApiKey, Secret } = created.body;
    expect(Secret).toMatch(/^sk_test_[0-9a-f]{48}$/);
    expect(ApiKey).toEqual({
      Id: expect.stringMatching(/^key_[0-9a-f]{16}$/),
      Name: 'Back end',
      Type: 'secret',
      Prefix: Secret.slice(0, 8),
      Hint: Secret.slice(-4),
      Scopes: ['emails:send'],
      Environment: 'test',
      CreatedAt: expect.stringMatching(/Z$/),
      ExpiresAt: null,
      LastUsedAt: null,
      RevokedAt: null,
    });
    expect(created.headers['location']).toBe(`${keysOf(owner.tenantId)}/${ApiKey.Id}`);
    const listed = await session.get(keysOf(owner.tenantId));
    expect(listed.body.ApiKeys).toContainEqual(ApiKey);
    expect(listed.text).not.toContain(Secret);
    const [row] = await stack.identity.sql<{ text: string }>(
      'select row_to_json(k)::text as text from api_key k where id = $1',
      [ApiKey.Id],
    );
    expect(row?.text).not.toContain(Secret.slice(8));
  });

  it('sign calls of clients of Amazon SES by their secret access key, until they are revoked', async () => {
    const { body } = await session.post(keysOf(owner.tenantId), { Name: 'SES', Scopes: ['account:read'] });
    const { Id } = body.ApiKey;
    const ses = new SESv2Client({
      region: 'us-east-1',
      endpoint: session.url,
      credentials: { accessKeyId: Id, secretAccessKey: body.SecretAccessKey },
    });
    expect(await ses.send(new GetAccountCommand({}))).toMatchObject({ SendingEnabled: true });
    expect((await session.delete(`${keysOf(owner.tenantId)}/${Id}`)).status).toBe(204);
    await expect(ses.send(new GetAccountCommand({}))).rejects.toMatchObject({ $metadata: { httpStatusCode: 401 } });
  });

  it('take the names in lower case too', async () => {
    const expires_at = new Date(Date.now() + 60_000).toISOString();
    const request = { name: 'Twin', scopes: ['account:read'], expires_at, environment: 'live', type: 'publishable' };
    const { status, body } = await session.post(keysOf(owner.tenantId), request);
    expect(status).toBe(201);
    expect(body.ApiKey).toMatchObject({
      Name: 'Twin',
      Scopes: ['account:read'],
      ExpiresAt: expires_at,
      Type: 'publishable',
    });
  });

  it.each([
    ['no name', { Scopes: ['emails:send'] }, 400, 'Name'],
    ['no scopes', { Name: 'x' }, 400, 'Scopes'],
    ['scopes that are no list', { Name: 'x', Scopes: 'emails:send' }, 400, 'Scopes'],
    ['an unknown field', { Name: 'x', Scopes: ['emails:send'], TenantId: 'acc_0123456789abcdef' }, 400, 'TenantId'],
    ['a malformed time', { Name: 'x', Scopes: ['emails:send'], ExpiresAt: 'tomorrow' }, 400, 'ExpiresAt'],
    ['an empty list of scopes', { Name: 'x', Scopes: [] }, 422, 'Scopes'],
    ['a scope outside the catalogue', { Name: 'x', Scopes: ['emails:send', 'emails:burn'] }, 422, 'Scopes'],
    ['a time in the past', { Name: 'x', Scopes: ['emails:send'], ExpiresAt: '2020-01-01T00:00:00Z' }, 422, 'ExpiresAt'],
    ['a publishable key that reads mail', { Name: 'x', Scopes: ['emails:read'], Type: 'publishable' }, 422, 'Scopes'],
    ['a publishable key that writes', { Name: 'x', Scopes: ['emails:send'], Type: 'publishable' }, 422, 'Scopes'],
  ])('refuse %s', async (_what, body, status, field) => {
    const answer = await session.post(keysOf(owner.tenantId), body);
    expect(answer.status).toBe(status);
    expect(answer.body.Error.Details).toContainEqual({ Field: field, Message: expect.any(String) });
  });

  it('name the scope that does not exist', async () => {
    const { body } = await session.post(keysOf(owner.tenantId), { Name: 'x', Scopes: ['emails:burn'] });
    expect(body.Error.Message).toContain('emails:burn');
  });

  it('are listed in pages, newest first', async () => {
    const paging = await stack.identity.createOwner();
    const client = await stack.createSession(paging);
    const ids: string[] = [];
    for (let count = 0; count < 5; count += 1) ids.unshift((await stack.identity.createKey(paging)).id);
    const idsOn = (body: { ApiKeys: { Id: string }[] }) => body.ApiKeys.map(({ Id }) => Id);
    const first = await client.get(`${keysOf(paging.tenantId)}?limit=3`);
    expect([idsOn(first.body), first.body.HasMore]).toEqual([ids.slice(0, 3), true]);
    const second = await client.get(`${keysOf(paging.tenantId)}?limit=3&cursor=${first.body.NextCursor}`);
    expect([idsOn(second.body), second.body.HasMore, second.body.NextCursor]).toEqual([ids.slice(3), false, 0]);
    for (const query of ['limit=0', 'limit=x', 'cursor=-1', 'q=1']) {
      expect((await client.get(`${keysOf(paging.tenantId)}?${query}`)).status, query).toBe(422);
    }
  });

  it('are revoked with 204, as often as one likes', async () => {
    const { id } = await stack.identity.createKey(owner);
    for (const _ of [1, 2]) {
      const answer = await session.delete(`${keysOf(owner.tenantId)}/${id}`);
      expect([answer.status, answer.text]).toEqual([204, '']);
    }
    const { body } = await session.get(keysOf(owner.tenantId));
    const revoked = body.ApiKeys.find(({ Id }: { Id: string }) => Id === id);
    expect(revoked.RevokedAt).toMatch(/Z$/);
  });

  it('of another tenant are not found, by its id and by one’s own', async () => {
    const { id } = await stack.identity.createKey(rival);
    for (const path of [keysOf(rival.tenantId), keysOf('acc_0123456789abcdef'), keysOf('x')]) {
      expect((await session.get(path)).status).toBe(404);
      expect((await session.post(path, { Name: 'x', Scopes: ['emails:send'] })).status).toBe(404);
      expect((await session.delete(`${path}/${id}`)).status).toBe(404);
    }
    for (const keyId of [id, 'key_0123456789abcdef', 'x', '%00']) {
      expect((await session.delete(`${keysOf(owner.tenantId)}/${keyId}`)).status, keyId).toBe(404);
    }
  });

  it('can be created and revoked by owners and admins, and seen by members', async () => {
    const { id } = await stack.identity.createKey(owner);
    const [member, admin] = await Promise.all([
      stack.identity.createMember(owner),
      stack.identity.createMember(owner, 'admin'),
    ]);
    const [asMember, asAdmin] = await Promise.all([stack.createSession(member), stack.createSession(admin)]);
    const request = { Name: 'x', Scopes: ['emails:send'] };
    expect((await asMember.get(keysOf(owner.tenantId))).status).toBe(200);
    expect((await asMember.post(keysOf(owner.tenantId), request)).status).toBe(403);
    expect((await asMember.delete(`${keysOf(owner.tenantId)}/${id}`)).status).toBe(403);
    expect((await asAdmin.post(keysOf(owner.tenantId), request)).status).toBe(201);
    expect((await asAdmin.delete(`${keysOf(owner.tenantId)}/${id}`)).status).toBe(204);
  });

  it('judge the credential, then the role, then the tenant, then the body', async () => {
    const bad = '{"Name":';
    const member = await stack.createSession(await stack.identity.createMember(owner));
    expect((await stack.anonymous.send('POST', keysOf(rival.tenantId), bad)).status).toBe(401);
    expect((await member.send('POST', keysOf(owner.tenantId), bad)).status).toBe(403);
    expect((await session.send('POST', keysOf(rival.tenantId), bad)).status).toBe(404);
    expect((await session.send('POST', keysOf(owner.tenantId), bad)).status).toBe(400);
  });

  it('of a suspended tenant can be listed and revoked, and not created', async () => {
    const suspended = await stack.identity.createOwner();
    const client = await stack.createSession(suspended);
    const key = (await client.post(keysOf(suspended.tenantId), { Name: 'x', Scopes: ['emails:send'] })).body.ApiKey;
    await stack.identity.setTenantStatus(suspended.tenantId, 'suspended');
    expect((await client.get(keysOf(suspended.tenantId))).status).toBe(200);
    expect((await client.delete(`${keysOf(suspended.tenantId)}/${key.Id}`)).status).toBe(204);
    const [{ RevokedAt }] = (await client.get(keysOf(suspended.tenantId))).body.ApiKeys;
    expect(RevokedAt).toEqual(expect.any(String));
    const { status, body } = await client.post(keysOf(suspended.tenantId), { Name: 'x', Scopes: ['emails:send'] });
    expect([status, body.Error.Code]).toEqual([403, 'TenantSuspended']);
    await stack.identity.setTenantStatus(suspended.tenantId, 'active');
    expect((await client.post(keysOf(suspended.tenantId), { Name: 'x', Scopes: ['emails:send'] })).status).toBe(201);
  });

  it('are not for keys to make, nor for a page of another site', async () => {
    const { secret } = await stack.identity.createKey(owner);
    const request = { Name: 'x', Scopes: ['emails:send'] };
    const byKey = await stack.anonymous.post(keysOf(owner.tenantId), request, { authorization: `Bearer ${secret}` });
    expect(byKey.status).toBe(401);
    const cookie = `service_session=${await stack.identity.login(owner)}`;
    const from = (origin: string) => stack.anonymous.post(keysOf(owner.tenantId), request, { cookie, origin });
    expect((await from('https://evil.test')).status).toBe(403);
    expect((await from('https://app.test')).status).toBe(201);
  });
});
