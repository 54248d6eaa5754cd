import { describe, expect, it } from 'vitest';
import type { RequestOrigin } from '#libs/core/auth';
import type { HttpClient } from '../../../../test/support/http-client.js';
import { identityStack, PASSWORD } from '../../../../test/support/identity-stack.js';
import { useStack } from '../../../../test/support/use-stack.js';

const NEXT = 'another-long-enough-password';
const PLACE = { ip: '192.0.2.9', userAgent: 'Browser' };

const identity = useStack(identityStack);

/** Another app that acts for this origin. */
function onBehalfOf(actor: RequestOrigin['actor']): HttpClient {
  const origin = Buffer.from(JSON.stringify({ actor, ...PLACE })).toString('base64url');
  return identity.service.with({ 'x-on-behalf-of': origin });
}

const entriesOf = (userId: string) =>
  identity.sql(
    `select action, actor_kind, actor_id, session_id, ip, user_agent, before, after from audit_entry
      where object_id = $1 order by id`,
    [userId],
  );

describe('a change of how a user logs in', () => {
  it('is in the audit log, with who did it and from where', async () => {
    const { id, email } = await identity.createUser();
    const sessionId = 'ses_0000000000000001';
    const body = { currentPassword: PASSWORD, newPassword: NEXT, sessionId };
    const self = { kind: 'user', id, sessionId } as const;
    await onBehalfOf(self).post(`/internal/users/${id}/password`, body);
    await identity.service.post('/internal/passwords/forgotten', { email });
    const token = await identity.mailedToken(email, 'reset-password');
    const anonymous = { kind: 'anonymous', id: null, sessionId: null } as const;
    await onBehalfOf(anonymous).post('/internal/passwords/reset', { token, password: PASSWORD });
    await onBehalfOf({ ...self, kind: 'operator' }).patch(`/internal/users/${id}`, { status: 'disabled' });
    const place = { ip: PLACE.ip, user_agent: PLACE.userAgent, before: null, after: null };
    expect(await entriesOf(id)).toEqual([
      { action: 'password.changed', actor_kind: 'user', actor_id: id, session_id: sessionId, ...place },
      { action: 'password.reset', actor_kind: 'user', actor_id: id, session_id: null, ...place },
      { action: 'person.disabled', actor_kind: 'operator', actor_id: id, session_id: sessionId, ...place },
    ]);
  });

  it('is in the audit log when it is an address more, which is proved, and goes again', async () => {
    const { id, email } = await identity.createUser();
    const added = (await identity.service.post(`/internal/users/${id}/addresses`, { email: `more-${email}` })).body.id;
    const token = await identity.mailedToken(`more-${email}`, 'verify-email');
    await identity.service.post('/internal/verification', { token });
    await identity.service.delete(`/internal/users/${id}/addresses/${added}`);
    const address = { addressId: added };
    expect(await entriesOf(id)).toMatchObject([
      { action: 'address.added', before: null, after: address },
      { action: 'address.verified', before: null, after: address },
      { action: 'address.removed', before: address, after: null },
    ]);
  });

  it('names the user who registers with a tenant', async () => {
    const anonymous = onBehalfOf({ kind: 'anonymous', id: null, sessionId: null });
    const registration = { email: 'new@example.test', password: PASSWORD, tenantName: 'New' };
    const { user, tenant } = (await anonymous.post('/internal/users', registration)).body;
    expect(await entriesOf(tenant.id)).toMatchObject([
      { action: 'tenant.created', actor_kind: 'user', actor_id: user.id, ip: PLACE.ip },
    ]);
  });

  it('leaves no trace when it fails', async () => {
    const { id } = await identity.createUser();
    const body = { currentPassword: 'wrong', newPassword: NEXT, sessionId: 'ses_0000000000000001' };
    expect((await identity.service.post(`/internal/users/${id}/password`, body)).status).toBe(401);
    expect(await entriesOf(id)).toEqual([]);
  });
});

describe('on whose behalf an app asks', () => {
  it.each([
    '',
    'x',
    Buffer.from('[]').toString('base64url'),
    Buffer.from('{"actor":{"kind":"god"}}').toString('base64url'),
  ])('is not known when the header says %j, and then the app asks for itself', async (header) => {
    const { id } = await identity.createUser();
    const client = identity.service.with({ 'x-on-behalf-of': header });
    expect((await client.patch(`/internal/users/${id}`, { status: 'disabled' })).status).toBe(204);
    expect(await entriesOf(id)).toMatchObject([{ action: 'person.disabled', actor_kind: 'service', actor_id: null }]);
  });
});
