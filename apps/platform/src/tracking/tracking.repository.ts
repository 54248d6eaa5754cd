import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { groupBy } from '#libs/jobs';
import { firstIdAt, type TenantId } from '#libs/persistence';
import { SAME_WITHIN_MS, type TrackedEvent } from './tracked-event.js';

/** How far the clocks of the processes may be apart. */
const CLOCKS_MS = 2_000;
/** Ids made in a burst run ahead of the clock, by less than this. */
const AHEAD_MS = 3_600_000;

const TYPES = Object.keys(SAME_WITHIN_MS);

/** An open or a click that stands in the timeline of its message. */
interface KnownEvent {
  messageId: string;
  type: TrackedEvent['type'];
  occurredAt: Date;
  machine: boolean;
  url: string | null;
}

/** What is known of opens and clicks already. */
@Injectable()
export class TrackingRepository {
  /** Those of the events that no process has recorded within the time in which they count as one. */
  async news(tx: EntityManager, tenantId: TenantId, events: readonly TrackedEvent[]): Promise<TrackedEvent[]> {
    const known = groupBy(await this.recent(tx, tenantId, events), ({ messageId }) => messageId);
    return events.filter((event) => !known.get(event.ref.messageId)?.some((one) => isSame(one, event)));
  }

  /**
   * What was recorded of these messages of late, mostly nothing. The ids stand in conditions of their own: whatever
   * Postgres believes of the tenant, it then reads these messages and no others.
   */
  private recent(tx: EntityManager, tenantId: TenantId, events: readonly TrackedEvent[]): Promise<KnownEvent[]> {
    const earliest = Math.min(...events.map(countsSince));
    const latest = Math.max(...events.map(({ occurredAt }) => occurredAt.getTime()));
    return tx.query<KnownEvent[]>(
      `select message_id as "messageId", type, occurred_at as "occurredAt",
              (detail->'Machine')::boolean as machine, detail->>'Url' as url
       from message_event
       where tenant_id = $1 and message_id = any($2::text[]) and id >= $3 and id < $4 and type = any($5::text[])`,
      [
        tenantId,
        events.map(({ ref }) => ref.messageId),
        firstIdAt('evt', new Date(earliest - CLOCKS_MS)),
        firstIdAt('evt', new Date(latest + AHEAD_MS)),
        TYPES,
      ],
    );
  }
}

/** From when on the same thing is the same event; milliseconds. */
const countsSince = ({ occurredAt, type }: TrackedEvent): number => occurredAt.getTime() - SAME_WITHIN_MS[type];

function isSame(known: KnownEvent, event: TrackedEvent): boolean {
  return (
    known.type === event.type &&
    known.machine === event.machine &&
    known.url === (event.url ?? null) &&
    known.occurredAt.getTime() > countsSince(event)
  );
}
