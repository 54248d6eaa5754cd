import { randomUUID } from 'node:crypto';
import type { OnApplicationShutdown } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { createRedis, type RedisClient } from '#libs/core/redis';
import { logger, metrics } from '#libs/core/observability';
import type { Count } from './call-counter.js';

const WINDOW_MS = 60_000;
const WARNED_EVERY_MS = 60_000;
/** Subjects that a process remembers while Redis is away. */
const LOCAL_SUBJECTS = 10_000;

/** A limit of calls in the last minute. */
export interface MinuteLimit {
  /** Each name has separate counts. */
  name: string;
  calls: number;
}

/*
 * The calls of the last minute lie in a sorted set for each limit, by their time in milliseconds. A call is added to all of
 * them or, if one is full, to none. Returns for each limit the calls left and when the oldest one leaves the window.
 */
const TAKE = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local window = tonumber(ARGV[2])
local fits = true
for i, key in ipairs(KEYS) do
  redis.call('ZREMRANGEBYSCORE', key, '-inf', now - window)
  if redis.call('ZCARD', key) >= tonumber(ARGV[2 + i]) then fits = false end
end
local counts = {fits and 1 or 0}
for i, key in ipairs(KEYS) do
  if fits then
    redis.call('ZADD', key, now, ARGV[1])
    redis.call('PEXPIRE', key, window)
  end
  local oldest = redis.call('ZRANGE', key, 0, 0, 'WITHSCORES')[2]
  counts[#counts + 1] = tonumber(ARGV[2 + i]) - redis.call('ZCARD', key)
  counts[#counts + 1] = oldest and oldest + window - now or window
end
return counts`;

/**
 * Limits calls in a sliding minute, exactly and for all processes of an app: at no time are there more than the limit in the
 * sixty seconds before. Calls that it refuses do not count. Costs one round trip to Redis; for limits up to some hundreds,
 * because each call is kept for a minute.
 *
 * While Redis is away each process counts its own calls, logs a warning and adds to `sliding_limit_uncounted_total`.
 */
export class SlidingMinute implements OnApplicationShutdown {
  private readonly redis: RedisClient;
  private readonly local = new LRUCache<string, number[]>({ max: LOCAL_SUBJECTS });
  private readonly uncounted = metrics.registerCounter({
    name: 'sliding_limit_uncounted_total',
    help: 'Calls that one process counted for itself in a sliding minute, because Redis was away',
  });
  private warnedAt = 0;

  /** @param app name of the app; apps have separate counts */
  constructor(
    redisUrl: string,
    private readonly app: string,
  ) {
    this.redis = createRedis(redisUrl);
  }

  /**
   * Counts a call by all limits, or by none if one of them is reached. Returns the count that is over, else the one that
   * leaves the fewest calls.
   * @param subject the caller: a credential, a tenant or an address
   */
  async count(subject: string, limits: readonly MinuteLimit[]): Promise<Count> {
    // One hash tag, so that the keys of a call lie in one slot of a cluster.
    const keys = limits.map(({ name }) => `${this.app}:{${subject}}:${name}`);
    return tightest(limits, await this.take(keys, limits));
  }

  onApplicationShutdown(): void {
    this.redis.disconnect();
  }

  private async take(keys: readonly string[], limits: readonly MinuteLimit[]): Promise<readonly number[]> {
    const calls = limits.map((limit) => limit.calls);
    try {
      return (await this.redis.eval(TAKE, keys.length, ...keys, randomUUID(), WINDOW_MS, ...calls)) as number[];
    } catch (error) {
      this.warnUnavailable(error);
      return this.takeLocally(keys, calls);
    }
  }

  private takeLocally(keys: readonly string[], calls: readonly number[]): number[] {
    const now = Date.now();
    const times = keys.map((key) => (this.local.get(key) ?? []).filter((time) => time > now - WINDOW_MS));
    const fits = times.every((one, index) => one.length < calls[index]!);
    if (fits) for (const one of times) one.push(now);
    for (const [index, key] of keys.entries()) this.local.set(key, times[index]!);
    return [Number(fits), ...times.flatMap((one, n) => [calls[n]! - one.length, (one[0] ?? now) + WINDOW_MS - now])];
  }

  private warnUnavailable(error: unknown): void {
    this.uncounted.inc();
    if (Date.now() - this.warnedAt < WARNED_EVERY_MS) return;
    this.warnedAt = Date.now();
    logger.warn('Calls of a sliding minute are counted by each process for itself while Redis is away', { error });
  }
}

function tightest(limits: readonly MinuteLimit[], [fits, ...counts]: readonly number[]): Count {
  const all = limits.map(({ calls }, index) => ({
    limit: calls,
    remaining: Math.max(0, counts[2 * index]!),
    resetsInMs: counts[2 * index + 1]!,
    isOver: !fits && counts[2 * index]! <= 0,
  }));
  return all.reduce((one, other) => (other.remaining < one.remaining ? other : one));
}
