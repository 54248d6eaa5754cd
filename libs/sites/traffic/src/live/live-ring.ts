import type { TenantId } from '#libs/core/persistence';
import type { RedisClient } from '#libs/core/redis';
import type { CollectedEvent, Device, EventKind } from '../collected-event.js';

/** How far the ring of a tenant goes back (milliseconds). */
export const LIVE_MS = 30 * 60_000;

/** Entries of a ring at most: those of 30 minutes, at one in a second. */
const MAX_ENTRIES = 1_800;

/** Sessions and events of an entry at most; counts have all of them. */
const MAX_SESSIONS = 50;
const MAX_EVENTS = 20;

/** Session by its last event. */
export interface LiveSession {
  id: string;
  pageId: string;
  country: string;
  device: Device;
  /** The `utm_source`, else the host that led here. */
  source: string;
}

export interface LiveEvent {
  id: string;
  /** RFC 3339. */
  at: string;
  kind: EventKind;
  sessionId: string;
  pageId: string;
  path: string;
  name: string | null;
  country: string;
  device: Device;
}

/** Events of people that were counted together. */
export interface LiveEntry {
  views: number;
  conversions: number;
  /** Up to {@link MAX_SESSIONS} of those with an event. */
  sessions: LiveSession[];
  /** The last ones. */
  events: LiveEvent[];
}

/** The stream with the entries of a tenant, and the channel that repeats them. */
export const liveStreamOf = (tenantId: TenantId): string => `pages:live:{${tenantId}}`;

/** Adds an entry, keeps the stream for as long as an entry is shown, and tells those who follow it. */
const APPEND = `
  local id = redis.call('xadd', KEYS[1], 'maxlen', '~', ARGV[2], '*', 'entry', ARGV[1])
  redis.call('pexpire', KEYS[1], ARGV[3])
  redis.call('publish', KEYS[1], id .. ' ' .. ARGV[1])
  return 1`;

/** @throws Error if Redis does not answer */
export async function appendLive(redis: RedisClient, tenantId: TenantId, entry: LiveEntry): Promise<void> {
  await redis.eval(APPEND, 1, liveStreamOf(tenantId), JSON.stringify(entry), MAX_ENTRIES, LIVE_MS);
}

export interface ReadEntry {
  id: string;
  entry: LiveEntry;
}

/** Reads the entries after an id of one, or from a time in milliseconds on, oldest first. @throws Error if Redis does not answer */
export async function readLive(redis: RedisClient, tenantId: TenantId, after: string | number): Promise<ReadEntry[]> {
  const start = typeof after === 'number' ? String(after) : `(${after}`;
  const rows = await redis.xrange(liveStreamOf(tenantId), start, '+');
  return rows.map(([id, [, text]]) => ({ id, entry: JSON.parse(text!) as LiveEntry }));
}

/** An entry as the channel repeats it. */
export function readLiveMessage(text: string): ReadEntry {
  const space = text.indexOf(' ');
  return { id: text.slice(0, space), entry: JSON.parse(text.slice(space + 1)) as LiveEntry };
}

/** The milliseconds at which an entry was added. */
export const timeOfEntry = (id: string): number => Number(id.split('-', 1)[0]);

/** The entry of the events of one tenant; null if no person is among those who sent them. */
export function liveEntryOf(events: readonly CollectedEvent[]): LiveEntry | null {
  const ofPeople = events.filter(({ session }) => session.bot === null);
  if (ofPeople.length === 0) return null;
  const sessions = new Map(ofPeople.map((event) => [event.sessionId, liveSessionOf(event)]));
  const count = (kind: EventKind) => ofPeople.filter((event) => event.kind === kind).length;
  return {
    views: count('view'),
    conversions: count('conversion'),
    sessions: [...sessions.values()].slice(-MAX_SESSIONS),
    events: ofPeople.slice(-MAX_EVENTS).map(liveEventOf),
  };
}

function liveSessionOf({ sessionId, pageId, session }: CollectedEvent): LiveSession {
  const { country, device, utmSource, referrer } = session;
  return { id: sessionId, pageId, country, device, source: utmSource || referrer };
}

function liveEventOf({ id, at, kind, sessionId, pageId, path, name, session }: CollectedEvent): LiveEvent {
  const { country, device } = session;
  return { id, at: at.toISOString(), kind, sessionId, pageId, path, name, country, device };
}
