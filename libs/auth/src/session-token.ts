import { Injectable, type ExecutionContext, type Provider, type Type } from '@nestjs/common';
import { AuthGuard, PassportStrategy } from '@nestjs/passport';
import { parseCookie } from 'cookie';
import type { Request } from 'express';
import { Strategy } from 'passport-jwt';
import { Problem } from '#libs/http';
import { requestOf } from './execution.js';
import { SigningKeys } from './signing-keys.js';

export const SESSION_COOKIE = 'service_session';
export const SESSION_ALGORITHM = 'RS256';
export const SESSION_AUDIENCE = 'service';

/** The app that is a part of the product: its tokens are the person's own, as those of a login are. */
export const OWN_APP = 'dashboard';

/** What a session token says of itself; whether the session lives is for the credential view to say. */
export interface SessionClaims {
  /** User id. */
  sub: string;
  /** Session id. */
  sid: string;
  /** Seconds since 1970. */
  exp: number;
  /** The app that the person let in, where it is one's access token (RFC 9068). */
  client_id?: string;
}

/** Whether it is an app that acts for the person, not the person. */
export const isOfApp = ({ client_id }: SessionClaims): boolean => client_id !== undefined && client_id !== OWN_APP;

/** The token of a request: `Authorization: Bearer`, else the cookie `service_session`. */
export function sessionTokenOf(request: Request): string | null {
  return bearerOf(request) ?? (parseCookie(request.headers.cookie ?? '')[SESSION_COOKIE] || null);
}

export function bearerOf(request: Request): string | null {
  const match = /^Bearer ([^\s]+)$/i.exec(request.headers.authorization ?? '');
  return match?.[1] ?? null;
}

/** Lets a request pass whose session token is genuine, and leaves the claims in `request.user`. */
export abstract class SessionTokenGuard {
  abstract canActivate(context: ExecutionContext): Promise<boolean>;
}

let strategies = 0;

/**
 * The strategy and its guard for one application. Passport knows strategies by name in one list for the whole process,
 * and two applications in it (a test's, say) trust keys of their own, so each gets a name of its own.
 */
export function sessionTokenProviders(): Provider[] {
  strategies += 1;
  const name = `session-${strategies}`;
  return [strategyClass(name), { provide: SessionTokenGuard, useClass: guardClass(name) }];
}

/** Verifies signature, issuer, audience and times of a session token (RFC 7519), against identity's published keys. */
function strategyClass(name: string): Type {
  @Injectable()
  class SessionStrategy extends PassportStrategy(Strategy, name) {
    constructor(keys: SigningKeys) {
      super({
        jwtFromRequest: sessionTokenOf,
        algorithms: [SESSION_ALGORITHM],
        issuer: keys.issuer,
        audience: SESSION_AUDIENCE,
        // Given as a key and not as PEM, which would be parsed at every request. The package's types know of PEM alone.
        secretOrKeyProvider: (_request: Request, token: string, done: (error: unknown, key?: never) => void) => {
          keys.keyFor(token).then((key) => done(null, key as never), done);
        },
      });
    }

    validate(claims: SessionClaims): SessionClaims {
      return claims;
    }
  }
  return SessionStrategy;
}

/** Runs the strategy and answers with the claims, or with the API's own refusal. */
function guardClass(name: string): Type<SessionTokenGuard> {
  @Injectable()
  class StrategyGuard extends AuthGuard(name) {
    override async canActivate(context: ExecutionContext): Promise<boolean> {
      await super.canActivate(context);
      return true;
    }

    override getRequest(context: ExecutionContext): Request {
      return requestOf(context);
    }

    /** A key that could not be had comes as `info`, as does everything that is wrong with the token. */
    override handleRequest<T extends object = SessionClaims>(error: unknown, claims: T | false, info: unknown): T {
      for (const reason of [error, info]) if (reason instanceof Problem) throw reason;
      if (error || !claims || !hasNames(claims)) {
        throw new Problem('AuthorizationError', { message: 'The session is missing, invalid or expired' });
      }
      return claims;
    }
  }
  return StrategyGuard;
}

function hasNames(claims: object): boolean {
  const { sub, sid } = claims as Partial<SessionClaims>;
  return typeof sub === 'string' && typeof sid === 'string';
}
