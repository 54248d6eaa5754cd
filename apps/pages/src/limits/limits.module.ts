import { Module } from '@nestjs/common';
import { APP_INTERCEPTOR } from '@nestjs/core';
import { CallCounter, GraphqlLimits, SlidingMinute } from '#libs/core/limits';
import { PagesConfig } from '../config.js';
import { KeyLimits } from './key-limits.js';

/** The limits of keys, on every route, and of sessions in GraphQL. */
@Module({
  providers: [
    { provide: APP_INTERCEPTOR, useClass: KeyLimits },
    { provide: APP_INTERCEPTOR, useClass: GraphqlLimits },
    {
      provide: SlidingMinute,
      inject: [PagesConfig],
      useFactory: ({ redisUrl }: PagesConfig) => new SlidingMinute(redisUrl, 'pages'),
    },
    {
      provide: CallCounter,
      inject: [PagesConfig],
      useFactory: ({ redisUrl }: PagesConfig) => new CallCounter(redisUrl, 'pages'),
    },
  ],
  exports: [SlidingMinute],
})
export class LimitsModule {}
