import type { Redis } from 'ioredis';
import { randomToken } from '#libs/secrets';
import type { ViewEntry, ViewKind } from './views.js';

/**
 * Long enough that no answer of identity is still on its way when an entry ends, short enough that what nobody uses
 * leaves Redis.
 */
const ENTRY_TTL_SECONDS = 3_600;

/** One hash slot, so that the scripts below may touch the generation and an entry together on a Redis Cluster too. */
const PREFIX = '{credentials}';
const GENERATION_KEY = `${PREFIX}:generation`;

/** Every stored text begins with so many random characters, so that two writes of one entry are never the same text. */
const NONCE_CHARACTERS = 12;
const NONCE_BYTES = 9;

/**
 * Writes an entry only while the generation is still the one under which its content was read, and only over the text
 * that the writer saw there (the empty text: over nothing).
 */
const SWAP = `
  if redis.call('get', KEYS[1]) ~= ARGV[1] then return 0 end
  if (redis.call('get', KEYS[2]) or '') ~= ARGV[2] then return 0 end
  redis.call('set', KEYS[2], ARGV[3], 'EX', ARGV[4])
  return 1`;

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
 * It must never show what was true before a revoke that has answered. These things guard that:
 * - a change replaces the entry before it is answered, and a revoked credential keeps an entry that says so, over
 *   which a late {@link fill} never writes;
 * - a replacement names the text that it replaces, so that a write that Redis got to late, after that of a later
 *   change, does nothing (see CredentialPublisher in identity, which makes changes of one entry wait for one another);
 * - both name the generation, a random value that goes with everything else when Redis is emptied: what was on its
 *   way meanwhile is refused;
 * - entries bear the run id of the Redis process that took them, so that a Redis that came back with older data from
 *   disk, or a replica that took over, shows nothing.
 *
 * Redis must not evict (`maxmemory-policy noeviction`), as its queues demand too.
 */
export class ViewStore {
  private run: string | undefined;
  private learning = false;
  /** The last state that was seen; not said to be the present one. */
  private seen: ViewMark | undefined;

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
    const texts = await this.asking((run) => this.redis.mget(names.map(([kind, name]) => entryKey(run, kind, name))));
    return texts.map((text) => (text === null ? undefined : (JSON.parse(contentOf(text)) as ViewEntry<K>)));
  }

  /**
   * The present state of the view; to be taken before the content that is written under it is read from the database.
   * @throws ViewUnavailable
   */
  async mark(): Promise<ViewMark> {
    return this.asking(async (run) => {
      const generation = (await this.redis.get(GENERATION_KEY)) ?? (await this.beginGeneration());
      if (generation === null) throw new ViewUnavailable();
      this.seen = { run, generation };
      return this.seen;
    });
  }

  /**
   * A state that the view was in before now, mostly without asking Redis. What is written under it is refused if the view
   * has moved on since, which costs an entry and no more: for what works without, and was read after this.
   * @throws ViewUnavailable
   */
  async earlierMark(): Promise<ViewMark> {
    return this.seen !== undefined && this.seen.run === this.run ? this.seen : this.mark();
  }

  /** Stores an answer that was read under `mark`, unless the view has moved on or knows better. @throws ViewUnavailable */
  async fill<K extends ViewKind>(mark: ViewMark, kind: K, name: string, entry: ViewEntry<K>): Promise<void> {
    await this.swap(mark, entryKey(mark.run, kind, name), '', entry);
  }

  /**
   * Puts an entry in force that was read under `mark`: from the moment this returns true, no reader sees what was
   * there before. False when the view moved on meanwhile: then take a new mark, read again, and try again.
   * @throws ViewUnavailable when Redis does not answer; the entry may be in force or not
   */
  async replace<K extends ViewKind>(mark: ViewMark, kind: K, name: string, entry: ViewEntry<K>): Promise<boolean> {
    const key = entryKey(mark.run, kind, name);
    const present = await this.asking(() => this.redis.get(key));
    return this.swap(mark, key, present ?? '', entry);
  }

  /**
   * Puts entries in force, whatever is there. For who alone decides on an entry; where changes of one entry may meet,
   * their order is the order of {@link replace}. @throws ViewUnavailable
   */
  async overwrite(changes: readonly { kind: ViewKind; name: string; entry: ViewEntry<ViewKind> }[]): Promise<void> {
    for (const { kind, name, entry } of changes) {
      while (!(await this.replace(await this.mark(), kind, name, entry)));
    }
  }

  /** Whether Redis answers; for the readiness check. @throws ViewUnavailable */
  async ping(): Promise<void> {
    await this.asking(() => this.redis.ping());
  }

  close(): void {
    this.redis.disconnect();
  }

  private async swap(mark: ViewMark, key: string, present: string, entry: ViewEntry<ViewKind>): Promise<boolean> {
    const text = randomToken(NONCE_BYTES) + JSON.stringify(entry);
    const written = await this.asking((run) => {
      if (run !== mark.run) return Promise.resolve(0);
      return this.redis.eval(SWAP, 2, GENERATION_KEY, key, mark.generation, present, text, ENTRY_TTL_SECONDS);
    });
    if (written !== 1) this.seen = undefined;
    return written === 1;
  }

  private async beginGeneration(): Promise<string | null> {
    await this.redis.set(GENERATION_KEY, randomToken(16), 'NX');
    return this.redis.get(GENERATION_KEY);
  }

  /** An answer counts only if the connection is still the one on which the run id was learned. */
  private async asking<T>(command: (run: string) => Promise<T>): Promise<T> {
    const run = this.currentRun();
    try {
      const answer = await command(run);
      if (this.run === run) return answer;
    } catch (cause) {
      throw cause instanceof ViewUnavailable ? cause : new ViewUnavailable({ cause });
    }
    throw new ViewUnavailable();
  }

  private currentRun(): string {
    if (this.run !== undefined) return this.run;
    void this.learnRun();
    throw new ViewUnavailable();
  }

  private async learnRun(): Promise<void> {
    if (this.learning || this.redis.status !== 'ready') return;
    this.learning = true;
    try {
      const stream = this.redis.stream;
      const info = await this.redis.info('server');
      if (stream === this.redis.stream) this.run = /run_id:(\w+)/.exec(info)?.[1];
    } catch {
      // Asked again by the next command that needs it.
    } finally {
      this.learning = false;
    }
  }
}

function entryKey(run: string, kind: ViewKind, name: string): string {
  return `${PREFIX}:${run}:${kind}:${name}`;
}

const contentOf = (text: string): string => text.slice(NONCE_CHARACTERS);
