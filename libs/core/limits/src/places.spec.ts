import { expect, it } from 'vitest';
import { Places } from './places.js';

it('runs so many at a time, in the order in which they come, and goes on after one that fails', async () => {
  const places = new Places(2);
  const [started, ends]: [number[], ((failed: boolean) => void)[]] = [[], []];
  const runs = [0, 1, 2, 3].map((n) =>
    places.run(() => {
      started.push(n);
      return new Promise<void>((resolve, reject) =>
        ends.push((failed) => (failed ? reject(new Error('no')) : resolve())),
      );
    }),
  );
  expect(started).toEqual([0, 1]);
  ends[1]!(true);
  await expect(runs[1]).rejects.toThrow('no');
  expect(started).toEqual([0, 1, 2]);
  ends[0]!(false);
  await runs[0];
  expect(started).toEqual([0, 1, 2, 3]);
});
