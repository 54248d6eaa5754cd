import type { ApolloServerPlugin } from '@apollo/server';
import type { Request } from 'express';

const JSON_TYPE = 'application/json';
const GRAPHQL_TYPE = 'application/graphql-response+json';

/**
 * Answers a call of which a limit of calls has left nothing with 429 to a client that reads `application/json`, so that
 * whatever stands between knows it, too. With `application/graphql-response+json` an answer with data is 200.
 */
export const throttledStatus: ApolloServerPlugin<{ req: Request }> = {
  requestDidStart: async () => ({
    async willSendResponse({ response, contextValue }) {
      if (response.body.kind !== 'single') return;
      const { data, errors = [] } = response.body.singleResult;
      const fields = Object.values(data ?? {});
      if (fields.length === 0 || errors.length < fields.length || fields.some((value) => value !== null)) return;
      if (errors.some(({ extensions }) => extensions?.['code'] !== 'Throttling')) return;
      if (contextValue.req.accepts([JSON_TYPE, GRAPHQL_TYPE]) !== JSON_TYPE) return;
      response.http.status = 429;
      const waits = errors.flatMap(({ extensions }) => (extensions?.['retryAfter'] as number | undefined) ?? []);
      if (waits.length > 0) response.http.headers.set('retry-after', String(Math.max(...waits)));
    },
  }),
};
