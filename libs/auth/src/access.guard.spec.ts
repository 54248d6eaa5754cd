import { generateKeyPairSync, randomBytes, type KeyObject } from 'node:crypto';
import { Controller, Get, Injectable, Module, Post } from '@nestjs/common';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { SignJWT, type JWTPayload } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApp, Problem } from '#libs/http';
import { logger } from '#libs/observability';
import { testRedis } from '#libs/testing';
import {
  AnyBearer,
  ApiKey,
  AuthModule,
  CredentialSource,
  currentPrincipal,
  currentTenant,
  hashKey,
  IdentityOutage,
  Internal,
  KeyUseReporter,
  Operator,
  Public,
  Session,
  SigningKeys,
  ViewStore,
  type KeyView,
  type UserView,
  type ViewEntry,
  type ViewKind,
} from './index.js';

const ISSUER = 'http://identity.test';
const SERVICE_SECRET = 'service-secret';
const HOUR = 3_600;

const known = new Map<string, unknown>();
let identityAway = false;

@Injectable()
class Source extends CredentialSource {
  constructor(private readonly view: ViewStore) {
    super();
  }

  async resolve<K extends ViewKind>(names: readonly (readonly [K, string])[]): Promise<ViewEntry<K>[]> {
    if (identityAway) throw new Problem('ServiceUnavailable', { message: 'The identity service does not answer' });
    const mark = await this.view.mark().catch(() => undefined);
    const entries = names.map(([kind, name]) => (known.get(`${kind} ${name}`) ?? null) as ViewEntry<K>);
    for (const [index, [kind, name]] of names.entries()) {
      if (mark) await this.view.fill(mark, kind, name, entries[index] ?? null);
    }
    return entries;
  }
}

class NoReports extends KeyUseReporter {
  async report(): Promise<void> {}
}

const pair = generateKeyPairSync('rsa', { modulusLength: 2048 });
const otherPair = generateKeyPairSync('rsa', { modulusLength: 2048 });

class Keys extends SigningKeys {
  readonly issuer = ISSUER;

  async pemFor(): Promise<string> {
    if (identityAway) throw new Problem('ServiceUnavailable');
    return pair.publicKey.export({ type: 'spki', format: 'pem' }).toString();
  }
}

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
  @Get('session') @Session() session() {
    return { Tenant: currentTenant().id };
  }
  @Post('session') @Session() write() {
    return {};
  }
  @Post('admin') @Session({ role: 'admin' }) admin() {
    return {};
  }
  @Get('person') @Session({ tenant: false }) person() {
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
  const { url: redisUrl } = await testRedis();
  const options = { redisUrl, serviceSecret: SERVICE_SECRET, issuer: ISSUER, allowedOrigins: ['https://app.test'] };
  const auth = AuthModule.forAuthority(options, [
    { provide: CredentialSource, useClass: Source },
    { provide: KeyUseReporter, useClass: NoReports },
    { provide: SigningKeys, useClass: Keys },
  ]);
  logger.configure({ service: 'guarded', level: 'silent' });
  app = await createApp(moduleOf(Routes, auth), PROFILE);
  await app.listen(0, '127.0.0.1');
  url = await app.getUrl();
});

afterAll(() => app.close());

const PROFILE = {
  service: 'guarded',
  envelope: 'platform',
  bodyLimit: 1024,
  openapi: { title: 'Guarded', version: '1', description: '' },
} as const;

function moduleOf(controller: new () => object, auth: ReturnType<typeof AuthModule.forAuthority>) {
  @Module({ imports: [auth], controllers: [controller] })
  class GuardedModule {}
  return GuardedModule;
}

let count = 0;
const nextId = <P extends string>(prefix: P) => `${prefix}_${(count += 1).toString(16).padStart(16, '0')}` as const;

function newTenant(status: 'active' | 'suspended' | 'trial' = 'active') {
  const tenant = { id: nextId('acc'), slug: `t${count}`, name: 'T', status, plan: '', products: [] };
  known.set(`tenant ${tenant.id}`, tenant);
  return tenant;
}

function newKey(changes: Partial<KeyView> = {}): string {
  const secret = `sk_test_${randomBytes(24).toString('hex')}`;
  const tenantId = changes.tenantId ?? newTenant().id;
  const key = { keyId: nextId('key'), tenantId, scopes: ['emails:read'], environment: 'test', expiresAt: null };
  known.set(`key ${hashKey(secret)}`, { ...key, ...changes });
  return secret;
}

interface Person extends Partial<UserView> {
  endedSession?: boolean;
  claims?: JWTPayload;
  signer?: KeyObject;
  header?: { alg?: string; kid?: string };
}

async function newToken({ endedSession, claims, signer = pair.privateKey, header, ...changes }: Person = {}) {
  const userId = nextId('usr');
  const sessionId = nextId('ses');
  const soon = Math.floor(Date.now() / 1000) + HOUR;
  const user = { userId, email: 'a@example.test', active: true, operator: false, memberships: [], ...changes };
  known.set(`user ${userId}`, user);
  const session = { sessionId, userId, expiresAt: new Date(soon * 1000).toISOString() };
  if (!endedSession) known.set(`session ${sessionId}`, session);
  const payload = { sid: sessionId, sub: userId, iss: ISSUER, aud: 'service', exp: soon, ...claims };
  return new SignJWT(payload).setProtectedHeader({ alg: 'RS256', kid: 'k', ...header }).sign(signer);
}

const memberOf = (tenant: { id: `acc_${string}`; slug: string }, role: 'owner' | 'admin' | 'member' = 'member') => ({
  memberships: [{ tenantId: tenant.id, slug: tenant.slug, role }],
});

async function call(path: string, token?: string, headers: Record<string, string> = {}, method = 'GET') {
  const authorization: Record<string, string> = token ? { authorization: `Bearer ${token}` } : {};
  const response = await fetch(url + path, { method, headers: { ...authorization, ...headers } });
  const body = (await response.json()) as { Error?: { Code: string }; Tenant?: string };
  return { status: response.status, code: body.Error?.Code, tenant: body.Tenant };
}

const post = (path: string, token?: string, headers?: Record<string, string>) => call(path, token, headers, 'POST');

describe('a key route', () => {
  it('lets a key with the scope in, as its tenant', async () => {
    const tenant = newTenant('trial');
    expect(await call('/key', newKey({ tenantId: tenant.id }))).toMatchObject({ status: 200, tenant: tenant.id });
  });

  it('refuses what is no known, living key', async () => {
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

  it('refuses a key without the scope, and a suspended tenant', async () => {
    expect(await call('/key', newKey({ scopes: ['emails:send'] }))).toMatchObject({
      status: 403,
      code: 'PermissionDenied',
    });
    const suspended = newKey({ tenantId: newTenant('suspended').id });
    expect(await call('/key', suspended)).toMatchObject({ status: 403, code: 'TenantSuspended' });
  });
});

describe('a session route', () => {
  it('takes the token as bearer or cookie, in the first tenant or the preferred one', async () => {
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
    ['a disabled person', () => newToken({ active: false })],
    ['an expired token', () => newToken({ claims: { exp: Math.floor(Date.now() / 1000) - 1 } })],
    ['a token of later', () => newToken({ claims: { nbf: Math.floor(Date.now() / 1000) + HOUR } })],
    ['another issuer', () => newToken({ claims: { iss: 'http://evil.test' } })],
    ['another audience', () => newToken({ claims: { aud: 'other' } })],
    ['another person’s session', () => newToken({ claims: { sub: 'usr_ffffffffffffffff' } })],
    ['a session id that is no text', () => newToken({ claims: { sid: { $ne: 1 } } })],
    ['a foreign signature', () => newToken({ signer: otherPair.privateKey })],
    ['the public key as a shared secret', hmacWithPublicKey],
    ['no signature', async () => `${base64({ alg: 'none', kid: 'k' })}.${(await newToken()).split('.')[1]}.`],
    ['an API key', async () => newKey()],
    ['nonsense', async () => 'x.y.z'],
  ])('refuses %s', async (_what, token) => {
    expect(await call('/person', await token())).toMatchObject({ status: 401, code: 'AuthorizationError' });
  });

  it('knows people without a tenant, roles, and suspended tenants', async () => {
    expect(await call('/session', await newToken())).toMatchObject({ status: 403, code: 'NoTenant' });
    expect((await call('/person', await newToken())).status).toBe(200);
    const tenant = newTenant();
    expect((await post('/admin', await newToken(memberOf(tenant)))).status).toBe(403);
    for (const role of ['admin', 'owner'] as const) {
      expect((await post('/admin', await newToken(memberOf(tenant, role)))).status).toBe(201);
    }
    const suspended = await newToken(memberOf(newTenant('suspended')));
    expect((await call('/session', suspended)).status).toBe(200);
    expect(await post('/session', suspended)).toMatchObject({ status: 403, code: 'TenantSuspended' });
  });

  it('takes a write by cookie only from our own pages', async () => {
    const cookie = `service_session=${await newToken(memberOf(newTenant()))}`;
    const statusOf = async (headers: Record<string, string>) =>
      (await post('/session', undefined, { cookie, ...headers })).status;
    expect(await statusOf({ origin: 'https://app.test' })).toBe(201);
    expect(await statusOf({ 'sec-fetch-site': 'same-origin', origin: url })).toBe(201);
    expect(await statusOf({})).toBe(201);
    expect(await statusOf({ origin: 'https://evil.test' })).toBe(403);
    expect(await statusOf({ 'sec-fetch-site': 'cross-site' })).toBe(403);
    expect(await statusOf({ 'sec-fetch-site': 'same-site', origin: 'https://other.app.test' })).toBe(403);
  });
});

describe('other routes', () => {
  it('let in whom they declare', async () => {
    expect((await call('/public')).status).toBe(200);
    expect((await post('/bearer')).status).toBe(401);
    expect((await post('/bearer', 'anything')).status).toBe(201);
    expect((await call('/operator', await newToken())).status).toBe(403);
    expect((await call('/operator', await newToken({ operator: true }))).status).toBe(200);
    expect((await call('/internal', SERVICE_SECRET)).status).toBe(200);
    expect((await call('/internal', `${SERVICE_SECRET}x`)).status).toBe(401);
    expect((await call('/internal')).status).toBe(401);
  });

  it('do not boot without declaring anything', async () => {
    @Controller()
    class Bare {
      @Get('bare') bare() {
        return {};
      }
    }
    const options = { redisUrl: (await testRedis()).url, serviceSecret: SERVICE_SECRET, issuer: ISSUER };
    const auth = AuthModule.forAuthority(options, [
      { provide: CredentialSource, useClass: Source },
      { provide: KeyUseReporter, useClass: NoReports },
      { provide: SigningKeys, useClass: Keys },
    ]);
    const bare = await createApp(moduleOf(Bare, auth), PROFILE);
    await expect(bare.init()).rejects.toThrow('No access declared: GET /bare');
    await bare.close();
  });
});

describe('without identity', () => {
  it('known credentials go on, unknown ones get 503, or the code of the route', async () => {
    const knownKey = newKey();
    await call('/key', knownKey);
    identityAway = true;
    try {
      expect((await call('/key', knownKey)).status).toBe(200);
      expect(await call('/key', newKey())).toMatchObject({ status: 503, code: 'ServiceUnavailable' });
      const token = await newToken();
      expect(await call('/person', token)).toMatchObject({ status: 503, code: 'ServiceUnavailable' });
      expect(await call('/gateway', token)).toMatchObject({ status: 502, code: 'ProviderError' });
    } finally {
      identityAway = false;
    }
  });
});

const base64 = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

async function hmacWithPublicKey(): Promise<string> {
  const secret = Buffer.from(pair.publicKey.export({ type: 'spki', format: 'pem' }).toString());
  const [, payload = ''] = (await newToken()).split('.');
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as JWTPayload;
  return new SignJWT(claims).setProtectedHeader({ alg: 'HS256', kid: 'k' }).sign(secret);
}
