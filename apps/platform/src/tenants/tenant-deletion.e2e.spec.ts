import { describe, expect, it } from 'vitest';
import { waitUntil } from '#libs/test/testing';
import { gatewayStack } from '../../../../test/support/gateway-stack.js';
import type { HttpClient } from '../../../../test/support/http-client.js';
import { PASSWORD, type TestOwner } from '../../../../test/support/identity-stack.js';
import { useStack } from '../../../../test/support/use-stack.js';

const stack = useStack(gatewayStack);

const remove = (client: HttpClient, tenantId: string, body: object = { password: PASSWORD }) =>
  client.send('DELETE', `/api/tenants/${tenantId}`, JSON.stringify(body));
const restore = (client: HttpClient, tenantId: string) => client.post(`/api/tenants/${tenantId}/restore`);
const statusOf = async (client: HttpClient, tenantId: string) =>
  (await client.get(`/api/tenants/${tenantId}`)).body.Tenant.Status;

async function createOwner(): Promise<{ owner: TestOwner; session: HttpClient }> {
  const owner = await stack.identity.createOwner();
  return { owner, session: await stack.createSession(owner) };
}

/** The subjects of the mail about deletions. */
const subjectsTo = (email: string) =>
  stack.identity.mail.messages
    .filter(({ to }) => to.includes(email))
    .flatMap(({ raw }) => /^Subject: (.* will be deleted)\r?$/m.exec(raw.toString())?.[1] ?? []);

describe('deleting a tenant', () => {
  it('takes an owner and their password', async () => {
    const { owner, session } = await createOwner();
    const admin = await stack.createSession(await stack.identity.createMember(owner, 'admin'));
    const stranger = (await createOwner()).session;
    const statuses = [
      await remove(admin, owner.tenantId),
      await remove(stranger, owner.tenantId),
      await remove(session, owner.tenantId, {}),
      await remove(session, owner.tenantId, { password: 'wrong' }),
      await remove(stack.anonymous, owner.tenantId),
    ].map(({ status }) => status);
    expect(statuses).toEqual([403, 404, 400, 401, 401]);
    expect(await statusOf(session, owner.tenantId)).toBe('active');
  });

  it('counts wrong passwords against the account', async () => {
    const { owner, session } = await createOwner();
    for (let guess = 0; guess < 10; guess += 1) await remove(session, owner.tenantId, { password: 'wrong' });
    const { status, headers } = await remove(session, owner.tenantId);
    expect([status, Number(headers['retry-after']) > 0]).toEqual([429, true]);
  });

  it('suspends it at once, tells every owner, and is harmless to repeat', async () => {
    const { owner, session } = await createOwner();
    const second = await stack.identity.createMember(owner, 'owner');
    const member = await stack.identity.createMember(owner);
    const { secret } = await stack.identity.createKey(owner);
    expect((await remove(session, owner.tenantId)).status).toBe(204);
    const probe = await stack.probe(secret);
    expect([probe.status, probe.body.Error.Code]).toEqual([403, 'TenantSuspended']);
    expect(await statusOf(session, owner.tenantId)).toBe('suspended');
    const rename = await session.patch(`/api/tenants/${owner.tenantId}`, { Name: 'Other' });
    expect([rename.status, rename.body.Error.Code]).toEqual([403, 'TenantSuspended']);
    expect((await remove(session, owner.tenantId)).status).toBe(204);
    const deletions = await stack.identity.sql('select from tenant_deletion where tenant_id = $1', [owner.tenantId]);
    expect(deletions).toHaveLength(1);
    for (const { email } of [owner, second]) {
      await waitUntil(() => Promise.resolve(subjectsTo(email).length > 0), { what: 'the mail' });
      expect(subjectsTo(email)).toHaveLength(1);
    }
    expect(subjectsTo(member.email)).toEqual([]);
  });

  it('admits no one by an invitation that is still open', async () => {
    const { owner, session } = await createOwner();
    const guest = await stack.identity.createUser();
    await session.post(`/api/tenants/${owner.tenantId}/invitations`, { Email: guest.email, Role: 'member' });
    const token = await stack.identity.mailedToken(guest.email, 'accept-invitation');
    await remove(session, owner.tenantId);
    const accepted = await stack.identity.service.post('/internal/invitations/accept', { userId: guest.id, token });
    expect([accepted.status, accepted.body.Error.Code]).toEqual([403, 'TenantSuspended']);
  });
});

describe('restoring a tenant', () => {
  it('takes an owner, and gives back the status that it had', async () => {
    const { owner, session } = await createOwner();
    const admin = await stack.createSession(await stack.identity.createMember(owner, 'admin'));
    await stack.identity.setTenantStatus(owner.tenantId, 'trial');
    await remove(session, owner.tenantId);
    expect((await restore(admin, owner.tenantId)).status).toBe(403);
    expect((await restore(session, owner.tenantId)).status).toBe(204);
    expect(await statusOf(session, owner.tenantId)).toBe('trial');
    expect((await restore(session, owner.tenantId)).status).toBe(409);
  });

  it('does not lift what an operator suspended, nor does an operator lift a deletion', async () => {
    const { owner, session } = await createOwner();
    await remove(session, owner.tenantId);
    await stack.identity.setTenantStatus(owner.tenantId, 'active');
    expect(await statusOf(session, owner.tenantId)).toBe('suspended');
    await stack.identity.setTenantStatus(owner.tenantId, 'suspended');
    await restore(session, owner.tenantId);
    expect(await statusOf(session, owner.tenantId)).toBe('suspended');
  });
});
