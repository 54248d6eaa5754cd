import { SetMetadata, type CustomDecorator } from '@nestjs/common';

export interface JobOptions {
  /** Pieces of one tenant's work that travel together: one claim and one outcome for all of them. */
  chunk: number;
  /** Chunks that one process works on at a time; those of one tenant take up three quarters at most. */
  concurrency: number;
  /** How many failures of the handler itself (not refusals that it records) until the work is given up. */
  maxFailures: number;
}

export interface JobMetadata {
  kind: string;
  options: JobOptions;
}

export const ON_JOB = Symbol('on-job');

const DEFAULTS: JobOptions = { chunk: 1, concurrency: 4, maxFailures: 20 };

/** Makes a method the one handler of a kind of job. It takes a {@link JobBatch} and settles each job in it. */
export const OnJob = (kind: string, options: Partial<JobOptions> = {}): CustomDecorator<symbol> =>
  SetMetadata(ON_JOB, { kind, options: { ...DEFAULTS, ...options } } satisfies JobMetadata);
