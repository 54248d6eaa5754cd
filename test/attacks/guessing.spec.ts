import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { codeOf, passSteps, restartClock, stopClock, wrongCodeOf } from '../support/authenticator.js';
import { gatewayStack } from '../support/gateway-stack.js';
import type { Answer } from '../support/http-client.js';
import { PASSWORD } from '../support/identity-stack.js';
import { useStack } from '../support/use-stack.js';

// One place for hashing: what is measured is the work, not who waits for whom.
const stack = useStack(() => gatewayStack({ identity: { PASSWORD_CONCURRENCY: '1', PASSWORD_MEMORY_KIB: '' } }));

const newEmail = () => `a${randomBytes(6).toString('hex')}@example.test`;
const second = (userId: string, code: string) => stack.anonymous.post('/api/auth/2fa', { user_id: userId, code });

/** Picks what an answer tells, without what differs from call to call. */
function told({ status, body, headers }: Answer) {
  return { status, error: body.Error, headers: Object.keys(headers).sort() };
}

/**
 * How much longer the first of two kinds of call takes than the second: the ratio of their medians, measured in turns,
 * so that whatever else the machine does slows down both. Of several attempts the one that is closest to 1: noise comes
 * and goes, a difference that an attacker could use stays.
 */
async function timeRatio(one: (n: number) => Promise<unknown>, other: (n: number) => Promise<unknown>) {
  let best = Number.POSITIVE_INFINITY;
  for (let attempt = 0; attempt < 3; attempt += 1) {
    const [a, b]: [number[], number[]] = [[], []];
    for (let n = 0; n < 16; n += 1) {
      a.push(await timeOf(() => one(attempt * 16 + n)));
      b.push(await timeOf(() => other(attempt * 16 + n)));
    }
    const ratio = median(a) / median(b);
    if (Math.abs(Math.log(ratio)) < Math.abs(Math.log(best))) best = ratio;
    if (best > 0.8 && best < 1.25) break;
  }
  return best;
}

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

const median = (values: number[]) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

describe('finding out who has an account', () => {
  it('by what a login answers', async () => {
    const { email } = await stack.identity.createUser();
    const [wrong, unknown] = [await stack.login(email, 'not-the-password'), await stack.login(newEmail())];
    expect(wrong.status).toBe(401);
    expect(told(wrong)).toEqual(told(unknown));
  });

  it('by how long a login takes', async () => {
    const people = await Promise.all(Array.from({ length: 6 }, () => stack.identity.createUser()));
    const ratio = await timeRatio(
      (n) => stack.login(people[n % people.length]?.email ?? '', 'wrong'),
      () => stack.login(newEmail(), 'wrong'),
    );
    expect(ratio).toBeGreaterThan(0.7);
    expect(ratio).toBeLessThan(1.4);
  });

  it('by how many guesses an address has', async () => {
    const known = (await stack.identity.createUser()).email;
    const unknown = newEmail();
    for (let n = 0; n < 12; n += 1) {
      const [a, b] = [await stack.login(known, 'wrong'), await stack.login(unknown, 'wrong')];
      expect(a.status).toBe(n < 10 ? 401 : 429);
      expect(told(a)).toEqual(told(b));
    }
  });

  it('by the answer of the second step: with a second factor, without one, or for an unknown user', async () => {
    const [withFactor, without] = [await stack.identity.createUser(), await stack.identity.createUser()];
    const session = await stack.createSession(withFactor);
    const { Secret } = (await session.post('/api/auth/2fa/setup', { Password: PASSWORD })).body;
    expect((await session.post('/api/auth/2fa/verify', { Code: codeOf(Secret) })).status).toBe(200);
    const answers = await Promise.all(
      [withFactor.id, without.id, 'usr_0123456789abcdef', 'nobody'].map((id) => second(id, '123456')),
    );
    for (const answer of answers) expect(told(answer)).toEqual(told(answers[0] as Answer));
    expect(answers[0]?.status).toBe(401);
  });

  it('by how long the second step takes', async () => {
    const { id } = await stack.identity.createUser();
    const ratio = await timeRatio(
      () => second(id, '123456'),
      () => second(`usr_${randomBytes(8).toString('hex')}`, '123456'),
    );
    expect(ratio).toBeGreaterThan(0.5);
    expect(ratio).toBeLessThan(2);
  });

  it('by how long a registration takes: a taken address is rejected no sooner than a new one is accepted', async () => {
    const { email } = await stack.identity.createUser();
    const register = (Email: string) => stack.anonymous.post('/api/auth/register', { Email, Password: PASSWORD });
    const ratio = await timeRatio(
      () => register(email),
      () => register(newEmail()),
    );
    expect(ratio).toBeGreaterThan(0.5);
    expect(ratio).toBeLessThan(1.6);
  });
});

describe('guessing', () => {
  beforeEach(stopClock);
  afterEach(restartClock);

  async function createProtectedUser() {
    const user = await stack.identity.createUser();
    const session = await stack.createSession(user);
    const { Secret } = (await session.post('/api/auth/2fa/setup', { Password: PASSWORD })).body;
    await session.post('/api/auth/2fa/verify', { Code: codeOf(Secret) });
    passSteps();
    return { ...user, session, secret: Secret as string };
  }

  it('passwords of one account, many at once and from many addresses', async () => {
    const { email } = await stack.identity.createUser();
    const attempts = Array.from({ length: 40 }, (_, n) =>
      stack.anonymous.post('/api/auth/login', { email, password: `wrong ${n}` }, { 'x-forwarded-for': `192.0.2.${n}` }),
    );
    const answers = await Promise.all(attempts);
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(10);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(30);
    const right = await stack.login(email);
    expect([right.status, right.body.Error.Code]).toEqual([429, 'Throttling']);
    expect(Number(right.headers['retry-after'])).toBeGreaterThan(800);
  });

  it('codes of one account, after any number of new logins', async () => {
    const user = await createProtectedUser();
    let tried = 0;
    for (let login = await stack.login(user.email); login.status === 200; login = await stack.login(user.email)) {
      expect(tried).toBeLessThan(10);
      for (let n = 0; n < 5; n += 1) {
        expect((await second(user.id, wrongCodeOf(user.secret))).status).toBe(401);
        tried += 1;
      }
    }
    expect(tried).toBe(10);
    expect((await stack.login(user.email)).status).toBe(429);
  });

  it('a code after five wrong ones: the right one comes too late', async () => {
    const user = await createProtectedUser();
    await stack.login(user.email);
    for (let n = 0; n < 5; n += 1) await second(user.id, wrongCodeOf(user.secret));
    expect((await second(user.id, codeOf(user.secret))).status).toBe(401);
  });

  it('the password with a stolen session', async () => {
    const { session, email } = await createProtectedUser();
    for (let n = 0; n < 10; n += 1) {
      const path = ['setup', 'disable', 'recovery-codes'][n % 3];
      expect((await session.post(`/api/auth/2fa/${path}`, { Password: `wrong ${n}` })).status).toBe(401);
    }
    for (const path of ['setup', 'disable', 'recovery-codes']) {
      expect((await session.post(`/api/auth/2fa/${path}`, { Password: PASSWORD })).status).toBe(429);
    }
    expect((await stack.login(email)).status).toBe(429);
  });

  it('the first code of a set-up', async () => {
    const user = await stack.identity.createUser();
    const session = await stack.createSession(user);
    const { Secret } = (await session.post('/api/auth/2fa/setup', { Password: PASSWORD })).body;
    for (let n = 0; n < 10; n += 1) {
      expect((await session.post('/api/auth/2fa/verify', { Code: wrongCodeOf(Secret) })).status).toBe(401);
    }
    expect((await session.post('/api/auth/2fa/verify', { Code: codeOf(Secret) })).status).toBe(429);
  });

  it('one password for many accounts, from one address', async () => {
    const headers = { 'x-forwarded-for': '2001:db8:1:2::1' };
    let answer: Answer;
    let calls = 0;
    do {
      // Refused before it costs a hash: what is tried is the limit, not the passwords.
      answer = await stack.anonymous.post('/api/auth/login', { email: newEmail() }, headers);
      calls += 1;
    } while (answer.status === 400 && calls < 1_200);
    expect([answer.status, answer.body.Error.Code, calls]).toEqual([429, 'Throttling', 1_001]);
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    // Another host of the same customer's network is the same caller.
    const neighbour = { 'x-forwarded-for': '2001:db8:1:2:ffff::9' };
    const right = { email: (await stack.identity.createUser()).email, password: PASSWORD };
    expect((await stack.anonymous.post('/api/auth/login', right, neighbour)).status).toBe(429);
    expect(
      (await stack.anonymous.post('/api/auth/login', right, { 'x-forwarded-for': '2001:db8:1:3::1' })).status,
    ).toBe(200);
  });
});
