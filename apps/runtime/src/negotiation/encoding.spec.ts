import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { encodingOf, ENCODINGS } from './encoding.js';

describe('the encoding of an answer', () => {
  it.each([
    [undefined, 'identity'],
    ['', 'identity'],
    ['gzip, deflate, br, zstd', 'br'],
    ['GZIP', 'gzip'],
    ['x-gzip', 'gzip'],
    ['br;q=0.5, gzip;q=0.9', 'gzip'],
    ['br;q=0, *', 'gzip'],
    ['*', 'br'],
    ['*;q=0', 'identity'],
    ['identity, br;q=0.5', 'identity'],
    ['identity;q=0.5, br;q=0.5', 'br'],
    ['identity;q=0, br;q=0, gzip;q=0', 'identity'],
    ['gzip;q=2, br;q=0.1', 'br'],
    ['gzip; q=0.3 , br ;q=0.2', 'gzip'],
    ['deflate', 'identity'],
    [';;;,,q=1', 'identity'],
  ])('for %s is %s', (header, encoding) => {
    expect(encodingOf(header)).toBe(encoding);
  });

  it('is one that the client accepts with the highest weight, whatever it writes', () => {
    const weight = fc.integer({ min: 0, max: 1000 }).map((number) => number / 1000);
    fc.assert(
      fc.property(fc.record({ br: weight, gzip: weight, identity: weight }), (weights) => {
        const header = Object.entries(weights)
          .map(([name, q]) => `${name};q=${q}`)
          .join(', ');
        const chosen = encodingOf(header);
        const most = Math.max(...Object.values(weights));
        expect(most === 0 ? chosen === 'identity' : weights[chosen] === most).toBe(true);
      }),
    );
  });

  it('is one of ours for any header at all', () => {
    fc.assert(fc.property(fc.string({ maxLength: 2_000 }), (header) => ENCODINGS.includes(encodingOf(header))));
  });
});
