import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Suspension, SUSPENDED_REASON } from '#libs/core/auth';
import type { JobBatch } from '#libs/core/jobs';
import { Database, newId } from '#libs/core/persistence';
import { ErasedAddresses } from '../suppressions/erased-addresses.js';
import { MessageEvents } from '../messages/events/message-events.service.js';
import type { NewMessageEvent } from '../messages/events/record-events.sql.js';
import type { Channel } from '../channel.js';
import type { Attempted, DeliverMessages, PendingMessage } from './delivery.js';
import { DeliveryMetrics } from './delivery.metrics.js';
import { listPendingMessages } from './pending-messages.sql.js';
import { retryDelay } from './retry-delay.js';

type Batch = JobBatch<DeliverMessages>;

/**
 * The part of a delivery that every channel shares. A processor lists the pending messages of a batch, attempts them,
 * records the attempts in one transaction with its other writes, and counts them after the commit.
 */
@Injectable()
export class DeliveryService {
  constructor(
    private readonly database: Database,
    private readonly events: MessageEvents,
    private readonly metrics: DeliveryMetrics,
    private readonly suspension: Suspension,
    private readonly erased: ErasedAddresses,
  ) {}

  /** The messages of a batch that are still to be delivered; undefined if the batch was postponed as a whole. */
  async listPending(batch: Batch): Promise<PendingMessage[] | undefined> {
    const { tenantId, jobs } = batch;
    const later = await this.suspension.waitUntil(tenantId);
    if (later) {
      await batch.postponeUntried(this.database, later, SUSPENDED_REASON);
      return undefined;
    }
    const jobOf = new Map(jobs.flatMap((job) => job.payload.messageIds.map((id) => [id, job] as const)));
    return this.database.tenants([tenantId], (tx) => listPendingMessages(tx, this.erased, tenantId, jobOf));
  }

  /**
   * Completes or postpones the jobs, and records the attempts as events. Returns the attempts that were recorded; a job
   * that another worker has claimed meanwhile is left to that worker.
   */
  async record(tx: EntityManager, batch: Batch, attempts: readonly Attempted[]): Promise<Attempted[]> {
    const ours = await finishJobs(tx, batch, attempts);
    const owned = new Set(batch.jobs.filter(({ id }) => ours.has(id)).flatMap(({ payload }) => payload.messageIds));
    const recorded = attempts.filter(({ message }) => owned.has(message.id));
    await this.events.record(tx, batch.tenantId, recorded.map(toEvent));
    return recorded;
  }

  count(channel: Channel, attempts: readonly Attempted[]): void {
    for (const { outcome } of attempts) this.metrics.count(channel, outcome.kind);
  }
}

/** Completes the jobs without a deferred message, and postpones the others. Returns the ids of those still ours. */
async function finishJobs(tx: EntityManager, batch: Batch, attempts: readonly Attempted[]): Promise<Set<string>> {
  const isDeferred = ({ outcome }: Attempted) => outcome.kind === 'deferred';
  const deferred = new Set(attempts.filter(isDeferred).map(({ message }) => message.id));
  const done: string[] = [];
  const later: { id: string; at: Date; reason: string }[] = [];
  const now = Date.now();
  for (const { id, payload, attempt } of batch.jobs) {
    if (!payload.messageIds.some((messageId) => deferred.has(messageId))) done.push(id);
    else later.push({ id, at: new Date(now + retryDelay(attempt, batch.tenantId)), reason: 'Refused for now' });
  }
  const completed = done.length > 0 ? await batch.complete(tx, done) : [];
  const postponed = later.length > 0 ? await batch.postpone(tx, later) : [];
  return new Set([...completed, ...postponed]);
}

function toEvent({ message, outcome }: Attempted): NewMessageEvent {
  return {
    id: newId('evt'),
    messageId: message.id,
    type: outcome.kind,
    occurredAt: new Date(),
    error: outcome.kind === 'sent' ? null : outcome.reason,
    detail: outcome.detail,
    ...(outcome.kind === 'bounced' && { webhookData: outcome.detail }),
    context: message.job.context,
  };
}
