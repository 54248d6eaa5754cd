import { describe, expect, it } from 'vitest';
import { EndpointSlots } from './endpoint-slots.js';

const LIMITS = { perEndpoint: 2, unresponsive: 2 };

async function slotsWithUnresponsive(...ids: string[]): Promise<EndpointSlots> {
  const slots = new EndpointSlots(LIMITS);
  for (const id of ids) {
    await slots.acquire(id, 0);
    slots.release(id, false);
  }
  return slots;
}

describe('EndpointSlots', () => {
  it('allows an endpoint a few requests at a time, and no two endpoints share them', async () => {
    const slots = new EndpointSlots(LIMITS);
    expect(await slots.acquire('a', 0)).toBe(true);
    expect(await slots.acquire('a', 0)).toBe(true);
    expect(await slots.acquire('a', 0)).toBe(false);
    expect(await slots.acquire('b', 0)).toBe(true);
  });

  it('passes a released slot on to those that wait, in order', async () => {
    const slots = new EndpointSlots(LIMITS);
    await Promise.all([slots.acquire('a', 0), slots.acquire('a', 0)]);
    const order: number[] = [];
    const waiting = [1, 2].map(async (number) => {
      expect(await slots.acquire('a', 5_000)).toBe(true);
      order.push(number);
    });
    slots.release('a', true);
    slots.release('a', true);
    await Promise.all(waiting);
    expect(order).toEqual([1, 2]);
    expect(await slots.acquire('a', 0)).toBe(false);
  });

  it('waits no longer than the timeout', async () => {
    const slots = new EndpointSlots({ ...LIMITS, perEndpoint: 1 });
    await slots.acquire('a', 0);
    expect(await slots.acquire('a', 20)).toBe(false);
    slots.release('a', true);
    expect(await slots.acquire('a', 0)).toBe(true);
  });

  it('ends the waiting of each when its own time is over, also of one that came later', async () => {
    const slots = new EndpointSlots({ ...LIMITS, perEndpoint: 1 });
    await slots.acquire('a', 0);
    const long = slots.acquire('a', 60_000);
    const [shorter, short] = [slots.acquire('a', 40), slots.acquire('a', 20)];
    expect(await Promise.all([shorter, short])).toEqual([false, false]);
    slots.release('a', true);
    expect(await long).toBe(true);
  });

  it('allows an unresponsive endpoint one request at a time, and ends the waiting for it', async () => {
    const slots = new EndpointSlots(LIMITS);
    await Promise.all([slots.acquire('a', 0), slots.acquire('a', 0)]);
    const waiting = Promise.all([slots.acquire('a', 5_000), slots.acquire('a', 5_000)]);
    slots.release('a', false);
    expect(await waiting).toEqual([false, false]);
    expect(slots.isUnresponsive('a')).toBe(true);
    slots.release('a', false);
    expect(await slots.acquire('a', 5_000)).toBe(true);
    expect(await slots.acquire('a', 5_000)).toBe(false);
  });

  it('allows an endpoint all its slots again after its first answer', async () => {
    const slots = await slotsWithUnresponsive('a');
    await slots.acquire('a', 0);
    slots.release('a', true);
    expect(slots.isUnresponsive('a')).toBe(false);
    expect(await slots.acquire('a', 0)).toBe(true);
    expect(await slots.acquire('a', 0)).toBe(true);
  });

  it('limits all unresponsive endpoints together, and no others by them', async () => {
    const slots = await slotsWithUnresponsive('a', 'b', 'c');
    expect(await slots.acquire('a', 0)).toBe(true);
    expect(await slots.acquire('b', 0)).toBe(true);
    expect(await slots.acquire('c', 0)).toBe(false);
    expect(await slots.acquire('d', 0)).toBe(true);
    slots.release('a', true);
    expect(await slots.acquire('c', 0)).toBe(true);
  });

  it('counts right when slots are released without a request, or an endpoint hangs with several under way', async () => {
    const slots = await slotsWithUnresponsive('b');
    await Promise.all([slots.acquire('a', 0), slots.acquire('a', 0)]);
    slots.release('a', false);
    expect(await slots.acquire('b', 0)).toBe(true);
    slots.release('b', undefined);
    slots.release('a', undefined);
    expect(slots.isUnresponsive('b')).toBe(true);
    expect(await slots.acquire('a', 0)).toBe(true);
    expect(await slots.acquire('b', 0)).toBe(true);
  });
});
