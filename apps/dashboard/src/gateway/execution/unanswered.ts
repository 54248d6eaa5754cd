import { GraphQLError, type ExecutionResult } from 'graphql';
import { rootFieldsOf, type Asked } from '../documents/root-fields.js';

/** The answer to an operation that nothing answers: null for every root field, each with the error at its path. */
export function unanswered(asked: Asked, error: GraphQLError): ExecutionResult {
  const names = [...rootFieldsOf(asked).keys()];
  return {
    data: Object.fromEntries(names.map((name) => [name, null])),
    errors: names.map((name) => new GraphQLError(error.message, { path: [name], extensions: error.extensions })),
  };
}
