import { isOneServer, type RedisClient } from '#libs/core/redis';

/** Changes that are kept of a subject, at least. */
const KEPT_CHANGES = 1_000;

/** How long the changes of a subject are kept after the last listener is gone. */
const KEPT_MS = 300_000;

/**
 * Adds a change to each stream that exists, and publishes it on the channel of the same name. A subject without listeners has no stream, so
 * that its change is dropped.
 */
const APPEND = `
  for n, stream in ipairs(KEYS) do
    local change = ARGV[n + 1]
    local id = redis.call('xadd', stream, 'nomkstream', 'maxlen', '~', ARGV[1], '*', 'change', change)
    if id then redis.call('publish', stream, id .. ' ' .. change) end
  end
  return 1`;

/** Most streams that one command adds to. Redis runs one command at a time, so a long one delays all others. */
const APPENDED_AT_ONCE = 100;

/**
 * Keeps a stream, made if it is missing, for a further time. Returns what it has after an entry, with 1; or with 0, if that
 * entry is not in it, its last one.
 */
const OPEN = `
  if redis.call('exists', KEYS[1]) == 0 then redis.call('xadd', KEYS[1], '*', 'change', '{}') end
  redis.call('pexpire', KEYS[1], ARGV[2])
  if ARGV[1] ~= '' and #redis.call('xrange', KEYS[1], ARGV[1], ARGV[1]) == 1 then
    return {1, redis.call('xrange', KEYS[1], '(' .. ARGV[1], '+')}
  end
  return {0, redis.call('xrevrange', KEYS[1], '+', '-', 'count', 1)}`;

const ENTRY_ID = /^(\d{1,16})-(\d{1,10})$/;

/** An id that no entry has. */
const UNKNOWN_ENTRY = '0-1';

/** The entry after which a client is to be told, by its `Last-Event-ID`; empty for one that was told of none. */
export function entryAfter(lastEventId: string | undefined): string {
  if (!lastEventId) return '';
  return ENTRY_ID.test(lastEventId) ? lastEventId : UNKNOWN_ENTRY;
}

/** Whether an entry is later than another. */
export function isLater(id: string, other: string): boolean {
  const [, ms = '0', sequence = '0'] = ENTRY_ID.exec(id) ?? [];
  const [, otherMs = '0', otherSequence = '0'] = ENTRY_ID.exec(other) ?? [];
  return Number(ms) - Number(otherMs) > 0 || (ms === otherMs && Number(sequence) > Number(otherSequence));
}

export interface LoggedChange {
  id: string;
  text: string;
}

/** Changes of a subject since an entry of its log. */
export interface FoundChanges {
  /** Changes after the given entry; null if that is unknown, so that any number may be missing. */
  missed: LoggedChange[] | null;
  /** The last entry that there is. */
  lastId: string;
}

/** A change, and the stream that it goes to. */
export interface StreamChange {
  stream: string;
  text: string;
}

/** Puts changes into the groups that {@link appendChanges} takes, as large as they may be. */
export function groupChanges<C>(redis: RedisClient, changes: readonly C[]): C[][] {
  const size = isOneServer(redis) ? APPENDED_AT_ONCE : 1;
  const starts = Array.from({ length: Math.ceil(changes.length / size) }, (_, index) => index * size);
  return starts.map((start) => changes.slice(start, start + size));
}

/** Adds changes to the streams of subjects that have listeners, by one command. @throws Error if Redis does not answer */
export async function appendChanges(redis: RedisClient, changes: readonly StreamChange[]): Promise<void> {
  const streams = changes.map(({ stream }) => stream);
  await redis.eval(APPEND, streams.length, ...streams, KEPT_CHANGES, ...changes.map(({ text }) => text));
}

/** Has the changes of a stream be kept, and reads those after an entry. @throws Error if Redis does not answer */
export async function openChanges(redis: RedisClient, stream: string, afterId: string): Promise<FoundChanges> {
  const answer = await redis.eval(OPEN, 1, stream, afterId, KEPT_MS);
  const [isKnown, rows] = answer as [number, [string, [string, string]][]];
  const changes = rows.map(([id, [, text]]) => ({ id, text }));
  const lastId = changes.at(-1)?.id ?? afterId;
  return { missed: isKnown === 1 ? changes : null, lastId };
}

/** The change of a message on the channel. */
export function readMessage(text: string): LoggedChange {
  const space = text.indexOf(' ');
  return { id: text.slice(0, space), text: text.slice(space + 1) };
}
