export const JOBS_OPTIONS = Symbol('JOBS_OPTIONS');

export type ProcessRole = 'api' | 'worker' | 'all';

export interface JobsOptions {
  /** Name of the app: queues are its own. */
  app: string;
  redisUrl: string;
  /** Every kind of job that the app promises. */
  kinds: readonly string[];
  /** `api` only promises; `worker` and `all` hand over and do the work. */
  role: ProcessRole;
  /** How long a worker may hold work without a sign of life (milliseconds). */
  leaseMs: number;
  /** How often lost work is looked for (milliseconds). */
  reconcileMs: number;
}
