import { Injectable } from '@nestjs/common';
import { compactVerify, SignJWT } from 'jose';
import { SESSION_ALGORITHM, SESSION_AUDIENCE } from '#libs/auth';
import type { Id } from '#libs/persistence';
import { IdentityConfig } from '../config.js';
import { SigningKeyRing } from '../signing-keys/signing-key-ring.js';

export interface SessionTicket {
  userId: Id<'usr'>;
  sessionId: Id<'ses'>;
  expiresAt: Date;
}

/** The JWT that a session travels as (RFC 7519, RFC 7515). */
@Injectable()
export class SessionTokens {
  constructor(
    private readonly keys: SigningKeyRing,
    private readonly config: IdentityConfig,
  ) {}

  async issue({ userId, sessionId, expiresAt }: SessionTicket): Promise<string> {
    const { kid, privateKey } = await this.keys.current();
    return new SignJWT({ sid: sessionId })
      .setProtectedHeader({ alg: SESSION_ALGORITHM, kid, typ: 'JWT' })
      .setIssuer(this.config.issuer)
      .setAudience(SESSION_AUDIENCE)
      .setSubject(userId)
      .setIssuedAt()
      .setExpirationTime(expiresAt)
      .sign(privateKey);
  }

  /** Whose session a token was issued for, whether or not its time is over; undefined for one that is not ours. */
  async read(token: string): Promise<{ userId: string; sessionId: string } | undefined> {
    try {
      const { payload } = await compactVerify(token, ({ kid }) => this.keys.publicKey(kid ?? ''), {
        algorithms: [SESSION_ALGORITHM],
      });
      const claims: unknown = JSON.parse(Buffer.from(payload).toString());
      return this.subjectOf(claims as Record<string, unknown>);
    } catch {
      return undefined;
    }
  }

  private subjectOf({ iss, sub, sid }: Record<string, unknown>): { userId: string; sessionId: string } | undefined {
    if (iss !== this.config.issuer || typeof sub !== 'string' || typeof sid !== 'string') return undefined;
    return { userId: sub, sessionId: sid };
  }
}
