import { createHash, randomBytes } from 'node:crypto';
import { decodeJwt } from 'jose';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { logger } from '#libs/core/observability';
import { FormBrowser, type Visit } from '../../../../test/support/form-browser.js';
import type { HttpClient } from '../../../../test/support/http-client.js';
import { identityStack, PASSWORD, type TestOwner, type TestUser } from '../../../../test/support/identity-stack.js';
import { enterPassword } from '../../../../test/support/openid.js';
import { useStack } from '../../../../test/support/use-stack.js';

const NEXT = 'another-long-enough-password';

const identity = useStack(() => identityStack({ environment: { DASHBOARD_URL: '' } }));
let owner: TestOwner;

beforeAll(async () => {
  owner = await identity.createOwner('Acme');
});
const newEmail = () => `g${randomBytes(6).toString('hex')}@example.test`;
const headingOf = (html: string) => /<h1>([^<]*)<\/h1>/.exec(html)?.[1];
const send = (client: HttpClient, path: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
  client.send('POST', path, new URLSearchParams(fields).toString(), {
    'content-type': 'application/x-www-form-urlencoded',
    accept: 'text/html',
    ...headers,
  });

async function resetToken({ email }: TestUser): Promise<string> {
  await identity.service.post('/internal/passwords/forgotten', { email });
  return identity.mailedToken(email, 'reset-password');
}

async function invitation(email: string): Promise<string> {
  const path = `/internal/tenants/${owner.tenantId}/invitations`;
  await identity.service.post(path, { actorId: owner.id, email, role: 'member' });
  return identity.mailedToken(email, 'accept-invitation');
}

/** A browser in which a person is signed in, at the page of their invitation. */
async function signedIn(user: TestUser): Promise<{ browser: FormBrowser; page: Visit; token: string }> {
  const token = await invitation(user.email);
  const browser = new FormBrowser(identity.url);
  const first = await browser.get(`/accept-invitation?token=${token}`);
  const page = await enterPassword(browser, await browser.submit(first, '/sign-in'), user);
  return { browser, page, token };
}

const verified = async ({ id }: TestUser) =>
  (await identity.service.get(`/internal/users/${id}`)).body.addresses[0].verified as boolean;
const canLogIn = async ({ email }: TestUser, password: string) =>
  (await identity.service.post('/internal/sessions', { email, password })).status === 200;
const isMember = async ({ id }: TestUser) =>
  (await identity.sql(`select from membership where tenant_id = $1 and user_id = $2`, [owner.tenantId, id])).length > 0;

describe('a form that another site sends', () => {
  const OTHER_ORIGINS: Record<string, string>[] = [
    { origin: 'https://evil.example.test' },
    { origin: 'null' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
  ];

  it.each(OTHER_ORIGINS)('does nothing, token or not: %j', async (headers) => {
    const user = await identity.createUser();
    const verification = await identity.mailedToken(user.email, 'verify-email');
    const reset = await resetToken(user);
    const { browser, token } = await signedIn(await identity.createUser());
    const refused = [
      await send(identity.anonymous, '/verify-email', { token: verification }, headers),
      await send(identity.anonymous, '/verify-email/again', { token: verification }, headers),
      await send(identity.anonymous, '/reset-password', { token: reset, password: NEXT, repeated: NEXT }, headers),
      await send(identity.anonymous, '/forgot-password', { email: newEmail() }, headers),
      await browser.post('/accept-invitation', { token }, headers),
      await browser.post('/accept-invitation/sign-in', { token }, headers),
      await browser.post('/accept-invitation/account', { token, name: 'Eve', password: NEXT }, headers),
    ];
    expect(refused.map(({ status }) => status)).toEqual(Array(7).fill(403));
    expect([await verified(user), await canLogIn(user, NEXT)]).toEqual([false, false]);
  });

  it('comes without the cookies of the sign-in, and accepts nothing', async () => {
    const user = await identity.createUser();
    const { page, token } = await signedIn(user);
    expect(page.html).toContain('Accept the invitation');
    const answer = await send(identity.anonymous, '/accept-invitation', { token });
    expect(answer.text).toContain('Sign in to accept');
    expect(await isMember(user)).toBe(false);
  });
});

describe('many at the same moment', () => {
  const headings = (answers: { text: string }[]) => answers.map(({ text }) => headingOf(text)).sort();
  const times = <T>(count: number, work: (n: number) => Promise<T>) =>
    Promise.all(Array.from({ length: count }, (_, n) => work(n)));

  it('change a password once', async () => {
    const user = await identity.createUser();
    const token = await resetToken(user);
    const answers = await times(6, (n) => {
      const password = `${NEXT}-${n}`;
      return send(identity.anonymous, '/reset-password', { token, password, repeated: password });
    });
    expect(headings(answers)).toEqual([...Array<string>(5).fill('This link was used'), 'Your password was changed']);
    const winner = answers.findIndex(({ status }) => status === 200);
    expect(await canLogIn(user, `${NEXT}-${winner}`)).toBe(true);
  });

  it('confirm an address once, and every request gets that answer', async () => {
    const user = await identity.createUser();
    const token = await identity.mailedToken(user.email, 'verify-email');
    const answers = await times(6, () => send(identity.anonymous, '/verify-email', { token }));
    expect(headings(answers)).toEqual([...Array<string>(5).fill('Already confirmed'), 'Your address is confirmed']);
  });

  it('accept an invitation once', async () => {
    const user = await identity.createUser();
    const { browser, token } = await signedIn(user);
    const answers = await times(5, () => browser.post('/accept-invitation', { token }));
    const won = answers.filter(({ status }) => status === 200);
    expect(won.map(({ html }) => headingOf(html))).toEqual(['Welcome to Acme']);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 410, 410, 410, 410]);
  });

  it('make one account of one invitation', async () => {
    const email = newEmail();
    const token = await invitation(email);
    const answers = await times(5, (n) =>
      send(identity.anonymous, '/accept-invitation/account', { token, name: `Bea ${n}`, password: NEXT }),
    );
    expect(answers.filter(({ text }) => headingOf(text) === 'Welcome to Acme')).toHaveLength(1);
    const people = await identity.sql<{ id: string }>(`select user_id as id from email_address where email = $1`, [
      email,
    ]);
    expect(people).toHaveLength(1);
    expect(await isMember({ id: people[0]!.id, email })).toBe(true);
  });
});

describe('a token', () => {
  it('is in no log, no page that is left, and no address that a form leads to', async () => {
    const written: string[] = [];
    const out = vi.spyOn(process.stdout, 'write').mockImplementation((text) => (written.push(String(text)), true));
    const err = vi.spyOn(process.stderr, 'write').mockImplementation((text) => (written.push(String(text)), true));
    logger.configure({ service: 'identity', level: 'debug' });
    const tokens: string[] = [];
    try {
      const user = await identity.createUser();
      const paths = ['/verify-email', '/reset-password', '/accept-invitation'];
      const guest = newEmail();
      tokens.push(
        await identity.mailedToken(user.email, 'verify-email'),
        await resetToken(user),
        await invitation(guest),
      );
      for (const [index, path] of paths.entries()) {
        const token = tokens[index]!;
        const page = await identity.anonymous.get(`${path}?token=${token}`, { accept: 'text/html' });
        expect(page.status).toBe(200);
        expect(page.headers).toMatchObject({ 'referrer-policy': 'strict-origin', 'cache-control': 'no-store' });
        expect(page.text).not.toMatch(new RegExp(`(action|href|src)="[^"]*${token}`));
        const fields = { token, password: NEXT, repeated: NEXT };
        expect((await send(identity.anonymous, path, fields)).status).toBe(200);
      }
      await send(identity.anonymous, '/accept-invitation/account', { token: tokens[2]!, name: 'Bea', password: NEXT });
    } finally {
      logger.configure({ service: 'identity', level: 'silent' });
      out.mockRestore();
      err.mockRestore();
    }
    const log = written.join('');
    expect(log).toContain('/verify-email');
    for (const secret of [...tokens, NEXT, PASSWORD]) expect(log).not.toContain(secret);
  });

  it('is kept for the sign-in out of reach of scripts and of other pages', async () => {
    const token = await invitation((await identity.createUser()).email);
    const { headers } = await send(identity.anonymous, '/accept-invitation/sign-in', { token });
    expect(String(headers['location'])).toMatch(/^\/oauth\/authorize\?/);
    expect(String(headers['location'])).not.toContain(token);
    const cookie = [headers['set-cookie']].flat().find((line) => line?.startsWith('service_invitation='));
    expect(cookie).toMatch(/; Path=\/accept-invitation; .*HttpOnly; SameSite=Lax/);
  });

  it('of one purpose is invalid for every other', async () => {
    const user = await identity.createUser();
    const verification = await identity.mailedToken(user.email, 'verify-email');
    const reset = await resetToken(user);
    const fields = { token: verification, password: NEXT, repeated: NEXT };
    expect((await send(identity.anonymous, '/reset-password', fields)).status).toBe(404);
    expect((await send(identity.anonymous, '/verify-email', { token: reset })).status).toBe(404);
    expect(
      (await send(identity.anonymous, '/accept-invitation/account', { token: reset, name: 'x', password: NEXT }))
        .status,
    ).toBe(404);
    expect([await verified(user), await canLogIn(user, PASSWORD)]).toEqual([false, true]);
  });
});

describe('an address to go to', () => {
  it.each(['next', 'return_to', 'redirect_uri', 'url', 'state'])('is ignored: %s', async (name) => {
    const token = await invitation((await identity.createUser()).email);
    const evil = encodeURIComponent('https://evil.example.test/');
    const browser = new FormBrowser(identity.url);
    const page = await browser.get(`/accept-invitation?token=${token}&${name}=${evil}`);
    expect(page.html).not.toContain('evil.example.test');
    const { headers } = await send(identity.anonymous, `/accept-invitation/sign-in?${name}=${evil}`, {
      token,
      [name]: evil,
    });
    expect(String(headers['location'])).not.toContain('evil');
  });

  it('after a sign-in is this page and no other', async () => {
    const back = await identity.anonymous.get('/accept-invitation?code=x&state=https://evil.example.test', {});
    expect([back.status, back.headers['location']]).toEqual([303, '/accept-invitation']);
    const path = `/oauth/authorize?client_id=identity-pages&response_type=code&scope=openid&code_challenge=${'x'.repeat(43)}`;
    const uri = encodeURIComponent('https://evil.example.test/accept-invitation');
    const refused = await identity.anonymous.get(`${path}&code_challenge_method=S256&redirect_uri=${uri}`);
    expect([refused.status, refused.headers['location']]).toEqual([400, undefined]);
  });

  it('comes with a code that is worthless for everyone', async () => {
    const { browser } = await signedIn(await identity.createUser());
    const cookie = ['service_sign_in', 'service_sign_in.sig']
      .map((name) => `${name}=${browser.cookie(name)}`)
      .join('; ');
    const [code_verifier, redirect_uri] = [randomBytes(32).toString('base64url'), `${identity.url}/accept-invitation`];
    const query = new URLSearchParams({
      client_id: 'identity-pages',
      response_type: 'code',
      scope: 'openid',
      redirect_uri,
      code_challenge: createHash('sha256').update(code_verifier).digest('base64url'),
      code_challenge_method: 'S256',
    });
    const { headers } = await identity.anonymous.get(`/oauth/authorize?${query.toString()}`, { cookie });
    const code = new URL(String(headers['location'])).searchParams.get('code')!;
    const fields = { grant_type: 'authorization_code', client_id: 'identity-pages', code, code_verifier, redirect_uri };
    const { body } = await send(identity.anonymous, '/oauth/token', fields);
    expect(decodeJwt(body.access_token)).toMatchObject({ aud: identity.url, client_id: 'identity-pages' });
    expect(body.refresh_token).toBeUndefined();
  });
});

describe('asking for a password', () => {
  it('does not reveal accounts, neither by the answer nor by the limit', async () => {
    const [known, unknown] = [(await identity.createUser()).email, newEmail()];
    const answers = [];
    for (const email of [known, unknown]) {
      for (let count = 0; count < 2; count += 1) {
        const { status, text } = await send(identity.anonymous, '/forgot-password', { email });
        answers.push([status, text.replaceAll(email, 'somebody')]);
      }
    }
    expect(answers[0]).toEqual(answers[2]);
    expect(answers[1]).toEqual(answers[3]);
    expect(answers.map(([status]) => status)).toEqual([200, 429, 200, 429]);
  });
});

describe('text that a user wrote', () => {
  it('is text in the pages, and can neither style them nor run', async () => {
    const evil = await identity.createOwner('<script>alert(1)</script><img src=x>');
    await identity.service.patch(`/internal/users/${evil.id}/profile`, { name: '"><svg onload=alert(1)>' });
    const email = newEmail();
    const path = `/internal/tenants/${evil.tenantId}/invitations`;
    await identity.service.post(path, { actorId: evil.id, email, role: 'member' });
    const token = await identity.mailedToken(email, 'accept-invitation');
    const page = await identity.anonymous.get(`/accept-invitation?token=${token}`);
    expect(page.text).not.toMatch(/<script|<img|<svg onload/);
    const fields = { token, name: '"><script>x</script>', password: 'short' };
    const again = await send(identity.anonymous, '/accept-invitation/account', fields);
    expect(again.text).not.toContain('<script');
    expect(again.headers['content-security-policy']).toMatch(
      /^default-src 'none'; style-src 'sha256-[^;]*'; form-action 'self';/,
    );
    expect(again.headers['content-security-policy']).toContain("frame-ancestors 'none'");
  });

  it.each([
    ['a JSON body', 'application/json', '{"token":"x"}'],
    ['a body without a type', '', 'token=x'],
    ['half an escape', 'application/x-www-form-urlencoded', 'token=%E0%A4%A'],
    ['a NUL', 'application/x-www-form-urlencoded', 'token=%00&name=%00&password=%00'],
    ['a token twice', 'application/x-www-form-urlencoded', 'token=x&token=y'],
  ])('as %s is answered with a page', async (_what, type, body) => {
    for (const path of ['/verify-email', '/verify-email/again', '/reset-password', '/accept-invitation/account']) {
      const { status, headers } = await identity.anonymous.send(
        'POST',
        path,
        body,
        type ? { 'content-type': type } : {},
      );
      expect([path, status]).toEqual([path, 404]);
      expect(headers['content-type']).toMatch(/^text\/html/);
    }
  });

  it('is not read beyond a limit', async () => {
    const { status } = await send(identity.anonymous, '/reset-password', { token: 'x'.repeat(70_000) });
    expect(status).toBe(413);
  });
});

describe('calls of one address', () => {
  it('are limited with those of the sign-in', async () => {
    const limited = await identityStack({ environment: { DASHBOARD_URL: '', OAUTH_CALLS_PER_MINUTE: '3' } });
    try {
      const seen = [];
      for (const path of ['/verify-email', '/reset-password', '/forgot-password', '/accept-invitation']) {
        const answer = await send(limited.anonymous, path, { token: 'made-up', email: newEmail() });
        seen.push([answer.status, headingOf(answer.text)]);
      }
      expect(seen[3]).toEqual([429, 'Too many requests']);
      expect(seen.slice(0, 3).map(([status]) => status)).toEqual([404, 404, 200]);
    } finally {
      await limited.close();
    }
  });
});
