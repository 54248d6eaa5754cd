import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { firstIdAt, type TenantId } from '#libs/persistence';
import { SAME_WITHIN_MS, type TrackedEvent } from './tracked-event.js';

/** How far the clocks of the processes may be apart. */
const CLOCKS_MS = 2_000;

/** What is known of opens and clicks already. */
@Injectable()
export class TrackingRepository {
  /** Those of the events that no process has recorded within the time in which they count as one. */
  async news(tx: EntityManager, tenantId: TenantId, events: readonly TrackedEvent[]): Promise<TrackedEvent[]> {
    const rows = events.map((event, n) => ({
      n,
      message_id: event.ref.messageId,
      type: event.type,
      machine: event.machine,
      url: event.url ?? null,
      since: firstIdAt('evt', new Date(event.occurredAt.getTime() - SAME_WITHIN_MS[event.type] - CLOCKS_MS)),
      after: new Date(event.occurredAt.getTime() - SAME_WITHIN_MS[event.type]),
    }));
    const found = await tx.query<{ n: number }[]>(
      `select n from jsonb_to_recordset($2::jsonb) as given (
         n int, message_id text, type text, machine boolean, url text, since text, after timestamptz)
       where not exists (
         select from message_event e
         where e.tenant_id = $1 and e.message_id = given.message_id and e.id >= given.since and e.type = given.type
           and e.occurred_at > given.after and (e.detail->'Machine')::boolean = given.machine
           and e.detail->>'Url' is not distinct from given.url)
       order by n`,
      [tenantId, JSON.stringify(rows)],
    );
    return found.flatMap(({ n }) => events[n] ?? []);
  }
}
