import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { TenantId } from '#libs/persistence';
import type { Channel } from '../messages/message.js';

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

/** Counts events as they are recorded, in the same transaction: reports are exact to the event. */
@Injectable()
export class EventCounts {
  /** Adds the events to their hours: one statement, whatever their number. */
  async add(tx: EntityManager, tenantId: TenantId, events: readonly CountableEvent[]): Promise<void> {
    const counted = events.filter(({ type }) => (COUNTED_EVENTS as readonly string[]).includes(type));
    if (counted.length === 0) return;
    // In the order of the key, so that two transactions that count the same hours wait and do not lock each other out.
    await tx.query(
      `insert into event_count as total (tenant_id, hour, channel, template_id, event, count)
       select $1, date_trunc('hour', at, 'UTC'), channel, coalesce(template_id, ''), type, count(*)
       from jsonb_to_recordset($2::jsonb) as event (channel text, template_id text, type text, at timestamptz)
       group by 2, 3, 4, 5 order by 2, 3, 4, 5
       on conflict on constraint event_count__pk do update set count = total.count + excluded.count`,
      [
        tenantId,
        JSON.stringify(
          counted.map(({ channel, templateId, type, occurredAt }) => ({
            channel,
            template_id: templateId,
            type,
            at: occurredAt,
          })),
        ),
      ],
    );
  }
}
