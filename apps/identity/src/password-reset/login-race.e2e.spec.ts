import pg from 'pg';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { waitUntil } from '#libs/test/testing';
import { afterStep } from '../../../../test/support/after-step.js';
import { codeOf } from '../../../../test/support/authenticator.js';
import { identityStack, PASSWORD, type TestUser } from '../../../../test/support/identity-stack.js';
import { PasswordCheck } from '../users/password-check.js';
import { SecondFactor } from '../two-factor/second-factor.js';
import { useStack } from '../../../../test/support/use-stack.js';

const NEXT = 'another-long-enough-password';

const identity = useStack(identityStack);

afterEach(() => vi.restoreAllMocks());

const login = ({ email }: TestUser, password = PASSWORD) =>
  identity.service.post('/internal/sessions', { email, password });

async function resetOf({ email }: TestUser): Promise<() => Promise<void>> {
  await identity.service.post('/internal/passwords/forgotten', { email });
  const token = await identity.mailedToken(email, 'reset-password');
  return async () => {
    const { status } = await identity.service.post('/internal/passwords/reset', { token, password: NEXT });
    expect(status).toBe(204);
  };
}

const passwordChecked = () => ({ of: identity.app.get(PasswordCheck), name: 'verify' }) as const;
const codeChecked = () => ({ of: identity.app.get(SecondFactor), name: 'verify' }) as const;

const openSessionsOf = ({ id }: TestUser) =>
  identity.sql(`select id from session where user_id = $1 and revoked_at is null`, [id]);

async function createProtectedUser() {
  const user = await identity.createUser();
  const ask = async (what: string, body: object) =>
    (await identity.service.post(`/internal/users/${user.id}/two-factor/${what}`, body)).body;
  const { secret } = await ask('setup', { password: PASSWORD });
  const { recoveryCodes } = await ask('confirm', { code: codeOf(secret) });
  const [code] = recoveryCodes as string[];
  return {
    person: user,
    finish: () => identity.service.post('/internal/sessions/second-factor', { userId: user.id, code }),
  };
}

describe('a login whose password is replaced', () => {
  it('between the check and the session opens no session', async () => {
    const user = await identity.createUser();
    afterStep(passwordChecked(), await resetOf(user));
    const { status, body } = await login(user);
    expect([status, body.Error?.Code, body.token]).toEqual([401, 'AuthorizationError', undefined]);
    expect(await openSessionsOf(user)).toEqual([]);
    expect((await login(user, NEXT)).status).toBe(200);
  });

  it('while it is being replaced waits, and opens no session', async () => {
    const user = await identity.createUser();
    const other = new pg.Client({ connectionString: identity.database.adminUrl });
    await other.connect();
    try {
      await other.query('begin');
      await other.query(`update user_account set password_hash = 'another' where id = $1`, [user.id]);
      const answer = login(user);
      await waitUntil(
        async () =>
          (
            await identity.sql(
              `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
            )
          ).length > 0,
        { what: 'a login that waits' },
      );
      await other.query('commit');
      expect((await answer).status).toBe(401);
    } finally {
      await other.end();
    }
    expect(await openSessionsOf(user)).toEqual([]);
  });

  it('before the second factor is rejected with a correct code', async () => {
    const { person: user, finish } = await createProtectedUser();
    afterStep(passwordChecked(), await resetOf(user));
    expect((await login(user)).body.twoFactorRequired).toBe(true);
    expect((await finish()).status).toBe(401);
    expect(await openSessionsOf(user)).toEqual([]);
  });

  it('between the second factor and the session opens no session', async () => {
    const { person: user, finish } = await createProtectedUser();
    const reset = await resetOf(user);
    await login(user);
    afterStep(codeChecked(), reset);
    expect((await finish()).status).toBe(401);
    expect(await openSessionsOf(user)).toEqual([]);
  });
});
