import { Inject, Injectable } from '@nestjs/common';
import type { Redis } from 'ioredis';
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import { placeOf } from '#libs/networks';
import { IdentityConfig } from '../config.js';
import { LIMITS_REDIS } from '../limits/limits.module.js';

const CALLS = { keyPrefix: 'identity:oauth-calls', duration: 60 };

/**
 * So many calls of the OAuth endpoints and of identity's pages a minute from one address. Without Redis each process
 * counts for itself.
 */
@Injectable()
export class AddressLimit {
  private readonly limiter: RateLimiterRedis;

  constructor(@Inject(LIMITS_REDIS) redis: Redis, { oauthCallsPerMinute }: IdentityConfig) {
    const calls = { ...CALLS, points: oauthCallsPerMinute };
    const insuranceLimiter = new RateLimiterMemory(calls);
    this.limiter = new RateLimiterRedis({ ...calls, storeClient: redis, insuranceLimiter });
  }

  /** The seconds to wait, or 0 when the call may be made. */
  async take(ip: string): Promise<number> {
    try {
      await this.limiter.consume(placeOf(ip) ?? 'unknown');
      return 0;
    } catch (refusal) {
      if (refusal instanceof RateLimiterRes) return Math.max(1, Math.ceil(refusal.msBeforeNext / 1_000));
      throw refusal;
    }
  }
}
