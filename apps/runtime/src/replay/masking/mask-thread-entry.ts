// The entry of the thread that masks recordings. It knows nothing of the app: no configuration, no secrets, no database.
import { parentPort } from 'node:worker_threads';
import { threadData } from '#libs/core/process';
import { maskChunk } from './mask-chunk.js';
import { IDLE, type MaskRequest } from './mask-thread-messages.js';

const beat = new BigInt64Array(threadData<SharedArrayBuffer>());

parentPort?.on('message', (request: MaskRequest) => {
  Atomics.store(beat, 0, process.hrtime.bigint());
  const reply = maskChunk(request);
  Atomics.store(beat, 0, IDLE);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  parentPort?.postMessage(reply);
});
