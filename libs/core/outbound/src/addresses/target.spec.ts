import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { UrlRejected } from '../errors.js';
import { parseTarget } from './target.js';

describe('parseTarget', () => {
  it('parses a URL', () => {
    expect(parseTarget('https://Hooks.Example:8443/a/../b?c=1#d')).toEqual({
      url: 'https://hooks.example:8443/b?c=1',
      origin: 'https://hooks.example:8443',
      path: '/b?c=1',
      secure: true,
      host: 'hooks.example',
      port: 8443,
    });
    expect(parseTarget('http://hooks.example')).toMatchObject({ path: '/', port: 80, secure: false });
    expect(parseTarget('https://[2606:4700::1]/')).toMatchObject({ host: '2606:4700::1', port: 443 });
    expect(parseTarget('https://bücher.example/')).toMatchObject({ host: 'xn--bcher-kva.example' });
  });

  it.each([
    'http://2130706433/',
    'http://0x7f000001/',
    'http://0x7f.1/',
    'http://017700000001/',
    'http://0177.0.0.01/',
    'http://127.1/',
    'http://127.0.0.1./',
    'http://127。0。0。1/',
    'http://①②⑦.0.0.1/',
    'http:\\\\127.0.0.1\\',
    'http:127.0.0.1',
    'http://127.0.0.1\t',
    'http://%31%32%37.0.0.1/',
  ])('sees 127.0.0.1 in %s', (url) => expect(parseTarget(url).host).toBe('127.0.0.1'));

  it.each([
    ['http://[::ffff:127.0.0.1]/', '::ffff:7f00:1'],
    ['http://[0:0:0:0:0:0:0:1]/', '::1'],
    ['http://[::7f00:0001]/', '::7f00:1'],
  ])('brings %s to its usual notation', (url, host) => expect(parseTarget(url).host).toBe(host));

  it.each([
    ['ftp://a.example/', 'scheme'],
    ['file:///etc/passwd', 'scheme'],
    ['gopher://a.example:70/', 'scheme'],
    ['javascript:alert(1)', 'scheme'],
    ['//a.example/', 'malformed'],
    ['a.example', 'malformed'],
    ['', 'malformed'],
    ['http://', 'malformed'],
    ['http://a b/', 'malformed'],
    ['http://1.2.3.256/', 'malformed'],
    ['http://a.example:65536/', 'malformed'],
    ['http://[fe80::1%25eth0]/', 'malformed'],
    ['http://user@a.example/', 'credentials'],
    ['http://user:pass@a.example/', 'credentials'],
    ['http://:pass@a.example/', 'credentials'],
    ['http://a.example:25/', 'port'],
    ['http://a.example:0/', 'port'],
    ['https://a.example:6667/', 'port'],
    [`http://a.example/${'x'.repeat(2048)}`, 'too-long'],
  ])('rejects %s: %s', (url, reason) => {
    expect(() => parseTarget(url)).toThrow(UrlRejected);
    expect(() => parseTarget(url)).toThrow(expect.objectContaining({ reason }));
  });

  it('throws only UrlRejected, for any text', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.webUrl(),
          fc.string().map((text) => `http://${text}`),
        ),
        (text) => {
          try {
            expect(parseTarget(text).url).toMatch(/^https?:\/\//);
          } catch (error) {
            expect(error).toBeInstanceOf(UrlRejected);
          }
        },
      ),
    );
  });
});
