import type { GraphQLFormattedError } from 'graphql';
import { logger } from '#libs/observability';
import { currentRequest } from '../request/request-context.js';
import { toProblem } from './to-problem.js';

/** Codes of the GraphQL library's own errors: they are about the query and safe to show. */
const QUERY_FAULTS = new Set(['GRAPHQL_PARSE_FAILED', 'GRAPHQL_VALIDATION_FAILED', 'BAD_USER_INPUT', 'BAD_REQUEST']);

/**
 * For Apollo's `formatError`: a Problem keeps its text and shows its code as `extensions.code`; anything else becomes
 * an InternalError with the fixed text, and its cause goes to the log.
 */
export function formatGraphQLError(formatted: GraphQLFormattedError, error: unknown): GraphQLFormattedError {
  const original = originalOf(error);
  const code = String(formatted.extensions?.['code']);
  if (!original && QUERY_FAULTS.has(code)) return { ...formatted, extensions: { code } };
  if (!original && isUnknownOperationType(formatted))
    return { ...formatted, extensions: { code: 'GRAPHQL_VALIDATION_FAILED' } };
  if (!original && isArgumentFault(error)) return { ...formatted, extensions: { code: 'BAD_USER_INPUT' } };
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

/** Whether the schema lacks the operation's type: the library reports it with a location but without a path. */
function isUnknownOperationType({ locations, path }: GraphQLFormattedError): boolean {
  return locations !== undefined && path === undefined;
}

/** Whether the library rejected the value of an argument: it names the argument, and of a fault of a field the field. */
function isArgumentFault(error: unknown): boolean {
  const nodes: unknown = error instanceof Error ? Reflect.get(error, 'nodes') : undefined;
  return Array.isArray(nodes) && nodes.length > 0 && nodes.every(({ kind }: { kind: string }) => kind !== 'Field');
}

function requestIdExtension(): { requestId?: string } {
  const requestId = currentRequest()?.requestId;
  return requestId ? { requestId } : {};
}

/**
 * The error that a resolver threw: GraphQL wraps it, sometimes more than once. Compares names, because a process that
 * loads the package as a module and as CommonJS has two classes.
 */
function originalOf(error: unknown): unknown {
  const original: unknown = error instanceof Error ? Reflect.get(error, 'originalError') : undefined;
  return original instanceof Error && original.name === 'GraphQLError' ? originalOf(original) : original;
}
