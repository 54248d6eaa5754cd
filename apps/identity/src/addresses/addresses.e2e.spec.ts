import { describe, expect, it } from 'vitest';
import type { SunkMessage } from '#libs/test/testing';
import { identityStack, PASSWORD } from '../../../../test/support/identity-stack.js';
import { useStack } from '../../../../test/support/use-stack.js';

const identity = useStack(identityStack);

const addressesOf = (userId: string) => `/internal/users/${userId}/addresses`;
const confirm = (token: string) => identity.service.post('/internal/verification', { token });

let count = 0;
const newEmail = () => `address-${(count += 1)}@example.test`;

async function verified() {
  const user = await identity.createUser();
  await confirm(await identity.mailedToken(user.email, 'verify-email'));
  return user;
}

async function profileOf(userId: string) {
  return (await identity.service.get(`/internal/users/${userId}`)).body;
}

describe('proving an address', () => {
  it('is verified by the link in the mail of the registration', async () => {
    const { id, email } = await identity.createUser();
    const answer = await confirm(await identity.mailedToken(email, 'verify-email'));
    expect([answer.status, answer.body]).toMatchObject([200, { userId: id, email }]);
    expect((await profileOf(id)).addresses).toMatchObject([{ email, primary: true, verified: true }]);
  });

  it('works once: of several uses at the same moment exactly one succeeds', async () => {
    const { email } = await identity.createUser();
    const token = await identity.mailedToken(email, 'verify-email');
    const answers = await Promise.all(Array.from({ length: 8 }, () => confirm(token)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 7 }, () => 410)]);
  });

  it('ends with its time, and knows no other tokens', async () => {
    const { id, email } = await identity.createUser();
    const token = await identity.mailedToken(email, 'verify-email');
    await identity.sql(`update link_token set expires_at = now() - interval '1 second' where user_id = $1`, [id]);
    expect((await confirm(token)).status).toBe(410);
    for (const other of ['x', `${token}x`, token.toUpperCase()]) expect((await confirm(other)).status).toBe(422);
  });

  it('keeps no token that could be read, neither in its table nor in the outbox', async () => {
    const { id, email } = await identity.createUser();
    const token = await identity.mailedToken(email, 'verify-email');
    const rows = await identity.sql('select row_to_json(l)::text as text from link_token l where user_id = $1', [id]);
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain(token);
    identity.mail.pause();
    const late = await identity.createUser();
    const [waiting] = await identity.sql<{ payload: object }>(`select payload from outbox where kind = 'mail.send'`);
    expect(Object.keys(waiting?.payload ?? {}).sort()).toEqual(['id', 'sealed', 'uselessAfter']);
    expect(JSON.stringify(waiting)).not.toContain(late.email);
    identity.mail.resume();
    await identity.mailedToken(late.email, 'verify-email');
  });

  it('sends the mail again, not within a minute, and not to an address that is proved', async () => {
    const { id, email } = await identity.createUser();
    const resend = () => identity.service.post(`/internal/users/${id}/verification`);
    const soon = await resend();
    expect([soon.status, soon.body.Error.Code]).toEqual([429, 'Throttling']);
    expect(Number(soon.headers['retry-after'])).toBeGreaterThan(0);
    await confirm(await identity.mailedToken(email, 'verify-email'));
    expect((await resend()).body.outcome).toBe('verified');
  });

  it('is not in the way of registering when the relay is away, and comes late', async () => {
    await identity.mail.stop();
    const { id, email } = await identity.createUser();
    await identity.mail.start();
    await confirm(await identity.mailedToken(email, 'verify-email'));
    expect((await profileOf(id)).addresses[0].verified).toBe(true);
  });
});

describe('a further address', () => {
  it('is added unproved, mailed to, proved, and made the one to sign in with', async () => {
    const user = await verified();
    const email = newEmail();
    const added = await identity.service.post(addressesOf(user.id), { email: email.toUpperCase() });
    expect([added.status, added.body]).toMatchObject([201, { email, primary: false, verified: false }]);
    const path = `${addressesOf(user.id)}/${added.body.id}/primary`;
    const early = await identity.service.post(path);
    expect([early.status, early.body.Error.Code]).toEqual([409, 'Conflict']);
    await confirm(await identity.mailedToken(email, 'verify-email'));
    expect((await identity.service.post(path)).status).toBe(200);
    expect(await identity.login({ ...user, email })).toMatch(/^eyJ/);
    const former = await identity.service.post('/internal/sessions', { email: user.email, password: PASSWORD });
    expect(former.status).toBe(401);
    await identity.mail.waitFor(({ to, source }) => to.includes(user.email) && source.includes('was changed'));
  });

  it('is reported to the existing address', async () => {
    const user = await verified();
    const added = newEmail();
    await identity.service.post(addressesOf(user.id), { email: added });
    const isNotice = ({ to, source }: SunkMessage) => to.includes(user.email) && source.includes('was added');
    expect((await identity.mail.waitFor(isNotice)).to).not.toContain(added);
  });

  it('is removed, but for the one to sign in with', async () => {
    const user = await identity.createUser();
    const { body } = await identity.service.post(addressesOf(user.id), { email: newEmail() });
    const [primary] = (await profileOf(user.id)).addresses;
    expect((await identity.service.delete(`${addressesOf(user.id)}/${primary.id}`)).status).toBe(409);
    expect((await identity.service.delete(`${addressesOf(user.id)}/${body.id}`)).status).toBe(204);
    expect((await identity.service.delete(`${addressesOf(user.id)}/${body.id}`)).status).toBe(404);
    expect((await profileOf(user.id)).addresses).toHaveLength(1);
  });

  it('of another user is not found', async () => {
    const [user, rival] = [await identity.createUser(), await identity.createUser()];
    const [theirs] = (await profileOf(rival.id)).addresses;
    for (const id of [theirs.id, 'adr_0123456789abcdef']) {
      expect((await identity.service.delete(`${addressesOf(user.id)}/${id}`)).status).toBe(404);
      expect((await identity.service.post(`${addressesOf(user.id)}/${id}/primary`)).status).toBe(404);
      expect((await identity.service.post(`${addressesOf(user.id)}/${id}/verification`)).status).toBe(404);
    }
  });

  it('that is primary or verified is rejected; an unverified further one passes to the user who registers with it', async () => {
    const [user, rival] = [await identity.createUser(), await identity.createUser()];
    expect((await identity.service.post(addressesOf(user.id), { email: rival.email })).status).toBe(409);
    expect((await identity.service.post(addressesOf(user.id), { email: user.email })).status).toBe(409);
    const claimed = newEmail();
    expect((await identity.service.post(addressesOf(user.id), { email: claimed })).status).toBe(201);
    const registered = await identity.service.post('/internal/users', { email: claimed, password: PASSWORD });
    expect(registered.status).toBe(201);
    expect((await profileOf(user.id)).addresses).toHaveLength(1);
  });

  it('that one has already, proved or not, is a conflict, and counts for no mail', async () => {
    const user = await identity.createUser();
    const email = newEmail();
    expect((await identity.service.post(addressesOf(user.id), { email })).status).toBe(201);
    for (const own of [email, email.toUpperCase(), user.email]) {
      const { status, body } = await identity.service.post(addressesOf(user.id), { email: own });
      expect([status, body.Error.Code]).toEqual([409, 'AlreadyExists']);
    }
    expect((await profileOf(user.id)).addresses).toHaveLength(2);
  });

  it('is one of ten at most, however many come at once', async () => {
    const user = await identity.createUser();
    const emails = Array.from({ length: 12 }, newEmail);
    const answers = await Promise.all(emails.map((email) => identity.service.post(addressesOf(user.id), { email })));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(9);
    expect(answers.filter(({ status }) => status === 422)).toHaveLength(3);
  });
});

describe('the profile', () => {
  const update = (userId: string, body: object) => identity.service.patch(`/internal/users/${userId}/profile`, body);

  it('takes a name', async () => {
    const { id } = await identity.createUser();
    expect((await update(id, { name: 'Ana' })).body).toMatchObject({ name: 'Ana' });
  });

  it('makes an address primary at once, unverified, and keeps the verified one', async () => {
    const user = await verified();
    const email = newEmail();
    const { body } = await update(user.id, { email });
    expect(body.addresses).toMatchObject([
      { email, primary: true, verified: false },
      { email: user.email, primary: false, verified: true },
    ]);
    expect(await identity.login({ ...user, email })).toMatch(/^eyJ/);
    await confirm(await identity.mailedToken(email, 'verify-email'));
    expect((await profileOf(user.id)).addresses[0].verified).toBe(true);
  });

  it('makes an address primary that was just added, without another mail', async () => {
    const user = await identity.createUser();
    const email = newEmail();
    await identity.service.post(addressesOf(user.id), { email });
    const { status, body } = await update(user.id, { email });
    expect([status, body.addresses]).toMatchObject([200, [{ email, primary: true, verified: false }]]);
  });

  it('forgets an address that was never proved, and with it the link that was sent there', async () => {
    const user = await identity.createUser();
    const token = await identity.mailedToken(user.email, 'verify-email');
    const { body } = await update(user.id, { email: newEmail() });
    expect(body.addresses).toHaveLength(1);
    expect((await confirm(token)).status).toBe(422);
  });

  it('rejects an address of another user, and changes nothing', async () => {
    const [user, rival] = [await identity.createUser(), await identity.createUser()];
    expect((await update(user.id, { name: 'Eve', email: rival.email })).status).toBe(409);
    expect(await profileOf(user.id)).toMatchObject({ name: '', addresses: [{ email: user.email }] });
  });

  it('publishes to the other apps before it answers', async () => {
    const user = await identity.createUser();
    const email = newEmail();
    await identity.service.post('/internal/credentials/resolve', { names: [['user', user.id]] });
    await update(user.id, { email });
    const { body } = await identity.service.post('/internal/credentials/resolve', { names: [['user', user.id]] });
    expect(body.entries[0].email).toBe(email);
  });
});
