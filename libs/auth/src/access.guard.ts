import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { Problem, type ProblemCode } from '#libs/http';
import { constantTimeEquals } from '#libs/secrets';
import { IDENTITY_OUTAGE, type Access, type SupportUse } from './access.js';
import { AccessRegistry } from './access-registry.js';
import { AuthSettings } from './auth-settings.js';
import { isWrite, requestOf } from './execution.js';
import { KeyAuthenticator } from './key-authenticator.js';
import { ORIGIN_HEADER, readOrigin } from './origin-header.js';
import { isFromOwnPages } from './own-pages.js';
import { setPrincipal, type Principal, type SessionPrincipal } from './principal.js';
import { SessionAuthenticator, type SessionDemand } from './session-authenticator.js';
import { bearerOf, isOfApp, SessionTokenGuard, sessionTokenOf, type SessionClaims } from './session-token.js';
import { SupportAccess } from './support-access.js';

/** What a route is to somebody who acts for the person: an operator who looks in, an app that was let in. */
type Uses = { support: SupportUse; app: AppUse };
type AppUse = 'none' | 'read' | 'all';

/** What is asked of a session. */
type Demand = SessionDemand & Uses;

type Restricted = Exclude<Access, { kind: 'public' }>;

const KEY_LIKE = /^[sp]k_/;

/** Lets a call in, or not, by what its route declares. It runs before the body is looked at. */
@Injectable()
export class AccessGuard implements CanActivate {
  constructor(
    private readonly registry: AccessRegistry,
    private readonly keys: KeyAuthenticator,
    private readonly sessions: SessionAuthenticator,
    private readonly support: SupportAccess,
    private readonly tokens: SessionTokenGuard,
    private readonly settings: AuthSettings,
  ) {}

  /** At once for a public route: what nobody is asked for is not to be waited for. */
  canActivate(context: ExecutionContext): boolean | Promise<boolean> {
    const access = this.registry.accessOf(context.getHandler(), context.getClass());
    if (!access) throw new Error('A route without a declared access was reached');
    return access.kind === 'public' || this.admit(access, context);
  }

  private async admit(access: Restricted, context: ExecutionContext): Promise<true> {
    try {
      const principal = await this.authenticate(access, context);
      if (principal) setPrincipal(principal);
      return true;
    } catch (error) {
      throw inTermsOfRoute(error, context);
    }
  }

  private async authenticate(access: Restricted, context: ExecutionContext): Promise<Principal | undefined> {
    const request = requestOf(context);
    switch (access.kind) {
      case 'bearer':
        if (!bearerOf(request)) throw new Problem('AuthorizationError', { message: 'A bearer token is required' });
        return undefined;
      case 'key':
        return this.keys.authenticate(bearerOf(request), access.scope);
      case 'session':
        return this.session(context, request, access);
      case 'operator':
        return this.operator(context, request);
      case 'service':
        return this.service(request);
    }
  }

  private async session(
    context: ExecutionContext,
    request: Request,
    access: Extract<Access, { kind: 'session' }>,
  ): Promise<SessionPrincipal> {
    const app = access.tenant ? 'all' : 'read';
    const principal = await this.person(context, request, { ...access, app });
    if (principal.tenant?.status === 'suspended' && isWrite(context)) throw new Problem('TenantSuspended');
    return principal;
  }

  private async operator(context: ExecutionContext, request: Request): Promise<SessionPrincipal> {
    const principal = await this.person(context, request, {
      tenant: false,
      role: 'member',
      support: 'none',
      app: 'none',
    });
    if (!principal.operator) throw new Problem('PermissionDenied', { message: 'This is for platform operators' });
    return { ...principal, asOperator: true };
  }

  private async person(context: ExecutionContext, request: Request, demand: Demand): Promise<SessionPrincipal> {
    const token = sessionTokenOf(request);
    if (!token || KEY_LIKE.test(token)) {
      throw new Problem('AuthorizationError', { message: 'The session is missing, invalid or expired' });
    }
    if (!bearerOf(request) && isWrite(context)) this.refuseForeignOrigin(request);
    await this.tokens.canActivate(context);
    const claims = request.user as unknown as SessionClaims;
    const person = await this.sessions.identify(claims, token);
    if (isOfApp(claims)) refuseApp(demand.app, isWrite(context));
    if (person.support) await this.support.admit(person, person.support, context, demand.support);
    return this.sessions.enter(person, request.header('x-service-tenant'), demand);
  }

  private refuseForeignOrigin(request: Request): void {
    if (isFromOwnPages(request, this.settings.allowedOrigins)) return;
    throw new Problem('PermissionDenied', { message: 'A write with the session cookie must come from the dashboard' });
  }

  private service(request: Request): Principal {
    if (!constantTimeEquals(bearerOf(request) ?? '', this.settings.serviceSecret)) {
      throw new Problem('AuthorizationError', { message: 'The service credential is missing or invalid' });
    }
    const onBehalfOf = readOrigin(request.header(ORIGIN_HEADER));
    return onBehalfOf ? { kind: 'service', onBehalfOf } : { kind: 'service' };
  }
}

/**
 * An app does in a person's tenants what the person does. Who gets in, and by what, the person decides alone, or any app
 * could make the access that it was given last, and the account its own.
 */
function refuseApp(use: AppUse, writes: boolean): void {
  if (use === 'all' || (use === 'read' && !writes)) return;
  throw new Problem('PermissionDenied', { message: 'This is for the person alone, not for an app that they let in' });
}

/** Some routes have a code of their own for an identity that does not answer. */
function inTermsOfRoute(error: unknown, context: ExecutionContext): unknown {
  if (!(error instanceof Problem) || error.code !== 'ServiceUnavailable') return error;
  const code = [context.getHandler(), context.getClass()]
    .map((target) => Reflect.getMetadata(IDENTITY_OUTAGE, target) as ProblemCode | undefined)
    .find((declared) => declared !== undefined);
  return code ? new Problem(code, { message: error.message, cause: error }) : error;
}
