import { generateKeyPairSync } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SignJWT } from 'jose';
import { SESSION_ALGORITHM, SESSION_AUDIENCE, ViewStore } from '#libs/core/auth';
import { createRedis } from '#libs/core/redis';
import { newId } from '#libs/core/persistence';
import { SERVICE_SECRET, type BenchTenant } from './platform.js';
import type { Services } from './services.js';
import { until } from './until.js';

const KEY_ID = 'bench';
const SESSION_MS = 24 * 3_600_000;

/** Issues sessions that the platform accepts: an issuer with its published key, in place of identity. */
export class SessionIssuer {
  private readonly keys = generateKeyPairSync('rsa', { modulusLength: 2048 });
  private readonly server = createServer((_request, response) => {
    const key = { ...this.keys.publicKey.export({ format: 'jwk' }), kid: KEY_ID, alg: SESSION_ALGORITHM, use: 'sig' };
    response.setHeader('Content-Type', 'application/json');
    response.end(JSON.stringify({ keys: [key] }));
  });

  private constructor(private readonly services: Services) {}

  static async start(services: Services): Promise<SessionIssuer> {
    const issuer = new SessionIssuer(services);
    await new Promise<void>((done) => issuer.server.listen(0, '127.0.0.1', done));
    return issuer;
  }

  /** Environment of processes that accept this issuer. */
  get environment(): Record<string, string> {
    return { IDENTITY_URL: this.url, ISSUER: this.url };
  }

  /** The token of a session of a new member of the tenant. */
  async session({ id: tenantId, domain }: BenchTenant, role: 'member' | 'admin' = 'member'): Promise<string> {
    const [userId, sessionId] = [newId('usr'), newId('ses')];
    const expiresAt = new Date(Date.now() + SESSION_MS);
    const memberships = [{ tenantId, slug: domain.replace('.test', ''), role }];
    const redis = createRedis(this.services.redisUrl);
    const view = new ViewStore(redis, SERVICE_SECRET);
    await until('the credential view', () => view.mark().then(Boolean, () => false));
    await view.overwrite([
      { kind: 'session', name: sessionId, entry: { sessionId, userId, expiresAt: expiresAt.toISOString() } },
      {
        kind: 'user',
        name: userId,
        entry: {
          userId,
          email: `member@${domain}`,
          active: true,
          operator: false,
          verified: true,
          secondFactor: false,
          memberships,
        },
      },
    ]);
    view.close();
    return new SignJWT({ sid: sessionId })
      .setProtectedHeader({ alg: SESSION_ALGORITHM, kid: KEY_ID, typ: 'JWT' })
      .setSubject(userId)
      .setIssuer(this.url)
      .setAudience(SESSION_AUDIENCE)
      .setIssuedAt()
      .setExpirationTime(expiresAt)
      .sign(this.keys.privateKey);
  }

  async stop(): Promise<void> {
    await new Promise((done) => this.server.close(done));
  }

  private get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }
}
