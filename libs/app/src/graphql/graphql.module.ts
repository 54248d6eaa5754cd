import { ApolloDriver, type ApolloDriverConfig } from '@nestjs/apollo';
import type { DynamicModule } from '@nestjs/common';
import { GraphQLModule } from '@nestjs/graphql';
import { SessionCheck } from '#libs/auth';
import { AnswerMeter, type Envelope, GRAPHQL_QUERY_LIMITS, graphqlErrors, meterAnswers } from '#libs/http';
import { DateTime, JsonObject } from '#libs/graphql';
import { operationLimits } from './operation-limits.js';
import { requestErrorStatus } from './request-error-status.js';

export interface GraphqlOptions {
  /** Whether clients with a session may read the schema. */
  introspection: boolean;
  /** How errors show. */
  envelope: Pick<Envelope, 'graphql'>;
}

/** `/graphql` with the schema of the app's resolvers. An app without resolvers leaves it out. */
export function graphqlModule({ introspection, envelope }: GraphqlOptions): DynamicModule {
  const module = GraphQLModule.forRootAsync<ApolloDriverConfig>({
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
      ...GRAPHQL_QUERY_LIMITS,
      transformSchema: meterAnswers,
      plugins: [operationLimits(sessions), requestErrorStatus],
      context: ({ req, res }: { req: unknown; res: unknown }) => ({ req, res, answer: new AnswerMeter() }),
    }),
  });
  return { ...module, providers: [...(module.providers ?? []), DateTime, JsonObject] };
}
