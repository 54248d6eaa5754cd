import type { Redis } from 'ioredis';
import type { AdmissionEntries } from './admission-list.js';

const PREFIX = '{admission}';
const VERSION_KEY = `${PREFIX}:version`;
const ENTRIES_KEY = `${PREFIX}:entries`;
/** Where it is said that the copy was replaced; whoever misses that finds out at the next look. */
const CHANNEL = `${PREFIX}:replaced`;

/** A version is `<run>:<number>`; only a later number of the same run, or another run, takes the place of a copy. */
const REPLACE = `
  local held = redis.call('get', KEYS[1])
  if held then
    local heldRun, heldNumber = string.match(held, '^(.*):(%d+)$')
    local run, number = string.match(ARGV[1], '^(.*):(%d+)$')
    if heldRun == run and tonumber(heldNumber) >= tonumber(number) then return 0 end
  end
  redis.call('set', KEYS[2], ARGV[2])
  redis.call('set', KEYS[1], ARGV[1])
  redis.call('publish', ARGV[3], ARGV[1])
  return 1`;

/** A subscription waits for its Redis, however long that is away. */
const PATIENT = { enableOfflineQueue: true, maxRetriesPerRequest: null, commandTimeout: undefined } as const;

/**
 * The copy of the lists in Redis, through which the app that owns them tells the others. It is only ever a copy: its
 * owner puts it back when Redis has lost it, and a reader goes on with what it read last.
 */
export class AdmissionCopy {
  constructor(private readonly redis: Redis) {}

  /** The version that the copy has; null when there is none. */
  async version(): Promise<string | null> {
    return this.redis.get(VERSION_KEY);
  }

  async read(): Promise<AdmissionEntries | null> {
    const text = await this.redis.get(ENTRIES_KEY);
    return text === null ? null : (JSON.parse(text) as AdmissionEntries);
  }

  /** Puts a state in place of the copy, unless that is a later one. */
  async write(entries: AdmissionEntries): Promise<void> {
    await this.redis.eval(REPLACE, 2, VERSION_KEY, ENTRIES_KEY, entries.version, JSON.stringify(entries), CHANNEL);
  }

  /** Calls back whenever the copy was replaced, on a connection of its own, until what it gives is called. */
  onReplaced(listener: () => void): () => void {
    const subscriber = this.redis.duplicate(PATIENT);
    subscriber.on('error', () => undefined);
    subscriber.on('message', listener);
    // It is asked for again with every new connection; given up only with the connection.
    subscriber.subscribe(CHANNEL).catch(() => undefined);
    return () => {
      subscriber.off('message', listener);
      subscriber.disconnect();
    };
  }
}
