import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { TenantId } from '#libs/core/persistence';
import type { Channel } from '../channel.js';
import { addCounts, type HourCount } from './event-counts.sql.js';
import type { Group } from './group.js';

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
  'human_opened',
  'human_clicked',
  'unique_opened',
  'unique_clicked',
] as const;

/** Further events that an open or a click by a reader counts as: one each time, and one for the first of its message. */
const OF_READERS: Readonly<Record<string, readonly [CountedEvent, CountedEvent]>> = {
  opened: ['human_opened', 'unique_opened'],
  clicked: ['human_clicked', 'unique_clicked'],
};

/** Event that is counted beside them; reports take it off the accepted ones. */
export const CANCELLED = 'cancelled';

export type CountedEvent = (typeof COUNTED_EVENTS)[number];

export interface CountableEvent {
  channel: Channel;
  templateId: string | null;
  environment?: 'live' | 'test';
  campaignId?: string | null;
  tags?: Record<string, string> | null;
  /** Whether it counts among all messages, or else in its environment alone. Default: it does. */
  isCounted?: boolean;
  /** Set for an open or a click by a reader, not a program: whether it is the first of its message. */
  reader?: 'first' | 'again';
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
    const counts = byHour(gathered(counted).flatMap((some) => [some, ...ofReaders(some)]));
    if (counts.length > 0) await addCounts(tx, tenantId, counts);
  }

  /**
   * Takes a message that was cancelled out of those that reports call accepted, in the hour in which it was accepted. It stays
   * among those that the limits of a day count: what is cancelled gives no room back.
   */
  async addCancelled(tx: EntityManager, tenantId: TenantId, message: AcceptedMessage): Promise<void> {
    const counts = byHour([{ event: { ...message, type: CANCELLED, occurredAt: message.createdAt }, count: 1 }]);
    if (counts.length > 0) await addCounts(tx, tenantId, counts);
  }
}

/** Events that count in the same rows: one of them, and how many there are. */
interface Gathered {
  event: CountableEvent;
  count: number;
}

const hourOf = ({ occurredAt }: CountableEvent): number => Math.floor(occurredAt.getTime() / HOUR_MS);

/** Gathers events that count in the same rows, so that hundreds of clicks cost as much as one. */
function gathered(events: readonly CountableEvent[]): Gathered[] {
  const found = new Map<string, Gathered>();
  let last: Gathered | undefined;
  for (const event of events) {
    // Mostly all are alike, and need no key.
    if (last && areAlike(last.event, event)) {
      last.count += 1;
      continue;
    }
    const { channel, templateId, environment, campaignId, tags, isCounted, reader, type } = event;
    const texts = tags ? JSON.stringify(tags) : '';
    const key = `${hourOf(event)} ${channel} ${type} ${reader} ${isCounted} ${environment} ${campaignId} ${templateId} ${texts}`;
    last = found.get(key);
    if (last) last.count += 1;
    else found.set(key, (last = { event, count: 1 }));
  }
  return [...found.values()];
}

/** True where two events have the same key, unless they have tags, which are compared by their texts. */
function areAlike(one: CountableEvent, other: CountableEvent): boolean {
  return (
    !one.tags &&
    !other.tags &&
    one.type === other.type &&
    one.channel === other.channel &&
    one.reader === other.reader &&
    one.isCounted === other.isCounted &&
    one.environment === other.environment &&
    one.campaignId === other.campaignId &&
    one.templateId === other.templateId &&
    hourOf(one) === hourOf(other)
  );
}

function ofReaders({ event, count }: Gathered): Gathered[] {
  const { type, reader } = event;
  const kinds = reader && OF_READERS[type];
  if (!kinds) return [];
  return kinds.slice(0, reader === 'first' ? 2 : 1).map((kind) => ({ event: { ...event, type: kind }, count }));
}

/** Events that are recorded together mostly share type and hour: one row stands for hundreds. */
function byHour(events: readonly Gathered[]): HourCount[] {
  const counts = new Map<string, HourCount>();
  for (const { event, count } of events) {
    const { channel, templateId, type, isCounted = true } = event;
    const hour = hourOf(event);
    const add = (template_id: string | null, { dimension, value }: Group | NoGroup) => {
      const key = `${hour} ${channel} ${type} ${template_id ?? ''} ${dimension ?? ''} ${value ?? ''}`;
      const known = counts.get(key);
      if (known) known.count += count;
      else counts.set(key, { channel, template_id, dimension, value, type, hour: new Date(hour * HOUR_MS), count });
    };
    if (isCounted) add(templateId, ALL);
    for (const group of groupsOf(event)) add(null, group);
  }
  return [...counts.values()];
}

interface NoGroup {
  dimension: null;
  value: null;
}

const ALL: NoGroup = { dimension: null, value: null };

/** The groups that an event counts in. What is not counted among all messages is in its environment alone. */
function groupsOf({ environment, campaignId, tags, isCounted = true }: CountableEvent): Group[] {
  const groups: Group[] = environment ? [{ dimension: 'environment', value: environment }] : [];
  if (!isCounted) return groups;
  if (campaignId) groups.push({ dimension: 'campaign', value: campaignId });
  for (const [key, value] of Object.entries(tags ?? {})) groups.push({ dimension: 'tag', value: `${key}:${value}` });
  return groups;
}
