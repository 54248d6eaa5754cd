import { describe, expect, it } from 'vitest';

import { Gate } from './gate.js';

describe('Gate', () => {
  it('lets the limit in, and the next one when one leaves', async () => {
    const gate = new Gate(2);
    expect(gate.tryEnter()).toBe(true);
    expect(gate.tryEnter()).toBe(true);
    expect(gate.tryEnter()).toBe(false);
    const order: string[] = [];
    const third = gate.enter(5000).then(() => order.push('third'));
    const fourth = gate.enter(5000).then(() => order.push('fourth'));
    gate.leave();
    await third;
    expect(order).toEqual(['third']);
    expect(gate.tryEnter()).toBe(false);
    gate.leave();
    await fourth;
    expect(gate.idle).toBe(false);
    gate.leave();
    gate.leave();
    expect(gate.idle).toBe(true);
  });

  it('turns away who waited too long, and does not count them', async () => {
    const gate = new Gate(1);
    await gate.enter(0);
    expect(await gate.enter(5)).toBe(false);
    gate.leave();
    expect(gate.idle).toBe(true);
  });
});
