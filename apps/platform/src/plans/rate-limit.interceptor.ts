import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { Observable } from 'rxjs';
import { currentPrincipal, requestOf, type KeyPrincipal, type Principal, type SessionPrincipal } from '#libs/auth';
import { applyCount, CallCounter, countOperation, type Count } from '#libs/limits';
import { PlanCache } from './plan-cache.js';
import type { RouteClass } from './plan.js';

/** Patterns of the routes that send: a path may have a slash at its end, its pattern has none. */
const SENDING = /^\/(?:v1\/(?:emails|sms|push)\/(?:send|batch)|api\/messages\/send)$/;
const READING = new Set(['GET', 'HEAD']);

/** Calls a minute of a session on the routes without a tenant, which no plan limits. */
const SESSION_CALLS_PER_MINUTE = 1_500;

type Limited = KeyPrincipal | SessionPrincipal;

/**
 * Limits the calls a minute of a tenant, and of each of its keys and sessions, by the tenant's plan; those of a session
 * without a tenant by a number of their own. It runs after the guards, which set the principal, and before the body is
 * validated.
 */
@Injectable()
export class RateLimitInterceptor implements NestInterceptor {
  constructor(
    private readonly counter: CallCounter,
    private readonly plans: PlanCache,
  ) {}

  async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    const principal = currentPrincipal();
    if (principal && isLimited(principal)) {
      const request = requestOf(context);
      // Each root field of GraphQL counts as a read.
      const ofOperation = countOperation((rootFields) => this.count(principal, 'read', rootFields));
      const count = await (ofOperation ?? this.count(principal, classOf(request)));
      if (count) applyCount(request.res as Response, count);
    }
    return next.handle();
  }

  private async count(principal: Limited, kind: RouteClass, calls = 1): Promise<Count | undefined> {
    const { tenant } = principal;
    if (!tenant) return this.counter.count('session-calls', SESSION_CALLS_PER_MINUTE, credentialOf(principal), calls);
    const limit = tenant.plan ? this.plans.get(tenant.plan).callsPerMinute[kind] : null;
    if (limit === null) return undefined;
    const subjects = [credentialOf(principal), tenant.id].map((subject) => `${kind}:${subject}`);
    return this.counter.countEach('calls', limit, subjects, calls);
  }
}

const isLimited = (principal: Principal): principal is Limited => principal.kind !== 'service';

function classOf({ method, route }: Request): RouteClass {
  if (READING.has(method)) return 'read';
  return SENDING.test((route as { path: string }).path) ? 'send' : 'write';
}

function credentialOf(principal: Limited): string {
  return principal.kind === 'key' ? principal.keyId : principal.sessionId;
}
