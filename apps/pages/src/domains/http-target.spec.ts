import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isShortLinkPath, TARGET_MAX, toHttpTarget } from './http-target.js';

describe('toHttpTarget', () => {
  it.each([
    ['https://example.com', 'https://example.com/'],
    ['HTTP://Example.com:80/a?b=c#d', 'http://example.com/a?b=c#d'],
    ['https://promoção.example/olá?q=é', 'https://xn--promoo-7ta5a.example/ol%C3%A1?q=%C3%A9'],
    ['https://example.com/%0d%0aSet-Cookie:x', 'https://example.com/%0d%0aSet-Cookie:x'],
  ])('reads %s', (text, target) => {
    expect(toHttpTarget(text)).toBe(target);
  });

  it.each([
    '',
    'example.com',
    '/path',
    '//example.com',
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    ' javascript:alert(1)',
    'java\nscript:alert(1)',
    'data:text/html,x',
    'vbscript:x',
    'file:///etc/passwd',
    'mailto:a@example.com',
    'ftp://example.com',
    'blob:https://example.com/x',
    'https:example.com',
    'https://',
    'https://user@example.com',
    'https://user:pass@example.com',
    'https://bank.example:80@evil.example',
    'https://example.com/\r\nSet-Cookie: x',
    'https://example.com/\n',
    'https://exa\tmple.com',
    ' https://example.com',
    'https://example.com/\u0085',
    'https://example.com/\u2028',
    `https://example.com/${'a'.repeat(TARGET_MAX)}`,
    `https://example.com/${'é'.repeat(TARGET_MAX / 3)}`,
  ])('rejects %j', (text) => {
    expect(toHttpTarget(text)).toBeNull();
  });

  it('yields an http URL that a header can carry, whatever it is given', () => {
    const texts = fc.oneof(
      fc.webUrl({ withFragments: true, withQueryParameters: true }),
      fc.string({ unit: 'binary' }).map((end) => `https://example.com/${end}`),
    );
    fc.assert(
      fc.property(texts, (text) => {
        const target = toHttpTarget(text);
        if (target === null) return;
        expect(target).toMatch(/^https?:\/\/[\x21-\x7e]+$/);
        expect(toHttpTarget(target)).toBe(target);
      }),
      { numRuns: 500 },
    );
  });
});

it('isShortLinkPath finds short links, however they are spelled', () => {
  expect(['/r/a', '/r', '/r/', '//r/a', '/%72/a', '/R/a', '/r%2fa'].map(isShortLinkPath)).not.toContain(false);
  expect(['/', '/ra', '/a/r/b', '/%ra'].map(isShortLinkPath)).not.toContain(true);
});
