import { describe, expect, it } from 'vitest';
import { SessionUse } from '#libs/core/auth';
import { gatewayStack } from '../../../../test/support/gateway-stack.js';
import type { HttpClient } from '../../../../test/support/http-client.js';
import { useStack } from '../../../../test/support/use-stack.js';

const stack = useStack(gatewayStack);

const listOf = async (session: HttpClient) => (await session.get('/api/auth/sessions')).body.Sessions;
const currentOf = async (session: HttpClient) =>
  (await listOf(session)).find(({ Current }: { Current: boolean }) => Current).Id as string;

describe('GET /api/auth/sessions', () => {
  it('shows the open sessions of the user, and which one makes the call', async () => {
    const user = await stack.identity.createUser();
    const other = await stack.identity.createUser();
    await stack.createSession(other);
    const first = await stack.createSession(user);
    const second = await stack.createSession(user);
    const { status, body } = await first.get('/api/auth/sessions');
    expect(status).toBe(200);
    expect(body.Sessions).toHaveLength(2);
    expect(body.Sessions[0]).toEqual({
      Id: expect.stringMatching(/^ses_[0-9a-f]{16}$/),
      CreatedAt: expect.stringMatching(/Z$/),
      LastSeenAt: expect.stringMatching(/Z$/),
      ExpiresAt: expect.stringMatching(/Z$/),
      Ip: '127.0.0.1',
      UserAgent: null,
      App: null,
      Current: expect.any(Boolean),
    });
    expect(await currentOf(first)).not.toBe(await currentOf(second));
  });

  it('gives access only to the session’s user', async () => {
    const session = await stack.createSession(await stack.identity.createUser());
    expect((await session.get('/api/auth/sessions?user_id=usr_0123456789abcdef')).status).toBe(422);
    expect((await stack.anonymous.get('/api/auth/sessions')).status).toBe(401);
  });

  it('shows when a session was last seen, without a write for each request', async () => {
    const user = await stack.identity.createUser();
    const session = await stack.createSession(user);
    await stack.identity.sql(`update session set last_seen_at = now() - interval '1 hour' where user_id = $1`, [
      user.id,
    ]);
    const [{ LastSeenAt }] = await listOf(session);
    expect(Date.now() - Date.parse(LastSeenAt)).toBeGreaterThan(3_500_000);
    await stack.get(SessionUse).flush();
    const [after] = await listOf(session);
    expect(Date.now() - Date.parse(after.LastSeenAt)).toBeLessThan(60_000);
  });
});

describe('DELETE /api/auth/sessions/{id}', () => {
  it('ends a session of a member of a suspended tenant', async () => {
    const owner = await stack.identity.createOwner();
    const [asking, ended] = [await stack.createSession(owner), await stack.createSession(owner)];
    const id = await currentOf(ended);
    await stack.identity.setTenantStatus(owner.tenantId, 'suspended');
    expect((await asking.delete(`/api/auth/sessions/${id}`)).status).toBe(204);
    expect((await ended.get('/api/auth/me')).status).toBe(401);
  });

  it('ends another session of the user at once', async () => {
    const user = await stack.identity.createUser();
    const [own, lost] = [await stack.createSession(user), await stack.createSession(user)];
    const id = await currentOf(lost);
    for (const _ of [1, 2]) {
      const { status, headers } = await own.delete(`/api/auth/sessions/${id}`);
      expect([status, headers['set-cookie']]).toEqual([204, undefined]);
      expect((await lost.get('/api/auth/me')).status).toBe(401);
    }
    expect((await own.get('/api/auth/me')).status).toBe(200);
  });

  it('ends the session that asks, and takes its cookie', async () => {
    const session = await stack.createSession(await stack.identity.createUser());
    const { status, headers } = await session.delete(`/api/auth/sessions/${await currentOf(session)}`);
    expect(status).toBe(204);
    expect(String(headers['set-cookie'])).toContain('service_session=;');
    expect((await session.get('/api/auth/me')).status).toBe(401);
  });

  it('does not know sessions of others, nor what is no session', async () => {
    const [own, other] = [
      await stack.createSession(await stack.identity.createUser()),
      await stack.createSession(await stack.identity.createUser()),
    ];
    for (const id of [await currentOf(other), 'ses_0123456789abcdef', 'x', '%00', '..%2fx']) {
      const { status, body } = await own.delete(`/api/auth/sessions/${id}`);
      expect([status, body.Error.Code], id).toEqual([404, 'NotFound']);
    }
    expect((await other.get('/api/auth/me')).status).toBe(200);
  });
});
