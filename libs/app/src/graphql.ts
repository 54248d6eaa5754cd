import { ApolloDriver, type ApolloDriverConfig } from '@nestjs/apollo';
import type { DynamicModule } from '@nestjs/common';
import { GraphQLModule } from '@nestjs/graphql';
import { formatGraphQLError, GRAPHQL_QUERY_LIMITS } from '#libs/http';

export interface GraphqlOptions {
  /** Whether clients may read the schema. */
  introspection: boolean;
}

/** `/graphql` with the schema of the app's resolvers. An app without resolvers leaves it out. */
export function graphqlModule({ introspection }: GraphqlOptions): DynamicModule {
  return GraphQLModule.forRoot<ApolloDriverConfig>({
    driver: ApolloDriver,
    autoSchemaFile: true,
    path: '/graphql',
    playground: false,
    introspection,
    formatError: formatGraphQLError,
    ...GRAPHQL_QUERY_LIMITS,
    context: ({ req, res }: { req: unknown; res: unknown }) => ({ req, res }),
  });
}
