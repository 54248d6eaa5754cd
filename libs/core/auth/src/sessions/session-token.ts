import { Injectable, type ExecutionContext, type Provider, type Type } from '@nestjs/common';
import { AuthGuard, PassportStrategy } from '@nestjs/passport';
import { parseCookie } from 'cookie';
import type { Request } from 'express';
import { Strategy } from 'passport-jwt';
import { Problem } from '#libs/core/http';
import { requestOf } from '../access/execution.js';
import { SigningKeys } from './signing-keys.js';

export const SESSION_COOKIE = 'service_session';
export const SESSION_ALGORITHM = 'RS256';
export const SESSION_AUDIENCE = 'service';

/** Client id of our own dashboard. */
export const OWN_APP = 'dashboard';

/** Client id of our own command line, which users log in to by a code. */
export const COMMAND_LINE_APP = 'cli';

/** Clients whose tokens count as a login of the user. */
const OWN_APPS: readonly string[] = [OWN_APP, COMMAND_LINE_APP];

/** Claims of a session token. Whether the session is active is in the credential view. */
export interface SessionClaims {
  /** User id. */
  sub: string;
  /** Session id. */
  sid: string;
  /** Seconds since 1970. */
  exp: number;
  /** The authorized app, in an access token (RFC 9068). */
  client_id?: string;
}

/** Whether the token belongs to an app that the user authorized. */
export const isAppToken = ({ client_id }: SessionClaims): boolean =>
  client_id !== undefined && !OWN_APPS.includes(client_id);

/** The token of a request: `Authorization: Bearer`, else the cookie `service_session`. */
export function sessionTokenOf(request: Request): string | null {
  return bearerOf(request) ?? (parseCookie(request.headers.cookie ?? '')[SESSION_COOKIE] || null);
}

export function bearerOf(request: Request): string | null {
  const match = /^Bearer ([^\s]+)$/i.exec(request.headers.authorization ?? '');
  return match?.[1] ?? null;
}

/** Verifies the session token and puts its claims into `request.user`. @throws Problem */
export abstract class SessionTokenGuard {
  abstract canActivate(context: ExecutionContext): Promise<boolean>;
}

let strategies = 0;

/**
 * The Passport strategy and its guard for one application. Passport registers strategies by name for the whole process,
 * and two applications in it (in a test) trust different keys, so each gets its own name.
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
        // A key object, because PEM would be parsed at every request. The package's types only have PEM.
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

/** Runs the strategy; maps its failures to our errors. */
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

    /** Errors of the key look-up come as `info`, like all faults of the token. */
    override handleRequest<T extends object = SessionClaims>(error: unknown, claims: T | false, info: unknown): T {
      for (const reason of [error, info]) if (reason instanceof Problem) throw reason;
      if (error || !claims || !hasSubjectAndSession(claims)) {
        throw new Problem('AuthorizationError', { message: 'The session is missing, invalid or expired' });
      }
      return claims;
    }
  }
  return StrategyGuard;
}

function hasSubjectAndSession(claims: object): boolean {
  const { sub, sid } = claims as Partial<SessionClaims>;
  return typeof sub === 'string' && typeof sid === 'string';
}
