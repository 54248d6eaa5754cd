import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SessionUse } from '#libs/auth';
import { gatewayStack, type GatewayStack } from '../../../../test/support/gateway-stack.js';
import type { HttpClient } from '../../../../test/support/http-client.js';

let stack: GatewayStack;

beforeAll(async () => {
  stack = await gatewayStack();
});
afterAll(() => stack.close());

const listOf = async (session: HttpClient) => (await session.get('/api/auth/sessions')).body.Sessions;
const currentOf = async (session: HttpClient) =>
  (await listOf(session)).find(({ Current }: { Current: boolean }) => Current).Id as string;

describe('GET /api/auth/sessions', () => {
  it('shows the open sessions of the person, and which of them asks', async () => {
    const person = await stack.identity.person();
    const other = await stack.identity.person();
    await stack.sessionOf(other);
    const first = await stack.sessionOf(person);
    const second = await stack.sessionOf(person);
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

  it('knows no person but the session’s own', async () => {
    const session = await stack.sessionOf(await stack.identity.person());
    expect((await session.get('/api/auth/sessions?user_id=usr_0123456789abcdef')).status).toBe(422);
    expect((await stack.anybody.get('/api/auth/sessions')).status).toBe(401);
  });

  it('shows when a session was last seen, without a write for each request', async () => {
    const person = await stack.identity.person();
    const session = await stack.sessionOf(person);
    await stack.identity.sql(`update session set last_seen_at = now() - interval '1 hour' where user_id = $1`, [
      person.id,
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
    const owner = await stack.identity.owner();
    const [asking, ended] = [await stack.sessionOf(owner), await stack.sessionOf(owner)];
    const id = await currentOf(ended);
    await stack.identity.setTenantStatus(owner.tenantId, 'suspended');
    expect((await asking.delete(`/api/auth/sessions/${id}`)).status).toBe(204);
    expect((await ended.get('/api/auth/me')).status).toBe(401);
  });

  it('ends another session of one’s own at once', async () => {
    const person = await stack.identity.person();
    const [mine, lost] = [await stack.sessionOf(person), await stack.sessionOf(person)];
    const id = await currentOf(lost);
    for (const _ of [1, 2]) {
      const { status, headers } = await mine.delete(`/api/auth/sessions/${id}`);
      expect([status, headers['set-cookie']]).toEqual([204, undefined]);
      expect((await lost.get('/api/auth/me')).status).toBe(401);
    }
    expect((await mine.get('/api/auth/me')).status).toBe(200);
  });

  it('ends the session that asks, and takes its cookie', async () => {
    const session = await stack.sessionOf(await stack.identity.person());
    const { status, headers } = await session.delete(`/api/auth/sessions/${await currentOf(session)}`);
    expect(status).toBe(204);
    expect(String(headers['set-cookie'])).toContain('service_session=;');
    expect((await session.get('/api/auth/me')).status).toBe(401);
  });

  it('does not know sessions of others, nor what is no session', async () => {
    const [mine, theirs] = [
      await stack.sessionOf(await stack.identity.person()),
      await stack.sessionOf(await stack.identity.person()),
    ];
    for (const id of [await currentOf(theirs), 'ses_0123456789abcdef', 'x', '%00', '..%2fx']) {
      const { status, body } = await mine.delete(`/api/auth/sessions/${id}`);
      expect([status, body.Error.Code], id).toEqual([404, 'NotFound']);
    }
    expect((await theirs.get('/api/auth/me')).status).toBe(200);
  });
});
