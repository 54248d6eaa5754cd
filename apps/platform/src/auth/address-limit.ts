import { Injectable, type NestMiddleware, type OnApplicationShutdown } from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';
import type { Redis } from 'ioredis';
import ipaddr from 'ipaddr.js';
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import { createViewRedis } from '#libs/auth';
import { Problem } from '#libs/http';
import { PlatformConfig } from '../config.js';

const CALLS = { keyPrefix: 'platform:auth-calls', points: 1_000, duration: 60 };
const IPV6_NETWORK_PARTS = 4;

/**
 * A thousand calls of the routes under /api/auth a minute from one address. Without Redis each process counts for
 * itself.
 */
@Injectable()
export class AddressLimit implements NestMiddleware, OnApplicationShutdown {
  private readonly redis: Redis;
  private readonly limiter: RateLimiterRedis;

  constructor(config: PlatformConfig) {
    this.redis = createViewRedis(config.redisUrl);
    const insuranceLimiter = new RateLimiterMemory(CALLS);
    this.limiter = new RateLimiterRedis({ ...CALLS, storeClient: this.redis, insuranceLimiter });
  }

  use(request: Request, response: Response, next: NextFunction): void {
    this.limiter.consume(placeOf(request.ip ?? '')).then(
      (state) => {
        show(response, state);
        next();
      },
      (refusal: unknown) => next(refusal instanceof RateLimiterRes ? throttled(response, refusal) : refusal),
    );
  }

  onApplicationShutdown(): void {
    this.redis.disconnect();
  }
}

/** What of an address counts as one caller: an IPv6 customer has a whole /64 to call from. */
export function placeOf(ip: string): string {
  if (!ipaddr.isValid(ip)) return 'unknown';
  const address = ipaddr.process(ip);
  return address instanceof ipaddr.IPv6 ? address.parts.slice(0, IPV6_NETWORK_PARTS).join(':') : address.toString();
}

function show(response: Response, { remainingPoints, msBeforeNext }: RateLimiterRes): void {
  response.setHeader('X-RateLimit-Limit', CALLS.points);
  response.setHeader('X-RateLimit-Remaining', remainingPoints);
  response.setHeader('X-RateLimit-Reset', seconds(msBeforeNext));
}

function throttled(response: Response, refusal: RateLimiterRes): Problem {
  show(response, refusal);
  return new Problem('Throttling', { headers: { 'Retry-After': String(seconds(refusal.msBeforeNext)) } });
}

const seconds = (ms: number): number => Math.ceil(ms / 1_000);
