import { applyDecorators, SetMetadata, type CustomDecorator } from '@nestjs/common';
import { ApiBearerAuth, ApiCookieAuth, ApiExtension } from '@nestjs/swagger';
import { Errors, Problem, type ProblemCode } from '#libs/core/http';
import type { Scope } from './scopes.js';
import type { Role } from '../credentials/views.js';

/** Uses of a route that an operator's support session has. */
export type SupportUse = 'none' | 'read' | 'all';

/** The access that a route requires. */
export type Access =
  | { kind: 'public' }
  | { kind: 'bearer' }
  | { kind: 'key'; scope: KeyScope; by?: KeyCarrier }
  | { kind: 'key or session'; scope: KeyScope; session: SessionAccess }
  | SessionAccess
  | { kind: 'operator' }
  | { kind: 'service' };

/** Place where a key is that is no bearer token, for clients of other services: a header of its own. */
export type KeyCarrier = { header: string } | { signatureFor: string };

/** A scope, or several of which a key has at least one. */
export type KeyScope = Scope | readonly Scope[];

export type SessionAccess = { kind: 'session'; tenant: boolean; role: Role; support: SupportUse };

export const ACCESS = Symbol('access');

export interface SessionOptions {
  tenant?: boolean;
  role?: Role;
  support?: SupportUse;
}

/** No credential required. */
export const Public = (): CustomDecorator<symbol> => declare({ kind: 'public' });

/** Any bearer token; the route verifies it. */
export const AnyBearer = () => applyDecorators(declare({ kind: 'bearer' }), ApiBearerAuth('session'), Errors(401));

/** An API key with the scope. */
export const ApiKey = (scope: KeyScope) =>
  applyDecorators(
    declare({ kind: 'key', scope }),
    ApiBearerAuth('key'),
    ApiExtension('x-scope', scope),
    Errors(401, 403, 503),
  );

/** An API key with the scope, in a header of its own: for clients of other services, on their routes alone. */
export const KeyInHeader = (scope: KeyScope, header: string) => declare({ kind: 'key', scope, by: { header } });

/** A request signed for an API key with the scope, as clients of a service of Amazon sign theirs. */
export const SignedByKey = (scope: KeyScope, service: string) =>
  declare({ kind: 'key', scope, by: { signatureFor: service } });

/** A session comes as a bearer token or as a cookie. Made anew for each route: a decorator of these keeps what it has seen. */
const sessionSchemes = () => [ApiBearerAuth('session'), ApiCookieAuth('session_cookie')];

/**
 * A user's session, by default in a tenant (that of X-Service-Tenant, else the first). `role` requires at least that
 * role; `tenant: false` is for routes about the user. By default an operator's support session may read routes of a
 * tenant and may not use routes about the user; `support` changes that. An authorized app may only read the latter.
 */
export const Session = ({ tenant = true, role = 'member', support }: SessionOptions = {}) =>
  applyDecorators(
    declare({ kind: 'session', tenant, role, support: support ?? (tenant ? 'read' : 'none') }),
    ...sessionSchemes(),
    // 404: X-Service-Tenant names a tenant of which the user is no member.
    Errors(401, 403, ...(tenant ? [404] : []), 503),
  );

/**
 * An API key with the scope, or a session in a tenant as of {@link Session}. Where the scope depends on what the body asks
 * for, name all that may do and call `requireScope` once it is known.
 */
export const KeyOrSession = (
  scope: KeyScope,
  { role = 'member', support = 'read' }: Omit<SessionOptions, 'tenant'> = {},
) =>
  applyDecorators(
    declare({ kind: 'key or session', scope, session: { kind: 'session', tenant: true, role, support } }),
    ApiBearerAuth('key'),
    ...sessionSchemes(),
    ApiExtension('x-scope', scope),
    Errors(401, 403, 404, 503),
  );

/** The session of a platform operator. */
export const Operator = () =>
  applyDecorators(declare({ kind: 'operator' }), ...sessionSchemes(), Errors(401, 403, 503));

/** Another app of the product, with the service credential; only under /internal/. */
export const Internal = () => declare({ kind: 'service' });

export const IDENTITY_OUTAGE = Symbol('identity outage');

/**
 * The error code of a controller or route if identity does not answer, in place of ServiceUnavailable.
 */
export const IdentityOutage = (code: ProblemCode) =>
  applyDecorators(SetMetadata(IDENTITY_OUTAGE, code), Errors(new Problem(code).status));

function declare(access: Access): CustomDecorator<symbol> {
  return SetMetadata(ACCESS, access);
}
