import type { Channel } from '../channel.js';
import { COUNTED_EVENTS, type CountedEvent } from '../event-counts/event-counts.js';

export type EventTotals = Record<CountedEvent, number>;

export function noEvents(): EventTotals {
  return Object.fromEntries(COUNTED_EVENTS.map((event) => [event, 0])) as EventTotals;
}

export interface Period {
  from: Date;
  to: Date;
}

export type Interval = 'hour' | 'day' | 'week' | 'month';

export interface Overview {
  totals: EventTotals;
  byChannel: Record<Channel, EventTotals>;
}

export interface SeriesPoint {
  at: Date;
  totals: EventTotals;
}

/** The events of the messages of a group. */
export interface GroupTotals {
  value: string;
  totals: EventTotals;
}

export interface TemplateTotals {
  templateId: string;
  name: string | null;
  totals: EventTotals;
}

/**
 * Events for each message accepted (`sent`, and `bounced`, which a message may be without having been sent) or sent (the
 * others); null where there is nothing to divide by. A message may be opened and clicked more than once, so these two may
 * exceed 1.
 */
export interface Rates {
  sent: number | null;
  delivered: number | null;
  bounced: number | null;
  complained: number | null;
  opened: number | null;
  clicked: number | null;
  unsubscribed: number | null;
}

export function ratesOf(totals: EventTotals): Rates {
  const { accepted, sent } = totals;
  const share = (part: number, whole: number) => (whole === 0 ? null : Math.round((part / whole) * 1e6) / 1e6);
  return {
    sent: share(sent, accepted),
    delivered: share(totals.delivered, sent),
    bounced: share(totals.bounced, accepted),
    complained: share(totals.complained, sent),
    opened: share(totals.opened, sent),
    clicked: share(totals.clicked, sent),
    unsubscribed: share(totals.unsubscribed, sent),
  };
}
