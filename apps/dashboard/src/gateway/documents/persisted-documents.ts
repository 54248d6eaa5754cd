import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { logger } from '#libs/core/observability';
import type { RedisClient } from '#libs/core/redis';
import { sha256Hex } from '#libs/core/secrets';
import { WEB_DIR } from '../../page/web-dir.js';
import { REDIS } from '../../sign-in/session-store.js';
import { AppUnavailable } from '../../app-unavailable.js';

/** Builds whose documents answer: pages that are open during a release ask for those of the build before. */
const KEPT_BUILDS = 3;
const BUILDS_KEY = 'dashboard:{documents}:builds';
const ID = /^[0-9a-f]{64}$/;
const REMEMBERED_OTHERS = 1_000;

const keyOf = (build: string): string => `dashboard:{documents}:${build}`;

/** The documents of the page by the SHA-256 of their text: those of this build, and by Redis those of the two builds before. */
@Injectable()
export class PersistedDocuments implements OnModuleInit {
  readonly #file: string;
  #own: ReadonlyMap<string, string> = new Map();
  #ownOf: number | undefined;
  readonly #others = new LRUCache<string, string>({ max: REMEMBERED_OTHERS });

  constructor(
    @Inject(REDIS) private readonly redis: RedisClient,
    @Inject(WEB_DIR) webDir: string,
  ) {
    this.#file = join(webDir, 'persisted-documents.json');
  }

  /** Whenever Redis is there, also after it has lost its data. */
  async onModuleInit(): Promise<void> {
    this.redis.on('ready', () => void this.#tell());
    await this.#readBuild();
  }

  /** The text of a document; undefined if no recent build had it. @throws AppUnavailable */
  async find(id: string): Promise<string | undefined> {
    const known = this.#own.get(id) ?? this.#others.get(id);
    if (known !== undefined || !ID.test(id)) return known;
    await this.#readBuild();
    const own = this.#own.get(id);
    if (own !== undefined) return own;
    try {
      const found = await this.#findIn(await this.redis.lrange(BUILDS_KEY, 0, KEPT_BUILDS - 1), id);
      if (found !== undefined) this.#others.set(id, found);
      return found;
    } catch (error) {
      throw new AppUnavailable('dashboard', error);
    }
  }

  async #findIn(builds: readonly string[], id: string): Promise<string | undefined> {
    for (const build of builds) {
      const text = await this.redis.hget(keyOf(build), id);
      if (text !== null) return text;
    }
    return undefined;
  }

  /** Reads the documents of the build that is there, if it is another one than before: the page may be built after the start. */
  async #readBuild(): Promise<void> {
    const changedAt = statSync(this.#file, { throwIfNoEntry: false })?.mtimeMs;
    if (changedAt === undefined || changedAt === this.#ownOf) return;
    this.#own = new Map(Object.entries(JSON.parse(readFileSync(this.#file, 'utf8')) as Record<string, string>));
    this.#ownOf = changedAt;
    if (this.redis.status === 'ready') await this.#tell();
  }

  /** Tells the other processes of the documents of this build. Not being able to is no reason not to answer. */
  async #tell(): Promise<void> {
    if (this.#own.size === 0) return;
    try {
      await this.#publish(sha256Hex([...this.#own.keys()].sort().join()));
    } catch (error) {
      logger.warn('the documents of this build are not told to others', { error });
    }
  }

  async #publish(build: string): Promise<void> {
    await this.redis.hset(keyOf(build), Object.fromEntries(this.#own));
    await this.redis.lrem(BUILDS_KEY, 0, build);
    await this.redis.lpush(BUILDS_KEY, build);
    const old = await this.redis.lrange(BUILDS_KEY, KEPT_BUILDS, -1);
    await this.redis.ltrim(BUILDS_KEY, 0, KEPT_BUILDS - 1);
    if (old.length > 0) await this.redis.del(...old.map(keyOf));
  }
}
