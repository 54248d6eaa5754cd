import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import { Problem } from '#libs/core/http';
import type { RedisClient } from '#libs/core/redis';

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

  private readonly times: number;

  constructor(redis: RedisClient, { name, times, seconds }: Window) {
    this.times = times;
    const options = { keyPrefix: name, points: times, duration: seconds };
    this.limiter = new RateLimiterRedis({
      ...options,
      storeClient: redis,
      insuranceLimiter: new RateLimiterMemory(options),
    });
  }

  /** Whether it has happened as often as it may, or more; nothing is counted. */
  async isOver(subject: string): Promise<boolean> {
    const counted = await this.limiter.get(subject);
    return counted !== null && counted.consumedPoints >= this.times;
  }

  /** Counts once. @throws Problem Throttling over the limit, with the time to wait */
  async enforce(subject: string, message: string): Promise<void> {
    const waitMs = await this.consume(subject);
    if (waitMs === 0) return;
    const headers = { 'Retry-After': String(Math.ceil(waitMs / 1_000)) };
    throw new Problem('Throttling', { message, headers });
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
