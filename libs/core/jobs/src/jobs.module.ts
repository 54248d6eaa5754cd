import { Module, type DynamicModule } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { ScheduleModule } from '@nestjs/schedule';
import { DecoratedMethods } from './handlers/decorated-methods.js';
import { bullModules, bullQueueProvider } from './queue/bull-queue.js';
import { DeadLetters } from './outbox/dead-letters.js';
import { PausedTenants } from './relay/paused-tenants.js';
import { HoldRelease } from './holds/hold-release.js';
import { DeadJobs } from './worker/dead-jobs.js';
import { JobMetrics } from './worker/job-metrics.js';
import { JobRegistry } from './handlers/job-registry.js';
import { JOBS_OPTIONS, type JobsOptions } from './jobs-options.js';
import { Outbox } from './outbox/outbox.js';
import { TenantLine } from './relay/tenant-line.js';
import { QueueHolds } from './holds/queue-holds.js';
import { Reconciler } from './outbox/reconciler.js';
import { Relay } from './relay/relay.js';
import { RelayChannel } from './wakeup/relay-channel.js';
import { RelayWakeup } from './wakeup/relay-wakeup.js';
import { Timers } from './timers/timers.js';
import { Worker } from './worker/worker.js';

/** An app's jobs and timers: the outbox, the relay to the queue, the workers and the reconciler. */
@Module({})
export class JobsModule {
  static forRoot(options: JobsOptions): DynamicModule {
    return {
      module: JobsModule,
      global: true,
      imports: [DiscoveryModule, ScheduleModule.forRoot(), ...bullModules(options)],
      providers: [
        { provide: JOBS_OPTIONS, useValue: options },
        RelayChannel,
        RelayWakeup,
        DeadLetters,
        Outbox,
        TenantLine,
        PausedTenants,
        bullQueueProvider(options),
        DecoratedMethods,
        JobRegistry,
        Timers,
        JobMetrics,
        DeadJobs,
        Relay,
        Worker,
        Reconciler,
        QueueHolds,
        HoldRelease,
      ],
      exports: [DeadJobs, DeadLetters, DecoratedMethods, Outbox, QueueHolds, RelayWakeup, Reconciler],
    };
  }
}
