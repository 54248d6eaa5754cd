import { describe, expect, it } from 'vitest';
import { logger } from '#libs/core/observability';
import { Housekeeping } from './housekeeping.js';

logger.configure({ service: 'spec', level: 'silent' });

/** Something to purge, a batch at a time. */
function heap(size: number) {
  const calls: number[] = [];
  const purge = async (limit: number): Promise<number> => {
    const taken = Math.min(limit, size);
    size -= taken;
    calls.push(taken);
    return taken;
  };
  return { calls, purge };
}

describe('Housekeeping', () => {
  it('deletes batch after batch until nothing is left', async () => {
    const { calls, purge } = heap(2_500);
    const house = new Housekeeping([{ name: 'things', run: purge }]);
    await house.tidy();
    expect(calls).toEqual([1_000, 1_000, 500]);
  });

  it('goes on with the others when one fails', async () => {
    const { calls, purge } = heap(1);
    const broken = { name: 'broken', run: () => Promise.reject(new Error('away')) };
    const house = new Housekeeping([broken, { name: 'things', run: purge }]);
    await house.tidy();
    expect(calls).toEqual([1]);
  });

  it('stops between two batches when the app ends', async () => {
    const { calls, purge } = heap(1_000_000);
    const house = new Housekeeping([{ name: 'things', run: purge }]);
    const stop = new AbortController();
    const round = house.tidy(stop.signal);
    stop.abort();
    await round;
    expect(calls).toHaveLength(1);
  });
});
