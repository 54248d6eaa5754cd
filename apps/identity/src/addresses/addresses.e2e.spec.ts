import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SunkMessage } from '#libs/testing';
import { identityStack, PASSWORD, type IdentityStack } from '../../../../test/support/identity-stack.js';

let identity: IdentityStack;

beforeAll(async () => {
  identity = await identityStack();
});
afterAll(() => identity.close());

const addressesOf = (userId: string) => `/internal/users/${userId}/addresses`;
const confirm = (token: string) => identity.service.post('/internal/verification', { token });

let count = 0;
const newEmail = () => `address-${(count += 1)}@example.test`;

async function verified() {
  const person = await identity.person();
  await confirm(await identity.mailedToken(person.email, 'verify-email'));
  return person;
}

async function profileOf(userId: string) {
  return (await identity.service.get(`/internal/users/${userId}`)).body;
}

describe('proving an address', () => {
  it('takes the link of the mail that registration sends', async () => {
    const { id, email } = await identity.person();
    const answer = await confirm(await identity.mailedToken(email, 'verify-email'));
    expect([answer.status, answer.body]).toMatchObject([200, { userId: id, email }]);
    expect((await profileOf(id)).addresses).toMatchObject([{ email, primary: true, verified: true }]);
  });

  it('works once: of several uses at the same moment exactly one succeeds', async () => {
    const { email } = await identity.person();
    const token = await identity.mailedToken(email, 'verify-email');
    const answers = await Promise.all(Array.from({ length: 8 }, () => confirm(token)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 7 }, () => 410)]);
  });

  it('ends with its time, and knows no other tokens', async () => {
    const { id, email } = await identity.person();
    const token = await identity.mailedToken(email, 'verify-email');
    await identity.sql(`update link_token set expires_at = now() - interval '1 second' where user_id = $1`, [id]);
    expect((await confirm(token)).status).toBe(410);
    for (const other of ['x', `${token}x`, token.toUpperCase()]) expect((await confirm(other)).status).toBe(422);
  });

  it('keeps no token that could be read, neither in its table nor in the outbox', async () => {
    const { id, email } = await identity.person();
    const token = await identity.mailedToken(email, 'verify-email');
    const rows = await identity.sql('select row_to_json(l)::text as text from link_token l where user_id = $1', [id]);
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain(token);
    identity.mail.pause();
    const late = await identity.person();
    const [waiting] = await identity.sql<{ payload: object }>(`select payload from outbox where kind = 'mail.send'`);
    expect(Object.keys(waiting?.payload ?? {}).sort()).toEqual(['id', 'sealed', 'uselessAfter']);
    expect(JSON.stringify(waiting)).not.toContain(late.email);
    identity.mail.resume();
    await identity.mailedToken(late.email, 'verify-email');
  });

  it('sends the mail again, not within a minute, and not to an address that is proved', async () => {
    const { id, email } = await identity.person();
    const resend = () => identity.service.post(`/internal/users/${id}/verification`);
    const soon = await resend();
    expect([soon.status, soon.body.Error.Code]).toEqual([429, 'Throttling']);
    expect(Number(soon.headers['retry-after'])).toBeGreaterThan(0);
    await confirm(await identity.mailedToken(email, 'verify-email'));
    expect((await resend()).body.outcome).toBe('verified');
  });

  it('is not in the way of registering when the relay is away, and comes late', async () => {
    await identity.mail.stop();
    const { id, email } = await identity.person();
    await identity.mail.start();
    await confirm(await identity.mailedToken(email, 'verify-email'));
    expect((await profileOf(id)).addresses[0].verified).toBe(true);
  });
});

describe('a further address', () => {
  it('is added unproved, mailed to, proved, and made the one to sign in with', async () => {
    const person = await verified();
    const email = newEmail();
    const added = await identity.service.post(addressesOf(person.id), { email: email.toUpperCase() });
    expect([added.status, added.body]).toMatchObject([201, { email, primary: false, verified: false }]);
    const path = `${addressesOf(person.id)}/${added.body.id}/primary`;
    const early = await identity.service.post(path);
    expect([early.status, early.body.Error.Code]).toEqual([409, 'Conflict']);
    await confirm(await identity.mailedToken(email, 'verify-email'));
    expect((await identity.service.post(path)).status).toBe(200);
    expect(await identity.login({ ...person, email })).toMatch(/^eyJ/);
    const former = await identity.service.post('/internal/sessions', { email: person.email, password: PASSWORD });
    expect(former.status).toBe(401);
    await identity.mail.waitFor(({ to, source }) => to.includes(person.email) && source.includes('was changed'));
  });

  it('is told of to the address that is there', async () => {
    const person = await verified();
    const added = newEmail();
    await identity.service.post(addressesOf(person.id), { email: added });
    const isNotice = ({ to, source }: SunkMessage) => to.includes(person.email) && source.includes('was added');
    expect((await identity.mail.waitFor(isNotice)).to).not.toContain(added);
  });

  it('is removed, but for the one to sign in with', async () => {
    const person = await identity.person();
    const { body } = await identity.service.post(addressesOf(person.id), { email: newEmail() });
    const [primary] = (await profileOf(person.id)).addresses;
    expect((await identity.service.delete(`${addressesOf(person.id)}/${primary.id}`)).status).toBe(409);
    expect((await identity.service.delete(`${addressesOf(person.id)}/${body.id}`)).status).toBe(204);
    expect((await identity.service.delete(`${addressesOf(person.id)}/${body.id}`)).status).toBe(404);
    expect((await profileOf(person.id)).addresses).toHaveLength(1);
  });

  it('of another person is out of reach', async () => {
    const [person, rival] = [await identity.person(), await identity.person()];
    const [theirs] = (await profileOf(rival.id)).addresses;
    for (const id of [theirs.id, 'adr_0123456789abcdef']) {
      expect((await identity.service.delete(`${addressesOf(person.id)}/${id}`)).status).toBe(404);
      expect((await identity.service.post(`${addressesOf(person.id)}/${id}/primary`)).status).toBe(404);
      expect((await identity.service.post(`${addressesOf(person.id)}/${id}/verification`)).status).toBe(404);
    }
  });

  it('that somebody signs in with or has proved is refused; one that was only claimed goes to whoever comes', async () => {
    const [person, rival] = [await identity.person(), await identity.person()];
    expect((await identity.service.post(addressesOf(person.id), { email: rival.email })).status).toBe(409);
    expect((await identity.service.post(addressesOf(person.id), { email: person.email })).status).toBe(409);
    const claimed = newEmail();
    expect((await identity.service.post(addressesOf(person.id), { email: claimed })).status).toBe(201);
    const registered = await identity.service.post('/internal/users', { email: claimed, password: PASSWORD });
    expect(registered.status).toBe(201);
    expect((await profileOf(person.id)).addresses).toHaveLength(1);
  });

  it('that one has already, proved or not, is a conflict, and counts for no mail', async () => {
    const person = await identity.person();
    const email = newEmail();
    expect((await identity.service.post(addressesOf(person.id), { email })).status).toBe(201);
    for (const own of [email, email.toUpperCase(), person.email]) {
      const { status, body } = await identity.service.post(addressesOf(person.id), { email: own });
      expect([status, body.Error.Code]).toEqual([409, 'AlreadyExists']);
    }
    expect((await profileOf(person.id)).addresses).toHaveLength(2);
  });

  it('is one of ten at most, however many come at once', async () => {
    const person = await identity.person();
    const emails = Array.from({ length: 12 }, newEmail);
    const answers = await Promise.all(emails.map((email) => identity.service.post(addressesOf(person.id), { email })));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(9);
    expect(answers.filter(({ status }) => status === 422)).toHaveLength(3);
  });
});

describe('the profile', () => {
  const update = (userId: string, body: object) => identity.service.patch(`/internal/users/${userId}/profile`, body);

  it('takes a name', async () => {
    const { id } = await identity.person();
    expect((await update(id, { name: 'Ana' })).body).toMatchObject({ name: 'Ana' });
  });

  it('takes an address as the login at once, unproved, and keeps what was proved before', async () => {
    const person = await verified();
    const email = newEmail();
    const { body } = await update(person.id, { email });
    expect(body.addresses).toMatchObject([
      { email, primary: true, verified: false },
      { email: person.email, primary: false, verified: true },
    ]);
    expect(await identity.login({ ...person, email })).toMatch(/^eyJ/);
    await confirm(await identity.mailedToken(email, 'verify-email'));
    expect((await profileOf(person.id)).addresses[0].verified).toBe(true);
  });

  it('takes a further address as the login a moment after it was added: no other mail goes out for it', async () => {
    const person = await identity.person();
    const email = newEmail();
    await identity.service.post(addressesOf(person.id), { email });
    const { status, body } = await update(person.id, { email });
    expect([status, body.addresses]).toMatchObject([200, [{ email, primary: true, verified: false }]]);
  });

  it('forgets an address that was never proved, and with it the link that was sent there', async () => {
    const person = await identity.person();
    const token = await identity.mailedToken(person.email, 'verify-email');
    const { body } = await update(person.id, { email: newEmail() });
    expect(body.addresses).toHaveLength(1);
    expect((await confirm(token)).status).toBe(422);
  });

  it('refuses an address that is somebody else’s, and changes nothing', async () => {
    const [person, rival] = [await identity.person(), await identity.person()];
    expect((await update(person.id, { name: 'Eve', email: rival.email })).status).toBe(409);
    expect(await profileOf(person.id)).toMatchObject({ name: '', addresses: [{ email: person.email }] });
  });

  it('tells the other apps before it answers', async () => {
    const person = await identity.person();
    const email = newEmail();
    await identity.service.post('/internal/credentials/resolve', { names: [['user', person.id]] });
    await update(person.id, { email });
    const { body } = await identity.service.post('/internal/credentials/resolve', { names: [['user', person.id]] });
    expect(body.entries[0].email).toBe(email);
  });
});
