import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { codeOf, passSteps, restartClock, stopClock } from '../support/authenticator.js';
import { gatewayStack } from '../support/gateway-stack.js';
import { PASSWORD } from '../support/identity-stack.js';
import { useStack } from '../support/use-stack.js';

const stack = useStack(gatewayStack);

beforeEach(stopClock);
afterEach(restartClock);

const second = (userId: string, code = '') => stack.anonymous.post('/api/auth/2fa', { user_id: userId, code });
const statuses = async (answers: ReturnType<typeof second>[]) =>
  (await Promise.all(answers)).map(({ status }) => status).sort();

describe('using what is for one use again', () => {
  it('a TOTP code that another person saw', async () => {
    const { user, secret } = await stack.createProtectedUser();
    const { id, email } = user;
    const code = codeOf(secret);
    await stack.login(email);
    expect((await second(id, code)).status).toBe(200);
    await stack.login(email);
    expect((await second(id, code)).status).toBe(401);
  });

  it('the code that confirmed the set-up', async () => {
    const { user, secret } = await stack.createProtectedUser();
    const { id, email } = user;
    passSteps(-1);
    await stack.login(email);
    expect((await second(id, codeOf(secret))).status).toBe(401);
  });

  it('a code of before, by setting back no clock but one’s own', async () => {
    const { user, secret } = await stack.createProtectedUser();
    const { id, email } = user;
    const missed = codeOf(secret);
    passSteps();
    await stack.login(email);
    expect((await second(id, missed)).status).toBe(401);
    expect((await second(id, codeOf(secret))).status).toBe(200);
  });

  it.each([2, 8])('one TOTP code, %i times at the same moment', async (times) => {
    const { user, secret } = await stack.createProtectedUser();
    const { id, email } = user;
    await stack.login(email);
    const code = codeOf(secret);
    const answers = await statuses(Array.from({ length: times }, () => second(id, code)));
    expect(answers).toEqual([200, ...Array.from({ length: times - 1 }, () => 401)]);
    expect(await sessionsOf(id)).toBe(2);
  });

  it.each([2, 8])('one recovery code, %i times at the same moment', async (times) => {
    const { user, recoveryCodes } = await stack.createProtectedUser();
    const { id, email } = user;
    await stack.login(email);
    const answers = await statuses(Array.from({ length: times }, () => second(id, recoveryCodes[3])));
    expect(answers).toEqual([200, ...Array.from({ length: times - 1 }, () => 401)]);
    expect(await sessionsOf(id)).toBe(2);
  });

  it('one correct password for two sessions', async () => {
    const { user, secret, recoveryCodes } = await stack.createProtectedUser();
    const { id, email } = user;
    await stack.login(email);
    expect(await statuses([second(id, codeOf(secret)), second(id, recoveryCodes[0])])).toEqual([200, 401]);
  });

  it('a recovery code that was replaced', async () => {
    const { user, recoveryCodes } = await stack.createProtectedUser();
    const { id, email } = user;
    await stack.login(email);
    const token = (await second(id, recoveryCodes[0])).body.Token;
    const session = stack.anonymous.with({ authorization: `Bearer ${token}` });
    expect((await session.post('/api/auth/2fa/recovery-codes', { Password: PASSWORD })).status).toBe(200);
    await stack.login(email);
    expect((await second(id, recoveryCodes[1])).status).toBe(401);
  });
});

async function sessionsOf(userId: string): Promise<number> {
  return (await stack.identity.sql(`select from session where user_id = $1`, [userId])).length;
}
