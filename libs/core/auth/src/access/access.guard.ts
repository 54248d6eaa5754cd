import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { Problem, type ProblemCode } from '#libs/core/http';
import { constantTimeEquals } from '#libs/core/secrets';
import { IDENTITY_OUTAGE, type Access, type SessionAccess, type SupportUse } from './access.js';
import { AccessRegistry } from './access-registry.js';
import { AuthSettings } from '../auth-settings.js';
import { isWrite, requestOf } from './execution.js';
import { KeyAuthenticator } from '../credentials/key-authenticator.js';
import { ORIGIN_HEADER, readOrigin } from '../principal/origin-header.js';
import { isFromOwnPages } from './own-pages.js';
import { setPrincipal, type KeyPrincipal, type Principal, type SessionPrincipal } from '../principal/principal.js';
import { SessionAuthenticator, type SessionDemand } from '../sessions/session-authenticator.js';
import {
  bearerOf,
  isAppToken,
  SessionTokenGuard,
  sessionTokenOf,
  type SessionClaims,
} from '../sessions/session-token.js';
import { SignatureAuthenticator } from '../signature/signature-authenticator.js';
import { SupportAccess } from '../principal/support-access.js';

/** Uses of a route that support sessions and authorized apps have. */
type Uses = { support: SupportUse; app: AppUse };
type AppUse = 'none' | 'read' | 'all';

/** Requirements of a route for sessions. */
type Demand = SessionDemand & Uses;

type Restricted = Exclude<Access, { kind: 'public' }>;

const KEY_LIKE = /^[sp]k_/;

/** Authorizes each call by the declared access of its route, before the body is validated. */
@Injectable()
export class AccessGuard implements CanActivate {
  constructor(
    private readonly registry: AccessRegistry,
    private readonly keys: KeyAuthenticator,
    private readonly signatures: SignatureAuthenticator,
    private readonly sessions: SessionAuthenticator,
    private readonly support: SupportAccess,
    private readonly tokens: SessionTokenGuard,
    private readonly settings: AuthSettings,
  ) {}

  /** Synchronous for a public route: saves it a promise. */
  canActivate(context: ExecutionContext): boolean | Promise<boolean> {
    const access = this.registry.accessOf(context.getHandler(), context.getClass());
    if (!access) throw new Error('The route declares no access');
    return access.kind === 'public' || this.authorize(access, context);
  }

  private async authorize(access: Restricted, context: ExecutionContext): Promise<true> {
    try {
      const principal = await this.authenticate(access, context);
      if (principal) {
        this.requireProduct(principal);
        setPrincipal(principal);
      }
      return true;
    } catch (error) {
      throw withCodeOfRoute(error, context);
    }
  }

  private async authenticate(access: Restricted, context: ExecutionContext): Promise<Principal | undefined> {
    const request = requestOf(context);
    switch (access.kind) {
      case 'bearer':
        if (!bearerOf(request)) throw new Problem('AuthorizationError', { message: 'A bearer token is required' });
        return undefined;
      case 'key':
        return this.authenticateKey(request, access);
      case 'session':
        return this.authenticateSession(context, request, access);
      case 'key or session':
        return KEY_LIKE.test(bearerOf(request) ?? '')
          ? this.keys.authenticate(bearerOf(request), access.scope)
          : this.authenticateSession(context, request, access.session);
      case 'operator':
        return this.authenticateOperator(context, request);
      case 'service':
        return this.authenticateService(request);
    }
  }

  private authenticateKey(request: Request, { scope, by }: Extract<Access, { kind: 'key' }>): Promise<KeyPrincipal> {
    if (!by) return this.keys.authenticate(bearerOf(request), scope);
    if ('header' in by) return this.keys.authenticate(request.header(by.header) ?? null, scope);
    return this.signatures.authenticate(request, by.signatureFor, scope);
  }

  private async authenticateSession(
    context: ExecutionContext,
    request: Request,
    access: SessionAccess,
  ): Promise<SessionPrincipal> {
    const app = access.tenant ? 'all' : 'read';
    const principal = await this.authenticateUser(context, request, { ...access, app });
    if (principal.tenant?.status === 'suspended' && isWrite(context)) throw new Problem('TenantSuspended');
    return principal;
  }

  private async authenticateOperator(context: ExecutionContext, request: Request): Promise<SessionPrincipal> {
    const principal = await this.authenticateUser(context, request, {
      tenant: false,
      role: 'member',
      support: 'none',
      app: 'none',
    });
    if (!principal.operator) throw new Problem('PermissionDenied', { message: 'This is for platform operators' });
    if (this.settings.operatorsNeedSecondFactor && !principal.secondFactor) {
      throw new Problem('PermissionDenied', {
        message: 'Operators need two-factor authentication: set it up by POST /api/auth/2fa/setup',
      });
    }
    return { ...principal, asOperator: true };
  }

  private async authenticateUser(
    context: ExecutionContext,
    request: Request,
    demand: Demand,
  ): Promise<SessionPrincipal> {
    const token = sessionTokenOf(request);
    if (token && KEY_LIKE.test(token) && this.settings.rules.keyIsDenied) {
      await this.keys.authenticate(bearerOf(request));
      throw new Problem('PermissionDenied', { message: 'An API key is not enough here' });
    }
    if (!token || KEY_LIKE.test(token)) {
      throw new Problem('AuthorizationError', { message: 'The session is missing, invalid or expired' });
    }
    if (!bearerOf(request) && isWrite(context)) this.rejectUntrustedOrigin(request);
    await this.tokens.canActivate(context);
    const claims = request.user as unknown as SessionClaims;
    const principal = await this.sessions.authenticate(claims, token);
    if (isAppToken(claims)) authorizeApp(demand.app, isWrite(context));
    if (principal.support) await this.support.authorize(principal, principal.support, context, demand.support);
    try {
      return await this.sessions.selectTenant(principal, request.header('x-service-tenant'), demand);
    } catch (error) {
      throw this.hidden(error);
    }
  }

  private requireProduct(principal: Principal): void {
    const { product } = this.settings.rules;
    if (!product || principal.kind === 'service' || !principal.tenant) return;
    if (!principal.tenant.products.includes(product)) throw this.hidden(new Problem('PermissionDenied'));
  }

  /** NotFound in place of a denial, where the app hides its routes. */
  private hidden(error: unknown): unknown {
    const isDenial = error instanceof Problem && (error.code === 'NoTenant' || error.code === 'PermissionDenied');
    return isDenial && this.settings.rules.hidesRoutes ? new Problem('NotFound') : error;
  }

  private rejectUntrustedOrigin(request: Request): void {
    if (isFromOwnPages(request, this.settings.allowedOrigins)) return;
    throw new Problem('PermissionDenied', { message: 'A write with the session cookie must come from the dashboard' });
  }

  private authenticateService(request: Request): Principal {
    if (!constantTimeEquals(bearerOf(request) ?? '', this.settings.serviceSecret)) {
      throw new Problem('AuthorizationError', { message: 'The service credential is missing or invalid' });
    }
    const onBehalfOf = readOrigin(request.header(ORIGIN_HEADER));
    return onBehalfOf ? { kind: 'service', onBehalfOf } : { kind: 'service' };
  }
}

/**
 * An authorized app acts in the user's tenants as the user. It must not change the account or its credentials: it could
 * make its own access permanent.
 */
function authorizeApp(use: AppUse, writes: boolean): void {
  if (use === 'all' || (use === 'read' && !writes)) return;
  throw new Problem('PermissionDenied', { message: 'This is for the user, not for an authorized app' });
}

/** Replaces ServiceUnavailable by the code of the route's `@IdentityOutage`. */
function withCodeOfRoute(error: unknown, context: ExecutionContext): unknown {
  if (!(error instanceof Problem) || error.code !== 'ServiceUnavailable') return error;
  const code = [context.getHandler(), context.getClass()]
    .map((target) => Reflect.getMetadata(IDENTITY_OUTAGE, target) as ProblemCode | undefined)
    .find((declared) => declared !== undefined);
  return code ? new Problem(code, { message: error.message, cause: error }) : error;
}
