import { Injectable, type NestMiddleware, type OnApplicationShutdown } from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';
import type { Redis } from 'ioredis';
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import { createViewRedis } from '#libs/auth';
import { Problem } from '#libs/http';
import { placeOf } from '../../auth/address-limit.js';
import { PlatformConfig } from '../../config.js';

/** A browser registers once a day; an office or a campus behind one address has many of them. */
const REGISTRATIONS = { keyPrefix: 'platform:push-site', points: 120, duration: 60 };

/** Bounds the registrations from one address. Without Redis each process counts for itself. */
@Injectable()
export class SiteLimit implements NestMiddleware, OnApplicationShutdown {
  private readonly redis: Redis;
  private readonly limiter: RateLimiterRedis;

  constructor(config: PlatformConfig) {
    this.redis = createViewRedis(config.redisUrl);
    const insuranceLimiter = new RateLimiterMemory(REGISTRATIONS);
    this.limiter = new RateLimiterRedis({ ...REGISTRATIONS, storeClient: this.redis, insuranceLimiter });
  }

  use(request: Request, _response: Response, next: NextFunction): void {
    this.limiter.consume(placeOf(request.ip ?? '')).then(
      () => next(),
      (refusal: unknown) => next(refusal instanceof RateLimiterRes ? throttled(refusal) : refusal),
    );
  }

  onApplicationShutdown(): void {
    this.redis.disconnect();
  }
}

function throttled({ msBeforeNext }: RateLimiterRes): Problem {
  return new Problem('Throttling', { headers: { 'Retry-After': String(Math.ceil(msBeforeNext / 1_000)) } });
}
