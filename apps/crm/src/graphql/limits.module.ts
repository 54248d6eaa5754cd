import { Module } from '@nestjs/common';
import { APP_INTERCEPTOR } from '@nestjs/core';
import { CallCounter, GraphqlLimits } from '#libs/core/limits';
import { CrmConfig } from '../config.js';

/** The limit of sessions in GraphQL. */
@Module({
  providers: [
    { provide: APP_INTERCEPTOR, useClass: GraphqlLimits },
    {
      provide: CallCounter,
      inject: [CrmConfig],
      useFactory: ({ redisUrl }: CrmConfig) => new CallCounter(redisUrl, 'crm'),
    },
  ],
})
export class LimitsModule {}
