import type { AdmissionEntries } from './admission-list.js';
import { type RedisClient, subscribe } from '#libs/core/redis';

const PREFIX = '{admission}';
const VERSION_KEY = `${PREFIX}:version`;
const ENTRIES_KEY = `${PREFIX}:entries`;
/** Channel on which a replaced copy is announced. A reader that misses the message sees the change at its next refresh. */
const CHANNEL = `${PREFIX}:replaced`;

/** A version is `<run>:<number>`. A copy is replaced only by a later number of the same run, or by another run. */
const REPLACE = `
  local stored = redis.call('get', KEYS[1])
  if stored then
    local storedRun, storedNumber = string.match(stored, '^(.*):(%d+)$')
    local run, number = string.match(ARGV[1], '^(.*):(%d+)$')
    if storedRun == run and tonumber(storedNumber) >= tonumber(number) then return 0 end
  end
  redis.call('set', KEYS[2], ARGV[2])
  redis.call('set', KEYS[1], ARGV[1])
  redis.call('publish', ARGV[3], ARGV[1])
  return 1`;

/**
 * The copy of the lists in Redis, through which the app that owns them shares them with the other apps. If Redis loses
 * the copy, the owner writes it again, and readers keep what they read last.
 */
export class AdmissionCopy {
  constructor(private readonly redis: RedisClient) {}

  /** The version of the copy; null if there is none. */
  async version(): Promise<string | null> {
    return this.redis.get(VERSION_KEY);
  }

  async read(): Promise<AdmissionEntries | null> {
    const text = await this.redis.get(ENTRIES_KEY);
    return text === null ? null : (JSON.parse(text) as AdmissionEntries);
  }

  /** Replaces the copy, unless it has a later version of the same run. */
  async write(entries: AdmissionEntries): Promise<void> {
    await this.redis.eval(REPLACE, 2, VERSION_KEY, ENTRIES_KEY, entries.version, JSON.stringify(entries), CHANNEL);
  }

  /** Calls `listener` after each replacement. Uses a connection of its own; the returned function closes it. */
  onReplaced(listener: () => void): () => void {
    return subscribe(this.redis, CHANNEL, listener);
  }
}
