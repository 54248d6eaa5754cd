import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { DkimKey } from '#libs/email';
import { OnJob, type ClaimedJob, type JobBatch } from '#libs/jobs';
import { isEventType } from '#libs/events';
import { TenantDatabase } from '#libs/tenancy';
import { DomainSigningKeys } from '../domains/signing-keys.js';
import { senderDomain } from '../emails/email-draft.js';
import { EventCounts } from '../reports/event-counts.js';
import { SendingService } from '../sending/sending.service.js';
import { Suspension, SUSPENDED_REASON } from '../suspension/suspension.js';
import { WebhookEvents } from '../webhooks/webhook-events.service.js';
import type { Attempted, DeliveryOutcome, PendingEmail } from './delivery.js';
import { DeliveryMetrics } from './delivery.metrics.js';
import { DeliveryRepository, type RecordedEvent } from './delivery.repository.js';
import { EmailTransport } from './email-transport.js';
import { GIVE_UP_AFTER_MS, retryDelay } from './retry-delay.js';

export interface DeliverEmails {
  messageIds: string[];
}

type Job = ClaimedJob<DeliverEmails>;

/** Delivers promised e-mails and records, in one transaction, what came of them. */
@Injectable()
export class DeliveryProcessor {
  constructor(
    private readonly database: TenantDatabase,
    private readonly deliveries: DeliveryRepository,
    private readonly signingKeys: DomainSigningKeys,
    private readonly transport: EmailTransport,
    private readonly webhooks: WebhookEvents,
    private readonly metrics: DeliveryMetrics,
    private readonly suspension: Suspension,
    private readonly counts: EventCounts,
    private readonly sending: SendingService,
  ) {}

  @OnJob('email.deliver', { chunk: 50, concurrency: 6 })
  async deliver(batch: JobBatch<DeliverEmails>): Promise<void> {
    const later = await this.suspension.waitUntil(batch.tenantId);
    if (later) return batch.putOff(this.database, later, SUSPENDED_REASON);
    const messages = await this.deliveries.pending(
      batch.tenantId,
      batch.jobs.flatMap(({ payload }) => payload.messageIds),
    );
    const keys = await this.keysFor(batch, messages);
    const attempts = await Promise.all(messages.map((message) => this.attempt(message, keys)));
    await this.database.run(batch.tenantId, (tx) => this.record(tx, batch, attempts));
    for (const { outcome } of attempts) this.metrics.count(outcome.kind);
  }

  private async keysFor(batch: JobBatch<DeliverEmails>, messages: readonly PendingEmail[]) {
    if (messages.length === 0) return new Map<string, DkimKey[]>();
    const domains = [...new Set(messages.map(({ sender }) => senderDomain(sender)))];
    return this.signingKeys.forDomains(batch.tenantId, domains);
  }

  private async attempt(message: PendingEmail, keys: ReadonlyMap<string, DkimKey[]>): Promise<Attempted> {
    const outcome = await this.transport.deliver(message, keys.get(senderDomain(message.sender)) ?? []);
    return { message, outcome: givingUp(message, outcome) };
  }

  /** Settles the jobs first: what another worker has taken over meanwhile is not ours to record. */
  private async record(
    tx: EntityManager,
    batch: JobBatch<DeliverEmails>,
    attempts: readonly Attempted[],
  ): Promise<void> {
    const deferred = new Map(
      attempts
        .filter(({ outcome }) => outcome.kind === 'deferred')
        .map(({ message, outcome }) => [message.id, outcome]),
    );
    const ours = await settle(tx, batch, deferred);
    const owned = new Set(batch.jobs.filter(({ id }) => ours.has(id)).flatMap(({ payload }) => payload.messageIds));
    const recorded = attempts.filter(({ message }) => owned.has(message.id));
    if (recorded.length === 0) return;
    const events = await this.deliveries.record(tx, batch.tenantId, recorded);
    await this.count(tx, batch, events, recorded);
    await this.webhooks.record(
      tx,
      batch.tenantId,
      events.flatMap((event, index) => toWebhook(event, recorded[index])),
    );
  }

  private async count(
    tx: EntityManager,
    { tenantId }: JobBatch<DeliverEmails>,
    events: readonly RecordedEvent[],
    attempts: readonly Attempted[],
  ): Promise<void> {
    const counted = events.flatMap(({ type, occurredAt }, index) => {
      const message = attempts[index]?.message;
      if (!message || !this.sending.counts(message.environment)) return [];
      return [{ channel: 'email' as const, templateId: message.templateId, type, occurredAt }];
    });
    await this.counts.add(tx, tenantId, counted);
  }
}

/** Completes the jobs whose messages are all settled, and puts off the others. Returns the ids of those still ours. */
async function settle(
  tx: EntityManager,
  batch: JobBatch<DeliverEmails>,
  deferred: ReadonlyMap<string, DeliveryOutcome>,
): Promise<Set<string>> {
  const isDeferred = ({ payload }: Job) => payload.messageIds.some((id) => deferred.has(id));
  const done = batch.jobs.filter((job) => !isDeferred(job)).map(({ id }) => id);
  const later = batch.jobs.filter(isDeferred).map((job) => ({
    id: job.id,
    at: new Date(Date.now() + retryDelay(job.attempt)),
    reason: 'The mail server refused for now',
  }));
  const completed = done.length > 0 ? await batch.complete(tx, done) : [];
  const postponed = later.length > 0 ? await batch.postpone(tx, later) : [];
  return new Set([...completed, ...postponed]);
}

function givingUp(message: PendingEmail, outcome: DeliveryOutcome): DeliveryOutcome {
  if (outcome.kind !== 'deferred' || Date.now() - message.createdAt.getTime() < GIVE_UP_AFTER_MS) return outcome;
  return { ...outcome, kind: 'failed', reason: `Not delivered within two days: ${outcome.reason}` };
}

function toWebhook(event: RecordedEvent, attempted: Attempted | undefined) {
  const type = `email.${event.type}`;
  if (!attempted || !isEventType(type)) return [];
  const { message, outcome } = attempted;
  const data = {
    MessageId: message.id,
    From: message.sender,
    To: message.recipient,
    Subject: message.subject,
    ...(outcome.kind === 'failed' ? { Error: outcome.reason } : {}),
  };
  return [{ id: event.id, type, occurredAt: event.occurredAt, data }];
}
