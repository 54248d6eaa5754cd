import { createHash } from 'node:crypto';
import type { Event } from '../tables/event.entity.js';
import type { ListedEvent } from './event-store.js';

/** An event as ClickHouse lists it. */
export type ListedRow = Omit<ListedEvent, 'at' | 'extra'> & { atMs: string | number; extra: string | null };

/** An event as ClickHouse reads it whole. */
export type SliceRow = ListedRow & Omit<Event, keyof ListedEvent | 'receivedAt'> & { receivedMs: string | number };

export const listedOf = ({ atMs, extra, ...row }: ListedRow): ListedEvent => ({
  ...row,
  at: new Date(Number(atMs)),
  extra: extra === null ? null : (JSON.parse(extra) as ListedEvent['extra']),
});

export function eventOf({ receivedMs, ...row }: SliceRow): Event {
  const { tenantId, visitorId, keptDays, isBot } = row;
  return { ...listedOf(row), tenantId, visitorId, keptDays, isBot, receivedAt: new Date(Number(receivedMs)) } as Event;
}

/** A row of `event`, as ClickHouse takes it; half of a surrogate pair, which it refuses, is replaced. */
export const rowOf = (event: Event): object => ({
  tenant_id: event.tenantId,
  session_id: event.sessionId,
  at: timeOf(event.at),
  id: event.id,
  kept_days: event.keptDays,
  visitor_id: event.visitorId,
  kind: event.kind,
  page_id: event.pageId,
  variant: wellFormedOf(event.variant),
  path: wellFormedOf(event.path),
  x: event.x,
  y: event.y,
  depth: event.depth,
  name: wellFormedOf(event.name),
  value: event.value,
  extra: event.extra === null ? null : JSON.stringify(event.extra),
  is_bot: event.isBot,
  received_at: timeOf(event.receivedAt),
});

/** A name of what is written: the same for the same batch with the same sessions, and for no other. */
export function tokenOf(events: readonly Event[]): string {
  const hash = createHash('sha256');
  for (const { id, sessionId, keptDays } of events) hash.update(`${id} ${sessionId} ${keptDays}\n`);
  return hash.digest('hex');
}

const timeOf = (time: Date): string => time.toISOString().slice(0, -1).replace('T', ' ');

const wellFormedOf = (text: string | null): string | null =>
  text === null ? null : Buffer.from(text, 'utf8').toString('utf8');
