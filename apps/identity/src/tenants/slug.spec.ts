import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { slugOf } from './slug.js';

describe('slugOf', () => {
  it.each([
    ['Acme', 'acme'],
    ['  Café São José Ltda. ', 'cafe-sao-jose-ltda'],
    ['ACME 24/7 -- Co', 'acme-24-7-co'],
    ['日本', 'account'],
    ['---', 'account'],
    ['', 'account'],
    [`${'a'.repeat(47)} b`, 'a'.repeat(47)],
  ])('makes of %j %j', (name, slug) => expect(slugOf(name)).toBe(slug));

  it('is always fit for an address, and its own slug', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (name) => {
        const slug = slugOf(name);
        expect(slug).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
        expect(slug.length).toBeLessThanOrEqual(48);
        expect(slugOf(slug)).toBe(slug);
      }),
    );
  });
});
