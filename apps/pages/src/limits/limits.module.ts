import { Module } from '@nestjs/common';
import { APP_INTERCEPTOR } from '@nestjs/core';
import { SlidingMinute } from '#libs/core/limits';
import { PagesConfig } from '../config.js';
import { KeyLimits } from './key-limits.js';

/** The limits of keys, on every route. */
@Module({
  providers: [
    { provide: APP_INTERCEPTOR, useClass: KeyLimits },
    {
      provide: SlidingMinute,
      inject: [PagesConfig],
      useFactory: ({ redisUrl }: PagesConfig) => new SlidingMinute(redisUrl, 'pages'),
    },
  ],
  exports: [SlidingMinute],
})
export class LimitsModule {}
