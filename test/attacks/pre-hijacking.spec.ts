import { simpleParser } from 'mailparser';
import { beforeAll, describe, expect, it } from 'vitest';
import { waitUntil } from '#libs/test/testing';
import { FormBrowser } from '../support/form-browser.js';
import { gatewayStack } from '../support/gateway-stack.js';
import type { HttpClient } from '../support/http-client.js';
import { PASSWORD, type TestOwner } from '../support/identity-stack.js';
import { OIDC_CLIENTS } from '../support/openid.js';
import { ATTACKER_IP, newAddress, TrojanAccount } from '../support/trojan-account.js';
import { useStack } from '../support/use-stack.js';

const NEXT = 'the-password-of-the-victim';
const ALL = { session: true, key: true, app: true, password: true, address: true };
const NONE = { session: false, key: false, app: false, password: false, address: false };

const stack = useStack(() => gatewayStack({ identity: { DASHBOARD_URL: '', OIDC_CLIENTS } }));
let owner: TestOwner;

beforeAll(async () => {
  owner = await stack.identity.createOwner('Acme');
});
const forget = (email: string) => stack.anonymous.post('/api/auth/password/forgot', { email });
const reset = (token: string, password = NEXT) => stack.anonymous.post('/api/auth/password/reset', { token, password });
const form = (path: string, fields: Record<string, string>) => new FormBrowser(stack.identity.url).post(path, fields);
const page = (path: string) => new FormBrowser(stack.identity.url).get(path);
const headingOf = (html: string) => /<h1>([^<]*)<\/h1>/.exec(html)?.[1];

async function resetToken(email: string): Promise<string> {
  await forget(email);
  return stack.identity.mailedToken(email, 'reset-password');
}

/** Lifts the limit of mail of an address that asked a moment ago. */
async function secondResetToken(email: string): Promise<string> {
  await stack.identity.liftMailLimits();
  return resetToken(email);
}

/** Confirms an address by the link that a request for a new password brings. */
async function confirmByReset(email: string): Promise<void> {
  const before = await stack.identity.mailedToken(email, 'verify-email');
  await forget(email);
  const token = await waitUntil(async () => {
    const latest = await stack.identity.mailedToken(email, 'verify-email');
    return latest === before ? undefined : latest;
  });
  await form('/verify-email', { token });
}

async function takeByReset({ victim }: TrojanAccount): Promise<void> {
  await confirmByReset(victim);
  expect((await reset(await secondResetToken(victim))).status).toBe(200);
}

async function invite(email: string, role = 'admin'): Promise<string> {
  const body = { actorId: owner.id, email, role };
  await stack.identity.service.post(`/internal/tenants/${owner.tenantId}/invitations`, body);
  return stack.identity.mailedToken(email, 'accept-invitation');
}

async function profileOf(session: HttpClient) {
  return (await session.get('/api/auth/me')).body as { Emails: { Email: string; Primary: boolean }[] };
}

async function loggedIn(email: string, password = NEXT): Promise<HttpClient> {
  const { status, body } = await stack.login(email, password);
  expect([status, body.TwoFactorRequired]).toEqual([200, false]);
  return stack.anonymous.with({ authorization: `Bearer ${body.Token}` });
}

async function lastMail(email: string, subject: string): Promise<string> {
  return waitUntil(async () => {
    const mails = stack.identity.mail.messages.filter(({ to }) => to.includes(email));
    const parsed = await Promise.all(mails.map(({ raw }) => simpleParser(raw)));
    return parsed.findLast((mail) => mail.subject?.includes(subject))?.text;
  });
}

const actionsOf = async (userId: string) =>
  (
    await stack.identity.sql<{ action: string }>(`select action from audit_entry where object_id = $1 order by id`, [
      userId,
    ])
  ).map(({ action }) => action);

describe('an account that an attacker registered with the address of a victim', () => {
  it('has many ways in before the victim proves the address', async () => {
    const trojan = await TrojanAccount.create(stack);
    expect(await trojan.waysIn()).toEqual(ALL);
  });

  it('has none but the new password after the victim resets it', async () => {
    const trojan = await TrojanAccount.create(stack);
    const token = await resetToken(trojan.victim);
    const { html } = await page(`/reset-password?token=${token}`);
    expect(html).toContain('what was set in the account before is removed');
    expect((await reset(token)).status).toBe(200);
    expect(await trojan.waysIn()).toEqual(NONE);
    const session = await loggedIn(trojan.victim);
    expect((await profileOf(session)).Emails).toMatchObject([{ Email: trojan.victim, Primary: true, Verified: true }]);
    expect(await actionsOf(trojan.id)).toEqual(
      expect.arrayContaining(['address.verified', 'credentials.removed', 'password.reset']),
    );
    const revoked = `select from audit_entry where action = 'api-key.revoked' and tenant_id = $1`;
    expect(await stack.identity.sql(revoked, [trojan.tenantId])).toHaveLength(1);
  });

  it('has none after the reset even if the attacker made the own address primary', async () => {
    const trojan = await TrojanAccount.create(stack);
    const token = await resetToken(trojan.victim);
    const { Emails } = (await trojan.session.get('/api/auth/me')).body;
    const own = Emails.find(({ Email }: { Email: string }) => Email === trojan.ownAddress);
    expect((await trojan.session.post(`/api/auth/me/emails/${own.Id}/primary`)).status).toBe(200);
    expect((await reset(token)).status).toBe(200);
    expect(await trojan.waysIn()).toEqual(NONE);
    await loggedIn(trojan.victim);
  });

  it('has none after the victim takes the account over on the page of an invitation', async () => {
    const trojan = await TrojanAccount.create(stack);
    const token = await invite(trojan.victim);
    const browser = new FormBrowser(stack.identity.url);
    const first = await browser.get(`/accept-invitation?token=${token}`);
    const anew = await browser.get(`/accept-invitation/account?token=${token}`);
    expect([headingOf(first.html), anew.html.includes('becomes yours')]).toEqual(['Join Acme', true]);
    const done = await browser.submit(anew, '/account', { name: 'Vic', password: NEXT });
    expect(headingOf(done.html)).toBe('Welcome to Acme');
    expect(await trojan.waysIn()).toEqual(NONE);
    const session = await loggedIn(trojan.victim);
    expect((await session.get('/api/auth/me')).body).toMatchObject({ Name: 'Vic' });
    const tenants = (await session.get('/api/auth/me')).body.Tenants as { Id: string }[];
    expect(tenants.map(({ Id }) => Id)).toContain(owner.tenantId);
  });

  it('has no way in but the accepting session after an invitation is accepted with it', async () => {
    const trojan = await TrojanAccount.create(stack);
    const { body } = await stack.login(trojan.victim);
    const code = { user_id: body.UserId, code: trojan.recoveryCodes[0] };
    const { Token } = (await stack.anonymous.post('/api/auth/2fa', code)).body;
    const accepting = stack.anonymous.with({ authorization: `Bearer ${Token}` });
    const answer = await accepting.post('/api/invitations/accept', { Token: await invite(trojan.victim) });
    expect(answer.status).toBe(200);
    expect((await accepting.get('/api/auth/me')).status).toBe(200);
    // The password is the one with which the accepting session was opened.
    expect(await trojan.waysIn()).toEqual({ ...NONE, password: true });
    expect((await stack.login(trojan.victim)).body.TwoFactorRequired).toBe(false);
  });

  it('keeps what was set before when the victim confirms by the link, whose mail and page say where it comes from', async () => {
    const trojan = await TrojanAccount.create(stack);
    const token = await stack.identity.mailedToken(trojan.victim, 'verify-email');
    const today = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date());
    const { html } = await page(`/verify-email?token=${token}`);
    const text = (await lastMail(trojan.victim, 'Confirm')).replaceAll(/\s+/g, ' ');
    for (const shown of [html.replaceAll(/\s+/g, ' '), text]) {
      expect(shown).toContain(`created on ${today}`);
      expect(shown).toContain(`UTC, from the IP address ${ATTACKER_IP}`);
      expect(shown).toContain('This was not me');
    }
    expect((await form('/verify-email', { token })).status).toBe(200);
    expect(await trojan.waysIn()).toEqual(ALL);
  });

  it('ends when the victim says "this was not me", and by opening the link it does not', async () => {
    const trojan = await TrojanAccount.create(stack);
    const link = /http\S+\/not-my-account\?token=([\w-]+)/.exec(await lastMail(trojan.victim, 'Confirm'))!;
    expect(headingOf((await page(link[0])).html)).toBe('This was not you?');
    expect(await trojan.waysIn()).toEqual(ALL);
    const freed = await form('/not-my-account', { token: link[1]! });
    expect([freed.status, headingOf(freed.html)]).toEqual([200, 'Your address is free again']);
    expect(await trojan.waysIn()).toEqual(NONE);
    expect((await stack.login(trojan.ownAddress)).status).toBe(401);
    expect(await stack.identity.sql('select status from tenant where id = $1', [trojan.tenantId])).toEqual([
      { status: 'suspended' },
    ]);
    expect(await actionsOf(trojan.id)).toContain('account.ended');
    const again = await stack.anonymous.post('/api/auth/register', { Email: trojan.victim, Password: NEXT });
    expect(again.status).toBe(201);
    expect((await form('/not-my-account', { token: link[1]! })).status).toBe(404);
  });

  it('does not end by a form of another site, nor after the address was confirmed', async () => {
    const trojan = await TrojanAccount.create(stack);
    const token = await stack.identity.mailedToken(trojan.victim, 'verify-email');
    const evil = { origin: 'https://evil.example.test' };
    expect((await new FormBrowser(stack.identity.url).post('/not-my-account', { token }, evil)).status).toBe(403);
    await form('/verify-email', { token });
    const late = await form('/not-my-account', { token });
    expect([late.status, headingOf(late.html)]).toEqual([409, 'This address was confirmed']);
    expect(await trojan.waysIn()).toEqual(ALL);
  });
});

describe('an account of an attacker with a proved address, to which a victim’s address was added', () => {
  it.each(['the link that the request brought', 'the link of the day before'])(
    'has none of the ways in of before after a reset, confirmed by %s',
    async (which) => {
      const trojan = await TrojanAccount.create(stack, newAddress('victim'), 'own address first');
      const earlier = await stack.identity.mailedToken(trojan.victim, 'verify-email');
      await forget(trojan.victim);
      const caused = await waitUntil(async () => {
        const token = await stack.identity.mailedToken(trojan.victim, 'verify-email');
        return token === earlier ? undefined : token;
      });
      await form('/verify-email', { token: which.endsWith('brought') ? caused : earlier });
      expect((await reset(await secondResetToken(trojan.victim))).status).toBe(200);
      expect(await trojan.waysIn()).toEqual(NONE);
      const profile = await profileOf(await loggedIn(trojan.victim));
      expect(profile.Emails).toMatchObject([{ Email: trojan.victim, Primary: true, Verified: true }]);
    },
  );

  it('is not given back by the link that undoes the change, and its address is sent no new password', async () => {
    const trojan = await TrojanAccount.create(stack, newAddress('victim'), 'own address first');
    const undo = await stack.identity.mailedToken(trojan.ownAddress, 'undo-address-change');
    await takeByReset(trojan);
    const fields = { token: undo, password: 'of-the-attacker', repeated: 'of-the-attacker' };
    expect((await form('/undo-address-change', fields)).status).toBe(404);
    await forget(trojan.ownAddress);
    await waitUntil(
      async () => (await stack.identity.sql(`select from outbox where kind = 'password.forgotten'`)).length === 0,
    );
    const mails = stack.identity.mail.messages.filter(({ to }) => to.includes(trojan.ownAddress));
    expect(mails.map(({ source }) => source).join()).not.toContain('reset-password');
    await loggedIn(trojan.victim);
  });

  it('keeps nothing of before even if the attacker changes the login while the victim confirms', async () => {
    const trojan = await TrojanAccount.create(stack, newAddress('victim'), 'own address first');
    await confirmByReset(trojan.victim);
    expect((await trojan.session.patch('/api/auth/me', { Email: newAddress('next') })).status).toBe(200);
    expect((await reset(await secondResetToken(trojan.victim))).status).toBe(200);
    expect(await trojan.waysIn()).toEqual(NONE);
    const profile = await profileOf(await loggedIn(trojan.victim));
    expect(profile.Emails).toMatchObject([{ Email: trojan.victim, Primary: true }]);
  });

  it('has none of the ways in of before after an invitation led the victim to confirm', async () => {
    const trojan = await TrojanAccount.create(stack, newAddress('victim'), 'own address first');
    await invite(trojan.victim);
    await form('/verify-email', { token: await stack.identity.mailedToken(trojan.victim, 'verify-email') });
    expect((await reset(await resetToken(trojan.victim))).status).toBe(200);
    expect(await trojan.waysIn()).toEqual(NONE);
  });

  it('is told by mail to the address that it lost', async () => {
    const trojan = await TrojanAccount.create(stack, newAddress('victim'), 'own address first');
    await takeByReset(trojan);
    expect(await lastMail(trojan.ownAddress, 'password was changed')).toContain('password');
  });
});

describe('an account whose owner confirms the address between two requests for a new password', () => {
  it('keeps nothing that was set before by the link of the first request', async () => {
    const trojan = await TrojanAccount.create(stack);
    const token = await resetToken(trojan.victim);
    await form('/verify-email', { token: await stack.identity.mailedToken(trojan.victim, 'verify-email') });
    expect((await reset(token)).status).toBe(200);
    expect(await trojan.waysIn()).toEqual(NONE);
  });

  it('keeps what was set since, when a new password is needed much later', async () => {
    const user = await stack.identity.createOwner('Late');
    const token = await resetToken(user.email);
    await form('/verify-email', { token: await stack.identity.mailedToken(user.email, 'verify-email') });
    await stack.identity.sql(
      `update email_address set verified_at = now() - interval '8 days', claimed_at = now() - interval '8 days'
        where user_id = $1`,
      [user.id],
    );
    const { secret } = await stack.identity.createKey(user);
    expect((await reset(token)).status).toBe(200);
    expect((await stack.probe(secret)).status).toBe(200);
  });
});

describe('races with the proof', () => {
  const times = <T>(count: number, work: (n: number) => Promise<T>) =>
    Promise.all(Array.from({ length: count }, (_, n) => work(n)));

  it('of two resets at once one counts, and nothing of the attacker stays', async () => {
    const trojan = await TrojanAccount.create(stack);
    const token = await resetToken(trojan.victim);
    const answers = await times(4, (n) => reset(token, `${NEXT}-${n}`));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 410, 410, 410]);
    expect(await trojan.waysIn()).toEqual(NONE);
    await loggedIn(trojan.victim, `${NEXT}-${answers.findIndex(({ status }) => status === 200)}`);
  });

  it('a reset and "this was not me" at once leave the attacker nothing, and no half of an account', async () => {
    const trojan = await TrojanAccount.create(stack);
    const token = await resetToken(trojan.victim);
    const verification = await stack.identity.mailedToken(trojan.victim, 'verify-email');
    const [reseted, freed] = await Promise.all([reset(token), form('/not-my-account', { token: verification })]);
    expect([200, 410, 422]).toContain(reseted.status);
    expect([200, 404, 409]).toContain(freed.status);
    expect([reseted.status, freed.status].filter((status) => status === 200)).toHaveLength(1);
    expect(await trojan.waysIn()).toEqual(NONE);
  });

  it('what the attacker adds during the reset is removed or rejected', async () => {
    for (let round = 0; round < 4; round += 1) {
      const trojan = await TrojanAccount.create(stack);
      const token = await resetToken(trojan.victim);
      const { session, tenantId } = trojan;
      const keys = `/api/tenants/${tenantId}/api-keys`;
      const [answer, ...added] = await Promise.all([
        reset(token),
        ...[1, 2, 3].map(() => session.post('/api/auth/me/emails', { Email: newAddress('late') })),
        ...[1, 2, 3].map(() => session.post(keys, { Name: 'late', Scopes: ['emails:read'] })),
        session.patch('/api/auth/me', { Email: newAddress('late') }),
        session.post('/api/auth/2fa/setup', { Password: PASSWORD }),
        session.post(`/api/tenants/${tenantId}/invitations`, { Email: newAddress('late'), Role: 'admin' }),
        session.post('/api/auth/me/password', { CurrentPassword: PASSWORD, NewPassword: 'of-the-attacker' }),
        stack.login(trojan.victim),
      ]);
      const sql = (text: string, id: string) => stack.identity.sql<{ email: string }>(text, [id]);
      // The attacker may have been faster, and have taken the account off the address: then nothing of the victim is in it.
      if (answer.status !== 200) {
        expect([410, 422]).toContain(answer.status);
        expect(await sql(`select from email_address where email = $1`, trojan.victim)).toEqual([]);
        continue;
      }
      for (const { status } of added) expect([200, 201, 401, 410]).toContain(status);
      const addresses = await sql('select email from email_address where user_id = $1', trojan.id);
      expect(addresses).toEqual([{ email: trojan.victim }]);
      expect(await sql('select from api_key where tenant_id = $1 and revoked_at is null', tenantId)).toEqual([]);
      expect(await sql('select from totp where user_id = $1', trojan.id)).toEqual([]);
      expect(await sql('select from session where user_id = $1 and revoked_at is null', trojan.id)).toEqual([]);
      const open = `select from invitation where tenant_id = $1 and accepted_at is null and revoked_at is null`;
      expect(await sql(open, tenantId)).toEqual([]);
      await loggedIn(trojan.victim);
    }
  });
});

describe('a thief of a session', () => {
  /** A user with a verified address, an authenticator-free account, and a session that a thief has. */
  async function robbed() {
    const user = await stack.identity.createOwner('Robbed');
    const token = await stack.identity.mailedToken(user.email, 'verify-email');
    await stack.anonymous.post('/api/auth/verify', { token });
    const session = await stack.createSession(user);
    return { user, session, thief: newAddress('thief') };
  }

  const idOf = async (session: HttpClient, email: string) =>
    (await session.get('/api/auth/me')).body.Emails.find((one: { Email: string }) => one.Email === email).Id;
  const undoToken = (email: string) => stack.identity.mailedToken(email, 'undo-address-change');

  it('who changes the login can neither remove the old address nor take its reset away', async () => {
    const { user, session, thief } = await robbed();
    expect((await session.patch('/api/auth/me', { Email: thief })).status).toBe(200);
    expect((await session.delete(`/api/auth/me/emails/${await idOf(session, user.email)}`)).status).toBe(409);
    await stack.anonymous.post('/api/auth/verify', { token: await stack.identity.mailedToken(thief, 'verify-email') });
    expect((await session.delete(`/api/auth/me/emails/${await idOf(session, user.email)}`)).status).toBe(409);
    expect((await reset(await resetToken(user.email))).status).toBe(200);
    expect((await session.get('/api/auth/me')).status).toBe(401);
    await loggedIn(user.email);
    await loggedIn(thief);
  });

  it('who asks for a new password at the new address gets none, and the old address takes the account back', async () => {
    const { user, session, thief } = await robbed();
    await session.patch('/api/auth/me', { Email: thief });
    // An address that was added to a proved account confirms first: no link to a new password is sent.
    await forget(thief);
    await waitUntil(async () => (await mailsTo(thief)).length === 2);
    expect((await mailsTo(thief)).join()).not.toContain('reset-password');
    const verification = await stack.identity.mailedToken(thief, 'verify-email');
    await stack.anonymous.post('/api/auth/verify', { token: verification });
    expect((await undo(await undoToken(user.email))).status).toBe(200);
    const mine = await loggedIn(user.email);
    expect((await profileOf(mine)).Emails).toMatchObject([{ Email: user.email, Primary: true }]);
    expect((await session.get('/api/auth/me')).status).toBe(401);
    expect((await stack.login(thief, NEXT)).status).toBe(401);
  });

  it('loses what was set since the change when it is undone, and earlier keys stay', async () => {
    const { user, session, thief } = await robbed();
    const before = await stack.identity.createKey(user);
    await session.patch('/api/auth/me', { Email: thief });
    const key = { Name: 'back door', Scopes: ['emails:read'] };
    const after = await session.post(`/api/tenants/${user.tenantId}/api-keys`, key);
    expect((await stack.probe(after.body.Secret)).status).toBe(200);
    const token = await undoToken(user.email);
    expect(headingOf((await page(`/undo-address-change?token=${token}`)).html)).toBe('Undo the change of your address');
    expect((await session.get('/api/auth/me')).status).toBe(200);
    expect((await undo(token)).status).toBe(200);
    expect((await stack.probe(after.body.Secret)).status).toBe(401);
    expect((await stack.probe(before.secret)).status).toBe(200);
    expect((await undo(token)).status).toBe(410);
  });

  it('cannot undo the owner’s way back from a second change', async () => {
    const { user, session, thief } = await robbed();
    await session.patch('/api/auth/me', { Email: thief });
    await stack.anonymous.post('/api/auth/verify', { token: await stack.identity.mailedToken(thief, 'verify-email') });
    await session.patch('/api/auth/me', { Email: newAddress('second') });
    expect((await undo(await undoToken(thief), 'of-the-thief')).status).toBe(200);
    expect((await undo(await undoToken(user.email))).status).toBe(200);
    const mine = await loggedIn(user.email);
    expect((await profileOf(mine)).Emails).toMatchObject([{ Email: user.email }]);
  });

  it('undoes nothing after seven days, and only then the old address can be removed', async () => {
    const { user, session, thief } = await robbed();
    await session.patch('/api/auth/me', { Email: thief });
    const token = await undoToken(user.email);
    const [link] = await stack.identity.sql<{ days: number }>(
      `select extract(epoch from expires_at - created_at)::float8 / 86400 as days from link_token
        where user_id = $1 and purpose = 'address-change'`,
      [user.id],
    );
    expect(link!.days).toBeCloseTo(7, 2);
    await stack.identity.sql(`update link_token set expires_at = now() where user_id = $1`, [user.id]);
    expect((await undo(token)).status).toBe(410);
    expect((await session.delete(`/api/auth/me/emails/${await idOf(session, user.email)}`)).status).toBe(204);
  });

  it('who changes the login to a victim’s address leaves the victim a way out, and no shared account', async () => {
    const { session, user, thief: victim } = await robbed();
    await session.patch('/api/auth/me', { Email: victim });
    const token = await stack.identity.mailedToken(victim, 'verify-email');
    expect((await form('/not-my-account', { token })).status).toBe(200);
    expect((await profileOf(session)).Emails).toMatchObject([{ Email: user.email, Primary: true }]);
    expect((await stack.anonymous.post('/api/auth/register', { Email: victim, Password: NEXT })).status).toBe(201);
  });

  it('who invites an own address to the tenant takes nothing from the owner', async () => {
    const { session, user, thief } = await robbed();
    await session.post('/api/auth/me/emails', { Email: thief });
    const accepted = await session.post('/api/invitations/accept', { Token: await invite(thief) });
    expect(accepted.status).toBe(200);
    expect((await profileOf(session)).Emails).toMatchObject([{ Email: user.email, Primary: true }, { Email: thief }]);
  });

  const mailsTo = (email: string) =>
    Promise.all(
      stack.identity.mail.messages
        .filter(({ to }) => to.includes(email))
        .map(async ({ raw }) => (await simpleParser(raw)).text),
    );
  const undo = (token: string, password = NEXT) =>
    form('/undo-address-change', { token, password, repeated: password });
});
