import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { codeOf, passSteps, restartClock, stopClock, wrongCodeOf } from '../../../../test/support/authenticator.js';
import {
  identityStack,
  PASSWORD,
  type IdentityStack,
  type TestPerson,
} from '../../../../test/support/identity-stack.js';

let identity: IdentityStack;

beforeAll(async () => {
  identity = await identityStack();
});
afterAll(() => identity.close());
beforeEach(stopClock);
afterEach(restartClock);

interface Protected extends TestPerson {
  secret: string;
  recoveryCodes: string[];
}

const ask = ({ id }: TestPerson, what: string, body: object) =>
  identity.service.post(`/internal/users/${id}/two-factor/${what}`, body);
const stateOf = async ({ id }: TestPerson) => (await identity.service.get(`/internal/users/${id}/two-factor`)).body;
const password = ({ email }: TestPerson, given = PASSWORD) =>
  identity.service.post('/internal/sessions', { email, password: given });
const second = ({ id }: TestPerson, code: string) =>
  identity.service.post('/internal/sessions/second-factor', { userId: id, code });

/** A person with a second factor, whose next code is unused. */
async function protectedPerson(): Promise<Protected> {
  const person = await identity.person();
  const { secret } = (await ask(person, 'setup', { password: PASSWORD })).body;
  const { recoveryCodes } = (await ask(person, 'confirm', { code: codeOf(secret) })).body;
  passSteps();
  return { ...person, secret, recoveryCodes };
}

describe('setting up a second factor', () => {
  it('takes the password, and gives a secret that an authenticator reads', async () => {
    const person = await identity.person();
    const { status, body } = await ask(person, 'setup', { password: PASSWORD });
    expect(status).toBe(200);
    expect(body.secret).toMatch(/^[A-Z2-7]{32}$/);
    const uri = new URL(body.otpauthUri);
    expect([uri.protocol, uri.host]).toEqual(['otpauth:', 'totp']);
    expect(decodeURIComponent(uri.pathname)).toContain(person.email);
    expect(uri.searchParams.get('secret')).toBe(body.secret);
    expect(body.qrCode).toMatch(/^data:image\/svg\+xml;base64,/);
    expect((await ask(person, 'setup', { password: 'wrong' })).status).toBe(401);
  });

  it('asks for nothing at login until the first code has come', async () => {
    const person = await identity.person();
    const { secret } = (await ask(person, 'setup', { password: PASSWORD })).body;
    expect((await password(person)).body.twoFactorRequired).toBe(false);
    expect((await ask(person, 'confirm', { code: wrongCodeOf(secret) })).status).toBe(401);
    expect(await stateOf(person)).toMatchObject({ confirmedAt: null, recoveryCodesLeft: 0 });
    const { status, body } = await ask(person, 'confirm', { code: codeOf(secret) });
    expect(status).toBe(200);
    expect(new Set(body.recoveryCodes).size).toBe(10);
    expect(await stateOf(person)).toMatchObject({ confirmedAt: expect.any(String), recoveryCodesLeft: 10 });
    expect((await password(person)).body).toMatchObject({ twoFactorRequired: true, userId: person.id });
  });

  it('keeps the secret sealed, and of recovery codes their hashes alone', async () => {
    const { id, secret, recoveryCodes } = await protectedPerson();
    const rows = await identity.sql(`select * from totp where user_id = $1`, [id]);
    expect(rows).toEqual([expect.objectContaining({ sealed_secret: expect.stringMatching(/^v1\.test\./) })]);
    const kept = JSON.stringify([rows, await identity.sql(`select * from recovery_code where user_id = $1`, [id])]);
    expect(kept).not.toContain(secret);
    for (const code of recoveryCodes) expect(kept).not.toContain(code.replaceAll('-', ''));
  });

  it('confirmed twice at the same moment, gives recovery codes once', async () => {
    const person = await identity.person();
    const { secret } = (await ask(person, 'setup', { password: PASSWORD })).body;
    const answers = await Promise.all([1, 2, 3].map(() => ask(person, 'confirm', { code: codeOf(secret) })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    expect((await stateOf(person)).recoveryCodesLeft).toBe(10);
  });

  it('anew leaves the old one in force until the new one is confirmed', async () => {
    const person = await protectedPerson();
    const { secret } = (await ask(person, 'setup', { password: PASSWORD })).body;
    await password(person);
    expect((await second(person, codeOf(secret))).status).toBe(401);
    expect((await second(person, codeOf(person.secret))).status).toBe(200);
    expect((await ask(person, 'confirm', { code: codeOf(secret) })).status).toBe(200);
    passSteps();
    await password(person);
    expect((await second(person, codeOf(person.secret))).status).toBe(401);
    expect((await second(person, person.recoveryCodes[0]!)).status).toBe(401);
    expect((await second(person, codeOf(secret))).status).toBe(200);
  });

  it('is over an hour after it began', async () => {
    const person = await identity.person();
    const { secret } = (await ask(person, 'setup', { password: PASSWORD })).body;
    await identity.sql(`update totp set pending_until = now() where user_id = $1`, [person.id]);
    expect((await ask(person, 'confirm', { code: codeOf(secret) })).status).toBe(409);
  });
});

describe('the second step of a login', () => {
  it('opens the session that the first did not', async () => {
    const person = await protectedPerson();
    const first = await password(person);
    expect(first.body).toEqual({
      twoFactorRequired: true,
      userId: person.id,
      email: person.email,
      expiresAt: expect.any(String),
      RequestId: expect.any(String),
    });
    const { status, body } = await second(person, codeOf(person.secret));
    expect(status).toBe(200);
    expect(body).toMatchObject({ userId: person.id, token: expect.stringMatching(/^eyJ/), twoFactorRequired: false });
  });

  it('is refused without the first, whoever it is for', async () => {
    const [person, plain] = [await protectedPerson(), await identity.person()];
    const nobody = { id: 'usr_0123456789abcdef', email: '' };
    const answers = [
      await second(person, codeOf(person.secret)),
      await second(plain, '000000'),
      await second(nobody, '000000'),
    ];
    for (const { status, body } of answers) {
      expect(status).toBe(401);
      expect(body.Error).toEqual(answers[0]?.body.Error);
    }
  });

  it('takes the code of the present half minute alone', async () => {
    const person = await protectedPerson();
    await password(person);
    for (const steps of [-2, -1, 1, 2]) expect((await second(person, codeOf(person.secret, steps))).status).toBe(401);
    expect((await second(person, codeOf(person.secret))).status).toBe(200);
  });

  it('takes each code once, the one that confirmed the set-up included', async () => {
    const person = await protectedPerson();
    passSteps(-1);
    await password(person);
    expect((await second(person, codeOf(person.secret))).status).toBe(401);
    passSteps();
    await password(person);
    const code = codeOf(person.secret);
    expect((await second(person, code)).status).toBe(200);
    await password(person);
    expect((await second(person, code)).status).toBe(401);
    passSteps();
    expect((await second(person, codeOf(person.secret))).status).toBe(200);
  });

  it('lets one of many uses of a code at the same moment through, in several processes', async () => {
    const other = await identityStack({ besides: identity });
    const person = await protectedPerson();
    await password(person);
    const code = codeOf(person.secret);
    const answers = await Promise.all(
      [identity, other, identity, other].map(({ service }) =>
        service.post('/internal/sessions/second-factor', { userId: person.id, code }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401]);
    await other.close();
  });

  it('lets one of many uses of a recovery code through', async () => {
    const person = await protectedPerson();
    const [code = ''] = person.recoveryCodes;
    await password(person);
    const answers = await Promise.all(
      [code, code.toUpperCase(), code.replaceAll('-', ' ')].map((one) => second(person, one)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401]);
    await password(person);
    expect((await second(person, code)).status).toBe(401);
    expect(await stateOf(person)).toMatchObject({ recoveryCodesLeft: 9 });
  });

  it('keeps the code that came second when two were right', async () => {
    const person = await protectedPerson();
    await password(person);
    const answers = await Promise.all(person.recoveryCodes.slice(0, 3).map((code) => second(person, code)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401]);
    expect(await stateOf(person)).toMatchObject({ recoveryCodesLeft: 9 });
  });

  it('has five tries', async () => {
    const person = await protectedPerson();
    await password(person);
    for (let n = 0; n < 5; n += 1) expect((await second(person, wrongCodeOf(person.secret))).status).toBe(401);
    expect((await second(person, codeOf(person.secret))).status).toBe(401);
    await password(person);
    expect((await second(person, codeOf(person.secret))).status).toBe(200);
  });

  it('gains no tries from many at once', async () => {
    const person = await protectedPerson();
    await password(person);
    await Promise.all(Array.from({ length: 20 }, () => second(person, wrongCodeOf(person.secret))));
    const [row] = await identity.sql(`select tries_left from pending_login where user_id = $1`, [person.id]);
    expect(row).toEqual({ tries_left: 0 });
    // Tries that there were not are no guesses either.
    await password(person);
    expect((await second(person, codeOf(person.secret))).status).toBe(200);
  });

  it('has five minutes', async () => {
    const person = await protectedPerson();
    const { expiresAt } = (await password(person)).body;
    expect(Date.parse(expiresAt) - Date.now()).toBe(300_000);
    await identity.sql(`update pending_login set expires_at = now() where user_id = $1`, [person.id]);
    expect((await second(person, codeOf(person.secret))).status).toBe(401);
  });

  it('counts wrong codes with wrong passwords: after ten of both nothing is right', async () => {
    const person = await protectedPerson();
    for (let n = 0; n < 3; n += 1) await password(person, 'wrong');
    for (let round = 0; round < 2; round += 1) {
      expect((await password(person)).status).toBe(200);
      for (let n = 0; n < 5 - round; n += 1) await second(person, wrongCodeOf(person.secret));
    }
    expect((await password(person, 'wrong')).status).toBe(429);
    const refused = await password(person);
    expect([refused.status, refused.body.Error.Code]).toEqual([429, 'Throttling']);
    expect((await second(person, codeOf(person.secret))).status).toBe(429);
    expect((await ask(person, 'disable', { password: PASSWORD })).status).toBe(429);
  });

  it('is refused to a disabled account, and only after the right code', async () => {
    const person = await protectedPerson();
    await password(person);
    await identity.service.patch(`/internal/users/${person.id}`, { status: 'disabled' });
    expect((await second(person, wrongCodeOf(person.secret))).status).toBe(401);
    expect((await second(person, codeOf(person.secret))).status).toBe(403);
  });
});

describe('giving up a second factor', () => {
  it('takes the password and no code', async () => {
    const person = await protectedPerson();
    expect((await ask(person, 'disable', { password: 'wrong' })).status).toBe(401);
    expect((await ask(person, 'disable', { password: PASSWORD })).status).toBe(204);
    expect(await stateOf(person)).toMatchObject({ confirmedAt: null, recoveryCodesLeft: 0 });
    expect((await password(person)).body.twoFactorRequired).toBe(false);
    expect((await ask(person, 'disable', { password: PASSWORD })).status).toBe(204);
  });

  it('ends a login that waits for it', async () => {
    const person = await protectedPerson();
    await password(person);
    await ask(person, 'disable', { password: PASSWORD });
    expect((await second(person, codeOf(person.secret))).status).toBe(401);
  });
});

describe('new recovery codes', () => {
  it('take the password, and the place of the old ones', async () => {
    const person = await protectedPerson();
    expect((await ask(person, 'recovery-codes', { password: 'wrong' })).status).toBe(401);
    const { status, body } = await ask(person, 'recovery-codes', { password: PASSWORD });
    expect([status, body.recoveryCodes.length]).toEqual([200, 10]);
    await password(person);
    expect((await second(person, person.recoveryCodes[0]!)).status).toBe(401);
    expect((await second(person, body.recoveryCodes[0])).status).toBe(200);
  });

  it('are for who has a second factor', async () => {
    expect((await ask(await identity.person(), 'recovery-codes', { password: PASSWORD })).status).toBe(409);
  });
});

describe('the audit log', () => {
  it('tells of each change of a second factor, and who came by a recovery code', async () => {
    const person = await protectedPerson();
    await password(person);
    await second(person, person.recoveryCodes[0]!);
    await ask(person, 'recovery-codes', { password: PASSWORD });
    for (const _ of [1, 2]) await ask(person, 'disable', { password: PASSWORD });
    const entries = await identity.sql<{ action: string }>(
      `select action from audit_entry where object_type = 'user' and object_id = $1 order by id`,
      [person.id],
    );
    expect(entries.map(({ action }) => action)).toEqual([
      'two-factor.enabled',
      'two-factor.recovery-code-used',
      'two-factor.codes-renewed',
      'two-factor.disabled',
    ]);
  });
});

describe('somebody who does not exist', () => {
  it('has no second factor, and gets none', async () => {
    const nobody = { id: 'usr_0123456789abcdef', email: '' };
    expect(await stateOf(nobody)).toMatchObject({ confirmedAt: null, recoveryCodesLeft: 0 });
    expect((await ask(nobody, 'setup', { password: PASSWORD })).status).toBe(404);
    expect((await ask(nobody, 'confirm', { code: '000000' })).status).toBe(409);
  });
});
