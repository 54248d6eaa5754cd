import { Module } from '@nestjs/common';
import { APP_INTERCEPTOR } from '@nestjs/core';
import { CallCounter, GraphqlLimits } from '#libs/core/limits';
import { MailConfig } from '../config.js';

/** The limit of sessions in GraphQL. */
@Module({
  providers: [
    { provide: APP_INTERCEPTOR, useClass: GraphqlLimits },
    {
      provide: CallCounter,
      inject: [MailConfig],
      useFactory: ({ redisUrl }: MailConfig) => new CallCounter(redisUrl, 'mail'),
    },
  ],
})
export class LimitsModule {}
