import { Inject, Injectable } from '@nestjs/common';
import type { RedisClient } from '#libs/core/redis';
import { randomToken, SecretBox, sha256Hex } from '#libs/core/secrets';
import { REDIS } from '../sign-in/session-store.js';

const KEPT_SECONDS = 10 * 60;
const OWNER = 'dashboard';
const PURPOSE = 'dashboard.frame';

/** HTML that the page wants to show in a frame, for ten minutes. */
@Injectable()
export class FrameStore {
  constructor(
    @Inject(REDIS) private readonly redis: RedisClient,
    private readonly box: SecretBox,
  ) {}

  /** Keeps a text; returns the name under which alone it is found. */
  async keep(html: string): Promise<string> {
    const id = randomToken(32);
    await this.redis.set(keyOf(id), this.box.seal(OWNER, PURPOSE, html), 'EX', KEPT_SECONDS);
    return id;
  }

  async find(id: string): Promise<string | undefined> {
    const sealed = await this.redis.get(keyOf(id));
    return sealed === null ? undefined : this.box.open(OWNER, PURPOSE, sealed);
  }
}

const keyOf = (id: string): string => `dashboard:frame:${sha256Hex(id)}`;
