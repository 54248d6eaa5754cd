import { Redis } from 'ioredis';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { testRedis, waitUntil } from '#libs/test/testing';
import { SlidingMinute } from './sliding-minute.js';

const WRITES = { name: 'writes', calls: 6 };
const PUBLISHING = { name: 'publishing', calls: 2 };

const made: SlidingMinute[] = [];

function minuteOn(redisUrl: string): SlidingMinute {
  const minute = new SlidingMinute(redisUrl, 'spec');
  made.push(minute);
  return minute;
}

const connected = (minute: SlidingMinute) =>
  waitUntil(async () => {
    const redis = (minute as unknown as { redis: Redis }).redis;
    return redis.status === 'ready';
  });

afterEach(() => {
  vi.useRealTimers();
  for (const minute of made.splice(0)) minute.onApplicationShutdown();
});

describe('a sliding minute', () => {
  it('is exact over processes, for concurrent calls', async () => {
    const { url } = await testRedis();
    const processes = [minuteOn(url), minuteOn(url)];
    await Promise.all(processes.map(connected));
    const counts = await Promise.all(Array.from({ length: 20 }, (_, n) => processes[n % 2]!.count('key', [WRITES])));
    expect(counts.filter(({ isOver }) => !isOver)).toHaveLength(6);
    expect(await processes[0]!.count('other key', [WRITES])).toMatchObject({ limit: 6, remaining: 5, isOver: false });
  });

  it('counts a call by all of its limits or by none', async () => {
    const minute = minuteOn((await testRedis()).url);
    await connected(minute);
    for (const remaining of [1, 0]) {
      expect(await minute.count('key', [WRITES, PUBLISHING])).toMatchObject({ limit: 2, remaining, isOver: false });
    }
    expect(await minute.count('key', [WRITES, PUBLISHING])).toMatchObject({ limit: 2, remaining: 0, isOver: true });
    expect(await minute.count('key', [WRITES])).toMatchObject({ limit: 6, remaining: 3 });
  });

  it('lets a call in as soon as the oldest one is a minute old, whatever was refused meanwhile', async () => {
    const { url } = await testRedis();
    const minute = minuteOn(url);
    await connected(minute);
    const redis = new Redis(url);
    for (let n = 0; n < 6; n += 1) await minute.count('key', [WRITES]);
    const refused = await minute.count('key', [WRITES]);
    expect(refused).toMatchObject({ remaining: 0, isOver: true });
    expect(refused.resetsInMs).toBeGreaterThan(50_000);
    expect(refused.resetsInMs).toBeLessThanOrEqual(60_000);
    const [oldest] = await redis.zrange('spec:{key}:writes', 0, 0);
    await redis.zadd('spec:{key}:writes', Date.now() - 60_001, oldest!);
    redis.disconnect();
    expect(await minute.count('key', [WRITES])).toMatchObject({ remaining: 0, isOver: false });
    expect(await minute.count('key', [WRITES])).toMatchObject({ isOver: true });
  });

  it('goes on in each process while Redis is away', async () => {
    const minute = minuteOn('redis://127.0.0.1:1');
    const both = [WRITES, PUBLISHING];
    const counts = [];
    for (let n = 0; n < 3; n += 1) counts.push(await minute.count('key', both));
    expect(counts.map(({ isOver }) => isOver)).toEqual([false, false, true]);
    vi.useFakeTimers({ now: Date.now() + 60_001, toFake: ['Date'] });
    expect(await minute.count('key', both)).toMatchObject({ remaining: 1, isOver: false });
  });
});
