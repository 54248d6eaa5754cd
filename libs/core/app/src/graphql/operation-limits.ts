import type { ApolloServerPlugin } from '@apollo/server';
import type { Request } from 'express';
import { GraphQLError, type DocumentNode, visit } from 'graphql';
import type { SessionCheck } from '#libs/core/auth';
import { limitOperation, Problem } from '#libs/core/http';

interface FieldContext {
  req: Request;
}

/** Rejects operations that ask for too much, and introspection without a session, before they run. */
export const operationLimits = (sessions: SessionCheck): ApolloServerPlugin<FieldContext> => ({
  requestDidStart: async () => ({
    async didResolveOperation({ schema, document, operation, request, contextValue }) {
      if (!operation) return;
      try {
        limitOperation({ schema, document, operation, variables: request.variables ?? {} });
        if (readsSchema(document)) await sessions.verify(contextValue.req);
      } catch (error) {
        throw requestError(error);
      }
    },
  }),
});

/** `__typename` tells nothing about the schema that the query does not. */
function readsSchema(document: DocumentNode): boolean {
  let found = false;
  visit(document, {
    Field({ name: { value } }) {
      if (value === '__schema' || value === '__type') found = true;
    },
  });
  return found;
}

/** Apollo takes an error of a plugin for a fault of the server, unless it has a status. */
function requestError(error: unknown): unknown {
  if (!(error instanceof Problem)) return error;
  return new GraphQLError(error.message, { originalError: error, extensions: { http: { status: error.status } } });
}
