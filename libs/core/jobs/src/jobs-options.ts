import type { JobKind } from './jobs.js';

export const JOBS_OPTIONS = Symbol('JOBS_OPTIONS');

export type ProcessRole = 'api' | 'worker' | 'all';

export interface JobsOptions {
  /** Name of the app; it prefixes the names of the queues. Apps with one outbox have one name, and share the queues of a kind. */
  app: string;
  redisUrl: string;
  /** Every kind of job of the app; see `kindsOf`. */
  kinds: readonly JobKind[];
  /** `api` only enqueues; `worker` and `all` dispatch jobs and run their handlers. */
  role: ProcessRole;
  /** How long a worker's lease lasts without a renewal (milliseconds). */
  leaseMs: number;
  /** The reconciler's interval (milliseconds). */
  reconcileMs: number;
}
