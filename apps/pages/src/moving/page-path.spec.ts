import { expect, it } from 'vitest';
import { isPagePath } from './page-path.js';

it.each(['/', '/oferta', '/a/b-2/c', '/promo-2026', '/blog/r', '/docs-novos'])('a page may answer at %j', (path) => {
  expect(isPagePath(path)).toBe(true);
});

it.each([
  '',
  'oferta',
  '/Oferta',
  '/oferta/',
  '//oferta',
  '/a//b',
  '/../a',
  '/a b',
  '/ação',
  '/-a',
  '/a?b=1',
  '/a#b',
  '/a.html',
  '/%2f',
  '/r',
  '/r/x',
  '/f/frm',
  '/_f/x.js',
  '/metrics',
  '/docs',
  `/${'a'.repeat(200)}`,
])('no page may answer at %j', (path) => {
  expect(isPagePath(path)).toBe(false);
});
