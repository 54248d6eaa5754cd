import { Injectable } from '@nestjs/common';
import { compactVerify, SignJWT } from 'jose';
import { SESSION_ALGORITHM, SESSION_AUDIENCE } from '#libs/core/auth';
import type { Id } from '#libs/core/persistence';
import { IdentityConfig } from '../config.js';
import { SigningKeyRing } from '../signing-keys/signing-key-ring.js';

export interface SessionTicket {
  userId: Id<'usr'>;
  sessionId: Id<'ses'>;
  expiresAt: Date;
}

/** An access token of an app (RFC 9068, 2.2). */
export interface AccessTicket extends SessionTicket {
  tokenId: string;
  clientId: string;
  scope: string;
  /** Whether the product's own API accepts it; if not, it only identifies the user to the client. */
  opensApps: boolean;
}

/** The claims of one of our tokens, expired or not. */
export interface ReadTicket {
  userId: string;
  sessionId: string;
  /** Present in access tokens alone. */
  tokenId?: string;
}

/** Signs and verifies the JWTs of sessions (RFC 7519, RFC 7515). */
@Injectable()
export class SessionTokens {
  constructor(
    private readonly keys: SigningKeyRing,
    private readonly config: IdentityConfig,
  ) {}

  issue({ userId, sessionId, expiresAt }: SessionTicket): Promise<string> {
    return this.sign({ sid: sessionId }, { typ: 'JWT', audience: SESSION_AUDIENCE, userId, expiresAt });
  }

  issueAccess({ userId, sessionId, expiresAt, tokenId, clientId, scope, opensApps }: AccessTicket): Promise<string> {
    const claims = { sid: sessionId, jti: tokenId, client_id: clientId, scope };
    const audience = opensApps ? SESSION_AUDIENCE : this.config.issuer;
    return this.sign(claims, { typ: 'at+jwt', audience, userId, expiresAt });
  }

  /** The claims of a token, expired or not; undefined if identity did not sign it. */
  async read(token: string): Promise<ReadTicket | undefined> {
    try {
      const { payload } = await compactVerify(token, async ({ kid }) => this.keys.verifying(kid ?? ''), {
        algorithms: [SESSION_ALGORITHM],
      });
      const claims: unknown = JSON.parse(Buffer.from(payload).toString());
      return this.subjectOf(claims as Record<string, unknown>);
    } catch {
      return undefined;
    }
  }

  private async sign(
    claims: Record<string, string>,
    { typ, audience, userId, expiresAt }: { typ: string; audience: string; userId: string; expiresAt: Date },
  ): Promise<string> {
    const { kid, privateKey } = await this.keys.current();
    return new SignJWT(claims)
      .setProtectedHeader({ alg: SESSION_ALGORITHM, kid, typ })
      .setIssuer(this.config.issuer)
      .setAudience(audience)
      .setSubject(userId)
      .setIssuedAt()
      .setExpirationTime(expiresAt)
      .sign(privateKey);
  }

  private subjectOf({ iss, sub, sid, jti }: Record<string, unknown>): ReadTicket | undefined {
    if (iss !== this.config.issuer || typeof sub !== 'string' || typeof sid !== 'string') return undefined;
    return { userId: sub, sessionId: sid, ...(typeof jti === 'string' && { tokenId: jti }) };
  }
}
