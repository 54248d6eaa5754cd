import { describe, expect, it } from 'vitest';
import { Semaphore } from './semaphore.js';

const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

describe('Semaphore', () => {
  it('lets so many at a time pass, in the order in which they came', async () => {
    const semaphore = new Semaphore(2);
    const order: number[] = [];
    let inside = 0;
    let most = 0;
    const work = (name: number) => async () => {
      order.push(name);
      most = Math.max(most, (inside += 1));
      await turn();
      inside -= 1;
    };
    const all = [1, 2, 3, 4, 5].map((name) => semaphore.run(work(name)));
    expect(semaphore.waiting).toBe(3);
    await Promise.all(all);
    expect([order, most, semaphore.waiting]).toEqual([[1, 2, 3, 4, 5], 2, 0]);
  });

  it('gives a place back when the work fails', async () => {
    const semaphore = new Semaphore(1);
    await expect(semaphore.run(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(await semaphore.run(async () => 'yes')).toBe('yes');
  });
});
