export { JobBatch, type ClaimedJob, type Postponement } from './job-batch.js';
export { groupBy } from './group-by.js';
export { JobsModule } from './jobs.module.js';
export type { JobsOptions, ProcessRole } from './jobs-options.js';
export { OnJob, type JobOptions } from './on-job.js';
export { Outbox, type PromisedJob } from './outbox.js';
export { outboxSql } from './outbox-schema.js';
export { Reconciler } from './reconciler.js';
export { RelayBell } from './relay-bell.js';
