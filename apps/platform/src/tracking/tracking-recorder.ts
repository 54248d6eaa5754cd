import { Injectable, type BeforeApplicationShutdown } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { groupBy } from '#libs/core/jobs';
import { logger } from '#libs/core/observability';
import { Database, GroupCommitter, lockKey, newId, type TenantId } from '#libs/core/persistence';
import { FeedbackMetrics } from '../feedback/feedback.metrics.js';
import { MessageEvents } from '../messages/events/message-events.service.js';
import { trackedDetail, type Occurrence, type TrackedEvent } from './tracked-event.js';
import { TrackingRepository } from './tracking.repository.js';

const GROUP_MAX = 500;
/** How long an event waits for its batch (milliseconds). A batch costs a part of its single writes. */
const LINGER_MS = 50;
/** The most events in memory. Beyond it the database is down or far behind; further events are dropped, redirects work. */
const WAITING_MAX = 20_000;
const DRAIN_MS = 5_000;

/**
 * Records opens and clicks after the answer, in batches. A killed process loses what it has not written; a stopped one
 * writes it first.
 */
@Injectable()
export class TrackingRecorder implements BeforeApplicationShutdown {
  private waiting = 0;
  private drained = () => {};
  private readonly group = new GroupCommitter<TrackedEvent, void>((events) => this.write(events), {
    maxItems: GROUP_MAX,
    lingerMs: LINGER_MS,
  });

  constructor(
    private readonly database: Database,
    private readonly repository: TrackingRepository,
    private readonly events: MessageEvents,
    private readonly metrics: FeedbackMetrics,
  ) {}

  /** Queues an event and returns at once. */
  record(event: TrackedEvent): void {
    if (this.waiting >= WAITING_MAX) return this.metrics.droppedTracking();
    this.waiting += 1;
    this.group.add(event, this.finished, this.failed);
  }

  async beforeApplicationShutdown(): Promise<void> {
    if (this.waiting === 0) return;
    await new Promise<void>((resolve) => {
      this.drained = resolve;
      setTimeout(resolve, DRAIN_MS).unref();
    });
  }

  private readonly finished = (): void => {
    this.waiting -= 1;
    if (this.waiting === 0) this.drained();
  };

  private readonly failed = (error: unknown): void => {
    this.metrics.droppedTracking();
    logger.warn('An open or a click could not be recorded', { error });
    this.finished();
  };

  private async write(events: TrackedEvent[]): Promise<void[]> {
    for (const [tenantId, group] of groupBy(events, ({ ref }) => ref.tenantId)) {
      await this.database.tenant(tenantId, (tx) => this.writeTenant(tx, tenantId, group));
    }
    return [];
  }

  private async writeTenant(tx: EntityManager, tenantId: TenantId, events: readonly TrackedEvent[]): Promise<void> {
    // Two processes that record the first click of a message would both take theirs for the first.
    if (events.some(({ machine }) => !machine)) await lockKey(tx, 'readers', tenantId);
    const unrecorded = await this.repository.listNew(tx, tenantId, events);
    const readers = await this.repository.readersOf(tx, tenantId, unrecorded);
    for (const round of rounds(unrecorded)) {
      const given = round.map((event) => toMessageEvent(event, readers.get(event)));
      const recorded = await this.events.record(tx, tenantId, given);
      for (const [type, group] of groupBy(recorded, (event) => event.type)) this.metrics.recorded(type, group.length);
    }
  }
}

/** Splits the events so that no round has two of a message. Each round is sorted in lock order, to avoid deadlocks. */
function rounds(events: readonly TrackedEvent[]): TrackedEvent[][] {
  const result: TrackedEvent[][] = [];
  const counts = new Map<string, number>();
  for (const event of events) {
    const round = counts.get(event.ref.messageId) ?? 0;
    counts.set(event.ref.messageId, round + 1);
    (result[round] ??= []).push(event);
  }
  return result.map((round) => round.sort((a, b) => (a.ref.messageId < b.ref.messageId ? -1 : 1)));
}

function toMessageEvent(event: TrackedEvent, reader: Occurrence | undefined) {
  const { ref, type, occurredAt } = event;
  const detail = trackedDetail(event);
  return {
    id: newId('evt'),
    messageId: ref.messageId,
    type,
    occurredAt,
    error: null,
    detail,
    webhookData: detail,
    reader,
  };
}
