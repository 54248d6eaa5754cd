import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { HOST_MAX, isPublicSuffix, isWithin, toHost } from './host.js';

describe('toHost', () => {
  it.each([
    ['WWW.Example.COM', 'www.example.com'],
    ['example.com.', 'example.com'],
    ['example.com。', 'example.com'],
    ['münchen.example', 'xn--mnchen-3ya.example'],
    ['promoção.com.br', 'xn--promoo-7ta5a.com.br'],
    ['例え。テスト', 'xn--r8jz45g.xn--zckzah'],
    ['xn--mnchen-3ya.example', 'xn--mnchen-3ya.example'],
    ['ｅｘａｍｐｌｅ.com', 'example.com'],
    ['contract-check.example.test', 'contract-check.example.test'],
  ])('reads %s as %s', (text, host) => {
    expect(toHost(text)).toBe(host);
  });

  it.each([
    '',
    '.',
    'localhost',
    'com',
    'com.',
    'example..com',
    '.example.com',
    'example.com..',
    '10.0.0.1',
    '１０.0.0.1',
    '0x7f.1',
    '1.2.3.0400',
    '2130706433',
    '[::1]',
    '::ffff:10.0.0.1',
    '-a.example',
    'a-.example',
    'under_score.example',
    '*.example.com',
    'two words.example',
    'user@example.com',
    'example.com:8443',
    'example.com/path',
    'https://example.com',
    'example.com?x',
    'example.com#x',
    'exam%70le.com',
    'example.com\r\nHost: other',
    'example.com\0',
    'xn--.example',
    'xn--a.example',
    `${'a'.repeat(64)}.example`,
    `${'a.'.repeat(120)}example`,
  ])('rejects %j', (text) => {
    expect(toHost(text)).toBeNull();
  });

  it('yields what browsers put into the Host header, and leaves it as it is', () => {
    const texts = fc.oneof(
      fc.domain(),
      fc.string({ unit: 'grapheme', maxLength: 40 }).map((text) => `${text}.example`),
      fc.stringMatching(/^[a-zA-Z0-9.\-é。ß١]{1,40}$/),
    );
    fc.assert(
      fc.property(texts, (text) => {
        const host = toHost(text);
        if (host === null) return;
        expect(host).toMatch(/^[a-z0-9.-]+$/);
        expect(host.length).toBeLessThanOrEqual(HOST_MAX);
        expect(new URL(`https://${text}/`).hostname.replace(/\.$/, '')).toBe(host);
        expect(toHost(host)).toBe(host);
        expect(toHost(`${host.toUpperCase()}.`)).toBe(host);
      }),
      { numRuns: 500 },
    );
  });
});

describe('isPublicSuffix', () => {
  it.each(['com.br', 'co.uk', 'github.io', 'vercel.app', 's3.amazonaws.com'])('is true of %s', (host) => {
    expect(isPublicSuffix(host)).toBe(true);
  });

  it.each(['example.com.br', 'www.example.com', 'acme.github.io', 'example.test', 'xn--mnchen-3ya.example'])(
    'is false of %s',
    (host) => {
      expect(isPublicSuffix(host)).toBe(false);
    },
  );
});

it('isWithin finds a host and what is below it, and no look-alike', () => {
  const own = ['pages.service.test'];
  expect(['pages.service.test', 'a.b.pages.service.test'].map((host) => isWithin(host, own))).toEqual([true, true]);
  expect(['service.test', 'xpages.service.test'].map((host) => isWithin(host, own))).toEqual([false, false]);
});
