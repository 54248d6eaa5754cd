import { type DynamicModule, Module } from '@nestjs/common';
import { APP_INTERCEPTOR } from '@nestjs/core';
import { SecretBox } from '#libs/core/secrets';
import { CallCounter } from './call-counter.js';
import { GraphqlLimits } from './graphql-limits.js';

interface CallLimitsOptions {
  /** Name of the app; apps have separate counts. */
  app: string;
  redisUrl: string;
  /** True to limit sessions in GraphQL. */
  graphql?: boolean;
}

/** The counter of calls of an app, for all of its modules. */
@Module({})
export class CallLimitsModule {
  static forRoot({ app, redisUrl, graphql = false }: CallLimitsOptions): DynamicModule {
    return {
      module: CallLimitsModule,
      global: true,
      providers: [
        {
          provide: CallCounter,
          inject: [SecretBox],
          useFactory: (secrets: SecretBox) => new CallCounter(redisUrl, app, secrets),
        },
        ...(graphql ? [{ provide: APP_INTERCEPTOR, useClass: GraphqlLimits }] : []),
      ],
      exports: [CallCounter],
    };
  }
}
