import { Module, type DynamicModule } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { BullModule, type BullModuleOptions } from '@nestjs/bull';
import { ScheduleModule } from '@nestjs/schedule';
import { DecoratedMethods } from './decorated-methods.js';
import { DeadLetters } from './dead-letters.js';
import { HeldTenants } from './held-tenants.js';
import { JobMetrics } from './job-metrics.js';
import { JobRegistry } from './job-registry.js';
import { JOBS_OPTIONS, type JobsOptions } from './jobs-options.js';
import { Outbox } from './outbox.js';
import { OutboxLine } from './outbox-line.js';
import { QueueRoom } from './queue-room.js';
import { queueName, Queues } from './queues.js';
import { Reconciler } from './reconciler.js';
import { Relay } from './relay.js';
import { RelayBell } from './relay-bell.js';
import { Timers } from './timers.js';
import { Worker } from './worker.js';

const RECONNECT_MS = 200;

/** An app's promised work: the outbox, the relay to Bull, the workers and the search for what got lost. */
@Module({})
export class JobsModule {
  static forRoot(options: JobsOptions): DynamicModule {
    return {
      module: JobsModule,
      global: true,
      imports: [
        DiscoveryModule,
        ScheduleModule.forRoot(),
        ...options.kinds.map((kind) =>
          BullModule.registerQueue({ name: queueName(options.app, kind), ...queueOptions(options) }),
        ),
      ],
      providers: [
        { provide: JOBS_OPTIONS, useValue: options },
        RelayBell,
        DeadLetters,
        Outbox,
        OutboxLine,
        HeldTenants,
        Queues,
        QueueRoom,
        DecoratedMethods,
        JobRegistry,
        Timers,
        JobMetrics,
        Relay,
        Worker,
        Reconciler,
      ],
      exports: [DeadLetters, Outbox, RelayBell, Reconciler],
    };
  }
}

function queueOptions({ app, redisUrl, leaseMs }: JobsOptions): BullModuleOptions {
  return {
    url: redisUrl,
    // Left to itself, a connection waits for up to 20 seconds before it looks again whether Redis is back.
    redis: { retryStrategy: () => RECONNECT_MS },
    // The braces keep a queue's keys in one slot of a Redis Cluster.
    prefix: `{${app}}`,
    settings: {
      lockDuration: leaseMs,
      stalledInterval: leaseMs,
      // A stalled chunk is safe to repeat: what was settled of it is gone from the outbox.
      maxStalledCount: 1_000,
      // Without Redis the blocking read comes back this often to see whether there is work.
      drainDelay: 1,
      // A job that Redis lost is one for the reconciler; the worker's place need not wait for it.
      retryProcessDelay: 250,
    },
  };
}
