import { Inject, Injectable } from '@nestjs/common';
import type * as Undici from 'undici';
import { lazyPackage } from '#libs/core/process';
import { groupBy, OnJob, Outbox, type ClaimedJob, type JobBatch } from '#libs/core/jobs';
import { logger, traceHeaders } from '#libs/core/observability';
import { Database, lockShared, type TenantId } from '#libs/core/persistence';
import { SecretBox } from '#libs/core/secrets';
import {
  APP_EVENT_BATCHES_PATH,
  APP_EVENT_JOB,
  APP_EVENTS_PATH,
  MAX_BATCH,
  type OutgoingEvent,
  PAYLOAD_PURPOSE,
  type Receipt,
} from './app-event.js';
import { APP_EVENTS_OPTIONS, type AppEventsOptions } from './app-events-options.js';
import { DeliveredHandlers } from './delivered-handlers.js';
import type { DeliveredEvent } from './on-app-event-delivered.js';

const TIMEOUT_MS = 10_000;
const FIRST_RETRY_MS = 1_000;
const LONGEST_RETRY_MS = 600_000;
/** An event that is not delivered in this time becomes a dead letter. */
const DELIVERY_MS = 7 * 86_400_000;
/** Calls of one chunk at a time. */
const CALLS = 10;
/** No app takes a body of less; an event that is longer goes alone. */
const BATCH_BYTES = 200 * 1024;
/** A process at rest delivers no events. */
const undici = lazyPackage<typeof Undici>('undici');

type EventJob = ClaimedJob<OutgoingEvent>;

/** A job with the payload of its event in plain. */
interface OpenedJob {
  job: EventJob;
  payload: unknown;
}

interface Failure {
  reason: string;
  isFinal: boolean;
}

/** Body of a receiver's response: `receipt` and `fault` to a single event, the others to a batch. */
interface Answer {
  receipt?: Receipt;
  fault?: string;
  receipts?: Receipt[];
  faults?: (string | null)[];
}

/**
 * Delivers events from the outbox to their apps. An event of a type that the receiver does not handle, one with a payload
 * that the receiver finds invalid, or one that is not delivered within seven days becomes a dead letter, which an operator may
 * retry.
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

  @OnJob(APP_EVENT_JOB, { chunk: MAX_BATCH, concurrency: 4 })
  async deliver(batch: JobBatch<OutgoingEvent>): Promise<void> {
    const { batches, singles } = this.plan(batch);
    const calls = [
      ...batches.map((events) => () => batch.runForAll(() => this.deliverAll(batch, events))),
      ...singles.map((job) => () => batch.runFor(job, () => this.deliverOne(batch, job))),
    ];
    const next = calls.values();
    const work = async (): Promise<void> => {
      for (const call of next) await call();
    };
    await Promise.all(Array.from({ length: CALLS }, work));
  }

  /**
   * Events of a type that is sent in batches go together at every other attempt, and alone in between: after an outage they
   * are still few calls, and one that its receiver cannot apply stops no other.
   */
  private plan({ tenantId, jobs }: JobBatch<OutgoingEvent>): { batches: OpenedJob[][]; singles: EventJob[] } {
    const types = new Set<string>(this.options.batched);
    const together = jobs.filter(({ payload, attempt }) => types.has(payload.type) && attempt % 2 === 1);
    const opened = together.flatMap((job): OpenedJob[] => {
      const payload = this.open(tenantId, job.payload.sealed, job.payload.payload);
      return payload === undefined ? [] : [{ job, payload }];
    });
    const groups = groupBy(opened, ({ job: { payload, attempt } }) => `${payload.to} ${payload.type} ${attempt}`);
    const batches = [...groups.values()].flatMap(partsOf).filter(({ length }) => length > 1);
    const batched = new Set(batches.flat().map(({ job }) => job));
    return { batches, singles: jobs.filter((job) => !batched.has(job)) };
  }

  private async deliverAll(batch: JobBatch<OutgoingEvent>, events: readonly OpenedJob[]): Promise<void> {
    const { tenantId } = batch;
    const [first] = events;
    const { to, type } = first!.job.payload;
    const body = {
      type,
      tenantId,
      from: this.options.app,
      events: events.map(({ job, payload }) => ({ id: job.payload.id, occurredAt: job.payload.occurredAt, payload })),
    };
    const answer = await this.call(to, APP_EVENT_BATCHES_PATH, body);
    const { receipts = [], faults = [] } = 'reason' in answer ? {} : answer;
    const isAnswered = receipts.length === events.length;
    const applied = isAnswered ? events.filter((_, index) => receipts[index] !== 'unknown') : [];
    if (applied.length > 0)
      await this.complete(
        batch,
        applied.map(({ job }) => job),
      );
    const invalid = isAnswered ? events.flatMap(({ job }, index) => withFault(job, faults[index])) : [];
    for (const { job, fault } of invalid) await this.deadLetter(batch, job, invalidReason(to, type, fault));
    const done = new Set([...applied.map(({ job }) => job), ...invalid.map(({ job }) => job)]);
    const left = events.filter(({ job }) => !done.has(job));
    if (left.length === 0) return;
    // Each goes alone the next time, and is judged alone.
    const reason = 'reason' in answer ? answer.reason : `${to} does not take batches of ${type}`;
    const postponements = left.map(({ job }) => ({ id: job.id, at: retryAt(job.attempt), reason }));
    await this.database.tenant(tenantId, (tx) => batch.postpone(tx, postponements));
  }

  private async deliverOne(batch: JobBatch<OutgoingEvent>, job: EventJob): Promise<void> {
    const failure = await this.attempt(batch.tenantId, job.payload);
    if (!failure) {
      await this.complete(batch, [job]);
    } else if (failure.isFinal || Date.now() - job.createdAt.getTime() > DELIVERY_MS) {
      await this.deadLetter(batch, job, failure.reason);
    } else {
      const later = { id: job.id, at: retryAt(job.attempt), reason: failure.reason };
      await this.database.tenant(batch.tenantId, (tx) => batch.postpone(tx, [later]));
    }
  }

  /** Makes a dead letter of a job. */
  private async deadLetter(batch: JobBatch<OutgoingEvent>, { id }: EventJob, reason: string): Promise<void> {
    batch.markHandled(id);
    await this.outbox.fail(id, reason, null);
  }

  private async complete(batch: JobBatch<OutgoingEvent>, jobs: readonly EventJob[]): Promise<void> {
    const { tenantId } = batch;
    await this.database.tenant(tenantId, async (tx) => {
      // No backup has the end of an event without its effect at the receiver.
      await lockShared(tx, 'event completions');
      await batch.complete(
        tx,
        jobs.map(({ id }) => id),
      );
      for (const { payload } of jobs) {
        if (!this.delivered.has(payload.type)) continue;
        const opened = this.open(tenantId, payload.sealed, payload.payload);
        await this.delivered.handle(tx, { ...payload, tenantId, payload: opened } as DeliveredEvent);
      }
    });
  }

  /** Undefined if the receiver has applied the event. */
  private async attempt(
    tenantId: TenantId,
    { to, sealed, payload: plain, ...event }: OutgoingEvent,
  ): Promise<Failure | undefined> {
    const payload = this.open(tenantId, sealed, plain);
    if (payload === undefined) return { reason: 'The payload cannot be opened: its key is missing', isFinal: false };
    const answer = await this.call(to, APP_EVENTS_PATH, { ...event, payload, tenantId, from: this.options.app });
    if ('reason' in answer) return answer;
    if (answer.receipt !== 'unknown') return undefined;
    const { type } = event;
    const reason = answer.fault ? invalidReason(to, type, answer.fault) : `${to} does not know ${type}`;
    return { reason, isFinal: true };
  }

  private async call(to: string, path: string, body: object): Promise<Answer | Failure> {
    const url = this.options.receivers[to];
    if (!url) return { reason: `Events to ${to} have no address`, isFinal: false };
    try {
      const { statusCode, body: answer } = await undici().request(new URL(path, url), {
        method: 'POST',
        headers: {
          authorization: `Bearer ${this.options.serviceSecret}`,
          'content-type': 'application/json',
          ...traceHeaders(),
        },
        body: JSON.stringify(body),
        headersTimeout: TIMEOUT_MS,
        bodyTimeout: TIMEOUT_MS,
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      if (statusCode === 200) return (await answer.json()) as Answer;
      await answer.dump();
      return { reason: `${to} answered ${statusCode}`, isFinal: false };
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

const withFault = (job: EventJob, fault: string | null | undefined) => (fault ? [{ job, fault }] : []);

const invalidReason = (to: string, type: string, fault: string): string => `${to} finds ${type} invalid: ${fault}`;

/** Doubles from one second to ten minutes, with a random change of up to a quarter. */
function retryAt(attempt: number): Date {
  const wait = Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** (attempt - 1));
  return new Date(Date.now() + wait * (0.75 + Math.random() / 2));
}

/** Parts of a group that each fit a call. */
function partsOf(group: readonly OpenedJob[]): OpenedJob[][] {
  const parts: OpenedJob[][] = [];
  let bytes = BATCH_BYTES;
  for (const one of group) {
    const size = Buffer.byteLength(JSON.stringify(one.payload)) + 200;
    if (bytes + size > BATCH_BYTES) {
      parts.push([]);
      bytes = 0;
    }
    parts.at(-1)!.push(one);
    bytes += size;
  }
  return parts;
}
