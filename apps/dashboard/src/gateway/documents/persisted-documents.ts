import { existsSync, readFileSync } from 'node:fs';
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
  readonly #own: ReadonlyMap<string, string>;
  readonly #others = new LRUCache<string, string>({ max: REMEMBERED_OTHERS });

  constructor(
    @Inject(REDIS) private readonly redis: RedisClient,
    @Inject(WEB_DIR) webDir: string,
  ) {
    this.#own = readDocuments(join(webDir, 'persisted-documents.json'));
  }

  /** Tells the other processes of the documents of this build. Not being able to is no reason not to start. */
  async onModuleInit(): Promise<void> {
    if (this.#own.size === 0) return;
    try {
      await this.#publish(sha256Hex([...this.#own.keys()].sort().join()));
    } catch (error) {
      logger.warn('the documents of this build are not told to others', { error });
    }
  }

  /** The text of a document; undefined if no recent build had it. @throws AppUnavailable */
  async find(id: string): Promise<string | undefined> {
    const own = this.#own.get(id) ?? this.#others.get(id);
    if (own !== undefined || !ID.test(id)) return own;
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

  async #publish(build: string): Promise<void> {
    await this.redis.hset(keyOf(build), Object.fromEntries(this.#own));
    await this.redis.lrem(BUILDS_KEY, 0, build);
    await this.redis.lpush(BUILDS_KEY, build);
    const old = await this.redis.lrange(BUILDS_KEY, KEPT_BUILDS, -1);
    await this.redis.ltrim(BUILDS_KEY, 0, KEPT_BUILDS - 1);
    if (old.length > 0) await this.redis.del(...old.map(keyOf));
  }
}

function readDocuments(file: string): Map<string, string> {
  if (!existsSync(file)) return new Map();
  return new Map(Object.entries(JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>));
}
