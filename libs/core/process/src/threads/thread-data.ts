import { workerData } from 'node:worker_threads';
import { ownTask } from './thread-time.js';

/** Everything that a thread is given when it starts. */
export interface ThreadStart<Data> {
  data: Data;
  /** One 32-bit number, in which the thread writes its number in the system. */
  task: SharedArrayBuffer;
}

/**
 * Returns what the thread was given as `data`. To be called once, at the start of a thread: from then on its work is measured in
 * processor time, and no longer by the clock.
 */
export function threadData<Data>(): Data {
  const { data, task } = workerData as ThreadStart<Data>;
  Atomics.store(new Int32Array(task), 0, ownTask());
  return data;
}
