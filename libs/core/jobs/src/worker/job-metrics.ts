import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import { metrics } from '#libs/core/observability';
import { JOBS_OPTIONS, type JobsOptions } from '../jobs-options.js';
import { Outbox } from '../outbox/outbox.js';

type Outcome = 'done' | 'failed';

/** Metrics of the jobs: how many of each kind wait, and how their chunks ended. */
@Injectable()
export class JobMetrics implements OnModuleDestroy {
  private readonly jobs = metrics.registerCounter({
    name: 'jobs_total',
    help: 'Jobs by kind and outcome of their handler',
    labelNames: ['kind', 'outcome'],
  });
  private readonly seconds = metrics.registerHistogram({
    name: 'job_chunk_seconds',
    help: 'Time that a chunk of jobs took',
    labelNames: ['kind'],
    buckets: [0.005, 0.02, 0.1, 0.5, 2, 10, 60],
  });
  private readonly stopDepth: () => void;

  constructor(outbox: Outbox, @Inject(JOBS_OPTIONS) { kinds }: JobsOptions) {
    this.stopDepth = metrics.observeGauge({
      name: 'outbox_jobs',
      help: 'Jobs in the outbox by kind and state: due, handed (dispatched), delayed, dead; counted up to 100,000',
      labelNames: ['kind', 'state'],
      async collect() {
        this.reset();
        for (const { kind, due, dispatched, delayed, dead } of await outbox.depth(kinds)) {
          const states = { due, handed: dispatched, delayed, dead };
          for (const [state, count] of Object.entries(states)) this.set({ kind, state }, count);
        }
      },
    });
  }

  onModuleDestroy(): void {
    this.stopDepth();
  }

  /** Starts timing a chunk; the function returned ends it and counts the jobs. */
  start(kind: string): (outcome: Outcome, jobs: number) => void {
    const stop = this.seconds.startTimer({ kind });
    return (outcome, jobs) => {
      stop();
      this.jobs.inc({ kind, outcome }, jobs);
    };
  }
}
