import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import type { Response } from 'express';
import type { Observable } from 'rxjs';
import {
  currentPrincipal,
  isWrite,
  requestOf,
  type KeyPrincipal,
  type Principal,
  type SessionPrincipal,
} from '#libs/core/auth';
import { rootFieldCount } from '#libs/core/http';
import { applyCount, CallCounter, type Count, countGraphqlFields } from '#libs/core/limits';
import { CALL_CLASS, type CallClassOf } from './call-class.js';
import { CallRates } from './call-rates.js';
import type { RouteClass } from './plan.js';
import { SENDS } from './sends.js';

/** Calls a minute of a session on the routes of REST without a tenant, which no plan limits. */
const SESSION_CALLS_PER_MINUTE = 1_500;

type Limited = KeyPrincipal | SessionPrincipal;

/**
 * Limits the calls a minute of a tenant, and of each of its keys and sessions, by the tenant's plan; those of a session
 * without a tenant by a number of their own. What a session asks of GraphQL has counts of its own, but for sending, which is
 * what a plan sells. It runs after the guards, which set the principal, and before the body is validated.
 */
@Injectable()
export class RateLimitInterceptor implements NestInterceptor {
  constructor(
    private readonly counter: CallCounter,
    private readonly rates: CallRates,
  ) {}

  async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    const principal = currentPrincipal();
    if (principal && isLimited(principal)) {
      const count = await this.countCall(principal, context);
      if (count) applyCount(requestOf(context).res as Response, count);
    }
    return next.handle();
  }

  private async countCall(principal: Limited, context: ExecutionContext): Promise<Count | undefined> {
    const kind = await classOf(context);
    if (principal.kind === 'key' || kind === 'send' || rootFieldCount() === undefined)
      return this.count(principal, kind);
    // Without a plan, an account has no limits.
    if (principal.tenant && !principal.tenant.plan) return undefined;
    return countGraphqlFields(this.counter, requestOf(context), principal);
  }

  private async count(principal: Limited, kind: RouteClass): Promise<Count | undefined> {
    const { tenant } = principal;
    if (!tenant) return this.counter.count('session-calls', SESSION_CALLS_PER_MINUTE, credentialOf(principal));
    return this.rates.count(tenant, credentialOf(principal), kind);
  }
}

const isLimited = (principal: Principal): principal is Limited => principal.kind !== 'service';

async function classOf(context: ExecutionContext): Promise<RouteClass> {
  const ofRequest = Reflect.getMetadata(CALL_CLASS, context.getHandler()) as CallClassOf | undefined;
  if (ofRequest) return ofRequest(requestOf(context));
  if (Reflect.hasMetadata(SENDS, context.getHandler())) return 'send';
  return isWrite(context) ? 'write' : 'read';
}

function credentialOf(principal: Limited): string {
  return principal.kind === 'key' ? principal.keyId : principal.sessionId;
}
