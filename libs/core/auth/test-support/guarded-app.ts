import { generateKeyPairSync, randomBytes, type KeyObject } from 'node:crypto';
import { Injectable, Module } from '@nestjs/common';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { SignJWT, type JWTPayload } from 'jose';
import { createApp, detailedEnvelope, Problem } from '#libs/core/http';
import { logger } from '#libs/core/observability';
import {
  AuthModule,
  CredentialSource,
  hashKey,
  keyIdOf,
  KeyUseReporter,
  SessionUseReporter,
  SigningKeys,
  ViewStore,
  type KeyRules,
  type KeyView,
  type UserView,
  type ViewEntry,
  type ViewKind,
} from '../src/index.js';

const ISSUER = 'http://identity.test';
export const SERVICE_SECRET = 'service-secret';
export const HOUR = 3_600;

const known = new Map<string, unknown>();

/** A fake identity in this process. */
export const identity = { away: false };

@Injectable()
class Source extends CredentialSource {
  constructor(private readonly view: ViewStore) {
    super();
  }

  async resolve<K extends ViewKind>(names: readonly (readonly [K, string])[]): Promise<ViewEntry<K>[]> {
    if (identity.away) throw new Problem('ServiceUnavailable', { message: 'The identity service does not answer' });
    const mark = await this.view.mark().catch(() => undefined);
    const entries = names.map(([kind, name]) => (known.get(`${kind} ${name}`) ?? null) as ViewEntry<K>);
    for (const [index, [kind, name]] of names.entries()) {
      if (mark) await this.view.fill(mark, kind, name, entries[index] ?? null);
    }
    return entries;
  }
}

class NoKeyReports extends KeyUseReporter {
  async report(): Promise<void> {}
}

class NoSessionReports extends SessionUseReporter {
  async report(): Promise<void> {}
}

export const pair = generateKeyPairSync('rsa', { modulusLength: 2048 });
export const otherPair = generateKeyPairSync('rsa', { modulusLength: 2048 });

class Keys extends SigningKeys {
  readonly issuer = ISSUER;

  async keyFor(token: string): Promise<KeyObject> {
    if (identity.away) throw new Problem('ServiceUnavailable');
    keyIdOf(token);
    return pair.publicKey;
  }
}

const PROFILE = {
  service: 'guarded',
  envelope: detailedEnvelope(),
  bodyLimit: 1024,
  openapi: { title: 'Guarded', version: '1', description: '' },
};

/** An app with these routes under the guard. */
export async function guardedApp(
  controller: new () => object,
  redisUrl: string,
  overrides: { operatorsNeedSecondFactor?: boolean; rules?: KeyRules } = {},
): Promise<NestExpressApplication> {
  logger.configure({ service: 'guarded', level: 'silent' });
  const options = {
    redisUrl,
    serviceSecret: SERVICE_SECRET,
    issuer: ISSUER,
    allowedOrigins: ['https://app.test'],
    ...overrides,
  };
  const auth = AuthModule.forAuthority(options, [
    { provide: CredentialSource, useClass: Source },
    { provide: KeyUseReporter, useClass: NoKeyReports },
    { provide: SessionUseReporter, useClass: NoSessionReports },
    { provide: SigningKeys, useClass: Keys },
  ]);
  @Module({ imports: [auth], controllers: [controller] })
  class GuardedModule {}
  return createApp(GuardedModule, PROFILE);
}

let count = 0;
const nextId = <P extends string>(prefix: P) => `${prefix}_${(count += 1).toString(16).padStart(16, '0')}` as const;

export function newTenant(status: 'active' | 'suspended' | 'trial' = 'active', products: string[] = []) {
  const tenant = { id: nextId('acc'), slug: `t${count}`, name: 'T', status, plan: '', products };
  known.set(`tenant ${tenant.id}`, tenant);
  return tenant;
}

export function newKey(changes: Partial<KeyView> = {}): string {
  const secret = `sk_test_${randomBytes(24).toString('hex')}`;
  const tenantId = changes.tenantId ?? newTenant().id;
  const key = { keyId: nextId('key'), tenantId, scopes: ['emails:read'], environment: 'test', expiresAt: null };
  known.set(`key ${hashKey(secret)}`, { ...key, ...changes });
  return secret;
}

interface TestUser extends Partial<UserView> {
  endedSession?: boolean;
  claims?: JWTPayload;
  signer?: KeyObject;
  header?: { alg?: string; kid?: string; typ?: string };
}

export async function newToken({ endedSession, claims, signer = pair.privateKey, header, ...changes }: TestUser = {}) {
  const userId = nextId('usr');
  const sessionId = nextId('ses');
  const soon = Math.floor(Date.now() / 1000) + HOUR;
  const user = {
    userId,
    email: 'a@example.test',
    active: true,
    operator: false,
    secondFactor: false,
    memberships: [],
    ...changes,
  };
  known.set(`user ${userId}`, user);
  const session = { sessionId, userId, expiresAt: new Date(soon * 1000).toISOString() };
  if (!endedSession) known.set(`session ${sessionId}`, session);
  const payload = { sid: sessionId, sub: userId, iss: ISSUER, aud: 'service', exp: soon, ...claims };
  return new SignJWT(payload).setProtectedHeader({ alg: 'RS256', kid: 'k', typ: 'JWT', ...header }).sign(signer);
}

export const memberOf = (
  tenant: { id: `acc_${string}`; slug: string },
  role: 'owner' | 'admin' | 'member' = 'member',
) => ({
  memberships: [{ tenantId: tenant.id, slug: tenant.slug, role }],
});

export const base64 = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

export async function hmacWithPublicKey(): Promise<string> {
  const secret = Buffer.from(pair.publicKey.export({ type: 'spki', format: 'pem' }).toString());
  const [, payload = ''] = (await newToken()).split('.');
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as JWTPayload;
  return new SignJWT(claims).setProtectedHeader({ alg: 'HS256', kid: 'k', typ: 'JWT' }).sign(secret);
}
