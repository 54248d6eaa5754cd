import { applyDecorators, SetMetadata, type CustomDecorator } from '@nestjs/common';
import { ApiBearerAuth, ApiCookieAuth, ApiExtension } from '@nestjs/swagger';
import { Errors, Problem, type ProblemCode } from '#libs/http';
import type { Scope } from './scopes.js';
import type { Role } from './views.js';

/** What an operator's support session may do on a route: nothing, read, or whatever the route does. */
export type SupportUse = 'none' | 'read' | 'all';

/** What a route demands of its caller. */
export type Access =
  | { kind: 'public' }
  | { kind: 'bearer' }
  | { kind: 'key'; scope: Scope }
  | { kind: 'session'; tenant: boolean; role: Role; support: SupportUse }
  | { kind: 'operator' }
  | { kind: 'service' };

export const ACCESS = Symbol('access');

export interface SessionOptions {
  tenant?: boolean;
  role?: Role;
  support?: SupportUse;
}

/** Anybody, without a credential. */
export const Public = (): CustomDecorator<symbol> => declare({ kind: 'public' });

/** Anybody who shows a bearer token, which the route itself judges. */
export const AnyBearer = () => applyDecorators(declare({ kind: 'bearer' }), ApiBearerAuth('session'), Errors(401));

/** An API key that has the scope. */
export const ApiKey = (scope: Scope) =>
  applyDecorators(
    declare({ kind: 'key', scope }),
    ApiBearerAuth('key'),
    ApiExtension('x-scope', scope),
    Errors(401, 403, 503),
  );

/** A session comes as a bearer token or as a cookie. */
const SESSION_SCHEMES = [ApiBearerAuth('session'), ApiCookieAuth('session_cookie')];

/**
 * A person's session. By default in a tenant (the preferred one, else the first) and as any member of it; `role` asks
 * for at least that role, `tenant: false` is for routes about the person. An operator's support session reads what is of
 * the tenant and does not enter the routes about a person, unless `support` says otherwise. An app that a person has let
 * in reads those, and changes nothing there.
 */
export const Session = ({ tenant = true, role = 'member', support }: SessionOptions = {}) =>
  applyDecorators(
    declare({ kind: 'session', tenant, role, support: support ?? (tenant ? 'read' : 'none') }),
    ...SESSION_SCHEMES,
    // X-Service-Tenant may name a tenant that is not the session's own.
    Errors(401, 403, ...(tenant ? [404] : []), 503),
  );

/** The session of a platform operator. */
export const Operator = () => applyDecorators(declare({ kind: 'operator' }), ...SESSION_SCHEMES, Errors(401, 403, 503));

/** Another app of the product, by the service credential; only under /internal/. */
export const Internal = () => declare({ kind: 'service' });

export const IDENTITY_OUTAGE = Symbol('identity outage');

/**
 * The code with which routes say that identity does not answer, where it is not ServiceUnavailable; for a controller
 * or a single route.
 */
export const IdentityOutage = (code: ProblemCode) =>
  applyDecorators(SetMetadata(IDENTITY_OUTAGE, code), Errors(new Problem(code).status));

function declare(access: Access): CustomDecorator<symbol> {
  return SetMetadata(ACCESS, access);
}
