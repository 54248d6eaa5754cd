import { availableParallelism, totalmem } from 'node:os';

/** A worker that has loaded every app has about this much, with what it starts. */
const WORKER_BYTES = 1.5 * 2 ** 30;

const cores = availableParallelism();
const mostWorkers = Math.max(2, Math.floor(totalmem() / WORKER_BYTES / 2));
const workers = (wanted) => `--maxWorkers=${Math.min(wanted, mostWorkers)}`;

/**
 * The processes of Vitest that run side by side. The second takes every project of vitest.config.ts that the first does
 * not, so a new one cannot be left out: its specs start whole systems as processes, and wait more than they compute.
 */
export const LANES = [
  // Specs wait for Postgres, timers and answers: with one worker for each processor, much of it is idle.
  { name: 'specs', args: [workers(2 * cores), '--project=specs*'] },
  { name: 'systems', args: [workers(cores), '--project=!specs*'] },
];
