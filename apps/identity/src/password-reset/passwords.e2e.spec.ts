import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { waitUntil } from '#libs/testing';
import { identityStack, PASSWORD, type IdentityStack } from '../../../../test/support/identity-stack.js';

const NEXT = 'another-long-enough-password';

let identity: IdentityStack;

beforeAll(async () => {
  identity = await identityStack();
});
afterAll(() => identity.close());

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
  it('is replaced by the link of a mail, which ends every session and proves the address', async () => {
    const person = await identity.person();
    const session = await identity.login(person);
    expect((await forget(person.email.toUpperCase())).status).toBe(204);
    const token = await identity.mailedToken(person.email, 'reset-password');
    expect((await reset(token)).status).toBe(204);
    expect(await isOpen(session)).toBe(false);
    expect((await login(person.email, PASSWORD)).status).toBe(401);
    expect((await login(person.email, NEXT)).status).toBe(200);
    const { body } = await identity.service.get(`/internal/users/${person.id}`);
    expect(body.addresses).toMatchObject([{ verified: true }]);
    await identity.mail.waitFor(
      ({ to, source }) => to.includes(person.email) && source.includes('password was changed'),
    );
  });

  it('is replaced once: of several uses of the link at the same moment exactly one succeeds', async () => {
    const { email } = await identity.person();
    await forget(email);
    const token = await identity.mailedToken(email, 'reset-password');
    const answers = await Promise.all([1, 2, 3, 4].map((count) => reset(token, `${NEXT}-${count}`)));
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 410, 410, 410]);
    expect((await reset(token)).status).toBe(410);
  });

  it('takes no link whose hour is over, none of another kind and none that was made up', async () => {
    const { id, email } = await identity.person();
    const other = await identity.mailedToken(email, 'verify-email');
    await forget(email);
    const token = await identity.mailedToken(email, 'reset-password');
    expect((await reset(other)).status).toBe(422);
    expect((await reset('made-up')).status).toBe(422);
    await identity.sql(`update link_token set expires_at = now() - interval '1 second' where user_id = $1`, [id]);
    expect((await reset(token)).status).toBe(410);
    expect((await login(email, PASSWORD)).status).toBe(200);
  });

  it('is answered alike whether or not anybody has the address, and a stranger gets no mail', async () => {
    const { email } = await identity.person();
    const stranger = 'nobody-at-all@example.test';
    const [known, unknown] = [await forget(email), await forget(stranger)];
    expect([unknown.status, unknown.text]).toEqual([known.status, known.text]);
    const again = [await forget(email), await forget(stranger)];
    expect(again.map(({ status }) => status)).toEqual([429, 429]);
    await identity.mailedToken(email, 'reset-password');
    await waitUntil(
      async () => (await identity.sql(`select from outbox where kind = 'password.forgotten'`)).length === 0,
    );
    expect(identity.mail.messages.filter(({ to }) => to.includes(stranger))).toEqual([]);
  });

  it('is not told to the outbox in a form that could be read', async () => {
    const { email } = await identity.person();
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

  it('opens the way for somebody who guessed too often', async () => {
    const { email } = await identity.person();
    for (let count = 0; count < 10; count += 1) await login(email, 'wrong-password');
    expect((await login(email, PASSWORD)).status).toBe(429);
    await forget(email);
    await reset(await identity.mailedToken(email, 'reset-password'));
    expect((await login(email, NEXT)).status).toBe(200);
  });
});

describe('a change of password', () => {
  const change = (userId: string, body: object) => identity.service.post(`/internal/users/${userId}/password`, body);

  it('takes the current one, and ends every session but the one that asks', async () => {
    const person = await identity.person();
    const [mine, other] = [await identity.login(person), await identity.login(person)];
    const body = { currentPassword: PASSWORD, newPassword: NEXT, sessionId: sessionIdOf(mine) };
    expect((await change(person.id, body)).status).toBe(204);
    expect([await isOpen(mine), await isOpen(other)]).toEqual([true, false]);
    expect((await login(person.email, NEXT)).status).toBe(200);
    expect((await login(person.email, PASSWORD)).status).toBe(401);
  });

  it('is refused with a wrong one, which counts as a guess', async () => {
    const person = await identity.person();
    const sessionId = sessionIdOf(await identity.login(person));
    const attempt = (currentPassword: string) => change(person.id, { currentPassword, newPassword: NEXT, sessionId });
    for (let count = 0; count < 10; count += 1) expect((await attempt('wrong')).status).toBe(401);
    expect((await attempt(PASSWORD)).status).toBe(429);
  });

  it('makes the links of a forgotten one useless', async () => {
    const person = await identity.person();
    await forget(person.email);
    const token = await identity.mailedToken(person.email, 'reset-password');
    const sessionId = sessionIdOf(await identity.login(person));
    await change(person.id, { currentPassword: PASSWORD, newPassword: NEXT, sessionId });
    expect((await reset(token, 'a-third-long-password')).status).toBe(410);
  });
});
