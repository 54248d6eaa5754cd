/** Jobs as rows of the outbox, run by queues, with retries and dead letters. */

export { backoff } from './outbox/backoff.js';
export { DeadLetters, type DeadLetter, type DeadLetterFilter } from './outbox/dead-letters.js';
export {
  completeJobs,
  JobBatch,
  postponeJobs,
  type BatchJob,
  type ClaimedJob,
  type Postponement,
} from './outbox/job-batch.js';
export { DecoratedMethods } from './handlers/decorated-methods.js';
export { Every, type EveryOptions } from './handlers/every.js';
export { groupBy } from './group-by.js';
export { JobsModule } from './jobs.module.js';
export type { JobsOptions, ProcessRole } from './jobs-options.js';
export { OnJob, type JobOptions } from './handlers/on-job.js';
export { kindsOf, type JobKind, type NewJob } from './jobs.js';
export { Outbox } from './outbox/outbox.js';
export { LOST_LEASES_MAX } from './outbox/outbox.sql.js';
export {
  outboxContextSql,
  outboxLostLeasesSql,
  outboxSql,
  outboxTurnsSql,
  withoutTurnsSql,
} from './outbox/outbox-schema.js';
export { Reconciler } from './outbox/reconciler.js';
export { RelayWakeup } from './wakeup/relay-wakeup.js';
export { OUTBOX_ENTITIES } from './entities.js';
export { NOT_HELD, QUEUE_HOLD_DOWN_SQL, queueHoldSql } from './outbox/hold-schema.js';
export { DeadJobs } from './worker/dead-jobs.js';
export { ON_DEAD, OnDead, type DeadJob } from './handlers/on-dead.js';
export { ON_CANCEL, OnCancel, type CancelledJob } from './handlers/on-cancel.js';
export {
  currentHold,
  holdQueues,
  PENDING_CHOICES,
  QueueHolds,
  releaseQueues,
  type Hold,
  type PendingChoice,
} from './holds/queue-holds.js';

/**
 * The jobs of an app: kind → payload. Each app adds its own by declaration merging, for which it is declared
 * in this file:
 *
 *     declare module '#libs/core/jobs' {
 *       interface Jobs { 'email.deliver': { messageIds: string[] } }
 *     }
 */
export interface Jobs {}
