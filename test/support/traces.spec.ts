import { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testRedis } from '#libs/test/testing';
import { keysWith } from './traces.js';

let url: string;
let redis: Redis;

beforeAll(async () => {
  ({ url } = await testRedis());
  redis = new Redis(url);
  await redis.set('a string', 'Ana');
  await redis.hset('a hash', 'name', 'Ana');
  await redis.rpush('a list', 'Bia', 'Ana');
  await redis.sadd('a set', 'Ana');
  await redis.zadd('a sorted set', 1, 'Ana');
  await redis.xadd('a stream', '*', 'name', 'Ana');
  await redis.set('the key of ana', 'Bia');
  await redis.set('another', 'Bia');
});
afterAll(() => redis?.disconnect());

describe('keysWith finds a text in', () => {
  it.each(['a string', 'a hash', 'a list', 'a set', 'a sorted set', 'a stream', 'the key of ana'])(
    '%s',
    async (key) => {
      expect(await keysWith(url, ['ana'])).toContainEqual(expect.stringContaining(key));
    },
  );
});

it('keysWith finds no key without the text', async () => {
  expect(await keysWith(url, ['ana'])).not.toContainEqual(expect.stringContaining('another'));
});
