// The limit beside `queue`: Bull alone, which keeps nothing in a database.
import Bull from 'bull';
import { answerParent } from '../support/helper-process.js';

export interface BullRun {
  redisUrl: string;
  count: number;
  /** Jobs that are added at once. */
  group: number;
  /** Jobs that run at a time. */
  concurrency: number;
}

/** Jobs per second, from adding the first until the last has run. */
async function run({ redisUrl, count, group, concurrency }: BullRun): Promise<number> {
  const queue = new Bull<{ n: number }>('bench-alone', redisUrl);
  let left = count;
  const done = new Promise<void>((resolve) => {
    void queue.process(concurrency, async () => {
      if (--left === 0) resolve();
    });
  });
  await queue.isReady();
  const started = performance.now();
  for (let sent = 0; sent < count; sent += group) {
    const jobs = Array.from({ length: group }, (_, index) => ({
      data: { n: sent + index },
      opts: { removeOnComplete: true },
    }));
    await queue.addBulk(jobs);
  }
  await done;
  const took = (performance.now() - started) / 1_000;
  await queue.close();
  return count / took;
}

answerParent({ run });
