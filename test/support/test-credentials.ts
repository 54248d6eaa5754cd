import { generateKeyPairSync, randomBytes, type KeyPairKeyObjectResult } from 'node:crypto';
import { SignJWT } from 'jose';
import {
  hashKey,
  SESSION_ALGORITHM,
  SESSION_AUDIENCE,
  type Scope,
  type TenantView,
  type UserView,
  type ViewEntry,
  type ViewKind,
  type ViewStore,
} from '#libs/core/auth';
import { newId, type Id, type TenantId } from '#libs/core/persistence';
import { type Answer, HttpSink, type SunkRequest, waitUntil } from '#libs/test/testing';
import { ALL_SCOPES } from '../../apps/identity/src/api-keys/scopes.js';

/** Making them takes long; the stacks of a worker share them. */
let signingKeys: KeyPairKeyObjectResult | undefined;

export type TestSession = Pick<UserView, 'operator' | 'memberships'> & Partial<UserView>;

const TENANTS = '/internal/tenants/';

/** Stands for identity: publishes the keys that sessions are signed with, signs them, and knows tenants by their slugs. */
export class TestIssuer {
  readonly tenants = new Map<string, TenantView>();
  #otherAnswer: ((request: SunkRequest) => Answer | undefined) | undefined;

  private constructor(
    private readonly sink: HttpSink,
    private readonly keys: KeyPairKeyObjectResult,
  ) {}

  static async start(): Promise<TestIssuer> {
    const keys = (signingKeys ??= generateKeyPairSync('rsa', { modulusLength: 2048 }));
    const sink = await HttpSink.start();
    const jwks = { keys: [{ ...keys.publicKey.export({ format: 'jwk' }), kid: 'test', alg: 'RS256', use: 'sig' }] };
    const issuer = new TestIssuer(sink, keys);
    sink.answer((request) => {
      const other = issuer.#otherAnswer?.(request);
      if (other) return other;
      const headers = { 'content-type': 'application/json' };
      if (!request.path.startsWith(TENANTS)) return { headers, body: JSON.stringify(jwks) };
      const tenant = issuer.tenants.get(request.path.slice(TENANTS.length));
      return { status: tenant ? 200 : 404, headers, body: JSON.stringify(tenant ?? {}) };
    });
    return issuer;
  }

  /** Answers requests for more than keys and tenants; undefined answers as before. */
  answerOthers(answerOf: (request: SunkRequest) => Answer | undefined): void {
    this.#otherAnswer = answerOf;
  }

  /** Variables that make an app believe this issuer. */
  get environment(): Record<string, string> {
    return { IDENTITY_URL: this.sink.url, ISSUER: this.sink.url };
  }

  /** A session token such as identity signs. */
  signToken(userId: string, sessionId: string, expiresAt: Date): Promise<string> {
    return new SignJWT({ sid: sessionId })
      .setProtectedHeader({ alg: SESSION_ALGORITHM, kid: 'test', typ: 'JWT' })
      .setSubject(userId)
      .setIssuer(this.sink.url)
      .setAudience(SESSION_AUDIENCE)
      .setIssuedAt()
      .setExpirationTime(expiresAt)
      .sign(this.keys.privateKey);
  }

  stop(): Promise<void> {
    return this.sink.stop();
  }
}

/** Writes an entry to the credential view, as identity does. */
export async function publish<K extends ViewKind>(
  view: ViewStore,
  kind: K,
  name: string,
  entry: ViewEntry<K>,
): Promise<void> {
  await waitUntil(async () => view.replace(await view.mark(), kind, name, entry));
}

/** Opens a session of a new user; returns its token. */
export async function openSession(
  view: ViewStore,
  issuer: TestIssuer,
  user: TestSession,
): Promise<{ userId: Id<'usr'>; token: string }> {
  const [userId, sessionId] = [newId('usr'), newId('ses')];
  const expiresAt = new Date(Date.now() + 3_600_000);
  const defaults = { email: 'user@example.test', active: true, verified: true, secondFactor: false };
  await publish(view, 'session', sessionId, { sessionId, userId, expiresAt: expiresAt.toISOString() });
  await publish(view, 'user', userId, { ...defaults, ...user, userId });
  return { userId, token: await issuer.signToken(userId, sessionId, expiresAt) };
}

/** Makes an API key of these scopes; without any, of all scopes. */
export async function issueKey(
  view: ViewStore,
  tenantId: TenantId,
  scopes: readonly Scope[],
  environment: 'live' | 'test',
): Promise<{ secret: string; keyId: string; revoke: () => Promise<void> }> {
  const secret = `sk_${environment}_${randomBytes(24).toString('hex')}`;
  const hash = hashKey(secret);
  const entry = {
    keyId: newId('key'),
    tenantId,
    scopes: scopes.length > 0 ? [...scopes] : [...ALL_SCOPES],
    environment,
    expiresAt: null,
  };
  await publish(view, 'key', hash, entry);
  await publish(view, 'keyHash', entry.keyId, { hash });
  return { secret, keyId: entry.keyId, revoke: () => publish(view, 'key', hash, null) };
}
