import { SetMetadata } from '@nestjs/common';
import type { JobBatch } from '../outbox/job-batch.js';
import type { Jobs } from '../index.js';
import type { JobKind } from '../jobs.js';

export interface JobOptions {
  /** Jobs of one tenant that are dispatched, claimed and handled together. */
  chunk: number;
  /** Chunks that one process works on at a time; at most three quarters of them are of one tenant. */
  concurrency: number;
  /** Fewer chunks of one tenant than that: for work that waits for servers of the tenants themselves. */
  perTenant?: number;
  /** After so many failures of the handler in a row a job becomes a dead letter. A postponement is none, and neither is the end of its process. */
  maxFailures: number;
  /**
   * `own` (default): the handler runs in the context of its jobs. `none`: in no context, unless the process is traced. A context makes
   * all promises of a process dearer, so this is for hot paths that write no log lines for single jobs, and enqueue none.
   */
  context: 'own' | 'none';
}

export interface JobMetadata {
  kind: JobKind;
  options: JobOptions;
}

export const ON_JOB = Symbol('on-job');

const DEFAULTS: JobOptions = { chunk: 1, concurrency: 4, maxFailures: 20, context: 'own' };

/**
 * Makes a method the handler of a kind of job. The method completes or postpones each job of the {@link JobBatch}.
 */
export const OnJob =
  <K extends JobKind>(kind: K, options: Partial<JobOptions> = {}) =>
  (
    target: object,
    name: string | symbol,
    method: TypedPropertyDescriptor<(batch: JobBatch<Jobs[K]>) => Promise<void>>,
  ): void => {
    const metadata: JobMetadata = { kind, options: { ...DEFAULTS, ...options } };
    SetMetadata(ON_JOB, metadata)(target, name, method);
  };
