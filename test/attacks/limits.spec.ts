import { describe, expect, it } from 'vitest';
import { platformStack } from '../support/platform-stack.js';
import { statusOfRaw } from '../support/raw-request.js';
import { useStack } from '../support/use-stack.js';

const CALLS = 3;

const stack = useStack(() =>
  platformStack({
    environment: { AUTH_CALLS_PER_MINUTE: `${CALLS}`, TRUST_PROXY: 'loopback', ROLE: 'api' },
  }),
);

/** Other ways to write the target of a path. A parser of URLs may read each of them as this path. */
const SPELLINGS: [string, (path: string) => string][] = [
  ['in absolute form', (path) => `http://any.test${path}`],
  ['in absolute form with HTTPS', (path) => `HTTPS://any.test:8443${path}?x=1`],
  ['in absolute form with a user', (path) => `http://user@any.test${path}`],
  ['in absolute form without a host', (path) => `http://${path}`],
  ['with two slashes', (path) => `/${path}`],
  ['after a host', (path) => `//user@any.test${path}#x`],
  ['with a fragment', (path) => `${path}#x`],
  ['with backslashes', (path) => path.replaceAll('/', '\\').replace('\\', '/')],
  ['with backslashes and a fragment', (path) => `${path.replaceAll('/', '\\').replace('\\', '/')}#x`],
  ['with an encoded letter', (path) => path.replace('a', '%61').replace('u/', '%75/')],
  ['with an encoded slash', (path) => `${path.slice(0, 2)}${path.slice(2).replace('/', '%2f')}`],
  ['with a dot segment', (path) => `/x/..${path}`],
  ['in capitals', (path) => path.toUpperCase()],
  ['with a slash at the end', (path) => `${path}/`],
];

describe('a limit by path', () => {
  it.each(SPELLINGS)('counts the calls whose target is written %s, unless no route answers them', async (_, spell) => {
    const headers = { 'X-Forwarded-For': `192.0.2.${SPELLINGS.findIndex(([, one]) => one === spell)}` };
    const seen: number[] = [];
    for (let n = 0; n <= CALLS; n += 1) seen.push(await statusOfRaw(stack.url, spell('/api/auth/me'), headers));
    if (seen[0] === 401) expect(seen).toEqual([401, 401, 401, 429]);
    else for (const status of seen) expect([400, 404]).toContain(status);
  });

  it('counts a target in absolute form together with the same path in origin form', async () => {
    const headers = { 'X-Forwarded-For': '192.0.2.200' };
    const seen: number[] = [];
    for (const target of ['http://h/api/auth/me', '/api/auth/me', 'http://h/api/auth/me?x', '/api/auth/me'])
      seen.push(await statusOfRaw(stack.url, target, headers));
    expect(seen).toEqual([401, 401, 401, 429]);
  });
});
