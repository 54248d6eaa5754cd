import { AsyncResource } from 'node:async_hooks';
import { Cluster } from 'ioredis';
import type { RedisClient } from '#libs/core/redis';

const WINDOW_SECONDS = 60;
/** Keys of one script: Redis does nothing else while it runs. */
const KEYS_MAX = 100;

/** Counts calls under each key, in minutes that begin with their first call. Returns calls and milliseconds left of each. */
const COUNT = `
local counts = {}
for i, key in ipairs(KEYS) do
  redis.call('SET', key, 0, 'EX', ARGV[1], 'NX')
  counts[2 * i - 1] = redis.call('INCRBY', key, ARGV[i + 1])
  counts[2 * i] = redis.call('PTTL', key)
end
return counts`;

/** Calls under a key in its minute, the counted ones included, and when the minute ends. */
export interface MinuteCount {
  calls: number;
  resetsInMs: number;
}

interface Waiting {
  key: string;
  calls: number;
  resolve: (count: MinuteCount) => void;
  reject: (error: unknown) => void;
}

/** A context without a request, because a script counts for many. */
const outside = new AsyncResource('MinuteCounts');

/**
 * Counts calls by the minute in Redis. The calls of one tick are counted by one script: each one's own command, with its
 * promise and its timer, would cost this process more than the rest of the count.
 */
export class MinuteCounts {
  #waiting: Waiting[] = [];
  readonly #keysMax: number;

  constructor(private readonly redis: RedisClient) {
    // Keys of one script must lie in one slot of a cluster.
    this.#keysMax = redis instanceof Cluster ? 1 : KEYS_MAX;
  }

  /** @throws Error of Redis */
  add(key: string, calls: number): Promise<MinuteCount> {
    return new Promise((resolve, reject) => {
      const length = this.#waiting.push({ key, calls, resolve, reject });
      if (length === 1) outside.runInAsyncScope(setImmediate, undefined, this.#countAll);
    });
  }

  readonly #countAll = (): void => {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (let from = 0; from < waiting.length; from += this.#keysMax) {
      void this.#count(waiting.slice(from, from + this.#keysMax));
    }
  };

  async #count(waiting: readonly Waiting[]): Promise<void> {
    const keys = waiting.map(({ key }) => key);
    const calls = waiting.map((one) => one.calls);
    try {
      const counts = await this.#run([...keys, WINDOW_SECONDS, ...calls], keys.length);
      waiting.forEach(({ resolve }, n) => resolve({ calls: counts[2 * n]!, resetsInMs: counts[2 * n + 1]! }));
    } catch (error) {
      for (const { reject } of waiting) reject(error);
    }
  }

  /** In a pipeline of its own: an automatic one would wait for the end of the next tick. */
  async #run(values: (string | number)[], keys: number): Promise<readonly number[]> {
    const [result] =
      (await this.redis
        .pipeline()
        .eval(COUNT, keys, ...values)
        .exec()) ?? [];
    const [error, counts] = result ?? [new Error('Redis did not count')];
    if (error) throw error;
    return counts as number[];
  }
}
