import { describe, expect, it } from 'vitest';
import { FormBrowser, type Visit } from '../../../../test/support/form-browser.js';
import { identityStack, PASSWORD, type IdentityStack } from '../../../../test/support/identity-stack.js';
import { AppSignIn, appOf, CALLBACK } from '../../../../test/support/openid.js';
import { useStack } from '../../../../test/support/use-stack.js';

const identity = useStack(() => identityStack());
const invited = useStack(() => identityStack({ environment: { SIGNUP: 'invite' } }));

let number = 0;
const newAddress = () => `visitor-${(number += 1)}@example.test`;
const formOf = (email: string) => ({ name: 'Ana Souza', tenant: 'Café São José', email, password: PASSWORD });

async function visit(of: IdentityStack = identity, hint?: string) {
  const app = await appOf(of);
  const signIn = new AppSignIn(app, CALLBACK);
  const browser = new FormBrowser(of.url);
  const page = await browser.get(await signIn.url(hint ? { login_hint: hint } : {}));
  return { signIn, browser, page };
}

async function newAccount(hint?: string) {
  const { browser, page, ...rest } = await visit(identity, hint);
  const [, path] = /<a href="([^"]+\/new)">/.exec(page.html) ?? [];
  return { ...rest, browser, page: await browser.get(path!) };
}

/** The fields that the page marks, each with its message. */
const wrongs = ({ html }: Visit) =>
  Object.fromEntries(
    [...html.matchAll(/class="wrong" id="(\w+)-wrong">([^<]*)/g)].map(([, field, text]) => [field, text]),
  );
const valueOf = ({ html }: Visit, field: string) => new RegExp(`name="${field}"[^>]*value="([^"]*)"`).exec(html)?.[1];
const usersWith = (of: IdentityStack, email: string) => of.sql('select 1 from email_address where email = $1', [email]);

describe('a visitor of the sign-in', () => {
  it('becomes a user with a tenant, and is signed in to the app that led there', async () => {
    const email = newAddress();
    const { browser, page, signIn } = await newAccount();
    const { redirectedTo } = await browser.submit(page, '/new', formOf(email));
    const tokens = await signIn.tokens(redirectedTo!);
    const { sub } = tokens.claims()!;
    const profile = await identity.service.get(`/internal/users/${sub}`);
    expect(profile.body).toMatchObject({
      name: 'Ana Souza',
      addresses: [{ email, primary: true, verified: false }],
      tenants: [{ name: 'Café São José', role: 'owner' }],
    });
  });

  it('gets a mail that proves the address', async () => {
    const email = newAddress();
    const { browser, page } = await newAccount();
    await browser.submit(page, '/new', formOf(email));
    expect(await identity.mailedToken(email, 'verify-email')).toMatch(/^[\w-]{20,}$/);
  });

  it('finds the address that the app knows already', async () => {
    const email = newAddress();
    expect(valueOf((await newAccount(email)).page, 'email')).toBe(email);
  });

  it('finds the way back to signing in', async () => {
    const { browser, page } = await newAccount();
    const [, path] = /<p class="aside">[^<]*<a href="([^"]+)">/.exec(page.html) ?? [];
    expect((await browser.get(path!)).html).toContain('/password"');
  });
});

describe('a form that is refused', () => {
  it.each([
    ['no name', { name: ' ' }, { name: 'Enter your name.' }],
    ['a long name', { name: 'x'.repeat(201) }, { name: 'This is too long: 200 characters are the most.' }],
    ['no company', { tenant: '\0' }, { tenant: 'Enter the name of your company or team.' }],
    ['a long company', { tenant: 'x'.repeat(201) }, { tenant: 'This is too long: 200 characters are the most.' }],
    ['no address', { email: 'ana' }, { email: 'Enter an e-mail address, such as name@example.com.' }],
    ['no password', { password: '' }, { password: 'Enter a password.' }],
    ['a short password', { password: '1234567' }, { password: 'This is too short: it takes at least 8 characters.' }],
    [
      'nothing at all',
      { name: '', tenant: '', email: '', password: '' },
      { name: /./, tenant: /./, email: /./, password: /./ },
    ],
  ])('for %s says so at the field, and keeps the others', async (_what, filled, messages) => {
    const email = newAddress();
    const { browser, page } = await newAccount();
    const answer = await browser.submit(page, '/new', { ...formOf(email), ...filled });
    expect(answer.status).toBe(422);
    const found = wrongs(answer);
    expect(Object.keys(found)).toEqual(Object.keys(messages));
    for (const [field, text] of Object.entries(messages)) expect(found[field]).toMatch(text);
    if (!('email' in filled)) expect(valueOf(answer, 'email')).toBe(email);
    expect(await usersWith(identity, email)).toEqual([]);
  });

  it('for an address with an account says so, and sends nobody in', async () => {
    const user = await identity.createUser();
    const { browser, page } = await newAccount();
    const answer = await browser.submit(page, '/new', formOf(user.email.toUpperCase()));
    expect([answer.status, answer.redirectedTo]).toEqual([409, undefined]);
    expect(wrongs(answer)).toEqual({
      email: 'There is an account with this address. Sign in with it, or set a new password.',
    });
  });

  it('repeats what was typed as text', async () => {
    const { browser, page } = await newAccount();
    const typed = '"><script>alert(1)</script>';
    const answer = await browser.submit(page, '/new', { name: typed, tenant: typed, email: typed, password: 'x' });
    expect(answer.html).not.toContain('<script');
    expect(valueOf(answer, 'tenant')).toBe('&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;');
  });

  it('from another site is not read', async () => {
    const email = newAddress();
    const { browser, page } = await newAccount();
    const answer = await browser.post(page.url, formOf(email), { origin: 'https://evil.example.test' });
    expect([answer.status, await usersWith(identity, email)]).toEqual([403, []]);
  });
});

describe('an installation to which people are invited', () => {
  it('offers no account, and makes none', async () => {
    const email = newAddress();
    const { browser, page } = await visit(invited);
    expect(page.html).not.toContain('/new"');
    const answer = await browser.post(`${page.url}/new`, formOf(email));
    expect(answer.html).toContain('/password"');
    expect((await browser.get(`${page.url}/new`)).html).toContain('/password"');
    expect(await usersWith(invited, email)).toEqual([]);
  });
});
