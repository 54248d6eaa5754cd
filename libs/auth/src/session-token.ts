import { createPublicKey } from 'node:crypto';
import { Injectable, type ExecutionContext } from '@nestjs/common';
import { AuthGuard, PassportStrategy } from '@nestjs/passport';
import type { Request } from 'express';
import { Strategy } from 'passport-jwt';
import { Problem } from '#libs/http';
import { requestOf } from './execution.js';
import { SigningKeys } from './signing-keys.js';

export const SESSION_COOKIE = 'service_session';
export const SESSION_ALGORITHM = 'RS256';
export const SESSION_AUDIENCE = 'service';
export const SESSION_STRATEGY = 'session';

/** What a session token says of itself; whether the session lives is for the credential view to say. */
export interface SessionClaims {
  /** User id. */
  sub: string;
  /** Session id. */
  sid: string;
  /** Seconds since 1970. */
  exp: number;
}

/** The token of a request: `Authorization: Bearer`, else the cookie `service_session`. */
export function sessionTokenOf(request: Request): string | null {
  return bearerOf(request) ?? cookieOf(request, SESSION_COOKIE);
}

export function bearerOf(request: Request): string | null {
  const match = /^Bearer ([^\s]+)$/i.exec(request.headers.authorization ?? '');
  return match?.[1] ?? null;
}

function cookieOf(request: Request, name: string): string | null {
  for (const pair of (request.headers.cookie ?? '').split(';')) {
    const [key, value] = pair.trim().split('=', 2);
    if (key === name && value) return value;
  }
  return null;
}

/** Verifies signature, issuer, audience and times of a session token (RFC 7519), against identity's published keys. */
@Injectable()
export class SessionStrategy extends PassportStrategy(Strategy, SESSION_STRATEGY) {
  constructor(keys: SigningKeys) {
    super({
      jwtFromRequest: sessionTokenOf,
      algorithms: [SESSION_ALGORITHM],
      issuer: keys.issuer,
      audience: SESSION_AUDIENCE,
      secretOrKeyProvider: (_request: Request, token: string, done: (error: unknown, key?: string) => void) => {
        keys.pemFor(token).then((pem) => done(null, pem), done);
      },
    });
  }

  validate(claims: SessionClaims): SessionClaims {
    return claims;
  }
}

/** Runs the strategy and answers with the claims, or with the API's own refusal. */
@Injectable()
export class SessionTokenGuard extends AuthGuard(SESSION_STRATEGY) {
  override getRequest(context: ExecutionContext): Request {
    return requestOf(context);
  }

  override handleRequest<T = SessionClaims>(error: unknown, claims: T | false): T {
    if (error instanceof Problem) throw error;
    if (error || !claims)
      throw new Problem('AuthorizationError', { message: 'The session is missing, invalid or expired' });
    return claims;
  }
}

/** A public key of a JWKS entry as PEM. */
export function pemOf(jwk: Record<string, unknown>): string {
  return createPublicKey({ key: jwk, format: 'jwk' }).export({ type: 'spki', format: 'pem' }).toString();
}
