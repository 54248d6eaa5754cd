import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NullIsAbsent, withoutNulls } from './null-is-absent.js';

@NullIsAbsent('Free')
class Body {}

class Strict {}

describe('a body in which null is an absent field', () => {
  it('is taken as it is when nothing in it is null', () => {
    const body = { A: 1, List: [{ B: 'x' }], Free: { c: null } };

    expect(withoutNulls(body, Body)).toBe(body);
  });

  it('loses its null fields at any depth, and stays as it came itself', () => {
    const body = { A: null, List: [{ B: null, C: 2 }, [null]], Free: { c: null } };
    const before = structuredClone(body);

    expect(withoutNulls(body, Body)).toEqual({ List: [{ C: 2 }, [null]], Free: { c: null } });
    expect(body).toEqual(before);
  });

  it('keeps the fields of other bodies', () => {
    const body = { A: null };

    expect(withoutNulls(body, Strict)).toBe(body);
  });

  it('keeps everything else, whatever it is', () => {
    fc.assert(
      fc.property(fc.object({ withNullPrototype: false }), (body) => {
        const expected = JSON.parse(JSON.stringify(body, (_, value: unknown) => value ?? undefined)) as object;
        fc.pre(!JSON.stringify(body)?.includes('null'));

        expect(JSON.parse(JSON.stringify(withoutNulls(body, Body)))).toEqual(expected);
      }),
    );
  });
});
