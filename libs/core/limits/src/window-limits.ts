import type { OnApplicationShutdown } from '@nestjs/common';
import { createRedis, type RedisClient } from '#libs/core/redis';
import { type Window, WindowLimit } from './window-limit.js';

/** Base of limits that count over a connection to Redis of their own. */
export abstract class WindowLimits implements OnApplicationShutdown {
  protected readonly redis: RedisClient;

  protected constructor(redisUrl: string) {
    this.redis = createRedis(redisUrl);
  }

  protected limit(window: Window): WindowLimit {
    return new WindowLimit(this.redis, window);
  }

  onApplicationShutdown(): void {
    this.redis.disconnect();
  }
}
