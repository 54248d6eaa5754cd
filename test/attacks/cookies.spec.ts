import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { gatewayStack } from '../support/gateway-stack.js';
import { PASSWORD, type TestOwner } from '../support/identity-stack.js';
import { useStack } from '../support/use-stack.js';

const stack = useStack(gatewayStack);
let owner: TestOwner;
let token: string;
let cookie: string;

beforeAll(async () => {
  owner = await stack.identity.createOwner();
  token = (await stack.login(owner.email)).body.Token;
  cookie = `service_session=${token}`;
});
const login = (headers: Record<string, string>) =>
  stack.anonymous.post('/api/auth/login', { email: owner.email, password: PASSWORD }, headers);
const sessionsOf = async (userId: string) =>
  (await stack.identity.service.get(`/internal/users/${userId}/sessions`)).body.sessions as { id: string }[];

const PRODUCTION = {
  NODE_ENV: 'production',
  ALLOWED_ORIGINS: 'https://app.test',
  PUSH_SUBJECT: 'mailto:a@example.test',
  BLOB_DIR: mkdtempSync(join(tmpdir(), 'blobs-')),
};

/** Headers that a browser adds to a request which another site's page makes it send. */
const OTHER_ORIGINS: [string, Record<string, string>][] = [
  ['another site', { 'sec-fetch-site': 'cross-site', origin: 'https://evil.test' }],
  ['a sibling domain', { 'sec-fetch-site': 'same-site', origin: 'https://evil.app.test' }],
  ['a sandboxed frame', { 'sec-fetch-site': 'cross-site', origin: 'null' }],
  ['a page that hides its origin', { 'sec-fetch-site': 'cross-site' }],
  ['a browser without Sec-Fetch-Site', { origin: 'https://evil.test' }],
  ['an origin that begins like ours', { origin: 'https://app.test.evil.test' }],
  ['our origin without encryption', { origin: 'http://app.test' }],
];

describe('session fixation', () => {
  it('by a session that the attacker opened: a login adopts none', async () => {
    const attacker = await stack.identity.createUser();
    const planted = (await stack.login(attacker.email)).body.Token as string;
    const { body, headers } = await login({ cookie: `service_session=${planted}` });
    expect(body.UserId).toBe(owner.id);
    expect(body.Token).not.toBe(planted);
    expect(String(headers['set-cookie'])).toContain(`service_session=${body.Token}`);
    const me = await stack.anonymous.get('/api/auth/me', { cookie: `service_session=${planted}` });
    expect(me.body.UserId).toBe(attacker.id);
  });

  it('by a value that the attacker made up', async () => {
    const { body, headers } = await login({ cookie: 'service_session=chosen-by-somebody-else' });
    expect(body.Token).toMatch(/^eyJ/);
    expect(String(headers['set-cookie'])).not.toContain('chosen-by-somebody-else');
  });

  it('by waiting: each login is a session of its own', async () => {
    const ids = new Set<string>();
    for (let n = 0; n < 3; n += 1) {
      const { body } = await login({ cookie });
      const [, payload = ''] = body.Token.split('.');
      ids.add(JSON.parse(Buffer.from(payload, 'base64url').toString()).sid);
    }
    expect(ids.size).toBe(3);
  });

  it('by a cookie that outlives its session', async () => {
    const old = (await login({})).body.Token as string;
    const headers = { authorization: `Bearer ${old}` };
    const { headers: answered } = await stack.anonymous.post('/api/auth/logout', undefined, headers);
    expect(String(answered['set-cookie'])).toMatch(/^service_session=; Path=\/; Expires=Thu, 01 Jan 1970/);
    expect((await stack.anonymous.get('/api/auth/me', { cookie: `service_session=${old}` })).status).toBe(401);
  });
});

describe('the cookie', () => {
  it('is out of reach of scripts and of other sites, and ends with its session', async () => {
    const { body, headers } = await login({});
    const parts = String(headers['set-cookie']).split('; ');
    expect(parts[0]).toBe(`service_session=${body.Token}`);
    expect(parts).toEqual(expect.arrayContaining(['Path=/', 'HttpOnly', 'SameSite=Lax']));
    const expires = parts.find((part) => part.startsWith('Expires='))?.slice('Expires='.length) ?? '';
    expect(new Date(expires).getTime()).toBe(Date.parse(body.ExpiresAt));
    expect(parts.some((part) => part.startsWith('Domain='))).toBe(false);
  });

  it('travels encrypted outside development', async () => {
    const production = await gatewayStack({ environment: PRODUCTION });
    try {
      const { email } = await production.identity.createUser();
      expect(String((await production.login(email)).headers['set-cookie'])).toContain('; Secure');
    } finally {
      await production.close();
      rmSync(PRODUCTION.BLOB_DIR, { recursive: true, force: true });
    }
  });

  it('gives way to a bearer token', async () => {
    const user = await stack.identity.createUser();
    const { body } = await stack.login(user.email);
    const headers = { cookie, authorization: `Bearer ${body.Token}` };
    expect((await stack.anonymous.get('/api/auth/me', headers)).body.UserId).toBe(user.id);
    expect((await stack.anonymous.get('/api/auth/me', { ...headers, authorization: 'Bearer x' })).status).toBe(401);
  });
});

describe('a forged request', () => {
  it.each(OTHER_ORIGINS)('of %s writes nothing with the cookie', async (_what, headers) => {
    const before = await sessionsOf(owner.id);
    for (const send of [
      () => stack.anonymous.delete(`/api/auth/sessions/${before[0]?.id}`, { cookie, ...headers }),
      () => stack.anonymous.post('/api/auth/2fa/setup', { Password: PASSWORD }, { cookie, ...headers }),
      () => stack.anonymous.post('/api/auth/2fa/disable', { Password: PASSWORD }, { cookie, ...headers }),
      () => stack.anonymous.post('/api/tenants', { Name: 'Evil' }, { cookie, ...headers }),
    ]) {
      const { status, body } = await send();
      expect([status, body.Error.Code]).toEqual([403, 'PermissionDenied']);
    }
    expect(await sessionsOf(owner.id)).toHaveLength(before.length);
    expect(await stack.identity.sql('select from totp where user_id = $1', [owner.id])).toEqual([]);
  });

  it.each(OTHER_ORIGINS)('of %s leaves no cookie with a login of the attacker’s', async (_what, headers) => {
    const answer = await login(headers);
    expect([answer.status, answer.headers['set-cookie']]).toEqual([200, undefined]);
  });

  it.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'])(
    'of a form (%s) is no login',
    async (type) => {
      const body = JSON.stringify({ email: owner.email, password: PASSWORD });
      const answer = await stack.anonymous.send('POST', '/api/auth/login', body, { 'content-type': type });
      expect([answer.status, answer.headers['set-cookie']]).toEqual([400, undefined]);
    },
  );

  it('is not what our own pages and programs send', async () => {
    // Browsers without Sec-Fetch-Site name the origin alone, also for a page of our own address.
    const ours: Record<string, string>[] = [
      {},
      { 'sec-fetch-site': 'same-origin' },
      { origin: 'https://app.test' },
      { origin: 'https://api.test' },
    ];
    for (const headers of ours) {
      const answer = await stack.anonymous.post(
        '/api/auth/2fa/disable',
        { Password: PASSWORD },
        { cookie, ...headers },
      );
      expect(answer.status, JSON.stringify(headers)).toBe(200);
      expect(String((await login(headers)).headers['set-cookie'])).toContain('service_session=');
    }
  });

  it('needs no protection with a bearer token, which no browser sends by itself', async () => {
    const headers = { authorization: `Bearer ${token}`, 'sec-fetch-site': 'cross-site', origin: 'https://evil.test' };
    expect((await stack.anonymous.post('/api/auth/2fa/disable', { Password: PASSWORD }, headers)).status).toBe(200);
  });
});
