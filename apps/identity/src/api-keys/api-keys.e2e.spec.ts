import { describe, expect, it } from 'vitest';
import { hashKey } from '#libs/core/auth';
import { identityStack } from '../../../../test/support/identity-stack.js';
import { ALL_SCOPES } from './scopes.js';
import { usePrepared, useStack } from '../../../../test/support/use-stack.js';
import { inLanes } from '../../../../test/support/in-lanes.js';

const identity = useStack(() =>
  identityStack({ environment: { NODE_ENV: 'production', IDENTITY_MAIL_FROM: 'no-reply@service.test' } }),
);
const owner = usePrepared(async () => {
  const created = await identity.createOwner();
  await identity.verify(created);
  return created;
});

const create = (actorId: string, wanted: object) =>
  identity.service.post(`/internal/tenants/${owner.tenantId}/api-keys`, { actorId, name: 'x', ...wanted });

describe('API keys in production', () => {
  it.each([
    [{}, /^sk_live_[0-9a-f]{48}$/, 'live'],
    [{ environment: 'live' }, /^sk_live_[0-9a-f]{48}$/, 'live'],
    [{ environment: 'test' }, /^sk_test_[0-9a-f]{48}$/, 'test'],
    [{ kind: 'publishable', environment: 'test' }, /^pk_live_[0-9a-f]{48}$/, 'live'],
  ])('show by their prefix what they are for: %j', async (wanted, pattern, environment) => {
    const { status, body } = await create(owner.id, { ...wanted, scopes: ['account:read'] });
    expect(status).toBe(201);
    expect(body.secret).toMatch(pattern);
    expect(body.apiKey).toMatchObject({ environment, prefix: body.secret.slice(0, 8), hint: body.secret.slice(-4) });
  });

  it('name each scope once', async () => {
    const { body } = await create(owner.id, { scopes: ['emails:read', 'emails:send', 'emails:read'] });
    expect(body.apiKey.scopes).toEqual(['emails:read', 'emails:send']);
  });
});

describe('a publishable key', () => {
  const PUBLIC = ['account:read', 'forms:read', 'pages:read'];

  it.each(ALL_SCOPES)('is refused mail and people: %s', async (scope) => {
    const { status, body } = await create(owner.id, { kind: 'publishable', scopes: [scope] });
    expect(status, scope).toBe(PUBLIC.includes(scope) ? 201 : 422);
    if (status === 422) expect(body.Error.Message).toContain(scope);
  });

  it('that was made while more was allowed has lost the rest', async () => {
    const { body } = await create(owner.id, { kind: 'publishable', scopes: ['pages:read'] });
    const scopes = ['emails:read', 'email:read', 'pages:read', 'gone:read'];
    await identity.sql('update api_key set scopes = $2 where id = $1', [body.apiKey.id, scopes]);
    const names = [['key', hashKey(body.secret)]];
    const resolved = await identity.service.post('/internal/credentials/resolve', { names });
    expect(resolved.body.entries[0].scopes).toEqual(['pages:read']);
  });
});

describe('the keys of a tenant', () => {
  it('are 100 at most that are not revoked, also when many are made at once', async () => {
    const other = await identity.createOwner();
    await identity.verify(other);
    const path = `/internal/tenants/${other.tenantId}/api-keys`;
    const wanted = { actorId: other.id, name: 'x', scopes: ['emails:read'] };
    const make = () => identity.service.post(path, wanted);
    const made: Awaited<ReturnType<typeof make>>[] = [];
    // A full machine does not serve a hundred calls at once in time.
    await inLanes(8, Array.from({ length: 92 }), async () => void made.push(await make()));
    made.push(...(await Promise.all(Array.from({ length: 12 }, make))));
    expect(made.filter(({ status }) => status === 201)).toHaveLength(100);
    const refused = made.find(({ status }) => status !== 201);
    expect([refused?.status, refused?.body.Error.Code]).toEqual([409, 'Conflict']);
    const first = made.find(({ status }) => status === 201)?.body.apiKey.id;
    expect((await identity.service.post(`${path}/${first}/revoke`, { actorId: other.id })).status).toBe(204);
    expect([(await make()).status, (await make()).status]).toEqual([201, 409]);
    expect((await create(owner.id, { scopes: ['emails:read'] })).status).toBe(201);
  });
});

describe('identity itself', () => {
  it('checks itself who may have keys, without trusting the calling app', async () => {
    const [member, admin, otherUser] = [
      await identity.createMember(owner),
      await identity.createMember(owner, 'admin'),
      await identity.createUser(),
    ];
    const scopes = ['emails:read'];
    expect((await create(admin.id, { scopes })).status).toBe(403);
    expect((await create(admin.id, { scopes, environment: 'test' })).status).toBe(201);
    await identity.verify(admin);
    expect((await create(admin.id, { scopes })).status).toBe(201);
    expect((await create(member.id, { scopes })).status).toBe(403);
    expect((await create(otherUser.id, { scopes })).status).toBe(404);
    const { id } = await identity.createKey(owner);
    const path = `/internal/tenants/${owner.tenantId}/api-keys`;
    expect((await identity.service.post(`${path}/${id}/revoke`, { actorId: member.id })).status).toBe(403);
    expect((await identity.service.post(`${path}/${id}/revoke`, { actorId: otherUser.id })).status).toBe(404);
    expect((await identity.service.get(`${path}?actorId=${member.id}`)).body.apiKeys.length).toBeGreaterThan(0);
    expect((await identity.service.get(`${path}?actorId=${otherUser.id}`)).status).toBe(404);
  });

  it('adds a member once, and only an existing user', async () => {
    const user = await identity.createUser();
    const add = (userId: string) =>
      identity.service.post(`/internal/tenants/${owner.tenantId}/members`, { userId, role: 'member' });
    const answers = await Promise.all([add(user.id), add(user.id)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 409]);
    expect((await add('usr_0123456789abcdef')).status).toBe(404);
  });
});
