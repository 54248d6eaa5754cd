import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { identityStack, type IdentityStack, type TestOwner } from '../../../../test/support/identity-stack.js';

let identity: IdentityStack;
let owner: TestOwner;

beforeAll(async () => {
  const environment = { NODE_ENV: 'production', IDENTITY_MAIL_FROM: 'no-reply@service.test' };
  identity = await identityStack({ environment });
  owner = await identity.owner();
});

afterAll(() => identity.close());

const create = (actorId: string, wanted: object) =>
  identity.service.post(`/internal/tenants/${owner.tenantId}/api-keys`, { actorId, name: 'x', ...wanted });

describe('API keys in production', () => {
  it.each([
    [{}, /^sk_live_[0-9a-f]{48}$/, 'live'],
    [{ environment: 'live' }, /^sk_live_[0-9a-f]{48}$/, 'live'],
    [{ environment: 'test' }, /^sk_test_[0-9a-f]{48}$/, 'test'],
    [{ kind: 'publishable', environment: 'test' }, /^pk_live_[0-9a-f]{48}$/, 'live'],
  ])('show by their prefix what they are for: %j', async (wanted, pattern, environment) => {
    const { status, body } = await create(owner.id, { ...wanted, scopes: ['emails:read'] });
    expect(status).toBe(201);
    expect(body.secret).toMatch(pattern);
    expect(body.apiKey).toMatchObject({ environment, prefix: body.secret.slice(0, 8) });
  });

  it('name each scope once', async () => {
    const { body } = await create(owner.id, { scopes: ['emails:read', 'emails:send', 'emails:read'] });
    expect(body.apiKey.scopes).toEqual(['emails:read', 'emails:send']);
  });
});

describe('identity itself', () => {
  it('judges who may have keys, whatever another app let pass', async () => {
    const [member, admin, stranger] = [
      await identity.member(owner),
      await identity.member(owner, 'admin'),
      await identity.person(),
    ];
    const scopes = ['emails:read'];
    expect((await create(admin.id, { scopes })).status).toBe(201);
    expect((await create(member.id, { scopes })).status).toBe(403);
    expect((await create(stranger.id, { scopes })).status).toBe(404);
    const { id } = await identity.key(owner);
    const path = `/internal/tenants/${owner.tenantId}/api-keys`;
    expect((await identity.service.post(`${path}/${id}/revoke`, { actorId: member.id })).status).toBe(403);
    expect((await identity.service.post(`${path}/${id}/revoke`, { actorId: stranger.id })).status).toBe(404);
    expect((await identity.service.get(`${path}?actorId=${member.id}`)).body.apiKeys.length).toBeGreaterThan(0);
    expect((await identity.service.get(`${path}?actorId=${stranger.id}`)).status).toBe(404);
  });

  it('adds a member once, and only somebody who exists', async () => {
    const person = await identity.person();
    const add = (userId: string) =>
      identity.service.post(`/internal/tenants/${owner.tenantId}/members`, { userId, role: 'member' });
    const answers = await Promise.all([add(person.id), add(person.id)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 409]);
    expect((await add('usr_0123456789abcdef')).status).toBe(404);
  });
});
