import type { OnApplicationShutdown } from '@nestjs/common';
import type { Response } from 'express';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { createRedis, type RedisClient } from '#libs/core/redis';
import { Problem } from '#libs/core/http';
import { clientNetworkOf } from '#libs/core/networks';
import { logger, metrics } from '#libs/core/observability';
import { type SecretBox, sha256Hex } from '#libs/core/secrets';
import { MinuteCounts } from './minute-counts.js';

const WINDOW_SECONDS = 60;
const WARNED_EVERY_MS = 60_000;
/** Hex digits that stand for an address. */
const ADDRESS_DIGITS = 24;

/** The state of a limit after a call. */
export interface Count {
  limit: number;
  remaining: number;
  resetsInMs: number;
  isOver: boolean;
}

/**
 * Counts calls by the minute in Redis, for all processes of an app, in one round trip. While Redis is unavailable each
 * process counts its own calls, logs a warning and adds to `rate_limit_uncounted_total`; calls are not rejected.
 */
export class CallCounter implements OnApplicationShutdown {
  private readonly redis: RedisClient;
  private readonly counts: MinuteCounts;
  /** Counters of this process for the time when Redis is away, by limit. */
  private readonly local = new Map<string, RateLimiterMemory>();
  private readonly uncounted = metrics.registerCounter({
    name: 'rate_limit_uncounted_total',
    help: 'Calls that one process counted for itself, because Redis was away',
  });
  private warnedAt = 0;
  private readonly addressKey: string;

  /** @param app name of the app; apps have separate counts */
  constructor(
    redisUrl: string,
    private readonly app: string,
    secrets: SecretBox,
  ) {
    this.addressKey = secrets.mac('limits.address').toString('hex');
    this.redis = createRedis(redisUrl);
    this.counts = new MinuteCounts(this.redis);
  }

  /**
   * Counts a call.
   * @param name name of the limit; each has separate counts
   * @param limit calls a minute
   * @param subject the caller: a credential or an address
   * @param calls how many calls this one counts as
   */
  async count(name: string, limit: number, subject: string, calls = 1): Promise<Count> {
    try {
      const counted = await this.counts.add(`${this.app}:${name}:${subject}`, calls);
      const remaining = Math.max(limit - counted.calls, 0);
      return { limit, remaining, resetsInMs: counted.resetsInMs, isOver: counted.calls > limit };
    } catch (error) {
      this.warnUnavailable(error);
      return this.countLocally(name, limit, subject, calls);
    }
  }

  /**
   * Counts a call for each of several subjects, by the same limit and in one round trip. Returns the count that leaves the
   * fewest calls.
   */
  async countEach(name: string, limit: number, subjects: readonly string[], calls = 1): Promise<Count> {
    const counts = await Promise.all(subjects.map((subject) => this.count(name, limit, subject, calls)));
    return counts.reduce(tighter);
  }

  /**
   * Counts a call from an address; the addresses of an IPv6 /64 count as one. Redis gets a keyed hash of it, which leads to no address; a
   * MAC takes four times as long, and every submission comes here.
   */
  async countAddress(name: string, limit: number, ip: string | undefined): Promise<Count> {
    const network = clientNetworkOf(ip ?? '') ?? 'unknown';
    return this.count(name, limit, sha256Hex(this.addressKey + network).slice(0, ADDRESS_DIGITS));
  }

  onApplicationShutdown(): void {
    this.redis.disconnect();
  }

  private async countLocally(name: string, limit: number, subject: string, calls: number): Promise<Count> {
    try {
      return toCount(limit, await this.localLimiter(name, limit).consume(subject, calls), false);
    } catch (rejection) {
      if (rejection instanceof RateLimiterRes) return toCount(limit, rejection, true);
      throw rejection;
    }
  }

  private localLimiter(name: string, points: number): RateLimiterMemory {
    const key = `${name} ${points}`;
    const known = this.local.get(key);
    if (known) return known;
    const made = new RateLimiterMemory({ keyPrefix: key, points, duration: WINDOW_SECONDS });
    this.local.set(key, made);
    return made;
  }

  private warnUnavailable(error: unknown): void {
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
  if (!isOver) return;
  // Here and not by the Problem alone: an error of a GraphQL field sets no header.
  response.setHeader('Retry-After', seconds);
  throw new Problem('Throttling', { headers: { 'Retry-After': seconds } });
}

/** The count that is over, else the one with fewer calls left; of equal ones the one that resets later. */
export function tighter(one: Count, other: Count): Count {
  if (one.isOver !== other.isOver) return one.isOver ? one : other;
  if (one.remaining !== other.remaining) return one.remaining < other.remaining ? one : other;
  return one.resetsInMs >= other.resetsInMs ? one : other;
}

function toCount(limit: number, { remainingPoints, msBeforeNext }: RateLimiterRes, isOver: boolean): Count {
  return { limit, remaining: remainingPoints, resetsInMs: msBeforeNext, isOver };
}
