import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { codeOf, passSteps, restartClock, stopClock, wrongCodeOf } from '../../../../test/support/authenticator.js';
import { identityStack, PASSWORD, type TestUser } from '../../../../test/support/identity-stack.js';
import { useStack } from '../../../../test/support/use-stack.js';

const identity = useStack(() => identityStack({ environment: { SERVICE_NAME: 'Correio & Cia' } }));

beforeEach(stopClock);
afterEach(restartClock);

interface Protected extends TestUser {
  secret: string;
  recoveryCodes: string[];
}

const ask = ({ id }: TestUser, what: string, body: object) =>
  identity.service.post(`/internal/users/${id}/two-factor/${what}`, body);
const stateOf = async ({ id }: TestUser) => (await identity.service.get(`/internal/users/${id}/two-factor`)).body;
const password = ({ email }: TestUser, given = PASSWORD) =>
  identity.service.post('/internal/sessions', { email, password: given });
const second = ({ id }: TestUser, code: string) =>
  identity.service.post('/internal/sessions/second-factor', { userId: id, code });

/** A person with a second factor, whose next code is unused. */
async function createProtectedUser(): Promise<Protected> {
  const user = await identity.createUser();
  const { secret } = (await ask(user, 'setup', { password: PASSWORD })).body;
  const { recoveryCodes } = (await ask(user, 'confirm', { code: codeOf(secret) })).body;
  passSteps();
  return { ...user, secret, recoveryCodes };
}

describe('setting up a second factor', () => {
  it('requires the password, and returns a secret for an authenticator', async () => {
    const user = await identity.createUser();
    const { status, body } = await ask(user, 'setup', { password: PASSWORD });
    expect(status).toBe(200);
    expect(body.secret).toMatch(/^[A-Z2-7]{32}$/);
    const uri = new URL(body.otpauthUri);
    expect([uri.protocol, uri.host]).toEqual(['otpauth:', 'totp']);
    expect(decodeURIComponent(uri.pathname)).toContain(user.email);
    expect(uri.searchParams.get('issuer')).toBe('Correio & Cia');
    expect(uri.searchParams.get('secret')).toBe(body.secret);
    expect(body.qrCode).toMatch(/^data:image\/svg\+xml;base64,/);
    expect((await ask(user, 'setup', { password: 'wrong' })).status).toBe(401);
  });

  it('asks for nothing at login until the first code has come', async () => {
    const user = await identity.createUser();
    const { secret } = (await ask(user, 'setup', { password: PASSWORD })).body;
    expect((await password(user)).body.twoFactorRequired).toBe(false);
    expect((await ask(user, 'confirm', { code: wrongCodeOf(secret) })).status).toBe(401);
    expect(await stateOf(user)).toMatchObject({ confirmedAt: null, recoveryCodesLeft: 0 });
    const { status, body } = await ask(user, 'confirm', { code: codeOf(secret) });
    expect(status).toBe(200);
    expect(new Set(body.recoveryCodes).size).toBe(10);
    expect(await stateOf(user)).toMatchObject({ confirmedAt: expect.any(String), recoveryCodesLeft: 10 });
    expect((await password(user)).body).toMatchObject({ twoFactorRequired: true, userId: user.id });
  });

  it('keeps the secret sealed, and of recovery codes their hashes alone', async () => {
    const { id, secret, recoveryCodes } = await createProtectedUser();
    const rows = await identity.sql(`select * from totp where user_id = $1`, [id]);
    expect(rows).toEqual([expect.objectContaining({ sealed_secret: expect.stringMatching(/^v1\.test\./) })]);
    const kept = JSON.stringify([rows, await identity.sql(`select * from recovery_code where user_id = $1`, [id])]);
    expect(kept).not.toContain(secret);
    for (const code of recoveryCodes) expect(kept).not.toContain(code.replaceAll('-', ''));
  });

  it('that is confirmed twice at the same moment returns recovery codes once', async () => {
    const user = await identity.createUser();
    const { secret } = (await ask(user, 'setup', { password: PASSWORD })).body;
    const answers = await Promise.all([1, 2, 3].map(() => ask(user, 'confirm', { code: codeOf(secret) })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    expect((await stateOf(user)).recoveryCodesLeft).toBe(10);
  });

  it('again leaves the old one active until the new one is confirmed', async () => {
    const user = await createProtectedUser();
    const { secret } = (await ask(user, 'setup', { password: PASSWORD })).body;
    await password(user);
    expect((await second(user, codeOf(secret))).status).toBe(401);
    expect((await second(user, codeOf(user.secret))).status).toBe(200);
    expect((await ask(user, 'confirm', { code: codeOf(secret) })).status).toBe(200);
    passSteps();
    await password(user);
    expect((await second(user, codeOf(user.secret))).status).toBe(401);
    expect((await second(user, user.recoveryCodes[0]!)).status).toBe(401);
    expect((await second(user, codeOf(secret))).status).toBe(200);
  });

  it('is over an hour after it began', async () => {
    const user = await identity.createUser();
    const { secret } = (await ask(user, 'setup', { password: PASSWORD })).body;
    await identity.sql(`update totp set pending_until = now() where user_id = $1`, [user.id]);
    expect((await ask(user, 'confirm', { code: codeOf(secret) })).status).toBe(409);
  });
});

describe('the second step of a login', () => {
  it('opens the session that the first did not', async () => {
    const user = await createProtectedUser();
    const first = await password(user);
    expect(first.body).toEqual({
      twoFactorRequired: true,
      userId: user.id,
      email: user.email,
      expiresAt: expect.any(String),
      RequestId: expect.any(String),
    });
    const { status, body } = await second(user, codeOf(user.secret));
    expect(status).toBe(200);
    expect(body).toMatchObject({ userId: user.id, token: expect.stringMatching(/^eyJ/), twoFactorRequired: false });
  });

  it('is rejected without the first, for every user', async () => {
    const [user, plain] = [await createProtectedUser(), await identity.createUser()];
    const unknownUser = { id: 'usr_0123456789abcdef', email: '' };
    const answers = [
      await second(user, codeOf(user.secret)),
      await second(plain, '000000'),
      await second(unknownUser, '000000'),
    ];
    for (const { status, body } of answers) {
      expect(status).toBe(401);
      expect(body.Error).toEqual(answers[0]?.body.Error);
    }
  });

  it('accepts no code of another time step, ten seconds after the one before has ended', async () => {
    const user = await createProtectedUser();
    await password(user);
    for (const steps of [-2, -1, 1, 2]) expect((await second(user, codeOf(user.secret, steps))).status).toBe(401);
    expect((await second(user, codeOf(user.secret))).status).toBe(200);
  });

  it('accepts each code once, including the one that confirmed the set-up', async () => {
    const user = await createProtectedUser();
    passSteps(-1);
    await password(user);
    expect((await second(user, codeOf(user.secret))).status).toBe(401);
    passSteps();
    await password(user);
    const code = codeOf(user.secret);
    expect((await second(user, code)).status).toBe(200);
    await password(user);
    expect((await second(user, code)).status).toBe(401);
    passSteps();
    expect((await second(user, codeOf(user.secret))).status).toBe(200);
  });

  it('accepts one of many concurrent uses of a code, in several processes', async () => {
    const other = await identityStack({ besides: identity });
    const user = await createProtectedUser();
    await password(user);
    const code = codeOf(user.secret);
    const answers = await Promise.all(
      [identity, other, identity, other].map(({ service }) =>
        service.post('/internal/sessions/second-factor', { userId: user.id, code }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401]);
    await other.close();
  });

  it('accepts one of many concurrent uses of a recovery code', async () => {
    const user = await createProtectedUser();
    const [code = ''] = user.recoveryCodes;
    await password(user);
    const answers = await Promise.all(
      [code, code.toUpperCase(), code.replaceAll('-', ' ')].map((one) => second(user, one)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401]);
    await password(user);
    expect((await second(user, code)).status).toBe(401);
    expect(await stateOf(user)).toMatchObject({ recoveryCodesLeft: 9 });
  });

  it('keeps the code that came second when two were right', async () => {
    const user = await createProtectedUser();
    await password(user);
    const answers = await Promise.all(user.recoveryCodes.slice(0, 3).map((code) => second(user, code)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401]);
    expect(await stateOf(user)).toMatchObject({ recoveryCodesLeft: 9 });
  });

  it('has five tries', async () => {
    const user = await createProtectedUser();
    await password(user);
    for (let n = 0; n < 5; n += 1) expect((await second(user, wrongCodeOf(user.secret))).status).toBe(401);
    expect((await second(user, codeOf(user.secret))).status).toBe(401);
    await password(user);
    expect((await second(user, codeOf(user.secret))).status).toBe(200);
  });

  it('gains no tries from many at once', async () => {
    const user = await createProtectedUser();
    await password(user);
    await Promise.all(Array.from({ length: 20 }, () => second(user, wrongCodeOf(user.secret))));
    const [row] = await identity.sql(`select tries_left from pending_login where user_id = $1`, [user.id]);
    expect(row).toEqual({ tries_left: 0 });
    // Tries that there were not are no guesses either.
    await password(user);
    expect((await second(user, codeOf(user.secret))).status).toBe(200);
  });

  it('has five minutes', async () => {
    const user = await createProtectedUser();
    const { expiresAt } = (await password(user)).body;
    expect(Date.parse(expiresAt) - Date.now()).toBe(300_000);
    await identity.sql(`update pending_login set expires_at = now() where user_id = $1`, [user.id]);
    expect((await second(user, codeOf(user.secret))).status).toBe(401);
  });

  it('counts wrong codes with wrong passwords: after ten in all, the correct ones are rejected', async () => {
    const user = await createProtectedUser();
    for (let n = 0; n < 3; n += 1) await password(user, 'wrong');
    for (let round = 0; round < 2; round += 1) {
      expect((await password(user)).status).toBe(200);
      for (let n = 0; n < 5 - round; n += 1) await second(user, wrongCodeOf(user.secret));
    }
    expect((await password(user, 'wrong')).status).toBe(429);
    const refused = await password(user);
    expect([refused.status, refused.body.Error.Code]).toEqual([429, 'Throttling']);
    expect((await second(user, codeOf(user.secret))).status).toBe(429);
    expect((await ask(user, 'disable', { password: PASSWORD })).status).toBe(429);
  });

  it('is rejected for a disabled account, and only after the correct code', async () => {
    const user = await createProtectedUser();
    await password(user);
    await identity.service.patch(`/internal/users/${user.id}`, { status: 'disabled' });
    expect((await second(user, wrongCodeOf(user.secret))).status).toBe(401);
    expect((await second(user, codeOf(user.secret))).status).toBe(403);
  });
});

describe('giving up a second factor', () => {
  it('requires the password and no code', async () => {
    const user = await createProtectedUser();
    expect((await ask(user, 'disable', { password: 'wrong' })).status).toBe(401);
    expect((await ask(user, 'disable', { password: PASSWORD })).status).toBe(204);
    expect(await stateOf(user)).toMatchObject({ confirmedAt: null, recoveryCodesLeft: 0 });
    expect((await password(user)).body.twoFactorRequired).toBe(false);
    expect((await ask(user, 'disable', { password: PASSWORD })).status).toBe(204);
  });

  it('ends a login that waits for it', async () => {
    const user = await createProtectedUser();
    await password(user);
    await ask(user, 'disable', { password: PASSWORD });
    expect((await second(user, codeOf(user.secret))).status).toBe(401);
  });
});

describe('new recovery codes', () => {
  it('require the password, and replace the old ones', async () => {
    const user = await createProtectedUser();
    expect((await ask(user, 'recovery-codes', { password: 'wrong' })).status).toBe(401);
    const { status, body } = await ask(user, 'recovery-codes', { password: PASSWORD });
    expect([status, body.recoveryCodes.length]).toEqual([200, 10]);
    await password(user);
    expect((await second(user, user.recoveryCodes[0]!)).status).toBe(401);
    expect((await second(user, body.recoveryCodes[0])).status).toBe(200);
  });

  it('are for who has a second factor', async () => {
    expect((await ask(await identity.createUser(), 'recovery-codes', { password: PASSWORD })).status).toBe(409);
  });
});

describe('the audit log', () => {
  it('records each change of a second factor, and each login by a recovery code', async () => {
    const user = await createProtectedUser();
    await password(user);
    await second(user, user.recoveryCodes[0]!);
    await ask(user, 'recovery-codes', { password: PASSWORD });
    for (const _ of [1, 2]) await ask(user, 'disable', { password: PASSWORD });
    const entries = await identity.sql<{ action: string }>(
      `select action from audit_entry where object_type = 'user' and object_id = $1 order by id`,
      [user.id],
    );
    expect(entries.map(({ action }) => action)).toEqual([
      'two-factor.enabled',
      'two-factor.recovery-code-used',
      'two-factor.codes-renewed',
      'two-factor.disabled',
    ]);
  });
});

describe('a user who does not exist', () => {
  it('has no second factor, and gets none', async () => {
    const unknownUser = { id: 'usr_0123456789abcdef', email: '' };
    expect(await stateOf(unknownUser)).toMatchObject({ confirmedAt: null, recoveryCodesLeft: 0 });
    expect((await ask(unknownUser, 'setup', { password: PASSWORD })).status).toBe(404);
    expect((await ask(unknownUser, 'confirm', { code: '000000' })).status).toBe(409);
  });
});
