import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import type { RedisClient } from '#libs/redis';

export interface Window {
  /** Prefix of its keys, such as `identity:mail-hour`. */
  name: string;
  /** How often in one window. */
  times: number;
  seconds: number;
}

/** Limits how often something happens to one subject in a window, for all processes; without Redis each counts for itself. */
export class WindowLimit {
  private readonly limiter: RateLimiterRedis;

  constructor(redis: RedisClient, { name, times, seconds }: Window) {
    const options = { keyPrefix: name, points: times, duration: seconds };
    this.limiter = new RateLimiterRedis({
      ...options,
      storeClient: redis,
      insuranceLimiter: new RateLimiterMemory(options),
    });
  }

  /** Counts once. Returns 0, or over the limit the milliseconds until the window ends. */
  async consume(subject: string): Promise<number> {
    try {
      await this.limiter.consume(subject);
      return 0;
    } catch (error) {
      if (!(error instanceof RateLimiterRes)) throw error;
      return Math.max(1, error.msBeforeNext);
    }
  }
}
