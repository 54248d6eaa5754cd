import { Module, type DynamicModule } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { ScheduleModule } from '@nestjs/schedule';
import { DecoratedMethods } from './decorated-methods.js';
import { bullModules, bullQueueProvider } from './bull-queue.js';
import { DeadLetters } from './dead-letters.js';
import { PausedTenants } from './paused-tenants.js';
import { HoldRelease } from './hold-release.js';
import { JobMetrics } from './job-metrics.js';
import { JobRegistry } from './job-registry.js';
import { JOBS_OPTIONS, type JobsOptions } from './jobs-options.js';
import { Outbox } from './outbox.js';
import { TenantLine } from './tenant-line.js';
import { QueueHolds } from './queue-holds.js';
import { Reconciler } from './reconciler.js';
import { Relay } from './relay.js';
import { RelayChannel } from './relay-channel.js';
import { RelayWakeup } from './relay-wakeup.js';
import { Timers } from './timers.js';
import { Worker } from './worker.js';

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
        Relay,
        Worker,
        Reconciler,
        QueueHolds,
        HoldRelease,
      ],
      exports: [DeadLetters, DecoratedMethods, Outbox, QueueHolds, RelayWakeup, Reconciler],
    };
  }
}
