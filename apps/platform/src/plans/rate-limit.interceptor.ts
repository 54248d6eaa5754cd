import {
  Injectable,
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
  type OnApplicationShutdown,
} from '@nestjs/common';
import type { Request, Response } from 'express';
import type { Redis } from 'ioredis';
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import type { Observable } from 'rxjs';
import { createViewRedis, currentPrincipal, type Principal } from '#libs/auth';
import { Problem } from '#libs/http';
import { PlatformConfig } from '../config.js';
import { planOf, type RouteClass } from './plan.js';

const WINDOW_SECONDS = 60;
const SENDING = /^\/v1\/(?:emails|sms|push)\/(?:send|batch)$/;
const READING = new Set(['GET', 'HEAD']);

/**
 * Holds each key and each session to the calls a minute that its account's plan grants. It runs after the guards, which
 * say who calls, and before the body is looked at. Without Redis each process counts for itself.
 */
@Injectable()
export class RateLimitInterceptor implements NestInterceptor, OnApplicationShutdown {
  private readonly redis: Redis;
  private readonly limiters = new Map<string, RateLimiterRedis>();

  constructor(config: PlatformConfig) {
    this.redis = createViewRedis(config.redisUrl);
  }

  async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    const principal = currentPrincipal();
    if (context.getType() === 'http' && principal) await this.hold(principal, context);
    return next.handle();
  }

  onApplicationShutdown(): void {
    this.redis.disconnect();
  }

  private async hold(principal: Principal, context: ExecutionContext): Promise<void> {
    if (principal.kind === 'service' || !principal.tenant?.plan) return;
    const request = context.switchToHttp().getRequest<Request>();
    const kind = classOf(request);
    const points = planOf(principal.tenant.plan).callsPerMinute[kind];
    if (points === null) return;
    await this.consume(points, `${kind}:${callerOf(principal)}`, context.switchToHttp().getResponse<Response>());
  }

  private async consume(points: number, caller: string, response: Response): Promise<void> {
    try {
      show(response, points, await this.limiterOf(points).consume(caller));
    } catch (refusal) {
      if (!(refusal instanceof RateLimiterRes)) throw refusal;
      show(response, points, refusal);
      throw new Problem('Throttling', { headers: { 'Retry-After': String(seconds(refusal.msBeforeNext)) } });
    }
  }

  private limiterOf(points: number): RateLimiterRedis {
    const known = this.limiters.get(String(points));
    if (known) return known;
    const options = { keyPrefix: 'platform:calls', points, duration: WINDOW_SECONDS };
    const insuranceLimiter = new RateLimiterMemory(options);
    const limiter = new RateLimiterRedis({ ...options, storeClient: this.redis, insuranceLimiter });
    this.limiters.set(String(points), limiter);
    return limiter;
  }
}

function classOf({ method, path }: Request): RouteClass {
  if (READING.has(method)) return 'read';
  return SENDING.test(path) ? 'send' : 'write';
}

function callerOf(principal: Exclude<Principal, { kind: 'service' }>): string {
  return principal.kind === 'key' ? principal.keyId : principal.sessionId;
}

function show(response: Response, limit: number, { remainingPoints, msBeforeNext }: RateLimiterRes): void {
  response.setHeader('X-RateLimit-Limit', limit);
  response.setHeader('X-RateLimit-Remaining', remainingPoints);
  response.setHeader('X-RateLimit-Reset', seconds(msBeforeNext));
}

const seconds = (ms: number): number => Math.ceil(ms / 1_000);
