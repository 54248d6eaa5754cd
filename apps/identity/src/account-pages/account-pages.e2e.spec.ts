import { randomBytes } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { waitUntil } from '#libs/test/testing';
import { FormBrowser, type Visit } from '../../../../test/support/form-browser.js';
import { identityStack, PASSWORD, type TestOwner, type TestUser } from '../../../../test/support/identity-stack.js';
import { enterPassword } from '../../../../test/support/openid.js';
import { Housekeeping } from '../housekeeping/housekeeping.js';
import { useStack } from '../../../../test/support/use-stack.js';

const NEXT = 'another-long-enough-password';

// As on an installation that has no dashboard.
const identity = useStack(() => identityStack({ environment: { DASHBOARD_URL: '' } }));
let owner: TestOwner;

beforeAll(async () => {
  owner = await identity.createOwner('Acme & Söhne');
  await identity.service.patch(`/internal/users/${owner.id}/profile`, { name: 'Ana <b>' });
});
const visitor = () => new FormBrowser(identity.url);
const newEmail = () => `g${randomBytes(6).toString('hex')}@example.test`;
const headingOf = ({ html }: Visit) => /<h1>([^<]*)<\/h1>/.exec(html)?.[1];
const told = (visit: Visit) => [visit.status, headingOf(visit)];
const profileOf = async ({ id }: TestUser) => (await identity.service.get(`/internal/users/${id}`)).body;
const login = ({ email }: TestUser, password: string) =>
  identity.service.post('/internal/sessions', { email, password });
const age = (email: string, purpose: string) =>
  identity.sql(
    `update link_token set expires_at = now() - interval '1 minute'
      where purpose = $2 and address_id = (select id from email_address where email = $1)`,
    [email, purpose],
  );

describe('the link that confirms an address', () => {
  const open = async (browser: FormBrowser, email: string) =>
    browser.get(`/verify-email?token=${await identity.mailedToken(email, 'verify-email')}`);

  it('leads to a page that asks, and its button does it', async () => {
    const user = await identity.createUser();
    const browser = visitor();
    const page = await open(browser, user.email);
    expect(told(page)).toEqual([200, 'Confirm your e-mail address']);
    expect(page.html).toContain(user.email);
    expect(await profileOf(user)).toMatchObject({ addresses: [{ verified: false }] });
    const done = await browser.submit(page, '/verify-email');
    expect(told(done)).toEqual([200, 'Your address is confirmed']);
    expect(await profileOf(user)).toMatchObject({ addresses: [{ verified: true }] });
  });

  it('is opened by scanners as often as they like, and is as good as before', async () => {
    const user = await identity.createUser();
    const token = await identity.mailedToken(user.email, 'verify-email');
    const path = `/verify-email?token=${token}`;
    for (const method of ['HEAD', 'GET', 'GET']) {
      expect((await identity.anonymous.send(method, path)).status).toBe(200);
    }
    const browser = visitor();
    expect(headingOf(await browser.submit(await browser.get(path), '/verify-email'))).toBe('Your address is confirmed');
  });

  it('says that the address is confirmed already, when it is', async () => {
    const user = await identity.createUser();
    const browser = visitor();
    const page = await open(browser, user.email);
    await browser.submit(page, '/verify-email');
    expect(told(await browser.submit(page, '/verify-email'))).toEqual([200, 'Already confirmed']);
    expect(told(await open(browser, user.email))).toEqual([200, 'Already confirmed']);
  });

  it('sends another mail, when it is too old, and not too often', async () => {
    const user = await identity.createUser();
    const browser = visitor();
    const fresh = await open(browser, user.email);
    await age(user.email, 'verification');
    expect(told(await browser.submit(fresh, '/verify-email'))).toEqual([410, 'This link is too old']);
    const old = await open(browser, user.email);
    expect(told(old)).toEqual([410, 'This link is too old']);
    // The first mail is younger than a minute.
    const early = await browser.submit(old, '/again');
    expect([early.status, Number(early.headers['retry-after']) > 0]).toEqual([429, true]);

    await identity.liftMailLimits();
    const sent = await browser.submit(old, '/again');
    expect(told(sent)).toEqual([200, 'Check your inbox']);
    expect(sent.html).toContain(user.email);
    const tokens = new Set([await identity.mailedToken(user.email, 'verify-email')]);
    await waitUntil(async () => tokens.add(await identity.mailedToken(user.email, 'verify-email')).size === 2);
    const renewed = await open(browser, user.email);
    expect(headingOf(await browser.submit(renewed, '/verify-email'))).toBe('Your address is confirmed');
    expect(told(await browser.submit(old, '/again'))).toEqual([200, 'Already confirmed']);
  });

  it('is known for a month after its time, and then forgotten', async () => {
    const [late, long] = [await identity.createUser(), await identity.createUser()];
    for (const [{ id }, days] of [
      [late, 29],
      [long, 31],
    ] as const) {
      await identity.sql(`update link_token set expires_at = now() - $2 * interval '1 day' where user_id = $1`, [
        id,
        days,
      ]);
    }
    await identity.app.get(Housekeeping).tidy();
    const left = await identity.sql<{ id: string }>(`select user_id as id from link_token where user_id in ($1, $2)`, [
      late.id,
      long.id,
    ]);
    expect(left).toEqual([{ id: late.id }]);
  });

  it('is answered kindly, when it is none', async () => {
    for (const query of ['', '?token=', '?token=made-up', `?token=${'x'.repeat(5_000)}`, '?token=%00']) {
      const page = await visitor().get(`/verify-email${query}`);
      expect(told(page)).toEqual([404, 'This link does not work']);
    }
  });
});

describe('the link to another password', () => {
  async function asked(user: TestUser): Promise<FormBrowser> {
    const browser = visitor();
    const form = await browser.get('/forgot-password');
    const sent = await browser.submit(form, '/forgot-password', { email: ` ${user.email.toUpperCase()} ` });
    expect(told(sent)).toEqual([200, 'Check your inbox']);
    return browser;
  }
  const open = async (browser: FormBrowser, email: string) =>
    browser.get(`/reset-password?token=${await identity.mailedToken(email, 'reset-password')}`);
  const save = (browser: FormBrowser, page: Visit, password: string, repeated = password) =>
    browser.submit(page, '/reset-password', { password, repeated });

  it('is mailed on request, and leads to a page that sets the password', async () => {
    const user = await identity.createUser();
    const browser = await asked(user);
    const page = await open(browser, user.email);
    expect(told(page)).toEqual([200, 'Choose a new password']);
    expect(told(await save(browser, page, NEXT))).toEqual([200, 'Your password was changed']);
    expect([(await login(user, PASSWORD)).status, (await login(user, NEXT)).status]).toEqual([401, 200]);
    expect(told(await save(browser, page, PASSWORD))).toEqual([410, 'This link was used']);
    expect(told(await open(browser, user.email))).toEqual([410, 'This link was used']);
    expect((await login(user, NEXT)).status).toBe(200);
  });

  it.each([
    ['short', 'short', 'password', 'too short'],
    ['', '', 'password', 'Enter a password'],
    ['x'.repeat(1_025), 'x'.repeat(1_025), 'password', 'too long'],
    [NEXT, `${NEXT}.`, 'repeated', 'not the same'],
  ])('says at the field what is wrong with %j, %j', async (password, repeated, field, words) => {
    const user = await identity.createUser();
    const browser = await asked(user);
    const page = await open(browser, user.email);
    const refused = await save(browser, page, password, repeated);
    expect(told(refused)).toEqual([422, 'Choose a new password']);
    expect(new RegExp(`<p class="wrong" id="${field}-wrong">([^<]*)<`).exec(refused.html)?.[1]).toContain(words);
    expect(refused.html).toMatch(
      new RegExp(`id="${field}"[^>]*aria-describedby="[^"]*${field}-wrong"[^>]*aria-invalid`),
    );
    expect(refused.html).not.toContain(`value="${password || 'nothing'}"`);
    expect(told(await save(browser, refused, NEXT))).toEqual([200, 'Your password was changed']);
  });

  it('says that it is expired or unknown, and offers another one', async () => {
    const user = await identity.createUser();
    const browser = await asked(user);
    const page = await open(browser, user.email);
    await age(user.email, 'password-reset');
    for (const late of [await save(browser, page, NEXT), await open(browser, user.email)]) {
      expect(told(late)).toEqual([410, 'This link is too old']);
      expect(late.html).toContain('href="/forgot-password"');
    }
    const unknown = await browser.get('/reset-password?token=made-up');
    expect(told(unknown)).toEqual([404, 'This link does not work']);
  });

  it('is not mailed twice within a minute, to any address', async () => {
    for (const email of [(await identity.createUser()).email, newEmail()]) {
      const browser = visitor();
      const form = await browser.get('/forgot-password');
      expect((await browser.submit(form, '/forgot-password', { email })).status).toBe(200);
      const again = await browser.submit(form, '/forgot-password', { email });
      expect([again.status, Number(again.headers['retry-after']) > 0]).toEqual([429, true]);
    }
  });

  it('is not mailed to what is no address', async () => {
    const browser = visitor();
    const refused = await browser.submit(await browser.get('/forgot-password'), '/forgot-password', {
      email: 'Ana"><b>',
    });
    expect(told(refused)).toEqual([422, 'Forgot your password?']);
    expect(refused.html).toContain('value="Ana&quot;&gt;&lt;b&gt;"');
  });

  it('is asked for from the page of the sign-in', async () => {
    const browser = visitor();
    const { token } = await invited((await identity.createUser()).email);
    const page = await browser.submit(await browser.get(`/accept-invitation?token=${token}`), '/sign-in');
    expect(page.html).toContain(`href="${identity.url}/forgot-password"`);
  });
});

async function invited(email: string, role = 'member'): Promise<{ token: string; id: string }> {
  const path = `/internal/tenants/${owner.tenantId}/invitations`;
  const { body } = await identity.service.post(path, { actorId: owner.id, email, role });
  return { token: await identity.mailedToken(email, 'accept-invitation'), id: body.id };
}

const membersOf = (tenantId: string) =>
  identity.sql<{ userId: string; role: string }>(
    `select user_id as "userId", role from membership where tenant_id = $1`,
    [tenantId],
  );

describe('the link of an invitation', () => {
  const open = (browser: FormBrowser, token: string) => browser.get(`/accept-invitation?token=${token}`);

  it('lets a user with an account sign in, come back, and accept', async () => {
    const user = await identity.createUser();
    const { token } = await invited(user.email, 'admin');
    const browser = visitor();
    const first = await open(browser, token);
    expect(told(first)).toEqual([200, 'Join Acme &amp; Söhne']);
    expect(first.html).toContain('<strong>Ana &lt;b&gt;</strong> invites you as an admin');
    const signIn = await browser.submit(first, '/sign-in');
    expect(headingOf(signIn)).toBe('Sign in');
    expect(signIn.html).toContain(`value="${user.email}"`);
    const back = await enterPassword(browser, signIn, user);
    expect([back.url, headingOf(back)]).toEqual([`${identity.url}/accept-invitation`, 'Join Acme &amp; Söhne']);
    expect(back.html).toContain(`You are signed in as ${user.email}`);
    expect(await membersOf(owner.tenantId)).not.toContainEqual({ userId: user.id, role: 'admin' });

    expect(told(await browser.submit(back, '/accept-invitation'))).toEqual([200, 'Welcome to Acme &amp; Söhne']);
    expect(await membersOf(owner.tenantId)).toContainEqual({ userId: user.id, role: 'admin' });
    expect(await profileOf(user)).toMatchObject({ addresses: [{ verified: true }] });
    expect(told(await browser.submit(back, '/accept-invitation'))).toEqual([410, 'This invitation was accepted']);
    expect(browser.cookie('service_invitation')).toBeUndefined();
    const [entry] = await identity.sql(
      `select actor_kind, actor_id from audit_entry where action = 'member.added' and object_id = $1`,
      [user.id],
    );
    expect(entry).toEqual({ actor_kind: 'user', actor_id: user.id });
  });

  it('comes back to the invitation when the sign-in is cancelled', async () => {
    const { token } = await invited((await identity.createUser()).email);
    const browser = visitor();
    const back = await browser.submit(await browser.submit(await open(browser, token), '/sign-in'), '/cancel');
    expect([back.url, headingOf(back)]).toEqual([`${identity.url}/accept-invitation`, 'Join Acme &amp; Söhne']);
  });

  it('creates an account with a verified address for a user without one', async () => {
    const email = newEmail();
    const { token } = await invited(email);
    const browser = visitor();
    const page = await open(browser, token);
    const empty = await browser.submit(page, '/account', { name: ' ', password: 'short' });
    expect(empty.status).toBe(422);
    expect(empty.html).toContain('id="name-wrong">Enter your name');
    expect(empty.html).toContain('id="password-wrong">This is too short');
    const done = await browser.submit(empty, '/account', { name: 'Bea', password: NEXT });
    expect(told(done)).toEqual([200, 'Welcome to Acme &amp; Söhne']);
    const { body } = await identity.service.post('/internal/sessions', { email, password: NEXT });
    const profile = await profileOf({ id: body.userId, email });
    expect(profile).toMatchObject({ name: 'Bea', addresses: [{ email, verified: true }] });
    expect(await membersOf(owner.tenantId)).toContainEqual({ userId: body.userId, role: 'member' });
  });

  it('cannot be accepted by a user with another address', async () => {
    const [user, guest] = [await identity.createUser(), await identity.createUser()];
    const mine = await invited(user.email);
    const browser = visitor();
    const signIn = await browser.submit(await open(browser, mine.token), '/sign-in');
    await enterPassword(browser, signIn, user);

    const { token } = await invited(guest.email);
    const page = await open(browser, token);
    expect(page.html).toContain(`you are signed in as <strong>${user.email}</strong>`);
    const forced = await browser.post('/accept-invitation', { token });
    expect(forced.html).toContain('Switch account');
    expect(await membersOf(owner.tenantId)).not.toContainEqual({ userId: user.id, role: 'member' });

    const other = await browser.submit(page, '/sign-in');
    expect(headingOf(other)).toBe('Sign in');
    const passing = await enterPassword(browser, other, guest);
    expect(headingOf(passing)).toBe('One moment');
    const back = await browser.submit(passing, '/confirm');
    expect(headingOf(await browser.submit(back, '/accept-invitation'))).toBe('Welcome to Acme &amp; Söhne');
    expect(await membersOf(owner.tenantId)).toContainEqual({ userId: guest.id, role: 'member' });
  });

  it('says that the user is a member already', async () => {
    const user = await identity.createUser();
    const { token } = await invited(user.email);
    const browser = visitor();
    const back = await enterPassword(browser, await browser.submit(await open(browser, token), '/sign-in'), user);
    const path = `/internal/tenants/${owner.tenantId}/members`;
    await identity.service.post(path, { userId: user.id, role: 'member' });
    const answer = await browser.submit(back, '/accept-invitation');
    expect(told(answer)).toEqual([409, 'You are a member already']);
  });

  it('says whether it was revoked, is expired, or is unknown', async () => {
    const [revoked, late] = [await invited(newEmail()), await invited(newEmail())];
    const path = `/internal/tenants/${owner.tenantId}/invitations/${revoked.id}/revoke`;
    await identity.service.post(path, { actorId: owner.id });
    await identity.sql(`update invitation set expires_at = now() where id = $1`, [late.id]);
    expect(told(await open(visitor(), revoked.token))).toEqual([410, 'This invitation was withdrawn']);
    const old = await open(visitor(), late.token);
    expect(told(old)).toEqual([410, 'This invitation is too old']);
    expect(old.html).toContain('ask Ana &lt;b&gt; for another invitation');
    expect(told(await open(visitor(), 'made-up'))).toEqual([404, 'This link does not work']);
    expect(told(await visitor().get('/accept-invitation'))).toEqual([404, 'This link does not work']);
  });

  it('cannot be accepted in a suspended tenant', async () => {
    const [other, user] = [await identity.createOwner('Beta'), await identity.createUser()];
    const path = `/internal/tenants/${other.tenantId}/invitations`;
    await identity.service.post(path, { actorId: other.id, email: user.email, role: 'member' });
    const token = await identity.mailedToken(user.email, 'accept-invitation');
    const browser = visitor();
    const back = await enterPassword(browser, await browser.submit(await open(browser, token), '/sign-in'), user);
    await identity.setTenantStatus(other.tenantId, 'suspended');
    expect(told(await browser.submit(back, '/accept-invitation'))).toEqual([403, 'This does not work']);
    expect(await membersOf(other.tenantId)).toHaveLength(1);
  });
});
