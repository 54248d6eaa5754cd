import { beforeAll, describe, expect, it } from 'vitest';
import { gatewayStack } from '../../../../test/support/gateway-stack.js';
import type { HttpClient } from '../../../../test/support/http-client.js';
import type { TestOwner, TestUser } from '../../../../test/support/identity-stack.js';
import { useStack } from '../../../../test/support/use-stack.js';

const stack = useStack(gatewayStack);
let owner: TestOwner;
let session: HttpClient;
let path: string;

beforeAll(async () => {
  owner = await stack.identity.createOwner('Acme');
  session = await stack.createSession(owner);
  path = `/api/tenants/${owner.tenantId}/invitations`;
});
let count = 0;
const newEmail = () => `guest-${(count += 1)}@example.test`;
const invite = (Email: string, Role = 'member') => session.post(path, { Email, Role });
const tokenFor = (email: string) => stack.identity.mailedToken(email, 'accept-invitation');
const accept = (client: HttpClient, Token: string) => client.post('/api/invitations/accept', { Token });

async function invited(Role = 'member'): Promise<{ guest: TestUser; client: HttpClient; token: string; id: string }> {
  const guest = await stack.identity.createUser();
  const { body } = await invite(guest.email, Role);
  return {
    guest,
    client: await stack.createSession(guest),
    token: await tokenFor(guest.email),
    id: body.Invitation.Id,
  };
}

describe('an invitation', () => {
  it('is mailed, listed, accepted, and makes a member at once', async () => {
    const { guest, client, token, id } = await invited('admin');
    const listed = (await session.get(path)).body.Invitations.find(({ Id }: { Id: string }) => Id === id);
    expect(listed).toMatchObject({ Email: guest.email, Role: 'admin', Status: 'pending', InvitedBy: owner.id });
    const { status, body } = await accept(client, token);
    expect([status, body.Tenant]).toMatchObject([200, { Id: owner.tenantId, Name: 'Acme', Role: 'admin' }]);
    expect((await client.get(path)).status).toBe(200);
    expect((await client.get('/api/auth/me')).body.EmailVerified).toBe(true);
    expect((await session.get(path)).text).not.toContain(id);
  });

  it('is accepted once: of several uses at the same moment exactly one succeeds', async () => {
    const { client, token } = await invited();
    const answers = await Promise.all([1, 2, 3, 4, 5].map(() => accept(client, token)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 410, 410, 410, 410]);
  });

  it('can be accepted only by the user with the address', async () => {
    const { token } = await invited();
    const { status, body } = await accept(await stack.createSession(await stack.identity.createUser()), token);
    expect([status, body.Error.Code]).toEqual([403, 'PermissionDenied']);
    expect((await accept(stack.anonymous, token)).status).toBe(401);
  });

  it('may be to an address that is not the one to sign in with', async () => {
    const guest = await stack.identity.createUser();
    const client = await stack.createSession(guest);
    const Email = newEmail();
    await client.post('/api/auth/me/emails', { Email });
    await invite(Email);
    expect((await accept(client, await tokenFor(Email))).status).toBe(200);
  });

  it('says whether it was revoked, is too old, or never was', async () => {
    const revoked = await invited();
    for (const _ of [1, 2]) expect((await session.delete(`${path}/${revoked.id}`)).status).toBe(204);
    const told = `select from audit_entry where action = 'invitation.revoked' and object_id = $1`;
    expect(await stack.identity.sql(told, [revoked.id])).toHaveLength(1);
    const answer = await accept(revoked.client, revoked.token);
    expect([answer.status, answer.body.Error.Code, answer.body.Error.Message]).toEqual([
      410,
      'Gone',
      'The invitation was revoked',
    ]);
    const old = await invited();
    await stack.identity.sql(`update invitation set expires_at = now() where id = $1`, [old.id]);
    expect((await accept(old.client, old.token)).body.Error.Message).toContain('too old');
    expect((await invite(old.guest.email)).status).toBe(429);
    expect((await accept(old.client, 'made-up')).status).toBe(422);
    for (const body of [{}, { Token: 1 }, { Token: old.token, Role: 'owner' }]) {
      expect((await old.client.post('/api/invitations/accept', body)).status).toBe(400);
    }
  });

  it('cannot be revoked once it is accepted, nor accepted by a member', async () => {
    const { client, token, id } = await invited();
    await accept(client, token);
    expect((await session.delete(`${path}/${id}`)).status).toBe(409);
    const { guest, client: early, token: late } = await invited();
    await stack.identity.service.post(`/internal/tenants/${owner.tenantId}/members`, {
      userId: guest.id,
      role: 'member',
    });
    expect((await accept(early, late)).status).toBe(409);
  });

  it('is one to an address, and none to a member', async () => {
    const email = newEmail();
    const answers = await Promise.all([invite(email), invite(email.toUpperCase())]);
    expect(answers.map(({ status }) => status).sort()[0]).toBe(201);
    expect((await invite(email)).status).toBe(409);
    expect((await invite(owner.email)).status).toBe(409);
  });

  it('is created by admins, and one for an owner by owners', async () => {
    const [member, admin] = [
      await stack.identity.createMember(owner),
      await stack.identity.createMember(owner, 'admin'),
    ];
    const [asMember, asAdmin] = [await stack.createSession(member), await stack.createSession(admin)];
    const attempt = (client: HttpClient, Role: string) => client.post(path, { Email: newEmail(), Role });
    expect((await attempt(asMember, 'member')).status).toBe(403);
    expect((await asMember.get(path)).status).toBe(403);
    expect((await attempt(asAdmin, 'owner')).status).toBe(403);
    expect((await attempt(asAdmin, 'admin')).status).toBe(201);
    expect((await attempt(session, 'owner')).status).toBe(201);
  });

  it('is one of a hundred open ones at most', async () => {
    const busy = await stack.identity.createOwner();
    await stack.identity.sql(
      `insert into invitation (tenant_id, email, role, token_hash, invited_by, expires_at)
       select $1, 'many-' || n || '@example.test', 'member', $1 || n, $2, now() + interval '1 day'
         from generate_series(1, 100) n`,
      [busy.tenantId, busy.id],
    );
    const client = await stack.createSession(busy);
    const body = { Email: newEmail(), Role: 'member' };
    expect((await client.post(`/api/tenants/${busy.tenantId}/invitations`, body)).status).toBe(422);
  });

  it('is one of thirty of a user in an hour at most, and the next one says so', async () => {
    const busy = await stack.identity.createOwner('Busy');
    const client = await stack.createSession(busy);
    const to = (Email: string) => client.post(`/api/tenants/${busy.tenantId}/invitations`, { Email, Role: 'member' });
    for (let n = 0; n < 30; n += 1) expect((await to(newEmail())).status).toBe(201);
    const { status, body, headers } = await to(newEmail());
    expect([status, body.Error.Code]).toEqual([429, 'Throttling']);
    expect(body.Error.Message).toContain('30 mails within an hour');
    expect(Number(headers['retry-after'])).toBeGreaterThan(60);
  });

  it('opens no tenant that is suspended', async () => {
    const other = await stack.identity.createOwner();
    const guest = await stack.identity.createUser();
    const body = { Email: guest.email, Role: 'member' };
    await (await stack.createSession(other)).post(`/api/tenants/${other.tenantId}/invitations`, body);
    await stack.identity.setTenantStatus(other.tenantId, 'suspended');
    const answer = await accept(await stack.createSession(guest), await tokenFor(guest.email));
    expect([answer.status, answer.body.Error.Code]).toEqual([403, 'TenantSuspended']);
  });
});
