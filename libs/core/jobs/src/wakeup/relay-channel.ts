import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { createRedis, type RedisClient, Subscriptions } from '#libs/core/redis';
import type { JobKind } from '../jobs.js';
import { JOBS_OPTIONS, type JobsOptions } from '../jobs-options.js';

/** The shortest time between two messages (milliseconds). */
const GAP_MS = 20;

/**
 * Tells the relays of other processes, by a message in Redis, that jobs were enqueued. A message may be lost: a relay also
 * looks for jobs by itself.
 */
@Injectable()
export class RelayChannel implements OnApplicationShutdown {
  private readonly redis: RedisClient;
  private readonly channel: string;
  /** The kinds of jobs that this process dispatches itself. */
  private readonly own: ReadonlySet<string>;
  private subscriptions: Subscriptions | undefined;
  private toldAt = -Infinity;
  /** Until the next message, if one is due. */
  private timer: NodeJS.Timeout | undefined;

  constructor(@Inject(JOBS_OPTIONS) { app, redisUrl, role, kinds }: JobsOptions) {
    this.channel = `{${app}}:enqueued`;
    this.own = new Set(role === 'api' ? [] : kinds);
    this.redis = createRedis(redisUrl);
  }

  /** Tells that jobs of this kind wait (of the app's own kinds if absent), unless this process dispatches them itself. */
  announce(kind?: JobKind): void {
    const isOwn = kind === undefined ? this.own.size > 0 : this.own.has(kind);
    if (isOwn || this.timer) return;
    const restMs = this.toldAt + GAP_MS - performance.now();
    if (restMs <= 0) void this.tell();
    else this.timer = setTimeout(() => void this.tell(), restMs);
  }

  /** Calls `listener` after each message, and whenever messages may have been lost. */
  listen(listener: () => void): void {
    this.subscriptions = new Subscriptions(this.redis, { message: listener, connected: listener });
    this.subscriptions.add(this.channel).catch(() => undefined);
  }

  async onApplicationShutdown(): Promise<void> {
    this.subscriptions?.close();
    if (this.timer) await this.tell();
    this.redis.disconnect();
  }

  private async tell(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.toldAt = performance.now();
    await this.redis.publish(this.channel, '').catch(() => undefined);
  }
}
