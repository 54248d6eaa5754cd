// Loaded into every process of Vitest (`node --import`), and so into the threads that the code starts: Vitest's own
// transformation reaches no thread. A thread then loads TypeScript sources, each compiled once and kept on disk.
import { register } from 'node:module';
import { isMainThread } from 'node:worker_threads';

if (!isMainThread) register('./typescript-hooks.mjs', import.meta.url);
