import type { ApolloServerPlugin } from '@apollo/server';
import type { Request } from 'express';

const JSON_TYPE = 'application/json';
const GRAPHQL_TYPE = 'application/graphql-response+json';

/** Codes of a request that HTTP carried well: its query or variables are at fault. */
const QUERY_FAULTS = new Set<unknown>([
  'GRAPHQL_PARSE_FAILED',
  'GRAPHQL_VALIDATION_FAILED',
  'OPERATION_RESOLUTION_FAILURE',
  'BAD_USER_INPUT',
  'ValidationError',
]);

/**
 * Answers a query that is at fault with 200 to a client that reads `application/json`, as the GraphQL-over-HTTP
 * specification wants it; to one that prefers `application/graphql-response+json` it is a 400.
 */
export const requestErrorStatus: ApolloServerPlugin<{ req: Request }> = {
  requestDidStart: async () => ({
    async willSendResponse({ response, contextValue }) {
      if (response.body.kind !== 'single' || 'data' in response.body.singleResult) return;
      if (contextValue.req.accepts([JSON_TYPE, GRAPHQL_TYPE]) !== JSON_TYPE) return;
      const { errors = [] } = response.body.singleResult;
      if (errors.every(({ extensions }) => QUERY_FAULTS.has(extensions?.['code']))) response.http.status = 200;
    },
  }),
};
