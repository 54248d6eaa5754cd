import type { OnApplicationShutdown } from '@nestjs/common';
import type { Response } from 'express';
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import { createRedis, type RedisClient } from '#libs/redis';
import { Problem } from '#libs/http';
import { placeOf } from '#libs/networks';
import { logger, metrics } from '#libs/observability';

const WINDOW_SECONDS = 60;
const WARNED_EVERY_MS = 60_000;

/** The state of a limit after a call. */
export interface Count {
  limit: number;
  remaining: number;
  resetsInMs: number;
  isOver: boolean;
}

interface Limiters {
  shared: RateLimiterRedis;
  own: RateLimiterMemory;
}

/**
 * Counts calls by the minute in Redis, for all processes of an app together, in one round trip. While Redis is away each
 * process counts for itself, logs it and adds to `rate_limit_uncounted_total`; no call is rejected for it.
 */
export class CallCounter implements OnApplicationShutdown {
  private readonly redis: RedisClient;
  private readonly limiters = new Map<string, Limiters>();
  private readonly uncounted = metrics.registerCounter({
    name: 'rate_limit_uncounted_total',
    help: 'Calls that one process counted for itself, because Redis was away',
  });
  private warnedAt = 0;

  /** @param app whose counts these are */
  constructor(
    redisUrl: string,
    private readonly app: string,
  ) {
    this.redis = createRedis(redisUrl);
  }

  /**
   * Counts a call.
   * @param name what is counted; each name has counts of its own
   * @param limit calls a minute
   * @param subject whose call it is: a credential or an address
   */
  async count(name: string, limit: number, subject: string): Promise<Count> {
    const { shared, own } = this.limitersOf(name, limit);
    try {
      return toCount(limit, await shared.consume(subject), false);
    } catch (rejection) {
      if (rejection instanceof RateLimiterRes) return toCount(limit, rejection, true);
      this.warnAway(rejection);
      return this.countAlone(own, limit, subject);
    }
  }

  /** Counts a call from an address; for IPv6 the addresses of a network count together. */
  async countAddress(name: string, limit: number, ip: string | undefined): Promise<Count> {
    return this.count(name, limit, placeOf(ip ?? '') ?? 'unknown');
  }

  onApplicationShutdown(): void {
    this.redis.disconnect();
  }

  private async countAlone(own: RateLimiterMemory, limit: number, subject: string): Promise<Count> {
    try {
      return toCount(limit, await own.consume(subject), false);
    } catch (rejection) {
      if (rejection instanceof RateLimiterRes) return toCount(limit, rejection, true);
      throw rejection;
    }
  }

  private limitersOf(name: string, points: number): Limiters {
    const key = `${name} ${points}`;
    const known = this.limiters.get(key);
    if (known) return known;
    const options = { keyPrefix: `${this.app}:${name}`, points, duration: WINDOW_SECONDS };
    const made = {
      shared: new RateLimiterRedis({ ...options, storeClient: this.redis }),
      own: new RateLimiterMemory(options),
    };
    this.limiters.set(key, made);
    return made;
  }

  private warnAway(error: unknown): void {
    this.uncounted.inc();
    if (Date.now() - this.warnedAt < WARNED_EVERY_MS) return;
    this.warnedAt = Date.now();
    logger.warn('Calls are counted by each process for itself while Redis is away', { error });
  }
}

/** Sets the headers of a count. @throws Problem Throttling over the limit */
export function applyCount(response: Response, { limit, remaining, resetsInMs, isOver }: Count): void {
  const seconds = String(Math.ceil(resetsInMs / 1_000));
  response.setHeader('X-RateLimit-Limit', limit);
  response.setHeader('X-RateLimit-Remaining', remaining);
  response.setHeader('X-RateLimit-Reset', seconds);
  if (isOver) throw new Problem('Throttling', { headers: { 'Retry-After': seconds } });
}

function toCount(limit: number, { remainingPoints, msBeforeNext }: RateLimiterRes, isOver: boolean): Count {
  return { limit, remaining: remainingPoints, resetsInMs: msBeforeNext, isOver };
}
