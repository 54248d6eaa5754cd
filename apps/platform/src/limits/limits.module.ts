import { Module, type MiddlewareConsumer, type NestModule } from '@nestjs/common';
import { CallCounter } from '#libs/limits';
import { PlatformConfig } from '../config.js';
import { FailedCallLimit } from './failed-call-limit.js';

/** Limits of calls by the minute; PlansModule has those of a tenant's plan. */
@Module({
  providers: [
    {
      provide: CallCounter,
      inject: [PlatformConfig],
      useFactory: ({ redisUrl }: PlatformConfig) => new CallCounter(redisUrl),
    },
  ],
  exports: [CallCounter],
})
export class LimitsModule implements NestModule {
  configure(consumer: MiddlewareConsumer): void {
    consumer.apply(FailedCallLimit).forRoutes('{*path}');
  }
}
