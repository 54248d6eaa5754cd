import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { ClaimedJob, JobBatch } from '#libs/jobs';
import { logger } from '#libs/observability';
import { Database, newId } from '#libs/persistence';
import { MessageEvents } from '../messages/events/message-events.service.js';
import type { NewMessageEvent } from '../messages/events/record-events.sql.js';
import type { Channel } from '../messages/message.js';
import { Suspension, SUSPENDED_REASON } from '../suspension/suspension.js';
import type { Attempted, DeliverMessages, DeliveryOutcome, PendingMessage } from './delivery.js';
import { DeliveryMetrics } from './delivery.metrics.js';
import { DeliveryRepository } from './delivery.repository.js';
import { GIVE_UP_AFTER_MS, retryDelay } from './retry-delay.js';

type Job = ClaimedJob<DeliverMessages>;
type Batch = JobBatch<DeliverMessages>;

/** Makes one attempt at a message. */
export type Attempt = (message: PendingMessage) => Promise<DeliveryOutcome>;

/** Reads what attempts at these messages need, which are of one tenant and one channel. */
export type Prepare = (messages: readonly PendingMessage[]) => Promise<Attempt>;

/** What delivery is for every channel: who is still to be delivered to, and, in one transaction, what came of it. */
@Injectable()
export class DeliveryService {
  constructor(
    private readonly database: Database,
    private readonly deliveries: DeliveryRepository,
    private readonly events: MessageEvents,
    private readonly metrics: DeliveryMetrics,
    private readonly suspension: Suspension,
  ) {}

  /** Delivers a batch; `alsoRecord` joins the transaction in which the outcomes are recorded. */
  async deliver(
    channel: Channel,
    batch: Batch,
    prepare: Prepare,
    alsoRecord?: (tx: EntityManager, recorded: readonly Attempted[]) => Promise<void>,
  ): Promise<void> {
    const later = await this.suspension.waitUntil(batch.tenantId);
    if (later) return batch.postponeUntried(this.database, later, SUSPENDED_REASON);
    const ids = batch.jobs.flatMap(({ payload }) => payload.messageIds);
    const messages = inOrder(ids, await this.deliveries.pending(batch.tenantId, ids));
    const attempts = messages.length > 0 ? await attemptAll(batch, messages, await prepare(messages)) : [];
    await this.database.tenant(batch.tenantId, async (tx) => {
      const recorded = await this.record(tx, batch, attempts);
      await alsoRecord?.(tx, recorded);
    });
    for (const { outcome } of attempts) this.metrics.count(channel, outcome.kind);
  }

  /** Settles the jobs first: what another worker has taken over meanwhile is not ours to record. */
  private async record(tx: EntityManager, batch: Batch, attempts: readonly Attempted[]): Promise<Attempted[]> {
    const deferred = new Set(
      attempts.filter(({ outcome }) => outcome.kind === 'deferred').map(({ message }) => message.id),
    );
    const ours = await settle(tx, batch, deferred);
    const owned = new Set(batch.jobs.filter(({ id }) => ours.has(id)).flatMap(({ payload }) => payload.messageIds));
    const recorded = attempts.filter(({ message }) => owned.has(message.id));
    await this.events.record(tx, batch.tenantId, recorded.map(toEvent));
    return recorded;
  }
}

/** The messages in the order in which their jobs come. */
function inOrder(ids: readonly string[], messages: readonly PendingMessage[]): PendingMessage[] {
  const places = new Map(ids.map((id, place) => [id, place]));
  return messages.toSorted((a, b) => (places.get(a.id) ?? 0) - (places.get(b.id) ?? 0));
}

/** Completes the jobs whose messages are all settled, and puts off the others. Returns the ids of those still ours. */
async function settle(tx: EntityManager, batch: Batch, deferred: ReadonlySet<string>): Promise<Set<string>> {
  const isDeferred = ({ payload }: Job) => payload.messageIds.some((id) => deferred.has(id));
  const done = batch.jobs.filter((job) => !isDeferred(job)).map(({ id }) => id);
  const now = Date.now();
  const later = batch.jobs.filter(isDeferred).map((job) => ({
    id: job.id,
    at: new Date(now + retryDelay(job.attempt, batch.tenantId)),
    reason: 'Refused for now',
  }));
  const completed = done.length > 0 ? await batch.complete(tx, done) : [];
  const postponed = later.length > 0 ? await batch.postpone(tx, later) : [];
  return new Set([...completed, ...postponed]);
}

/** One attempt at each message, within the context of its job. */
async function attemptAll(batch: Batch, messages: readonly PendingMessage[], attempt: Attempt): Promise<Attempted[]> {
  const jobs = new Map(batch.jobs.flatMap((job) => job.payload.messageIds.map((id) => [id, job] as const)));
  return Promise.all(
    messages.map((message) => {
      const job = jobs.get(message.id) as Job;
      return batch.runFor(job, async () => {
        const outcome = await attemptOne(message, attempt);
        return { message, outcome, context: job.context };
      });
    }),
  );
}

async function attemptOne(message: PendingMessage, attempt: Attempt): Promise<DeliveryOutcome> {
  const outcome = givingUp(message, await attempt(message));
  if (outcome.kind !== 'sent') {
    logger.info('A message was not delivered', { messageId: message.id, state: outcome.kind });
  }
  return outcome;
}

function givingUp(message: PendingMessage, outcome: DeliveryOutcome): DeliveryOutcome {
  const since = (message.scheduledAt ?? message.createdAt).getTime();
  if (outcome.kind !== 'deferred' || Date.now() - since < GIVE_UP_AFTER_MS) return outcome;
  return { ...outcome, kind: 'failed', reason: `Not delivered within two days: ${outcome.reason}` };
}

function toEvent({ message, outcome, context }: Attempted): NewMessageEvent {
  return {
    id: newId('evt'),
    messageId: message.id,
    type: outcome.kind,
    occurredAt: new Date(),
    error: outcome.kind === 'sent' ? null : outcome.reason,
    detail: outcome.detail,
    context,
  };
}
