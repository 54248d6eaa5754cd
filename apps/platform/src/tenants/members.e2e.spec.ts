import { describe, expect, it } from 'vitest';
import { gatewayStack } from '../../../../test/support/gateway-stack.js';
import type { HttpClient } from '../../../../test/support/http-client.js';
import type { TestOwner, TestUser } from '../../../../test/support/identity-stack.js';
import { useStack } from '../../../../test/support/use-stack.js';

const stack = useStack(gatewayStack);

interface Team {
  owner: TestOwner;
  admin: TestUser;
  member: TestUser;
  asOwner: HttpClient;
  asAdmin: HttpClient;
  asMember: HttpClient;
  path: string;
}

async function team(): Promise<Team> {
  const owner = await stack.identity.createOwner();
  const [admin, member] = [await stack.identity.createMember(owner, 'admin'), await stack.identity.createMember(owner)];
  const [asOwner, asAdmin, asMember] = await Promise.all([owner, admin, member].map((one) => stack.createSession(one)));
  const path = `/api/tenants/${owner.tenantId}/members`;
  return { owner, admin, member, asOwner: asOwner!, asAdmin: asAdmin!, asMember: asMember!, path };
}

describe('members', () => {
  it('are seen by each other, in pages', async () => {
    const { owner, admin, member, asMember, path } = await team();
    const { status, body } = await asMember.get(path);
    expect(status).toBe(200);
    const told = body.Members.map(({ UserId, Email, Role }: Record<string, string>) => ({ UserId, Email, Role }));
    expect(told).toEqual([
      { UserId: member.id, Email: member.email, Role: 'member' },
      { UserId: admin.id, Email: admin.email, Role: 'admin' },
      { UserId: owner.id, Email: owner.email, Role: 'owner' },
    ]);
    const first = await asMember.get(`${path}?limit=2`);
    expect([first.body.Members.length, first.body.HasMore]).toEqual([2, true]);
    const second = await asMember.get(`${path}?limit=2&cursor=${first.body.NextCursor}`);
    expect([second.body.Members.length, second.body.HasMore]).toEqual([1, false]);
  });

  it('get another role, which is enforced on the next request', async () => {
    const { member, asOwner, asMember, path, owner } = await team();
    const invite = (Email: string) =>
      asMember.post(`/api/tenants/${owner.tenantId}/invitations`, { Email, Role: 'member' });
    expect((await invite('early@example.test')).status).toBe(403);
    const { status, body } = await asOwner.patch(`${path}/${member.id}`, { Role: 'admin' });
    expect([status, body.Member.Role]).toEqual([200, 'admin']);
    expect((await invite('late@example.test')).status).toBe(201);
    await asOwner.patch(`${path}/${member.id}`, { Role: 'member' });
    expect((await invite('too-late@example.test')).status).toBe(403);
  });

  it('are put out, and get at nothing from the next request on', async () => {
    const { member, asAdmin, asMember, path, owner } = await team();
    expect((await asMember.get(path)).status).toBe(200);
    expect((await asAdmin.delete(`${path}/${member.id}`)).status).toBe(204);
    expect((await asMember.get(path)).status).toBe(404);
    expect((await asMember.get('/api/tenants')).body.Tenants).toEqual([]);
    expect((await asAdmin.delete(`${path}/${member.id}`)).status).toBe(404);
    const rows = await stack.identity.sql(`select action from audit_entry where tenant_id = $1 and action = $2`, [
      owner.tenantId,
      'member.removed',
    ]);
    expect(rows).toHaveLength(1);
  });

  it('may leave with any role', async () => {
    const { member, asMember, path } = await team();
    expect((await asMember.delete(`${path}/${member.id}`)).status).toBe(204);
    expect((await asMember.get(path)).status).toBe(404);
  });

  it('are added and changed by admins, and owners by owners only', async () => {
    const { owner, admin, member, asAdmin, asMember, asOwner, path } = await team();
    for (const [client, id, Role] of [
      [asMember, member.id, 'admin'],
      [asMember, admin.id, 'member'],
      [asAdmin, member.id, 'owner'],
      [asAdmin, admin.id, 'owner'],
      [asAdmin, owner.id, 'member'],
    ] as const) {
      expect((await client.patch(`${path}/${id}`, { Role })).status, `${id} ${Role}`).toBe(403);
    }
    expect((await asAdmin.delete(`${path}/${owner.id}`)).status).toBe(403);
    expect((await asMember.delete(`${path}/${admin.id}`)).status).toBe(403);
    expect((await asOwner.patch(`${path}/${admin.id}`, { Role: 'owner' })).status).toBe(200);
    expect((await asAdmin.delete(`${path}/${owner.id}`)).status).toBe(204);
  });

  it('always have an owner, also when two owners step down at the same moment', async () => {
    const { owner, admin, asOwner, asAdmin, path } = await team();
    expect((await asOwner.delete(`${path}/${owner.id}`)).status).toBe(409);
    expect((await asOwner.patch(`${path}/${owner.id}`, { Role: 'member' })).status).toBe(409);
    await asOwner.patch(`${path}/${admin.id}`, { Role: 'owner' });
    const answers = await Promise.all([
      asOwner.patch(`${path}/${owner.id}`, { Role: 'admin' }),
      asAdmin.delete(`${path}/${admin.id}`),
    ]);
    expect(answers.filter(({ status }) => status < 300)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(1);
  });

  it('of a suspended tenant keep their roles, and can be removed or leave', async () => {
    const { owner, member, admin, asOwner, asMember, asAdmin, path } = await team();
    await stack.identity.setTenantStatus(owner.tenantId, 'suspended');
    expect((await asMember.get(path)).status).toBe(200);
    const { status, body } = await asOwner.patch(`${path}/${member.id}`, { Role: 'admin' });
    expect([status, body.Error.Code]).toEqual([403, 'TenantSuspended']);
    expect((await asOwner.delete(`${path}/${member.id}`)).status).toBe(204);
    expect((await asMember.get(path)).status).toBe(404);
    expect((await asAdmin.delete(`${path}/${admin.id}`)).status).toBe(204);
    expect((await asAdmin.get(path)).status).toBe(404);
  });

  it('take no other field', async () => {
    const { member, asOwner, path } = await team();
    for (const body of [{}, { Role: 'king' }, { Role: 'admin', TenantId: 'x' }, { Role: 'admin', IsOperator: true }]) {
      expect((await asOwner.patch(`${path}/${member.id}`, body)).status).toBe(400);
    }
  });
});

describe('a tenant', () => {
  it('is renamed by its owner and its admins, everywhere at once', async () => {
    const { owner, asAdmin, asMember } = await team();
    const path = `/api/tenants/${owner.tenantId}`;
    const { status, body } = await asAdmin.patch(path, { Name: ' New name ' });
    expect([status, body.Tenant.Name, body.Tenant.Role]).toEqual([200, 'New name', 'admin']);
    expect((await asMember.get(path)).body.Tenant.Name).toBe('New name');
    expect((await asMember.patch(path, { Name: 'x' })).status).toBe(403);
    expect((await asAdmin.patch(path, {})).status).toBe(422);
    expect((await asAdmin.patch(path, { Status: 'suspended' })).status).toBe(400);
  });

  it('is one of at most twenty that a user owns, also in concurrent calls', async () => {
    const user = await stack.identity.createUser();
    const session = await stack.createSession(user);
    const create = (index: number) => session.post('/api/tenants', { Name: `Tenant ${index} of ${user.id}` });
    for (let index = 0; index < 18; index += 1) expect((await create(index)).status).toBe(201);
    // One after the other at identity: more at once would wait for longer than a call does on a busy machine.
    const answers = await Promise.all([18, 19, 20, 21].map(create));
    const counted = (wanted: number) => answers.filter(({ status }) => status === wanted).length;
    const others = answers.filter(({ status }) => status !== 201 && status !== 409).map(({ text }) => text);
    expect([counted(201), counted(409), others]).toEqual([2, 2, []]);
  });
});
