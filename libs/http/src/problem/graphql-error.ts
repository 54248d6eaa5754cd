import type { GraphQLFormattedError } from 'graphql';
import { logger } from '#libs/observability';
import { currentRequest } from '../request/request-context.js';
import { toProblem } from './to-problem.js';

/** Errors of the GraphQL library itself are about the query and safe to show. */
const QUERY_FAULTS = new Set(['GRAPHQL_PARSE_FAILED', 'GRAPHQL_VALIDATION_FAILED', 'BAD_USER_INPUT', 'BAD_REQUEST']);

/**
 * For Apollo's `formatError`: a Problem keeps its text and shows its code as `extensions.code`; anything else becomes
 * an InternalError with the fixed text, and its cause goes to the log.
 */
export function formatGraphQLError(formatted: GraphQLFormattedError, error: unknown): GraphQLFormattedError {
  const original = originalOf(error);
  const code = String(formatted.extensions?.['code']);
  if (!original && QUERY_FAULTS.has(code)) return { ...formatted, extensions: { code } };
  if (!original && asksForNothingThere(formatted))
    return { ...formatted, extensions: { code: 'GRAPHQL_VALIDATION_FAILED' } };
  const problem = toProblem(original ?? error);
  if (problem.status >= 500)
    logger.error('graphql failed', { code: problem.code, error: problem.cause ?? original ?? error });
  return {
    message: problem.message,
    ...(formatted.locations && { locations: formatted.locations }),
    ...(formatted.path && { path: formatted.path }),
    extensions: {
      code: problem.code,
      ...(problem.details && { details: problem.details }),
      ...requestIdExtension(),
    },
  };
}

/** A kind of operation that the schema has not: the library finds it late, at a place in the query and at no field. */
function asksForNothingThere({ locations, path }: GraphQLFormattedError): boolean {
  return locations !== undefined && path === undefined;
}

function requestIdExtension(): { requestId?: string } {
  const requestId = currentRequest()?.requestId;
  return requestId ? { requestId } : {};
}

/**
 * GraphQL wraps what a resolver threw, and at times an error of its own. Told by name: the package exists twice in a
 * process that loads it both as a module and as CommonJS.
 */
function originalOf(error: unknown): unknown {
  const original: unknown = error instanceof Error ? Reflect.get(error, 'originalError') : undefined;
  return original instanceof Error && original.name === 'GraphQLError' ? originalOf(original) : original;
}
