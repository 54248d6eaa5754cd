import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { codeOf, passSteps, restartClock, stopClock, wrongCodeOf } from '../../../../test/support/authenticator.js';
import { gatewayStack } from '../../../../test/support/gateway-stack.js';
import type { HttpClient } from '../../../../test/support/http-client.js';
import { PASSWORD, type TestUser } from '../../../../test/support/identity-stack.js';
import { useStack } from '../../../../test/support/use-stack.js';

const stack = useStack(gatewayStack);

beforeEach(stopClock);
afterEach(restartClock);

async function newcomer(): Promise<{ user: TestUser; session: HttpClient }> {
  const user = await stack.identity.createUser();
  return { user, session: await stack.createSession(user) };
}

const second = (body: object) => stack.anonymous.post('/api/auth/2fa', body);

describe('two-factor authentication', () => {
  it('is set up by password, confirmed by a code, and then asked for at login', async () => {
    const { user, session } = await newcomer();
    expect((await session.get('/api/auth/2fa')).body).toMatchObject({ Confirmed: false, RecoveryCodesLeft: 0 });
    const setup = await session.post('/api/auth/2fa/setup', { password: PASSWORD });
    expect(setup.status).toBe(200);
    expect(setup.body).toEqual({
      Secret: expect.stringMatching(/^[A-Z2-7]{32}$/),
      OtpauthUri: expect.stringContaining(`secret=${setup.body.Secret}`),
      QrCode: expect.stringMatching(/^data:image\/svg\+xml;base64,/),
      ExpiresAt: expect.stringMatching(/Z$/),
      RequestId: expect.stringMatching(/^req_/),
    });
    expect((await stack.login(user.email)).body.TwoFactorRequired).toBe(false);

    expect((await session.post('/api/auth/2fa/verify', { code: wrongCodeOf(setup.body.Secret) })).status).toBe(401);
    const confirmed = await session.post('/api/auth/2fa/verify', { code: codeOf(setup.body.Secret) });
    expect(confirmed.status).toBe(200);
    expect(confirmed.body.RecoveryCodes).toHaveLength(10);
    expect((await session.get('/api/auth/2fa')).body).toMatchObject({
      Confirmed: true,
      ConfirmedAt: expect.stringMatching(/Z$/),
      RecoveryCodesLeft: 10,
    });

    passSteps();
    const first = await stack.login(user.email);
    expect(first.status).toBe(200);
    expect(first.headers['set-cookie']).toBeUndefined();
    expect(first.body).toEqual({
      Token: '',
      UserId: user.id,
      UserEmail: user.email,
      ExpiresAt: expect.stringMatching(/Z$/),
      TwoFactorRequired: true,
      RequestId: expect.stringMatching(/^req_/),
    });
    const last = await second({ user_id: user.id, code: codeOf(setup.body.Secret) });
    expect(last.status).toBe(200);
    expect(last.body).toMatchObject({ UserId: user.id, UserEmail: user.email, TwoFactorRequired: false });
    expect(String(last.headers['set-cookie'])).toContain(`service_session=${last.body.Token}`);
    const me = await stack.anonymous.get('/api/auth/me', { authorization: `Bearer ${last.body.Token}` });
    expect(me.body.UserId).toBe(user.id);
  });

  it('shows the secret as a QR code, a picture without scripts', async () => {
    const { session } = await newcomer();
    const { QrCode } = (await session.post('/api/auth/2fa/setup', { Password: PASSWORD })).body;
    const svg = Buffer.from(QrCode.split(',')[1], 'base64').toString();
    expect(svg).toMatch(/^<svg [^>]*viewBox=/);
    expect(svg).not.toContain('<script');
  });

  it.each(['snake', 'Pascal'])('takes the second step in %s case', async (spelling) => {
    const { user, secret } = await stack.createProtectedUser();
    await stack.login(user.email);
    const code = codeOf(secret);
    const body = spelling === 'snake' ? { user_id: user.id, code } : { UserId: user.id, Code: code };
    expect((await second(body)).status).toBe(200);
  });

  it('takes a recovery code in place of a code, once', async () => {
    const { user, session, recoveryCodes } = await stack.createProtectedUser();
    for (const status of [200, 401]) {
      await stack.login(user.email);
      expect((await second({ user_id: user.id, code: recoveryCodes[0] })).status).toBe(status);
    }
    expect((await session.get('/api/auth/2fa')).body.RecoveryCodesLeft).toBe(9);
    const renewed = await session.post('/api/auth/2fa/recovery-codes', { Password: PASSWORD });
    expect([renewed.status, renewed.body.RecoveryCodes.length]).toEqual([200, 10]);
    expect((await session.get('/api/auth/2fa')).body.RecoveryCodesLeft).toBe(10);
  });

  it('is disabled by password, without a code', async () => {
    const { user, session } = await stack.createProtectedUser();
    expect((await session.post('/api/auth/2fa/disable', { Password: 'wrong' })).status).toBe(401);
    const { status, body } = await session.post('/api/auth/2fa/disable', { Password: PASSWORD });
    expect([status, body.Confirmed]).toEqual([200, false]);
    expect((await stack.login(user.email)).body.TwoFactorRequired).toBe(false);
  });

  it.each([
    ['setup', 'password'],
    ['disable', 'password'],
    ['recovery-codes', 'password'],
    ['verify', 'code'],
  ])('refuses %s without a %s, naming it', async (what, field) => {
    const { session } = await newcomer();
    for (const body of [{}, { [field]: '' }, { [field]: null }, { [field]: 1 }]) {
      const answer = await session.post(`/api/auth/2fa/${what}`, body);
      expect([answer.status, answer.body.Error.Details[0].Field], JSON.stringify(body)).toEqual([400, field]);
    }
  });

  it('names everything that the second step lacks', async () => {
    const { status, body } = await second({});
    expect(status).toBe(400);
    expect(body.Error.Details.map(({ Field }: { Field: string }) => Field)).toEqual(['user_id', 'code']);
  });

  it('says what cannot be done in its present state', async () => {
    const { session } = await newcomer();
    const nothing = await session.post('/api/auth/2fa/verify', { Code: '123456' });
    expect([nothing.status, nothing.body.Error.Code]).toEqual([409, 'Conflict']);
    const off = await session.post('/api/auth/2fa/recovery-codes', { Password: PASSWORD });
    expect([off.status, off.body.Error.Code]).toEqual([409, 'Conflict']);
  });
});
