import { describe, expect, it } from 'vitest';
import { newId } from '#libs/core/persistence';
import { safeTarget, ServedRedirect, withQuery } from './redirect.js';

describe('the target of a redirect', () => {
  it.each([
    ['/new', '/new'],
    ['/novo caminho?a=1#b', '/novo%20caminho?a=1#b'],
    ['https://example.test/a b', 'https://example.test/a%20b'],
    ['HTTP://example.test', 'http://example.test/'],
  ])('%s is %s', (target, location) => {
    expect(safeTarget(target)).toBe(location);
  });

  it.each([
    '//evil.test',
    '/\\evil.test',
    '/\t/evil.test',
    '/..//evil.test',
    'javascript:alert(1)',
    'evil.test',
    '',
    'data:text/html,x',
    'https://',
  ])('cannot be %j', (target) => {
    expect(safeTarget(target)).toBeNull();
    expect(ServedRedirect.of(newId('acc'), 301, target)).toBeNull();
  });

  it('has no line break in its header', () => {
    expect(safeTarget('https://example.test/\r\nSet-Cookie: a=b')).not.toMatch(/[\r\n]/);
    expect(safeTarget('/a\r\nb')).not.toMatch(/[\r\n]/);
  });

  it.each([
    ['/new', '?a=1', '/new?a=1'],
    ['/new?b=2', '?a=1', '/new?b=2&a=1'],
    ['/new#part', '?a=1', '/new?a=1#part'],
    ['/new', '', '/new'],
    ['/new', '?', '/new'],
  ])('%s with %s is %s', (target, query, location) => {
    expect(withQuery(target, query)).toBe(location);
  });
});
