import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toRedirectPath, toRedirectTarget } from './redirect-path.js';

describe('toRedirectPath', () => {
  it.each([
    ['/', '/'],
    ['/Antigo/Produtos.html', '/antigo/produtos.html'],
    ['/a/b/', '/a/b'],
    ['/wp-content/_x~y', '/wp-content/_x~y'],
    ['/Promoção', '/promoção'],
    ['/promo%C3%A7%C3%A3o', '/promoção'],
    ['/meu%20arquivo.pdf', '/meu arquivo.pdf'],
    ['/100%25', '/100%'],
    ['/a%3fb', '/a?b'],
  ])('reads %s as %s', (text, path) => {
    expect(toRedirectPath(text)).toBe(path);
  });

  it.each([
    '',
    'a',
    '//a',
    '/a//',
    '/a//b',
    '/a/../b',
    '/./a',
    '/..',
    '/a?b=c',
    '/a#b',
    '/a%2fb',
    '/a%5Cb',
    '/%2e%2e/a',
    '/100%',
    '/a%00b',
    '/a%0d%0ab',
    '/a\ud800',
    '/%72/promo',
    '/a b',
    '/a\\b',
    '/a\r\nX: y',
    '/r/promo',
    '/R/promo',
    '/healthz',
    '/robots.txt',
    '/f/x',
    'https://example.com/a',
    `/${'a'.repeat(500)}`,
  ])('rejects %j', (text) => {
    expect(toRedirectPath(text)).toBeNull();
  });

  it('yields what a request for the path decodes to', () => {
    const texts = fc.oneof(
      fc.webPath(),
      fc.string({ unit: 'grapheme' }).map((text) => `/${text}`),
    );
    fc.assert(
      fc.property(texts, (text) => {
        const path = toRedirectPath(text);
        if (path === null) return;
        const address = path.split('/').map(encodeURIComponent).join('/');
        const { pathname } = new URL(address, 'https://example.com');
        expect(decodeURIComponent(pathname)).toBe(path);
        expect(toRedirectPath(pathname)).toBe(path);
      }),
      { numRuns: 500 },
    );
  });
});

describe('toRedirectTarget', () => {
  it.each([
    ['/novo', '/novo'],
    ['/novo?a=é#x', '/novo?a=%C3%A9#x'],
    ['https://Example.com', 'https://example.com/'],
    ['/a/../b', '/b'],
  ])('reads %s as %s', (text, target) => {
    expect(toRedirectTarget(text)).toBe(target);
  });

  it.each([
    '',
    'novo',
    '//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/a\\b',
    '/.//evil.example',
    'javascript:alert(1)',
    '/a\r\nX: y',
    '/\tb',
  ])('rejects %j', (text) => {
    expect(toRedirectTarget(text)).toBeNull();
  });

  it('yields a path of the same host or an http URL', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const target = toRedirectTarget(`/${text}`);
        if (target === null) return;
        expect(target).toMatch(/^[\x21-\x7e]+$/);
        expect(new URL(target, 'https://host.example').host).toBe('host.example');
        expect(toRedirectTarget(target)).toBe(target);
      }),
      { numRuns: 500 },
    );
  });
});
