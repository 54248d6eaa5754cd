import { createHmac, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { SignJWT, type JWTPayload } from 'jose';
import { beforeAll, describe, expect, it } from 'vitest';
import { logger } from '#libs/core/observability';
import { HttpSink } from '#libs/test/testing';
import { SigningKeyRing } from '../../apps/identity/src/signing-keys/signing-key-ring.js';
import { gatewayStack } from '../support/gateway-stack.js';
import { PASSWORD, type TestUser } from '../support/identity-stack.js';
import { useStack } from '../support/use-stack.js';

const HOUR = 3_600;

const stack = useStack(gatewayStack);
const evilSite = useStack(() => HttpSink.start());
let user: TestUser;
let token: string;
let header: { kid: string };
let claims: JWTPayload;
let own: KeyObject;
const evil = generateKeyPairSync('rsa', { modulusLength: 2048 });

beforeAll(async () => {
  user = await stack.identity.createUser();
  token = (await stack.login(user.email)).body.Token;
  const [head = '', body = ''] = token.split('.');
  header = decoded(head) as typeof header;
  claims = decoded(body) as JWTPayload;
  own = (await stack.identity.app.get(SigningKeyRing, { strict: false }).current()).privateKey;
});
const decoded = (part: string): unknown => JSON.parse(Buffer.from(part, 'base64url').toString());
const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
const now = () => Math.floor(Date.now() / 1_000);

/** A token signed with identity's own key unless another is given. */
function signed(changes: JWTPayload, head: object = {}, key: KeyObject = own): Promise<string> {
  return new SignJWT({ ...claims, ...changes })
    .setProtectedHeader({ alg: 'RS256', kid: header.kid, typ: 'JWT', ...head })
    .sign(key);
}

function withMac(head: object, secret: string | Buffer): string {
  const text = `${encoded({ alg: 'HS256', kid: header.kid, typ: 'JWT', ...head })}.${encoded(claims)}`;
  return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`;
}

async function publicKey(): Promise<{ pem: string; jwk: Record<string, string> }> {
  const { body } = await stack.identity.anonymous.get('/.well-known/jwks.json');
  const pem = createPublicKey({ key: body.keys[0], format: 'jwk' }).export({ type: 'spki', format: 'pem' }).toString();
  return { pem, jwk: body.keys[0] };
}

/** Sends the token as bearer and as cookie, on a route that the gateway passes on and on one that ends a session. */
async function expectRefused(forged: string): Promise<void> {
  const ways: Record<string, string>[] = [
    { authorization: `Bearer ${forged}` },
    { cookie: `service_session=${forged}` },
  ];
  for (const headers of ways) {
    const { status, body } = await stack.anonymous.get('/api/auth/me', headers);
    expect([status, body.Error?.Code]).toEqual([401, 'AuthorizationError']);
  }
  expect((await stack.identity.endSession(forged)).status).toBe(204);
}

async function expectGood(): Promise<void> {
  const { status, body } = await stack.anonymous.get('/api/auth/me', { authorization: `Bearer ${token}` });
  expect([status, body.UserId]).toEqual([200, user.id]);
}

describe('a forged token', () => {
  it('is told apart from a valid one', async () => {
    const { status } = await stack.anonymous.get('/api/auth/me', { authorization: `Bearer ${await signed({})}` });
    expect(status).toBe(200);
  });

  it.each(['none', 'None', 'NONE', 'nOnE', ''])('without a signature, algorithm %j', async (alg) => {
    const [, payload, signature] = token.split('.');
    const head = encoded({ ...header, alg });
    await expectRefused(`${head}.${payload}.`);
    await expectRefused(`${head}.${payload}`);
    await expectRefused(`${head}.${payload}.${signature}`);
    await expectGood();
  });

  it('with the public key as the secret of a MAC', async () => {
    const { pem, jwk } = await publicKey();
    for (const secret of [
      pem,
      pem.trim(),
      JSON.stringify(jwk),
      jwk['n'] ?? '',
      Buffer.from(jwk['n'] ?? '', 'base64url'),
      '',
    ]) {
      await expectRefused(withMac({}, secret));
    }
    await expectGood();
  });

  it('signed by another algorithm with the right key', async () => {
    for (const alg of ['RS384', 'RS512', 'PS256']) await expectRefused(await signed({}, { alg }));
    await expectGood();
  });

  it('signed by another key under the right id, an unknown one or none', async () => {
    for (const kid of [header.kid, 'unknown', '../../etc/passwd', `${header.kid}' or '1'='1`, '', undefined]) {
      await expectRefused(await signed({}, { kid }, evil.privateKey));
    }
    await expectGood();
  });

  it('that brings its own key, or says where to fetch one', async () => {
    const jwk = { ...evil.publicKey.export({ format: 'jwk' }), kid: header.kid };
    evilSite.answer({ body: JSON.stringify({ keys: [jwk] }) });
    for (const head of [{ jwk }, { jku: `${evilSite.url}/jwks.json` }, { x5u: evilSite.url }, { x5c: ['AAAA'] }]) {
      await expectRefused(await signed({}, head, evil.privateKey));
      await expectRefused(await signed({}, { ...head, kid: 'evil' }, evil.privateKey));
    }
    expect(evilSite.requests).toEqual([]);
    await expectGood();
  });

  it('whose payload was changed', async () => {
    const [head, , signature] = token.split('.');
    const other = await stack.identity.createUser();
    await expectRefused(`${head}.${encoded({ ...claims, sub: other.id })}.${signature}`);
    await expectGood();
  });

  it.each(['', '.', '..', 'a.b', '%00', 'null', '{}', `${'a'.repeat(4_000)}.b.c`])('that is none: %j', async (text) => {
    await expectRefused(text);
  });
});

describe('a token with identity’s own signature', () => {
  it.each<[string, () => JWTPayload]>([
    ['that has expired', () => ({ exp: now() - 1 })],
    ['that is not valid yet', () => ({ nbf: now() + HOUR })],
    ['of another issuer', () => ({ iss: 'https://identity.evil.test' })],
    ['of no issuer', () => ({ iss: undefined })],
    ['for another audience', () => ({ aud: 'dashboard' })],
    ['for no audience', () => ({ aud: undefined })],
    ['of no session', () => ({ sid: undefined })],
    ['of a session that is none', () => ({ sid: 'ses_0123456789abcdef' })],
    ['without a subject', () => ({ sub: undefined })],
  ])('%s', async (_what, changes) => {
    const { status, body } = await stack.anonymous.get('/api/auth/me', {
      authorization: `Bearer ${await signed(changes())}`,
    });
    expect([status, body.Error.Code]).toEqual([401, 'AuthorizationError']);
    await expectGood();
  });

  it('for the session of another user', async () => {
    const other = await stack.identity.createUser();
    expect((await stack.login(other.email)).status).toBe(200);
    await expectRefused(await signed({ sub: other.id }));
    await expectGood();
  });

  it.each(['logout+jwt', 'secevent+jwt', 'JOSE', '', undefined])('of another kind: %j', async (typ) => {
    const { status } = await stack.anonymous.get('/api/auth/me', {
      authorization: `Bearer ${await signed({}, { typ })}`,
    });
    expect(status).toBe(401);
  });

  it('whose session has ended, though its time is not over', async () => {
    const ended = (await stack.login(user.email)).body.Token as string;
    const headers = { authorization: `Bearer ${ended}` };
    expect((await stack.anonymous.post('/api/auth/logout', undefined, headers)).status).toBe(200);
    await expectRefused(ended);
  });
});

describe('a token in a URL', () => {
  it('is rejected by every app', async () => {
    for (const name of ['token', 'access_token', 'service_session', 'Token', 'authorization', 'api_key']) {
      expect((await stack.anonymous.get(`/api/auth/me?${name}=${token}`)).status, name).toBe(401);
      expect((await stack.anonymous.get(`/api/auth/sessions?${name}=${token}`)).status, name).toBe(401);
    }
  });

  it('is in no log, nor is a password or a code, after any error', async () => {
    const lines: string[] = [];
    logger.configure({ service: 'attacked', level: 'trace', destination: { write: (line) => void lines.push(line) } });
    const secret = 'do-not-log-this-of-all-things';
    await stack.identity.sql('alter table pending_login rename to hidden');
    try {
      const query = `?token=${secret}&code=${secret}`;
      const headers = { authorization: `Bearer ${secret}`, cookie: `service_session=${secret}` };
      await stack.anonymous.get(`/api/auth/me${query}`, headers);
      await stack.anonymous.get(`/nowhere/${query}`, headers);
      await stack.anonymous.post(`/api/auth/login${query}`, { email: user.email, password: secret });
      await stack.anonymous.send('POST', `/api/auth/login${query}`, `{"password":"${secret}"`);
      await stack.anonymous.post('/api/auth/2fa', { user_id: user.id, code: secret, [secret]: 1 });
      const code = { user_id: user.id, code: secret };
      expect((await stack.anonymous.post(`/api/auth/2fa${query}`, code)).status).toBe(422);
      expect((await stack.anonymous.post('/api/auth/2fa', code)).status).toBe(502);
      await stack.anonymous.post(`/api/auth/logout${query}`, undefined, headers);
      await stack.anonymous.post('/api/auth/logout', undefined, headers);
    } finally {
      await stack.identity.sql('alter table hidden rename to pending_login');
      logger.configure({ service: 'attacked', level: 'silent' });
    }
    expect(lines.length).toBeGreaterThan(0);
    expect(lines.join('')).not.toContain(secret);
    expect(lines.join('')).not.toContain(PASSWORD);
  });
});
