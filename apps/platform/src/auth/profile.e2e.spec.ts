import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { gatewayStack, type GatewayStack } from '../../../../test/support/gateway-stack.js';

let stack: GatewayStack;

beforeAll(async () => {
  stack = await gatewayStack();
});
afterAll(() => stack.close());

describe('the account of a person', () => {
  it('takes a name and an address, and refuses a body without either', async () => {
    const person = await stack.identity.person();
    const session = await stack.sessionOf(person);
    const Email = `new-${person.email}`;
    const { status, body } = await session.patch('/api/auth/me', { Name: ' Ana ', Email });
    expect([status, body]).toMatchObject([200, { Name: 'Ana', Email, EmailVerified: false }]);
    expect((await stack.login(Email)).status).toBe(200);
    const empty = await session.patch('/api/auth/me', {});
    expect([empty.status, empty.body.Error.Code]).toEqual([422, 'MissingParameter']);
  });

  it('takes no role, tenant or power that a body claims', async () => {
    const session = await stack.sessionOf(await stack.identity.person());
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
    const { id, email } = await stack.identity.person();
    const token = await stack.identity.mailedToken(email, 'verify-email');
    const { status, body } = await stack.anybody.post('/api/auth/verify', { Token: token });
    expect([status, body]).toMatchObject([200, { Status: 'verified', UserId: id, UserEmail: email }]);
    expect((await stack.anybody.post('/api/auth/verify', { token })).status).toBe(410);
    expect((await stack.anybody.post('/api/auth/verify', {})).status).toBe(400);
  });

  it('passes on that a mail was sent a short while ago, with the time to wait', async () => {
    const session = await stack.sessionOf(await stack.identity.person());
    const { status, headers, body } = await session.post('/api/auth/me/verify/resend');
    expect([status, body.Error.Code]).toEqual([429, 'Throttling']);
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
  });

  it('gets another password by mail, which ends its sessions at once', async () => {
    const person = await stack.identity.person();
    const session = await stack.sessionOf(person);
    expect((await stack.anybody.post('/api/auth/password/forgot', { email: person.email })).status).toBe(202);
    const token = await stack.identity.mailedToken(person.email, 'reset-password');
    const password = 'another-long-enough-password';
    expect((await stack.anybody.post('/api/auth/password/reset', { token, password })).status).toBe(200);
    expect((await session.get('/api/auth/me')).status).toBe(401);
    expect((await stack.login(person.email, password)).status).toBe(200);
  });

  it('changes its password in a session, and that session goes on', async () => {
    const person = await stack.identity.person();
    const [session, other] = [await stack.sessionOf(person), await stack.sessionOf(person)];
    const change = (CurrentPassword: string) =>
      session.post('/api/auth/me/password', { CurrentPassword, NewPassword: 'another-long-enough-password' });
    expect((await change('not-the-password')).status).toBe(401);
    expect((await change('a-long-enough-password')).status).toBe(200);
    expect([(await session.get('/api/auth/me')).status, (await other.get('/api/auth/me')).status]).toEqual([200, 401]);
  });
});
