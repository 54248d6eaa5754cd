import { randomBytes } from 'node:crypto';
import { Controller, Get, Post } from '@nestjs/common';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testRedis } from '#libs/test/testing';
import {
  base64,
  guardedApp,
  hmacWithPublicKey,
  HOUR,
  identity,
  memberOf,
  newKey,
  newTenant,
  newToken,
  otherPair,
  SERVICE_SECRET,
} from '../../test-support/guarded-app.js';
import {
  AnyBearer,
  ApiKey,
  currentPrincipal,
  currentTenant,
  IdentityOutage,
  Internal,
  KeyOrSession,
  Operator,
  Public,
  Session,
} from '../index.js';

@Controller()
class Routes {
  @Get('public') @Public() public() {
    return { Principal: currentPrincipal() ?? null };
  }
  @Post('bearer') @AnyBearer() bearer() {
    return {};
  }
  @Get('key') @ApiKey('emails:read') key() {
    return { Tenant: currentTenant().id };
  }
  @Get('either') @KeyOrSession('emails:read') either() {
    return { Tenant: currentTenant().id };
  }
  @Post('either') @KeyOrSession('emails:read', { role: 'admin' }) writeEither() {
    return {};
  }
  @Get('session') @Session() session() {
    return { Tenant: currentTenant().id };
  }
  @Post('session') @Session() write() {
    return {};
  }
  @Post('admin') @Session({ role: 'admin' }) admin() {
    return {};
  }
  @Get('user') @Session({ tenant: false }) user() {
    return {};
  }
  @Post('user') @Session({ tenant: false }) changeUser() {
    return {};
  }
  @Get('gateway') @Session({ tenant: false }) @IdentityOutage('ProviderError') gateway() {
    return {};
  }
  @Get('operator') @Operator() operator() {
    return {};
  }
  @Get('internal') @Internal() internal() {
    return {};
  }
}

let app: NestExpressApplication;
let url: string;

beforeAll(async () => {
  app = await guardedApp(Routes, (await testRedis()).url);
  await app.listen(0, '127.0.0.1');
  url = await app.getUrl();
});

afterAll(() => app.close());

async function call(path: string, token?: string, headers: Record<string, string> = {}, method = 'GET') {
  const authorization: Record<string, string> = token ? { authorization: `Bearer ${token}` } : {};
  const response = await fetch(url + path, { method, headers: { ...authorization, ...headers } });
  const body = (await response.json()) as { Error?: { Code: string }; Tenant?: string };
  return { status: response.status, code: body.Error?.Code, tenant: body.Tenant };
}

const post = (path: string, token?: string, headers?: Record<string, string>) => call(path, token, headers, 'POST');

describe('a key route', () => {
  it('authorizes a key with the scope, as its tenant', async () => {
    const tenant = newTenant('trial');
    expect(await call('/key', newKey({ tenantId: tenant.id }))).toMatchObject({ status: 200, tenant: tenant.id });
  });

  it('rejects an invalid, expired or revoked key', async () => {
    const unknown = `sk_test_${randomBytes(24).toString('hex')}`;
    const expired = newKey({ expiresAt: new Date(Date.now() - 1).toISOString() });
    const session = await newToken(memberOf(newTenant()));
    for (const token of [undefined, 'x', unknown, unknown.toUpperCase(), expired, session]) {
      expect(await call('/key', token), token).toMatchObject({ status: 401, code: 'AuthorizationError' });
    }
    const good = newKey();
    expect((await call(`/key?api_key=${good}`)).status).toBe(401);
    expect((await call('/key', undefined, { 'x-api-key': good })).status).toBe(401);
    expect((await call('/key', undefined, { cookie: `service_session=${good}` })).status).toBe(401);
  });

  it('rejects a key without the scope, and a suspended tenant', async () => {
    expect(await call('/key', newKey({ scopes: ['emails:send'] }))).toMatchObject({
      status: 403,
      code: 'PermissionDenied',
    });
    const suspended = newKey({ tenantId: newTenant('suspended').id });
    expect(await call('/key', suspended)).toMatchObject({ status: 403, code: 'TenantSuspended' });
  });
});

describe('a session route', () => {
  it('accepts the token as bearer or cookie, in the first tenant or the preferred one', async () => {
    const [first, second] = [newTenant(), newTenant()];
    const memberships = [...memberOf(first).memberships, ...memberOf(second).memberships];
    const token = await newToken({ memberships });
    expect((await call('/session', token)).tenant).toBe(first.id);
    expect((await call('/session', undefined, { cookie: `a=b; service_session=${token}` })).tenant).toBe(first.id);
    for (const preference of [second.id, second.slug]) {
      expect((await call('/session', token, { 'x-service-tenant': preference })).tenant).toBe(second.id);
    }
    expect(await call('/session', token, { 'x-service-tenant': newTenant().id })).toMatchObject({ status: 404 });
  });

  it.each<[string, () => Promise<string>]>([
    ['an ended session', () => newToken({ endedSession: true })],
    ['a disabled user', () => newToken({ active: false })],
    ['an expired token', () => newToken({ claims: { exp: Math.floor(Date.now() / 1000) - 1 } })],
    ['a token of later', () => newToken({ claims: { nbf: Math.floor(Date.now() / 1000) + HOUR } })],
    ['another issuer', () => newToken({ claims: { iss: 'http://evil.test' } })],
    ['another audience', () => newToken({ claims: { aud: 'other' } })],
    ['a token for something else', () => newToken({ header: { typ: 'logout+jwt' } })],
    ['another user’s session', () => newToken({ claims: { sub: 'usr_ffffffffffffffff' } })],
    ['a session id that is no text', () => newToken({ claims: { sid: { $ne: 1 } } })],
    ['a signature by another key', () => newToken({ signer: otherPair.privateKey })],
    ['the public key as a shared secret', hmacWithPublicKey],
    ['no signature', async () => `${base64({ alg: 'none', kid: 'k' })}.${(await newToken()).split('.')[1]}.`],
    ['an API key', async () => newKey()],
    ['nonsense', async () => 'x.y.z'],
  ])('rejects %s', async (_what, token) => {
    expect(await call('/user', await token())).toMatchObject({ status: 401, code: 'AuthorizationError' });
  });

  it('handles users without a tenant, roles, and suspended tenants', async () => {
    expect(await call('/session', await newToken())).toMatchObject({ status: 403, code: 'NoTenant' });
    expect((await call('/user', await newToken())).status).toBe(200);
    const tenant = newTenant();
    expect((await post('/admin', await newToken(memberOf(tenant)))).status).toBe(403);
    for (const role of ['admin', 'owner'] as const) {
      expect((await post('/admin', await newToken(memberOf(tenant, role)))).status).toBe(201);
    }
    const suspended = await newToken(memberOf(newTenant('suspended')));
    expect((await call('/session', suspended)).status).toBe(200);
    expect(await post('/session', suspended)).toMatchObject({ status: 403, code: 'TenantSuspended' });
  });

  it('accepts a write by cookie only from our own pages', async () => {
    const cookie = `service_session=${await newToken(memberOf(newTenant()))}`;
    const statusOf = async (headers: Record<string, string>) =>
      (await post('/session', undefined, { cookie, ...headers })).status;
    expect(await statusOf({ origin: 'https://app.test' })).toBe(201);
    expect(await statusOf({ 'sec-fetch-site': 'same-origin', origin: url })).toBe(201);
    expect(await statusOf({})).toBe(201);
    expect(await statusOf({ origin: 'https://evil.test' })).toBe(403);
    expect(await statusOf({ 'sec-fetch-site': 'cross-site' })).toBe(403);
    expect(await statusOf({ 'sec-fetch-site': 'same-site', origin: 'https://other.app.test' })).toBe(403);
    expect(await statusOf({ 'sec-fetch-site': 'none' })).toBe(403);
    expect(await statusOf({ origin: 'null' })).toBe(403);
    expect(await statusOf({ origin: 'https://app.test.evil.test' })).toBe(403);
    expect(await statusOf({ origin: '' })).toBe(403);
  });
});

describe('a route for keys and sessions', () => {
  it('authorizes either, each as its tenant', async () => {
    const tenant = newTenant();
    for (const token of [newKey({ tenantId: tenant.id }), await newToken(memberOf(tenant))]) {
      expect(await call('/either', token)).toMatchObject({ status: 200, tenant: tenant.id });
    }
    const cookie = `service_session=${await newToken(memberOf(tenant))}`;
    expect(await call('/either', undefined, { cookie })).toMatchObject({ status: 200, tenant: tenant.id });
  });

  it('rejects a key without the scope, a session without the role, and neither', async () => {
    expect(await call('/either', newKey({ scopes: ['emails:send'] }))).toMatchObject({ status: 403 });
    expect((await post('/either', await newToken(memberOf(newTenant())))).status).toBe(403);
    expect((await post('/either', newKey())).status).toBe(201);
    for (const token of [undefined, 'x', `sk_test_${randomBytes(24).toString('hex')}`]) {
      expect(await call('/either', token)).toMatchObject({ status: 401, code: 'AuthorizationError' });
    }
    const cookie = `service_session=${await newToken(memberOf(newTenant(), 'admin'))}`;
    expect((await post('/either', undefined, { cookie, origin: 'https://evil.test' })).status).toBe(403);
  });
});

describe('an app of one product', () => {
  let other: NestExpressApplication;
  let mainUrl: string;

  beforeAll(async () => {
    other = await guardedApp(Routes, (await testRedis()).url, { rules: { product: 'mail', keyIsDenied: true } });
    await other.listen(0, '127.0.0.1');
    mainUrl = url;
    url = await other.getUrl();
  });
  afterAll(async () => {
    url = mainUrl;
    await other.close();
  });

  it('rejects keys and sessions of a tenant without it', async () => {
    for (const [products, status] of [[['mail'], 200] as const, [['crm'], 403] as const]) {
      const tenant = newTenant('active', [...products]);
      expect((await call('/key', newKey({ tenantId: tenant.id }))).status).toBe(status);
      expect((await call('/session', await newToken(memberOf(tenant)))).status).toBe(status);
    }
    expect((await call('/user', await newToken())).status).toBe(200);
  });

  it('answers 403 to a valid key on a route for sessions, and 401 to another', async () => {
    const tenant = newTenant('active', ['mail']);
    expect(await call('/session', newKey({ tenantId: tenant.id }))).toMatchObject({ status: 403 });
    expect((await call('/session', `sk_test_${randomBytes(24).toString('hex')}`)).status).toBe(401);
    const cookie = `service_session=${newKey({ tenantId: tenant.id })}`;
    expect((await call('/session', undefined, { cookie })).status).toBe(401);
  });
});

describe('the routes of operators in production', () => {
  it('need a second factor of the operator', async () => {
    const strict = await guardedApp(Routes, (await testRedis()).url, { operatorsNeedSecondFactor: true });
    await strict.listen(0, '127.0.0.1');
    const get = async (token: string) =>
      fetch(`${await strict.getUrl()}/operator`, { headers: { authorization: `Bearer ${token}` } });
    const without = await get(await newToken({ operator: true }));
    expect(without.status).toBe(403);
    expect(await without.text()).toContain('/api/auth/2fa/setup');
    expect((await get(await newToken({ operator: true, secondFactor: true }))).status).toBe(200);
    expect((await get(await newToken({ secondFactor: true }))).status).toBe(403);
    await strict.close();
  });
});

describe('other routes', () => {
  it('allow the access that they declare', async () => {
    expect((await call('/public')).status).toBe(200);
    expect((await post('/bearer')).status).toBe(401);
    expect((await post('/bearer', 'anything')).status).toBe(201);
    expect((await call('/operator', await newToken())).status).toBe(403);
    expect((await call('/operator', await newToken({ operator: true }))).status).toBe(200);
    expect((await call('/internal', SERVICE_SECRET)).status).toBe(200);
    expect((await call('/internal', `${SERVICE_SECRET}x`)).status).toBe(401);
    expect((await call('/internal')).status).toBe(401);
  });

  it('let an authorized app use routes of the tenant, read routes of the user, and use no operator routes', async () => {
    const user = { operator: true, ...memberOf(newTenant()) };
    const statuses = async (client_id?: string) => {
      const token = await newToken({ ...user, claims: client_id === undefined ? {} : { client_id } });
      const calls = [post('/session', token), call('/user', token), post('/user', token), call('/operator', token)];
      return (await Promise.all(calls)).map(({ status }) => status);
    };
    expect(await statuses('notes')).toEqual([201, 200, 403, 403]);
    expect(await statuses('')).toEqual([201, 200, 403, 403]);
    for (const own of [undefined, 'dashboard']) expect(await statuses(own)).toEqual([201, 200, 201, 200]);
  });

  it('prevent the start without a declared access', async () => {
    @Controller()
    class Bare {
      @Get('bare') bare() {
        return {};
      }
    }
    const bare = await guardedApp(Bare, (await testRedis()).url);
    await expect(bare.init()).rejects.toThrow('No access declared: GET /bare');
    await bare.close();
  });
});

describe('without identity', () => {
  it('credentials in the view work, others get 503, or the code of the route', async () => {
    const knownKey = newKey();
    await call('/key', knownKey);
    identity.away = true;
    try {
      expect((await call('/key', knownKey)).status).toBe(200);
      expect(await call('/key', newKey())).toMatchObject({ status: 503, code: 'ServiceUnavailable' });
      const token = await newToken();
      expect(await call('/user', token)).toMatchObject({ status: 503, code: 'ServiceUnavailable' });
      expect(await call('/gateway', token)).toMatchObject({ status: 502, code: 'ProviderError' });
    } finally {
      identity.away = false;
    }
  });
});
