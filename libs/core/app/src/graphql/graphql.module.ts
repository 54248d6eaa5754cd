import { ApolloServerPluginCacheControlDisabled } from '@apollo/server/plugin/disabled';
import { ApolloDriver, type ApolloDriverConfig } from '@nestjs/apollo';
import type { DynamicModule } from '@nestjs/common';
import * as graphql from '@nestjs/graphql';
import { SessionCheck } from '#libs/core/auth';
import {
  AnswerMeter,
  declareArguments,
  type Envelope,
  graphqlErrors,
  meterAnswers,
  separateRootFields,
} from '#libs/core/http';
import { DateTime, JsonObject, JsonValue, WholeNumber } from '#libs/core/graphql';
import { operationLimits } from './operation-limits.js';
import { storableTexts } from './query-texts.js';
import { requestErrorStatus } from './request-error-status.js';
import { throttledStatus } from './throttled-status.js';

/** Limits nesting, and the work of validation, which grows with the square: 50 ms at most on one core. */
const MAX_TOKENS = 1_000;

export interface GraphqlOptions {
  /** Whether clients with a session may read the schema. */
  introspection: boolean;
  /** How errors show. */
  envelope: Pick<Envelope, 'graphql'>;
}

/** `/graphql` with the schema of the app's resolvers. An app without resolvers leaves it out. */
export function graphqlModule({ introspection, envelope }: GraphqlOptions): DynamicModule {
  declareArguments(graphql);
  const module = graphql.GraphQLModule.forRootAsync<ApolloDriverConfig>({
    driver: ApolloDriver,
    inject: [SessionCheck],
    useFactory: (sessions: SessionCheck) => ({
      autoSchemaFile: true,
      path: '/graphql',
      playground: false,
      introspection,
      hideSchemaDetailsFromClientErrors: !introspection,
      // GET only reads, and POST needs a type that makes browsers ask first: the same protection as on REST routes.
      csrfPrevention: false,
      formatError: graphqlErrors(envelope),
      // It would make a 200 of every answer with data, after our plugins; a Problem sets no status.
      preserveHttpStatusForExecutionErrors: false,
      parseOptions: { maxTokens: MAX_TOKENS },
      validationRules: [storableTexts],
      transformSchema: (schema) => separateRootFields(meterAnswers(schema)),
      // The hints of caches that Apollo adds cost a fifth of a query: it looks at every field, and so wraps its resolver.
      plugins: [
        operationLimits(sessions),
        requestErrorStatus,
        throttledStatus,
        ApolloServerPluginCacheControlDisabled(),
      ],
      context: ({ req, res }: { req: unknown; res: unknown }) => ({ req, res, answer: new AnswerMeter() }),
    }),
  });
  return { ...module, providers: [...(module.providers ?? []), DateTime, JsonObject, JsonValue, WholeNumber] };
}
