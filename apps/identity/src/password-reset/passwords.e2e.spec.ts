import { describe, expect, it } from 'vitest';
import { waitUntil } from '#libs/test/testing';
import { identityStack, PASSWORD } from '../../../../test/support/identity-stack.js';
import { useStack } from '../../../../test/support/use-stack.js';

const NEXT = 'another-long-enough-password';

const identity = useStack(identityStack);

const forget = (email: string) => identity.service.post('/internal/passwords/forgotten', { email });
const reset = (token: string, password = NEXT) =>
  identity.service.post('/internal/passwords/reset', { token, password });
const login = (email: string, password: string) => identity.service.post('/internal/sessions', { email, password });

async function isOpen(token: string): Promise<boolean> {
  const sid = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()).sid as string;
  const { body } = await identity.service.post('/internal/credentials/resolve', { names: [['session', sid]] });
  return body.entries[0] !== null;
}

const sessionIdOf = (token: string): string =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()).sid;

describe('a forgotten password', () => {
  it('is replaced by a mailed link, which ends every session and verifies the address', async () => {
    const user = await identity.createUser();
    const session = await identity.login(user);
    expect((await forget(user.email.toUpperCase())).status).toBe(204);
    const token = await identity.mailedToken(user.email, 'reset-password');
    expect((await reset(token)).status).toBe(204);
    expect(await isOpen(session)).toBe(false);
    expect((await login(user.email, PASSWORD)).status).toBe(401);
    expect((await login(user.email, NEXT)).status).toBe(200);
    const { body } = await identity.service.get(`/internal/users/${user.id}`);
    expect(body.addresses).toMatchObject([{ verified: true }]);
    await identity.mail.waitFor(({ to, source }) => to.includes(user.email) && source.includes('password was changed'));
  });

  it('is replaced once: of several uses of the link at the same moment exactly one succeeds', async () => {
    const { email } = await identity.createUser();
    await forget(email);
    const token = await identity.mailedToken(email, 'reset-password');
    const answers = await Promise.all([1, 2, 3, 4].map((count) => reset(token, `${NEXT}-${count}`)));
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 410, 410, 410]);
    expect((await reset(token)).status).toBe(410);
  });

  it('accepts no expired link, none of another kind and no forged one', async () => {
    const { id, email } = await identity.createUser();
    const other = await identity.mailedToken(email, 'verify-email');
    await forget(email);
    const token = await identity.mailedToken(email, 'reset-password');
    expect((await reset(other)).status).toBe(422);
    expect((await reset('made-up')).status).toBe(422);
    await identity.sql(`update link_token set expires_at = now() - interval '1 second' where user_id = $1`, [id]);
    expect((await reset(token)).status).toBe(410);
    expect((await login(email, PASSWORD)).status).toBe(200);
  });

  it('is answered equally for a known and an unknown address, and an unknown one gets no mail', async () => {
    const { email } = await identity.createUser();
    const unknownEmail = 'nobody-at-all@example.test';
    const [known, unknown] = [await forget(email), await forget(unknownEmail)];
    expect([unknown.status, unknown.text]).toEqual([known.status, known.text]);
    const again = [await forget(email), await forget(unknownEmail)];
    expect(again.map(({ status }) => status)).toEqual([429, 429]);
    await identity.mailedToken(email, 'reset-password');
    await waitUntil(
      async () => (await identity.sql(`select from outbox where kind = 'password.forgotten'`)).length === 0,
    );
    expect(identity.mail.messages.filter(({ to }) => to.includes(unknownEmail))).toEqual([]);
  });

  it('is encrypted in the outbox', async () => {
    const { email } = await identity.createUser();
    await identity.sql('create table seen as select payload from outbox where false');
    await identity.sql(`create function see() returns trigger language plpgsql security definer as
      $$ begin insert into public.seen values (new.payload); return new; end $$`);
    await identity.sql('create trigger see after insert on outbox for each row execute function see()');
    await forget(email);
    const token = await identity.mailedToken(email, 'reset-password');
    const rows = JSON.stringify(await identity.sql('select payload from seen'));
    await identity.sql('drop trigger see on outbox');
    expect(rows).toContain('sealed');
    expect(rows).not.toContain(email);
    expect(rows).not.toContain(token);
  });

  it('lifts the limit of wrong guesses', async () => {
    const { email } = await identity.createUser();
    for (let count = 0; count < 10; count += 1) await login(email, 'wrong-password');
    expect((await login(email, PASSWORD)).status).toBe(429);
    await forget(email);
    await reset(await identity.mailedToken(email, 'reset-password'));
    expect((await login(email, NEXT)).status).toBe(200);
  });
});

describe('a change of password', () => {
  const change = (userId: string, body: object) => identity.service.post(`/internal/users/${userId}/password`, body);

  it('requires the current one, and ends every session but the present one', async () => {
    const user = await identity.createUser();
    const [mine, other] = [await identity.login(user), await identity.login(user)];
    const body = { currentPassword: PASSWORD, newPassword: NEXT, sessionId: sessionIdOf(mine) };
    expect((await change(user.id, body)).status).toBe(204);
    expect([await isOpen(mine), await isOpen(other)]).toEqual([true, false]);
    expect((await login(user.email, NEXT)).status).toBe(200);
    expect((await login(user.email, PASSWORD)).status).toBe(401);
  });

  it('is rejected with a wrong one, which counts as a guess', async () => {
    const user = await identity.createUser();
    const sessionId = sessionIdOf(await identity.login(user));
    const attempt = (currentPassword: string) => change(user.id, { currentPassword, newPassword: NEXT, sessionId });
    for (let count = 0; count < 10; count += 1) expect((await attempt('wrong')).status).toBe(401);
    expect((await attempt(PASSWORD)).status).toBe(429);
  });

  it('invalidates the links for a forgotten password', async () => {
    const user = await identity.createUser();
    await forget(user.email);
    const token = await identity.mailedToken(user.email, 'reset-password');
    const sessionId = sessionIdOf(await identity.login(user));
    await change(user.id, { currentPassword: PASSWORD, newPassword: NEXT, sessionId });
    expect((await reset(token, 'a-third-long-password')).status).toBe(410);
  });
});
