import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { Observable } from 'rxjs';
import { currentPrincipal, type Principal } from '#libs/auth';
import { applyCount, CallCounter } from '#libs/limits';
import { planOf, type RouteClass } from './plan.js';

const SENDING = /^\/(?:v1\/(?:emails|sms|push)\/(?:send|batch)|api\/messages\/send)$/;
const READING = new Set(['GET', 'HEAD']);

/**
 * Limits each key and each session to the calls a minute of its tenant's plan. It runs after the guards, which set the
 * principal, and before the body is validated.
 */
@Injectable()
export class RateLimitInterceptor implements NestInterceptor {
  constructor(private readonly counter: CallCounter) {}

  async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    const principal = currentPrincipal();
    if (context.getType() === 'http' && principal) await this.count(principal, context);
    return next.handle();
  }

  private async count(principal: Principal, context: ExecutionContext): Promise<void> {
    if (principal.kind === 'service' || !principal.tenant?.plan) return;
    const request = context.switchToHttp().getRequest<Request>();
    const kind = classOf(request);
    const points = planOf(principal.tenant.plan).callsPerMinute[kind];
    if (points === null) return;
    const subject = `${kind}:${credentialOf(principal)}`;
    const count = await this.counter.count('calls', points, subject);
    applyCount(context.switchToHttp().getResponse<Response>(), count);
  }
}

function classOf({ method, path }: Request): RouteClass {
  if (READING.has(method)) return 'read';
  return SENDING.test(path) ? 'send' : 'write';
}

function credentialOf(principal: Exclude<Principal, { kind: 'service' }>): string {
  return principal.kind === 'key' ? principal.keyId : principal.sessionId;
}
