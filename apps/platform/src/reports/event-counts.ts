import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { TenantId } from '#libs/persistence';
import type { Channel } from '../messages/message.js';
import { addCounts, type HourCount } from './event-counts.sql.js';

/** UTC has whole hours. */
const HOUR_MS = 3_600_000;

/** The events that reports count, in the order of a message's life. */
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

/** Counted beside them, and taken off those accepted when reports are read. */
export const CANCELLED = 'cancelled';

export type CountedEvent = (typeof COUNTED_EVENTS)[number];

export interface CountableEvent {
  channel: Channel;
  templateId: string | null;
  /** Types that reports do not count are ignored. */
  type: string;
  occurredAt: Date;
}

export interface AcceptedMessage extends Omit<CountableEvent, 'type' | 'occurredAt'> {
  createdAt: Date;
}

/** Counts events in the transaction that records them, so that reports are exact. */
@Injectable()
export class EventCounts {
  /** Adds events in one statement. */
  async add(tx: EntityManager, tenantId: TenantId, events: readonly CountableEvent[]): Promise<void> {
    const counted = events.filter(({ type }) => (COUNTED_EVENTS as readonly string[]).includes(type));
    if (counted.length === 0) return;
    await addCounts(tx, tenantId, byHour(counted));
  }

  /**
   * Takes a message that was cancelled out of those that reports call accepted, in the hour in which it was accepted. It stays
   * among those that the limits of a day count: what is cancelled gives no room back.
   */
  async addCancelled(tx: EntityManager, tenantId: TenantId, message: AcceptedMessage): Promise<void> {
    await addCounts(tx, tenantId, byHour([{ ...message, type: CANCELLED, occurredAt: message.createdAt }]));
  }
}

/** Events that are recorded together mostly share type and hour: one row stands for hundreds. */
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
