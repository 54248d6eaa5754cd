import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalPath, isReservedPath } from './path.js';

describe('the one spelling of a path', () => {
  it.each([
    ['/', '/'],
    ['//', '/'],
    ['/oferta', '/oferta'],
    ['/oferta/', '/oferta'],
    ['/Oferta', '/oferta'],
    ['//sobre///loja//', '/sobre/loja'],
    ['/%6fferta', '/oferta'],
    ['/caf%C3%A9', '/café'],
    ['//evil.test/x', '/evil.test/x'],
  ])('of %s is %s', (raw, path) => {
    expect(canonicalPath(raw)).toBe(path);
  });

  it.each([
    '/a%2Fb',
    '/a%2fb',
    '/a%5Cb',
    '/..',
    '/a/../b',
    '/a/./b',
    '/%2e%2e/b',
    '/a%00b',
    '/a%0d%0ab',
    '/%',
    '/%c3',
    `/${'a'.repeat(1_001)}`,
  ])('does not exist for %s', (raw) => {
    expect(canonicalPath(raw)).toBeNull();
  });

  it('is a path of the same host, and its own one spelling once it is encoded', () => {
    const raw = fc.array(
      fc.constantFrom('/', '.', '%2e', '%25', 'A', 'b', '%41', '-', '%2F', ':', '@', '?'.repeat(0)),
      { maxLength: 20 },
    );
    fc.assert(
      fc.property(raw, (parts) => {
        const path = canonicalPath(`/${parts.join('')}`);
        if (path === null) return;
        expect(path).toMatch(/^\/(?!\/)/);
        expect(path === '/' || !path.endsWith('/')).toBe(true);
        expect(path.split('/')).not.toContain('..');
        expect(new URL(encodeURI(path), 'http://host.test').host).toBe('host.test');
        expect(canonicalPath(encodeURI(path))).toBe(path);
      }),
    );
  });
});

it('no page has the path of a route', () => {
  for (const path of [
    '/healthz',
    '/metrics',
    '/docs',
    '/docs/reference.js',
    '/f/1',
    '/_f/x.js',
    '/robots.txt',
    '/r',
    '/r/a/b',
    '/internal/tls-ask',
  ])
    expect(isReservedPath(path), path).toBe(true);
  for (const path of ['/', '/oferta', '/r/go', '/rr', '/sobre/docs']) expect(isReservedPath(path), path).toBe(false);
});
