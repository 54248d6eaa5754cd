import { clientNetworkOf } from '#libs/core/networks';
import type { RedisClient } from '#libs/core/redis';
import type { Block } from './block.js';

const HOUR_MS = 3_600_000;
const KEPT_SECONDS = 2 * 3_600;
/** Sources kept per hour; those with the fewest failures are dropped first. */
const MAX_SOURCES = 10_000;

/** An IP address or network with its number of failed logins. */
export interface FailedLoginSource extends Block {
  failures: number;
}

/** Failed logins of this hour and the one before, counted by the client's network. */
export class FailedLogins {
  constructor(private readonly redis: RedisClient) {}

  async count(ip: string | undefined, now: number = Date.now()): Promise<void> {
    const network = ip === undefined ? undefined : clientNetworkOf(ip);
    if (!network) return;
    const key = keyAt(now);
    await this.redis.zincrby(key, 1, network);
    await this.redis.zremrangebyrank(key, 0, -MAX_SOURCES - 1);
    await this.redis.expire(key, KEPT_SECONDS);
  }

  /** The sources with at least `atLeast` failures, most failures first. */
  async listSources(atLeast: number, limit: number, now: number = Date.now()): Promise<FailedLoginSource[]> {
    const totals = new Map<string, number>();
    for (const key of [keyAt(now), keyAt(now - HOUR_MS)]) {
      const pairs = await this.redis.zrevrange(key, 0, MAX_SOURCES - 1, 'WITHSCORES');
      for (let index = 0; index < pairs.length; index += 2) {
        const network = pairs[index] ?? '';
        totals.set(network, (totals.get(network) ?? 0) + Number(pairs[index + 1]));
      }
    }
    return [...totals]
      .filter(([, failures]) => failures >= atLeast)
      .sort(([, a], [, b]) => b - a)
      .slice(0, limit)
      .map(([value, failures]) => ({ kind: value.includes('/') ? 'cidr' : 'ip', value, failures }));
  }
}

const keyAt = (time: number): string => `{admission}:failed-logins:${Math.floor(time / HOUR_MS)}`;
