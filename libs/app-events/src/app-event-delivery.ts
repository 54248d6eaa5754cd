import { Inject, Injectable } from '@nestjs/common';
import type * as Undici from 'undici';
import { lazyPackage } from '#libs/lazy';
import { OnJob, Outbox, type ClaimedJob, type JobBatch } from '#libs/jobs';
import { logger, traceHeaders } from '#libs/observability';
import { Database, type TenantId } from '#libs/persistence';
import { SecretBox } from '#libs/secrets';
import { APP_EVENT_JOB, APP_EVENTS_PATH, type OutgoingEvent, PAYLOAD_PURPOSE, type Receipt } from './app-event.js';
import { APP_EVENTS_OPTIONS, type AppEventsOptions } from './app-events-options.js';
import { DeliveredHandlers } from './delivered-handlers.js';
import type { DeliveredEvent } from './on-app-event-delivered.js';

const TIMEOUT_MS = 10_000;
const FIRST_RETRY_MS = 1_000;
const LONGEST_RETRY_MS = 600_000;
/** An event that is not delivered in this time becomes a dead letter. */
const DELIVERY_MS = 7 * 86_400_000;
/** A process at rest delivers no events. */
const undici = lazyPackage<typeof Undici>('undici');

/**
 * Delivers events from the outbox to their apps. An event of a type that the receiver does not handle, or that is not
 * delivered within seven days, becomes a dead letter, which an operator may retry.
 */
@Injectable()
export class AppEventDelivery {
  constructor(
    private readonly database: Database,
    private readonly outbox: Outbox,
    private readonly secrets: SecretBox,
    private readonly delivered: DeliveredHandlers,
    @Inject(APP_EVENTS_OPTIONS) private readonly options: AppEventsOptions,
  ) {}

  @OnJob(APP_EVENT_JOB, { chunk: 10, concurrency: 4 })
  async deliver(batch: JobBatch<OutgoingEvent>): Promise<void> {
    await Promise.all(batch.jobs.map((job) => batch.runFor(job, () => this.deliverOne(batch, job))));
  }

  private async deliverOne(batch: JobBatch<OutgoingEvent>, job: ClaimedJob<OutgoingEvent>): Promise<void> {
    const failure = await this.attempt(batch.tenantId, job.payload);
    if (!failure) {
      await this.complete(batch, job);
    } else if (failure.isFinal || Date.now() - job.createdAt.getTime() > DELIVERY_MS) {
      batch.markHandled(job.id);
      await this.outbox.fail(job.id, failure.reason, null);
    } else {
      const later = { id: job.id, at: retryAt(job.attempt), reason: failure.reason };
      await this.database.tenant(batch.tenantId, (tx) => batch.postpone(tx, [later]));
    }
  }

  private async complete(
    batch: JobBatch<OutgoingEvent>,
    { id: jobId, payload }: ClaimedJob<OutgoingEvent>,
  ): Promise<void> {
    const { tenantId } = batch;
    await this.database.tenant(tenantId, async (tx) => {
      await batch.complete(tx, [jobId]);
      if (!this.delivered.has(payload.type)) return;
      const opened = this.open(tenantId, payload.sealed, payload.payload);
      await this.delivered.handle(tx, { ...payload, tenantId, payload: opened } as DeliveredEvent);
    });
  }

  /** Undefined if the receiver has applied the event. */
  private async attempt(
    tenantId: TenantId,
    { to, sealed, payload: plain, ...event }: OutgoingEvent,
  ): Promise<{ reason: string; isFinal: boolean } | undefined> {
    const url = this.options.receivers[to];
    if (!url) return { reason: `Events to ${to} have no address`, isFinal: false };
    const payload = this.open(tenantId, sealed, plain);
    if (payload === undefined) return { reason: 'The payload cannot be opened: its key is missing', isFinal: false };
    try {
      const { statusCode, body } = await undici().request(new URL(APP_EVENTS_PATH, url), {
        method: 'POST',
        headers: {
          authorization: `Bearer ${this.options.serviceSecret}`,
          'content-type': 'application/json',
          ...traceHeaders(),
        },
        body: JSON.stringify({ ...event, payload, tenantId, from: this.options.app }),
        headersTimeout: TIMEOUT_MS,
        bodyTimeout: TIMEOUT_MS,
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      const answer: unknown = statusCode === 200 ? await body.json() : await body.dump();
      if (statusCode !== 200) return { reason: `${to} answered ${statusCode}`, isFinal: false };
      const { receipt } = answer as { receipt: Receipt };
      return receipt === 'unknown' ? { reason: `${to} does not know ${event.type}`, isFinal: true } : undefined;
    } catch (error) {
      logger.debug('An event did not reach its app', { error });
      return { reason: `${to} does not answer`, isFinal: false };
    }
  }

  /** Undefined if the key that sealed it is not configured. */
  private open(tenantId: TenantId, sealed: string | undefined, plain: unknown): unknown {
    if (sealed === undefined) return plain;
    try {
      return JSON.parse(this.secrets.open(tenantId, PAYLOAD_PURPOSE, sealed));
    } catch (error) {
      logger.error('The payload of an event cannot be opened', { error });
      return undefined;
    }
  }
}

/** Doubles from one second to ten minutes, with a random change of up to a quarter. */
function retryAt(attempt: number): Date {
  const wait = Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** (attempt - 1));
  return new Date(Date.now() + wait * (0.75 + Math.random() / 2));
}
