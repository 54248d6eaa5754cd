import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MAX_SLUG, SLUG, slugOf } from './slug.js';

describe('the slug of a name', () => {
  it.each([
    ['Newsletter', 'newsletter'],
    ['  Clientes de São Paulo (2026) ', 'clientes-de-sao-paulo-2026'],
    ['A--B__C', 'a-b-c'],
    ['ﬁne ½', 'fine-1-2'],
    ['n'.repeat(200), 'n'.repeat(100)],
    [`${'n'.repeat(99)} x`, 'n'.repeat(99)],
  ])('of %j is %j', (name, slug) => {
    expect(slugOf(name)).toBe(slug);
  });

  it('is made of a hash where no letter or digit is left, a different one for each name', () => {
    expect(slugOf('Ελλάδα')).toMatch(/^list-[0-9a-f]{16}$/);
    expect(slugOf('Ελλάδα')).toBe(slugOf('Ελλάδα'));
    expect(slugOf('Ελλάδα')).not.toBe(slugOf('日本'));
  });

  it('always has the form of a slug', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1, maxLength: 200, unit: 'grapheme' }), (name) => {
        expect(slugOf(name)).toMatch(SLUG);
        expect(slugOf(name).length).toBeLessThanOrEqual(MAX_SLUG);
      }),
    );
  });
});
