import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { groupBy } from '#libs/core/jobs';
import { binaryTexts, firstIdAt, many, timeOfId, type TenantId } from '#libs/core/persistence';
import { SAME_WITHIN_MS, type Occurrence, type TrackedEvent } from './tracked-event.js';
import { LIST_READ, LIST_RECENT } from './tracking.sql.js';

/** The largest difference between the clocks of processes (milliseconds). */
const CLOCK_SKEW_MS = 2_000;

/** Ids created in a burst run ahead of the clock by less than this (milliseconds). */
const AHEAD_MS = 3_600_000;

const TYPES = Object.keys(SAME_WITHIN_MS);

/** An open or a click in the timeline of its message. */
interface RecordedEvent {
  messageId: string;
  type: TrackedEvent['type'];
  occurredAt: Date;
  machine: boolean;
  url: string | null;
}

/** The opens and clicks that were recorded. */
@Injectable()
export class TrackingRepository {
  /** The events without a recorded equal one (see `SAME_WITHIN_MS`), by any process. */
  async listNew(tx: EntityManager, tenantId: TenantId, events: readonly TrackedEvent[]): Promise<TrackedEvent[]> {
    const recorded = groupBy(await this.listRecent(tx, tenantId, events), ({ messageId }) => messageId);
    return events.filter((event) => !recorded.get(event.ref.messageId)?.some((one) => isSame(one, event)));
  }

  /** Finds out for each event by a reader whether it is the first of its kind for its message. */
  async readersOf(
    tx: EntityManager,
    tenantId: TenantId,
    events: readonly TrackedEvent[],
  ): Promise<Map<TrackedEvent, Occurrence>> {
    const byReaders = events.filter(({ machine }) => !machine);
    const keyOf = (messageId: string, type: string) => `${messageId} ${type}`;
    const known = new Set<string>();
    if (byReaders.length > 0) {
      const messageIds = byReaders.map(({ ref }) => ref.messageId);
      // An event comes after its message, so the months before the earliest one have none of these.
      const earliest = Math.min(...messageIds.map((id) => timeOfId(id).getTime())) - CLOCK_SKEW_MS;
      const first = firstIdAt('evt', new Date(earliest));
      const found = await many<{ messageId: string; type: string }>(tx, LIST_READ, [
        tenantId,
        binaryTexts(messageIds),
        first,
        firstIdAt('evt', new Date(Date.now() + AHEAD_MS)),
        TYPES,
      ]);
      for (const { messageId, type } of found) known.add(keyOf(messageId, type));
    }
    const readers = new Map<TrackedEvent, Occurrence>();
    for (const event of byReaders) {
      const key = keyOf(event.ref.messageId, event.type);
      readers.set(event, known.has(key) ? 'again' : 'first');
      known.add(key);
    }
    return readers;
  }

  private async listRecent(
    tx: EntityManager,
    tenantId: TenantId,
    events: readonly TrackedEvent[],
  ): Promise<RecordedEvent[]> {
    const messageIds = events.map(({ ref }) => ref.messageId);
    const earliest = Math.min(...events.map(sameSince)) - CLOCK_SKEW_MS;
    const latest = Math.max(...events.map(({ occurredAt }) => occurredAt.getTime())) + AHEAD_MS;
    const range = [firstIdAt('evt', new Date(earliest)), firstIdAt('evt', new Date(latest))];
    return many(tx, LIST_RECENT, [tenantId, binaryTexts(messageIds), ...range, TYPES]);
  }
}

/** Time since which an equal event is a duplicate (milliseconds). */
const sameSince = ({ occurredAt, type }: TrackedEvent): number => occurredAt.getTime() - SAME_WITHIN_MS[type];

function isSame(recorded: RecordedEvent, event: TrackedEvent): boolean {
  return (
    recorded.type === event.type &&
    recorded.machine === event.machine &&
    recorded.url === (event.url ?? null) &&
    recorded.occurredAt.getTime() > sameSince(event)
  );
}
