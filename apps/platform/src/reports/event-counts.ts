import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { TenantId } from '#libs/persistence';
import type { Channel } from '../messages/message.js';

/** UTC has whole hours. */
const HOUR_MS = 3_600_000;

/** The events that reports count. `accepted` is the promise; the others are what came of it. */
export const COUNTED_EVENTS = [
  'accepted',
  'sent',
  'delivered',
  'failed',
  'bounced',
  'complained',
  'opened',
  'clicked',
  'unsubscribed',
] as const;

export type CountedEvent = (typeof COUNTED_EVENTS)[number];

export interface CountableEvent {
  channel: Channel;
  templateId: string | null;
  /** Types that reports do not know are passed over. */
  type: string;
  occurredAt: Date;
}

/**
 * Counts events as they are recorded, in the same transaction: reports are exact to the event. Each counts in its hour
 * and in its day (UTC), among all messages and, where it has one, among those of its template.
 */
@Injectable()
export class EventCounts {
  /** Adds the events: one statement, whatever their number. */
  async add(tx: EntityManager, tenantId: TenantId, events: readonly CountableEvent[]): Promise<void> {
    const counted = events.filter(({ type }) => (COUNTED_EVENTS as readonly string[]).includes(type));
    if (counted.length === 0) return;
    // In the order of the keys, so that two transactions that count the same wait and do not lock each other out.
    await tx.query(
      `with given as materialized (
         select span, date_trunc(span, hour, 'UTC') as start, channel, template_id, type as event, sum(count) as count
         from jsonb_to_recordset($2::jsonb) as event (
             channel text, template_id text, type text, hour timestamptz, count bigint)
           cross join unnest(array['day', 'hour']) as span
         group by 1, 2, 3, 4, 5
       ), of_templates as (
         insert into template_total as total (tenant_id, span, start, channel, template_id, event, count)
         select $1, span, start, channel, template_id, event, count from given
         where template_id is not null order by 2, 3, 4, 5, 6
         on conflict on constraint template_total__pk do update set count = total.count + excluded.count
       )
       insert into event_total as total (tenant_id, span, start, channel, event, count)
       select $1, span, start, channel, event, sum(count) from given group by 2, 3, 4, 5 order by 2, 3, 4, 5
       on conflict on constraint event_total__pk do update set count = total.count + excluded.count`,
      [tenantId, JSON.stringify(byHour(counted))],
    );
  }
}

interface HourCount {
  channel: Channel;
  template_id: string | null;
  type: string;
  hour: Date;
  count: number;
}

/** Events that are recorded together are nearly all of one kind and of one hour: a row or two stand for hundreds. */
function byHour(events: readonly CountableEvent[]): HourCount[] {
  const counts = new Map<string, HourCount>();
  for (const { channel, templateId, type, occurredAt } of events) {
    const hour = Math.floor(occurredAt.getTime() / HOUR_MS);
    const key = `${hour} ${channel} ${type} ${templateId ?? ''}`;
    const known = counts.get(key);
    if (known) known.count += 1;
    else counts.set(key, { channel, template_id: templateId, type, hour: new Date(hour * HOUR_MS), count: 1 });
  }
  return [...counts.values()];
}
