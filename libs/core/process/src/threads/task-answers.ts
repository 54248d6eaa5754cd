import { parentPort } from 'node:worker_threads';
import { threadData } from './thread-data.js';

/** Memory that a thread shares: when it began its present task, 0 while it has none. */
export const BEAT_BYTES = 8;
export const IDLE = 0n;

/** Answers the tasks of a `TaskThread`; to be called once, in the file of the thread. */
export function answerTasks<In, Out>(answer: (task: In) => Out | Promise<Out>): void {
  const beat = new BigInt64Array(threadData<SharedArrayBuffer>());
  parentPort?.on('message', async (task: In) => {
    Atomics.store(beat, 0, process.hrtime.bigint());
    const reply = await answer(task);
    Atomics.store(beat, 0, IDLE);
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
    parentPort?.postMessage(reply);
  });
}
