import { describe, expect, it } from 'vitest';
import { placeOf } from './place.js';

describe('the place that a call comes from', () => {
  it.each([
    ['192.0.2.7', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
    ['2001:db8:1:2:ffff::1', '2001:db8:1:2'],
    ['not an address', 'unknown'],
    [undefined, 'unknown'],
  ])('of %s is %s', (ip, place) => {
    expect(placeOf(ip)).toBe(place);
  });
});
