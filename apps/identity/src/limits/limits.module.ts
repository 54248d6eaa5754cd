import { Inject, Module, type DynamicModule, type OnApplicationShutdown } from '@nestjs/common';
import { createRedis, type RedisClient } from '#libs/core/redis';

/** Injection token of the Redis connection that rate limits count in. */
export const LIMITS_REDIS = Symbol('LIMITS_REDIS');

/** The Redis connection of the rate limits and of the blocklist. */
@Module({})
export class LimitsModule implements OnApplicationShutdown {
  constructor(@Inject(LIMITS_REDIS) private readonly redis: RedisClient) {}

  static forRoot({ redisUrl }: { redisUrl: string }): DynamicModule {
    return {
      module: LimitsModule,
      global: true,
      providers: [{ provide: LIMITS_REDIS, useFactory: () => createRedis(redisUrl) }],
      exports: [LIMITS_REDIS],
    };
  }

  onApplicationShutdown(): void {
    this.redis.disconnect();
  }
}
