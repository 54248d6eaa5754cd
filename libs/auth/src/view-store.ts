import type { Redis } from 'ioredis';
import { randomToken } from '#libs/secrets';
import type { ViewEntry, ViewKind } from './views.js';

/**
 * Long enough that no answer of identity is still on its way when an entry ends, short enough that what nobody uses
 * leaves Redis.
 */
const ENTRY_TTL_SECONDS = 3_600;
const GENERATION_KEY = 'credentials:generation';
const ABSENT = 'null';

/** Writes an answer only while the generation is still the one under which it was read, and never over a newer entry. */
const FILL = `
  if redis.call('get', KEYS[1]) ~= ARGV[1] then return 0 end
  return redis.call('set', KEYS[2], ARGV[2], 'NX', 'EX', ARGV[3]) and 1 or 0`;

/** Names a state of the view: an answer read under one mark is never stored under another. */
export interface ViewMark {
  run: string;
  generation: string;
}

export class ViewUnavailable extends Error {
  constructor(options?: ErrorOptions) {
    super('The credential view does not answer', options);
  }
}

/**
 * The credential view: identity's answers kept in Redis, so that every call can be verified in one round trip.
 *
 * It must never show what was true before a revoke that has answered. Three things guard that: a change overwrites the
 * entry (a revoked credential has an entry that says so), a late answer never overwrites an entry, and entries bear
 * the run id of the Redis process that took them, so that a Redis that came back with older data shows nothing.
 */
export class ViewStore {
  private run: string | undefined;

  constructor(private readonly redis: Redis) {
    redis.on('ready', () => void this.learnRun());
    redis.on('close', () => (this.run = undefined));
    if (redis.status === 'ready') void this.learnRun();
  }

  /**
   * Entries by kind and name, in one round trip; undefined where the view has none.
   * @throws ViewUnavailable when Redis does not answer
   */
  async read<K extends ViewKind>(names: readonly (readonly [K, string])[]): Promise<(ViewEntry<K> | undefined)[]> {
    const run = this.currentRun();
    const texts = await this.asking(() => this.redis.mget(names.map(([kind, name]) => entryKey(run, kind, name))));
    return texts.map((text) => (text === null ? undefined : (JSON.parse(text) as ViewEntry<K>)));
  }

  /** The present state of the view; to be taken before the answer that {@link fill} stores is read from the database. */
  async mark(): Promise<ViewMark> {
    const run = this.currentRun();
    const generation = await this.asking(async () => {
      const known = await this.redis.get(GENERATION_KEY);
      if (known !== null) return known;
      await this.redis.set(GENERATION_KEY, randomToken(16), 'NX');
      return this.redis.get(GENERATION_KEY);
    });
    if (generation === null) throw new ViewUnavailable();
    return { run, generation };
  }

  /** Stores an answer that was read under `mark`, unless the view has moved on or knows better. */
  async fill<K extends ViewKind>(mark: ViewMark, kind: K, name: string, entry: ViewEntry<K>): Promise<void> {
    const keys = [GENERATION_KEY, entryKey(mark.run, kind, name)];
    await this.asking(() =>
      this.redis.eval(FILL, 2, ...keys, mark.generation, JSON.stringify(entry), ENTRY_TTL_SECONDS),
    );
  }

  /** Puts changes in force: from the moment this returns, no reader sees what was there before. */
  async overwrite(changes: readonly { kind: ViewKind; name: string; entry: ViewEntry<ViewKind> }[]): Promise<void> {
    const run = this.currentRun();
    await this.asking(async () => {
      const pipeline = this.redis.multi();
      for (const { kind, name, entry } of changes) {
        pipeline.set(
          entryKey(run, kind, name),
          entry === null ? ABSENT : JSON.stringify(entry),
          'EX',
          ENTRY_TTL_SECONDS,
        );
      }
      const results = await pipeline.exec();
      if (!results || results.some(([error]) => error)) throw new Error('Redis refused a write of the view');
    });
  }

  /** Whether Redis answers; for the readiness check. @throws ViewUnavailable */
  async ping(): Promise<void> {
    await this.asking(() => this.redis.ping());
  }

  async close(): Promise<void> {
    this.redis.disconnect();
  }

  private currentRun(): string {
    if (this.run === undefined) throw new ViewUnavailable();
    return this.run;
  }

  private async learnRun(): Promise<void> {
    try {
      const info = await this.redis.info('server');
      this.run = /run_id:(\w+)/.exec(info)?.[1];
    } catch {
      this.run = undefined;
    }
  }

  private async asking<T>(command: () => Promise<T>): Promise<T> {
    try {
      return await command();
    } catch (cause) {
      throw cause instanceof ViewUnavailable ? cause : new ViewUnavailable({ cause });
    }
  }
}

function entryKey(run: string, kind: ViewKind, name: string): string {
  return `credentials:${run}:${kind}:${name}`;
}
