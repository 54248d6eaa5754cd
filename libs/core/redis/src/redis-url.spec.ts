import { describe, expect, it } from 'vitest';
import { parseRedisUrl } from './redis-url.js';

describe('the URL of Redis', () => {
  it.each(['redis://127.0.0.1', 'redis://:p%40ss@redis:6379/3', 'rediss://user:pass@redis:6380'])(
    'of one server is the driver’s: %s',
    (url) => {
      expect(parseRedisUrl(url)).toBeUndefined();
    },
  );

  it('names Sentinels and their master', () => {
    expect(parseRedisUrl('redis+sentinel://user:p%40ss@s1:5000,s2/mymaster/2')).toEqual({
      kind: 'sentinel',
      tls: false,
      username: 'user',
      password: 'p@ss',
      hosts: [
        { host: 's1', port: 5000 },
        { host: 's2', port: 26_379 },
      ],
      master: 'mymaster',
      db: 2,
    });
  });

  it('names nodes of a cluster', () => {
    expect(parseRedisUrl('rediss+cluster://:secret@n1:7000,[::1]:7001')).toMatchObject({
      kind: 'cluster',
      tls: true,
      username: undefined,
      password: 'secret',
      hosts: [
        { host: 'n1', port: 7000 },
        { host: '::1', port: 7001 },
      ],
    });
  });

  it.each([
    ['http://redis', 'malformed'],
    ['redis+sentinel://s1,s2', 'no master'],
    ['redis+cluster://n1/0', 'no numbered databases'],
  ])('is rejected without being quoted: %s', (url, message) => {
    expect(() => parseRedisUrl(url)).toThrow(message);
    expect(() => parseRedisUrl(url)).not.toThrow(url);
  });
});
