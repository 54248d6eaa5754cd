export { DeadLetters, type DeadLetter, type DeadLetterFilter } from './dead-letters.js';
export {
  completeTogether,
  JobBatch,
  postponeTogether,
  type BatchJob,
  type ClaimedJob,
  type Postponement,
} from './job-batch.js';
export { Every, type EveryOptions } from './every.js';
export { groupBy } from './group-by.js';
export { JobsModule } from './jobs.module.js';
export type { JobsOptions, ProcessRole } from './jobs-options.js';
export { OnJob, type JobOptions } from './on-job.js';
export { Outbox, type PromisedJob } from './outbox.js';
export type { OutboxTransaction } from './outbox-transaction.js';
export { outboxSql, outboxTurnsSql, withoutTurnsSql } from './outbox-schema.js';
export { Reconciler } from './reconciler.js';
export { RelayBell } from './relay-bell.js';
export { OUTBOX_ENTITIES } from './entities.js';
