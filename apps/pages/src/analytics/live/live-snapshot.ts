import {
  type Device,
  LIVE_MS,
  type LiveEvent,
  type LiveSession,
  type ReadEntry,
  timeOfEntry,
} from '#libs/sites/traffic';

/** A session is there for so long after its last event (milliseconds). */
const PRESENT_MS = 5 * 60_000;
const MINUTE_MS = 60_000;

/** Values and events that a snapshot shows. */
const MAX_VALUES = 20;
const MAX_EVENTS = 20;

export interface LiveCount {
  value: string;
  sessions: number;
}

/** The traffic of the last 30 minutes, and who is there now. */
export interface LiveSnapshot {
  at: Date;
  present: number;
  views: number;
  conversions: number;
  /** Oldest first; the last one is under way. */
  minutes: { from: Date; views: number; conversions: number }[];
  pages: LiveCount[];
  countries: LiveCount[];
  devices: LiveCount[];
  sources: LiveCount[];
  /** Newest first. */
  events: LiveEvent[];
}

/** Adds up the entries of a ring. */
export function snapshotOf(entries: readonly ReadEntry[], now: Date): LiveSnapshot {
  const lastMinute = Math.floor(now.getTime() / MINUTE_MS);
  const minutes = Array.from({ length: LIVE_MS / MINUTE_MS }, (_, index) => lastMinute - index).toReversed();
  const shown = new Map(minutes.map((minute) => [minute, { views: 0, conversions: 0 }]));
  const present = new Map<string, LiveSession>();
  const events: LiveEvent[] = [];
  for (const { id, entry } of entries) {
    const time = timeOfEntry(id);
    // The clock of Redis may be ahead of ours.
    const minute = shown.get(Math.min(Math.floor(time / MINUTE_MS), lastMinute));
    if (!minute) continue;
    minute.views += entry.views;
    minute.conversions += entry.conversions;
    if (time > now.getTime() - PRESENT_MS) for (const session of entry.sessions) present.set(session.id, session);
    events.push(...entry.events);
  }
  const all = [...shown.values()];
  const count = (valueOf: (session: LiveSession) => string | Device) => countBy([...present.values()], valueOf);
  return {
    at: now,
    present: present.size,
    views: all.reduce((sum, { views }) => sum + views, 0),
    conversions: all.reduce((sum, { conversions }) => sum + conversions, 0),
    minutes: [...shown].map(([minute, counts]) => ({ from: new Date(minute * MINUTE_MS), ...counts })),
    pages: count(({ pageId }) => pageId),
    countries: count(({ country }) => country),
    devices: count(({ device }) => device),
    sources: count(({ source }) => source),
    events: events.slice(-MAX_EVENTS).toReversed(),
  };
}

function countBy(sessions: readonly LiveSession[], valueOf: (session: LiveSession) => string): LiveCount[] {
  const counts = new Map<string, number>();
  for (const session of sessions) counts.set(valueOf(session), (counts.get(valueOf(session)) ?? 0) + 1);
  return [...counts]
    .map(([value, count]) => ({ value, sessions: count }))
    .toSorted((a, b) => b.sessions - a.sessions || (a.value < b.value ? -1 : 1))
    .slice(0, MAX_VALUES);
}
