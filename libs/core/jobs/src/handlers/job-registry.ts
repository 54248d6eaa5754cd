import { Inject, Injectable } from '@nestjs/common';
import { DecoratedMethods } from './decorated-methods.js';
import type { JobBatch } from '../outbox/job-batch.js';
import type { JobKind } from '../jobs.js';
import { JOBS_OPTIONS, type JobsOptions } from '../jobs-options.js';
import { ON_JOB, type JobMetadata, type JobOptions } from './on-job.js';

export interface JobHandler {
  kind: JobKind;
  options: JobOptions;
  handle(batch: JobBatch<unknown>): Promise<unknown>;
}

/** Finds the handler of each kind of job. @throws Error unless each kind of the app has exactly one */
@Injectable()
export class JobRegistry {
  private found: Map<string, JobHandler> | undefined;

  constructor(
    private readonly methods: DecoratedMethods,
    @Inject(JOBS_OPTIONS) private readonly options: JobsOptions,
  ) {}

  handlers(): JobHandler[] {
    return [...this.index().values()];
  }

  handlerOf(kind: string): JobHandler {
    const handler = this.index().get(kind);
    if (!handler) throw new Error(`No handler for jobs of kind ${kind}`);
    return handler;
  }

  private index(): Map<string, JobHandler> {
    if (this.found) return this.found;
    const methods = this.methods.list<JobMetadata, [JobBatch<unknown>]>(ON_JOB);
    const handlers = methods.map(({ metadata, call }) => ({ ...metadata, handle: call }));
    const found = new Map(handlers.map((handler) => [handler.kind, handler]));
    const missing = this.options.kinds.filter((kind) => !found.has(kind));
    const stray = handlers.filter(({ kind }) => !this.options.kinds.includes(kind)).map(({ kind }) => kind);
    if (missing.length > 0) throw new Error(`No handler for jobs of kind ${missing.join(', ')}`);
    if (stray.length > 0)
      throw new Error(`A handler for jobs of a kind that the app does not declare: ${stray.join(', ')}`);
    if (found.size !== handlers.length) throw new Error('Two handlers for one kind of job');
    return (this.found = found);
  }
}
