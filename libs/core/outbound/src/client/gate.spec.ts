import { describe, expect, it } from 'vitest';

import { Gate } from './gate.js';

describe('Gate', () => {
  it('gives out its places, and the next one after a release', async () => {
    const gate = new Gate(2);
    expect(gate.tryAcquire()).toBe(true);
    expect(gate.tryAcquire()).toBe(true);
    expect(gate.tryAcquire()).toBe(false);
    const order: string[] = [];
    const third = gate.acquire(5000).then(() => order.push('third'));
    const fourth = gate.acquire(5000).then(() => order.push('fourth'));
    gate.release();
    await third;
    expect(order).toEqual(['third']);
    expect(gate.tryAcquire()).toBe(false);
    gate.release();
    await fourth;
    expect(gate.idle).toBe(false);
    gate.release();
    gate.release();
    expect(gate.idle).toBe(true);
  });

  it('rejects callers that waited too long, and does not count them', async () => {
    const gate = new Gate(1);
    await gate.acquire(0);
    expect(await gate.acquire(5)).toBe(false);
    gate.release();
    expect(gate.idle).toBe(true);
  });
});
