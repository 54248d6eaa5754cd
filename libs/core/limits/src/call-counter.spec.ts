import { Pipeline, Redis } from 'ioredis';
import { describe, expect, it, vi } from 'vitest';
import { metrics } from '#libs/core/observability';
import { KeyRing, SecretBox } from '#libs/core/secrets';
import { testRedis, waitUntil } from '#libs/test/testing';
import { CallCounter } from './call-counter.js';

const secrets = new SecretBox(KeyRing.fromConfig(`k1:${Buffer.alloc(32, 1).toString('base64')}`));
const counterOn = (redisUrl: string) => new CallCounter(redisUrl, 'spec', secrets);

async function uncounted(): Promise<number> {
  const line = (await metrics.text()).split('\n').find((one) => one.startsWith('rate_limit_uncounted_total'));
  return Number(line?.split(' ').at(-1) ?? 0);
}

const connected = (counter: CallCounter) =>
  waitUntil(async () => {
    const before = await uncounted();
    await counter.count('other', 1_000, 'unused');
    return (await uncounted()) === before;
  });

describe('counting calls', () => {
  it('is exact over processes, for concurrent calls', async () => {
    const { url } = await testRedis();
    const processes = [counterOn(url), counterOn(url)];
    await Promise.all(processes.map(connected));
    const counts = await Promise.all(Array.from({ length: 40 }, (_, n) => processes[n % 2]!.count('x', 15, 'someone')));
    expect(counts.filter(({ isOver }) => !isOver)).toHaveLength(15);
    expect(await processes[0]!.count('x', 15, 'another subject')).toMatchObject({ remaining: 14, isOver: false });
    expect(await processes[0]!.count('y', 15, 'someone')).toMatchObject({ remaining: 14, isOver: false });
    for (const one of processes) one.onApplicationShutdown();
  });

  it('is exact for more calls of one tick than a script takes', async () => {
    const counter = counterOn((await testRedis()).url);
    await connected(counter);
    const counts = await Promise.all(Array.from({ length: 250 }, () => counter.count('many', 120, 'someone')));
    expect(counts.filter(({ isOver }) => !isOver).map(({ remaining }) => remaining)).toEqual(
      Array.from({ length: 120 }, (_, n) => 119 - n),
    );
    for (const { resetsInMs } of counts) expect(resetsInMs).toBeGreaterThan(0);
    counter.onApplicationShutdown();
  });

  it('counts several subjects in one round trip, and tells the count with the fewest calls left', async () => {
    const counter = counterOn((await testRedis()).url);
    await connected(counter);
    await counter.count('z', 15, 'tenant', 4);
    await counter.countEach('z', 15, ['key', 'tenant']);
    const pipelines = vi.spyOn(Pipeline.prototype, 'exec');
    expect(await counter.countEach('z', 15, ['key', 'tenant'], 2)).toMatchObject({ remaining: 8, isOver: false });
    expect(pipelines).toHaveBeenCalledTimes(1);
    pipelines.mockRestore();
    expect(await counter.count('z', 15, 'key', 0)).toMatchObject({ remaining: 12 });
    expect(await counter.countEach('z', 15, ['key', 'tenant'], 9)).toMatchObject({ remaining: 0, isOver: true });
    counter.onApplicationShutdown();
  });

  it('counts the addresses of a client together, and keeps none of them', async () => {
    const { url } = await testRedis();
    const counter = counterOn(url);
    await connected(counter);
    const left = [];
    for (const ip of ['198.51.100.9', '::ffff:198.51.100.9', '2001:db8:9:1::1', '2001:db8:9:1::2', undefined])
      left.push((await counter.countAddress('address', 5, ip)).remaining);
    expect(left).toEqual([4, 3, 4, 3, 4]);
    const redis = new Redis(url);
    const keys = await redis.keys('*address*');
    expect(keys).toHaveLength(3);
    expect(keys.join()).not.toMatch(/198\.51|2001/);
    redis.disconnect();
    counter.onApplicationShutdown();
  });

  it('continues in each process while Redis is unavailable, and logs it', async () => {
    const counter = counterOn('redis://127.0.0.1:1');
    const before = await uncounted();
    const counts = [];
    for (let n = 0; n < 3; n += 1) counts.push(await counter.count('x', 2, 'someone'));
    expect(counts.map(({ isOver }) => isOver)).toEqual([false, false, true]);
    expect(await uncounted()).toBe(before + 3);
    counter.onApplicationShutdown();
  });
});
