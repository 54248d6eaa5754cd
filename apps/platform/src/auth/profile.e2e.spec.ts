import { describe, expect, it } from 'vitest';
import { gatewayStack } from '../../../../test/support/gateway-stack.js';
import { useStack } from '../../../../test/support/use-stack.js';

const stack = useStack(gatewayStack);

describe('the account of a user', () => {
  it('takes a name and an address, and refuses a body without either', async () => {
    const user = await stack.identity.createUser();
    const session = await stack.createSession(user);
    const Email = `new-${user.email}`;
    const { status, body } = await session.patch('/api/auth/me', { Name: ' Ana ', Email });
    expect([status, body]).toMatchObject([200, { Name: 'Ana', Email, EmailVerified: false }]);
    expect((await stack.login(Email)).status).toBe(200);
    const empty = await session.patch('/api/auth/me', {});
    expect([empty.status, empty.body.Error.Code]).toEqual([422, 'MissingParameter']);
  });

  it('rejects a role, tenant or privilege in the body', async () => {
    const session = await stack.createSession(await stack.identity.createUser());
    for (const claim of [
      { role: 'owner' },
      { tenant_id: 'x' },
      { is_operator: true },
      { Operator: true },
      { Verified: true },
    ]) {
      expect((await session.patch('/api/auth/me', { Name: 'Eve', ...claim })).status).toBe(400);
      expect((await session.post('/api/auth/me/emails', { Email: 'eve@example.test', ...claim })).status).toBe(400);
    }
  });

  it('has an address verified by the link of the mail, in either spelling, once', async () => {
    const { id, email } = await stack.identity.createUser();
    const token = await stack.identity.mailedToken(email, 'verify-email');
    const { status, body } = await stack.anonymous.post('/api/auth/verify', { Token: token });
    expect([status, body]).toMatchObject([200, { Status: 'verified', UserId: id, UserEmail: email }]);
    expect((await stack.anonymous.post('/api/auth/verify', { token })).status).toBe(410);
    expect((await stack.anonymous.post('/api/auth/verify', {})).status).toBe(400);
  });

  it('passes on that a mail was sent a short while ago, with the time to wait', async () => {
    const session = await stack.createSession(await stack.identity.createUser());
    const { status, headers, body } = await session.post('/api/auth/me/verify/resend');
    expect([status, body.Error.Code]).toEqual([429, 'Throttling']);
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
  });

  it('gets another password by mail, which ends its sessions at once', async () => {
    const user = await stack.identity.createUser();
    const session = await stack.createSession(user);
    expect((await stack.anonymous.post('/api/auth/password/forgot', { email: user.email })).status).toBe(202);
    const token = await stack.identity.mailedToken(user.email, 'reset-password');
    const password = 'another-long-enough-password';
    expect((await stack.anonymous.post('/api/auth/password/reset', { token, password })).status).toBe(200);
    expect((await session.get('/api/auth/me')).status).toBe(401);
    expect((await stack.login(user.email, password)).status).toBe(200);
  });

  it('changes its password in a session, which stays open', async () => {
    const user = await stack.identity.createUser();
    const [session, other] = [await stack.createSession(user), await stack.createSession(user)];
    const change = (CurrentPassword: string) =>
      session.post('/api/auth/me/password', { CurrentPassword, NewPassword: 'another-long-enough-password' });
    expect((await change('not-the-password')).status).toBe(401);
    expect((await change('a-long-enough-password')).status).toBe(200);
    expect([(await session.get('/api/auth/me')).status, (await other.get('/api/auth/me')).status]).toEqual([200, 401]);
  });
});
