import { logger } from '#libs/core/observability';
import { connectionFor, type RedisClient } from '#libs/core/redis';
import { randomToken } from '#libs/core/secrets';
import { ViewSeal } from './view-seal.js';
import type { ViewEntry, ViewKind } from './views.js';

/**
 * Longer than any answer of identity takes, so that a late answer never outlives the entry that overrides it; short
 * enough that unused entries leave Redis.
 */
const ENTRY_TTL_SECONDS = 3_600;

/** One hash slot, so that a script can use the generation and an entry together on a Redis Cluster. */
const PREFIX = '{credentials}';
const GENERATION_KEY = `${PREFIX}:generation`;

/**
 * Compare-and-swap: writes an entry only if the generation is the one under which its content was read, and if the
 * present text is the one that the writer saw (empty: no entry).
 */
const SWAP = `
  if redis.call('get', KEYS[1]) ~= ARGV[1] then return 0 end
  if (redis.call('get', KEYS[2]) or '') ~= ARGV[2] then return 0 end
  redis.call('set', KEYS[2], ARGV[3], 'EX', ARGV[4])
  return 1`;

/**
 * Deletes an entry that no app wrote, unless it was replaced meanwhile. What it displaced is unknown, so the generation ends
 * with it.
 */
const DISCARD = `
  if redis.call('get', KEYS[2]) ~= ARGV[1] then return 0 end
  return redis.call('del', KEYS[1], KEYS[2])`;

/** INFO of the server that has the view: in a cluster a plain INFO goes to any server. */
const SERVER_INFO = `return redis.call('info', 'server')`;

/** Names a state of the view. An answer that was read under one mark is never stored under another. */
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
 * The credential view: identity's answers, cached in Redis, so that a call is authenticated in one round trip.
 *
 * After a revoke was answered, the view must never return the state before it. Therefore:
 * - a change replaces the entry before it is answered; a revoked credential keeps an entry that marks it as revoked, which a late
 *   {@link fill} never overwrites;
 * - a replacement names the text that it replaces, so a delayed write does not undo a later one (CredentialPublisher in
 *   identity serializes changes of one entry);
 * - both name the generation, a random value that is lost when Redis is emptied: writes under an older one fail;
 * - keys contain the run id of the Redis process, so a Redis that restarted with older data, or a replica that took
 *   over, returns nothing.
 *
 * Entries are sealed ({@link ViewSeal}). One that no app wrote is discarded and counts as missing.
 *
 * Redis must not evict (`maxmemory-policy noeviction`), which the queues require, too.
 */
export class ViewStore {
  private run: string | undefined;
  /** The connection on which the run id was learned. */
  private connection: unknown;
  private learning = false;
  /** The last state that was seen; the view may have changed since. */
  private seen: ViewMark | undefined;

  private readonly seal: ViewSeal;

  /** @param secret of the calls between the apps, which seals the entries */
  constructor(
    private readonly redis: RedisClient,
    secret: string,
  ) {
    this.seal = new ViewSeal(secret);
    redis.on('ready', () => void this.learnRun());
    redis.on('close', () => (this.run = undefined));
    if (redis.status === 'ready') void this.learnRun();
  }

  /**
   * Entries by kind and name in one round trip; undefined for missing ones.
   * @throws ViewUnavailable if Redis does not answer
   */
  async read<K extends ViewKind>(names: readonly (readonly [K, string])[]): Promise<(ViewEntry<K> | undefined)[]> {
    let keys: string[] = [];
    const texts = await this.asking((run) => {
      keys = names.map(([kind, name]) => entryKey(run, kind, name));
      return this.redis.mget(keys);
    });
    return texts.map((text, index) => (text === null ? undefined : this.parse<K>(keys[index]!, text)));
  }

  /**
   * The present state of the view. Take it before reading the content to store from the database.
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
   * An earlier state of the view, mostly without a call to Redis. A write under it fails if the view has changed since;
   * use it where a lost write does no harm.
   * @throws ViewUnavailable
   */
  async earlierMark(): Promise<ViewMark> {
    return this.seen !== undefined && this.seen.run === this.run ? this.seen : this.mark();
  }

  /** Stores an answer that was read under `mark`, unless the view changed or has an entry. @throws ViewUnavailable */
  async fill<K extends ViewKind>(mark: ViewMark, kind: K, name: string, entry: ViewEntry<K>): Promise<void> {
    await this.swap(mark, entryKey(mark.run, kind, name), '', entry);
  }

  /**
   * Replaces an entry by one that was read under `mark`. After true, no reader sees the previous entry. False if the view
   * changed: take a new mark, read again and retry.
   * @throws ViewUnavailable if Redis does not answer; the entry may or may not be replaced
   */
  async replace<K extends ViewKind>(mark: ViewMark, kind: K, name: string, entry: ViewEntry<K>): Promise<boolean> {
    const key = entryKey(mark.run, kind, name);
    const present = await this.asking(() => this.redis.get(key));
    return this.swap(mark, key, present ?? '', entry);
  }

  /**
   * Replaces entries unconditionally. Only for entries with a single writer; concurrent writers use {@link replace}.
   * @throws ViewUnavailable
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

  private parse<K extends ViewKind>(key: string, text: string): ViewEntry<K> | undefined {
    const content = this.seal.open(key, text);
    if (content !== undefined) return JSON.parse(content) as ViewEntry<K>;
    logger.warn('An entry of the credential view was written by no app, and is discarded');
    this.redis.eval(DISCARD, 2, GENERATION_KEY, key, text).catch(() => undefined);
    return undefined;
  }

  private async swap(mark: ViewMark, key: string, present: string, entry: ViewEntry<ViewKind>): Promise<boolean> {
    const text = this.seal.seal(key, JSON.stringify(entry), ENTRY_TTL_SECONDS);
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

  /** Discards an answer if the connection changed since the run id was read. */
  private async asking<T>(command: (run: string) => Promise<T>): Promise<T> {
    const run = this.currentRun();
    try {
      const answer = await command(run);
      if (this.currentRunOrNone() === run) return answer;
    } catch (cause) {
      throw cause instanceof ViewUnavailable ? cause : new ViewUnavailable({ cause });
    }
    throw new ViewUnavailable();
  }

  private currentRun(): string {
    const run = this.currentRunOrNone();
    if (run !== undefined) return run;
    void this.learnRun();
    throw new ViewUnavailable();
  }

  private currentRunOrNone(): string | undefined {
    return connectionFor(this.redis, GENERATION_KEY) === this.connection ? this.run : undefined;
  }

  private async learnRun(): Promise<void> {
    if (this.learning || this.redis.status !== 'ready') return;
    this.learning = true;
    try {
      // Opens the connection to the server of the view, where there are several.
      await this.redis.exists(GENERATION_KEY);
      const connection = connectionFor(this.redis, GENERATION_KEY);
      const info = await this.redis.eval(SERVER_INFO, 1, GENERATION_KEY);
      if (connection !== connectionFor(this.redis, GENERATION_KEY)) return;
      this.connection = connection;
      this.run = /run_id:(\w+)/.exec(String(info))?.[1];
    } catch {
      // The next command tries again.
    } finally {
      this.learning = false;
    }
  }
}

function entryKey(run: string, kind: ViewKind, name: string): string {
  return `${PREFIX}:${run}:${kind}:${name}`;
}
