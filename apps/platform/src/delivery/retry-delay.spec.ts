import { describe, expect, it } from 'vitest';
import { newId } from '#libs/core/persistence';
import { retryDelay } from './retry-delay.js';

describe('the wait before another attempt', () => {
  it('grows from seconds to hours', () => {
    const tenantId = newId('acc');
    const waits = Array.from({ length: 12 }, (_, n) => retryDelay(n + 1, tenantId));
    expect(waits).toEqual(waits.toSorted((a, b) => a - b));
    expect(waits[0]).toBeLessThan(6_000);
    expect(waits.at(-1)).toBeGreaterThan(3 * 3_600_000);
  });

  it('is the same for all messages of a tenant, so that they keep their order', () => {
    const tenantId = newId('acc');
    const waits = Array.from({ length: 10 }, () => retryDelay(5, tenantId));
    expect(new Set(waits).size).toBe(1);
  });

  it('differs among tenants by a tenth either way', () => {
    const waits = Array.from({ length: 100 }, () => retryDelay(4, newId('acc')));
    expect(new Set(waits).size).toBeGreaterThan(50);
    expect(Math.min(...waits)).toBeGreaterThanOrEqual(54_000);
    expect(Math.max(...waits)).toBeLessThanOrEqual(66_000);
  });
});
