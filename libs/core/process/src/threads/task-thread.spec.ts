import { afterEach, describe, expect, it } from 'vitest';
import { TaskThread, ThreadBusy, tookTooMuch } from './task-thread.js';

const MEMORY = { maxOldGenerationSizeMb: 32, maxYoungGenerationSizeMb: 8 };
const PATIENT_MS = 60_000;

/** Does as `answerTasks`, whose sources a thread cannot import here. */
const FILE = new URL(
  `data:text/javascript,${encodeURIComponent(`
  import { parentPort, workerData } from 'node:worker_threads';
  const beat = new BigInt64Array(workerData.data);
  let done = 0;
  parentPort.on('message', (task) => {
    Atomics.store(beat, 0, process.hrtime.bigint());
    if (task === 'for ever') for (;;);
    Atomics.store(beat, 0, 0n);
    parentPort.postMessage(task + ' ' + ++done);
  });`)}`,
);

const threads: TaskThread<string, string>[] = [];
afterEach(() => Promise.all(threads.splice(0).map((thread) => thread.terminate())));

function start(maxWaiting = 10): TaskThread<string, string> {
  const thread = new TaskThread<string, string>(FILE, { name: 'test', memory: MEMORY, maxWaiting });
  threads.push(thread);
  return thread;
}

describe('a thread of tasks', () => {
  it('does them one after another', async () => {
    const thread = start();
    const tasks = ['a', 'b', 'c'].map((task) => thread.run(() => task, PATIENT_MS));
    expect(await Promise.all(tasks)).toEqual(['a 1', 'b 2', 'c 3']);
  });

  it('ends with one that takes too much, and does the next ones anew', async () => {
    const thread = start();
    const [heavy, next] = await Promise.allSettled([
      thread.run(() => 'for ever', 200),
      thread.run(() => 'a', PATIENT_MS),
    ]);
    expect(heavy).toMatchObject({ status: 'rejected', reason: { limit: 'time' } });
    expect(tookTooMuch((heavy as PromiseRejectedResult).reason)).toBe(true);
    expect(next).toEqual({ status: 'fulfilled', value: 'a 1' });
  });

  it('takes no more than may wait', async () => {
    const thread = start(2);
    const outcomes = await Promise.allSettled(
      ['a', 'b', 'c', 'd', 'e'].map((task) => thread.run(() => task, PATIENT_MS)),
    );
    const rejected = outcomes.filter(({ status }) => status === 'rejected');
    expect(rejected.length).toBeGreaterThan(0);
    for (const outcome of rejected) expect((outcome as PromiseRejectedResult).reason).toBeInstanceOf(ThreadBusy);
  });

  it('passes on what keeps a task from being read', async () => {
    const thread = start();
    await expect(thread.run(() => Promise.reject(new Error('The disk is away')), PATIENT_MS)).rejects.toThrow('away');
    expect(await thread.run(() => 'a', PATIENT_MS)).toBe('a 1');
  });
});
