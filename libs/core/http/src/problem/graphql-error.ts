import type { GraphQLFormattedError } from 'graphql';
import { logger } from '#libs/core/observability';
import { withGraphqlNames } from '../graphql/field-names.js';
import type { Envelope } from './envelope.js';
import { currentRequest } from '../request/request-context.js';
import { toProblem } from './to-problem.js';

/** Codes of the GraphQL library's own errors: they are about the query and safe to show. */
const QUERY_FAULTS = new Set([
  'GRAPHQL_PARSE_FAILED',
  'GRAPHQL_VALIDATION_FAILED',
  'OPERATION_RESOLUTION_FAILURE',
  'PERSISTED_QUERY_NOT_FOUND',
  'PERSISTED_QUERY_NOT_SUPPORTED',
  'BAD_USER_INPUT',
  'BAD_REQUEST',
]);

/**
 * For Apollo's `formatError`: a Problem shows as the app's envelope says, its code as `extensions.code`; anything else
 * becomes an InternalError with the fixed text, and its cause goes to the log.
 */
export function graphqlErrors({
  graphql: render = ({ message, code }) => ({ message, code }),
}: Pick<Envelope, 'graphql'>) {
  return (formatted: GraphQLFormattedError, error: unknown): GraphQLFormattedError => {
    const original = originalOf(error);
    const fault = original ? undefined : queryFault(formatted, error);
    if (fault) return { ...formatted, extensions: { code: fault } };
    const problem = toProblem(original ?? error);
    if (problem.status >= 500)
      logger.error('graphql failed', { code: problem.code, error: problem.cause ?? original ?? error });
    const { message, details } = withGraphqlNames(problem);
    const { code, extensions, ...rendered } = render(problem);
    return {
      message: rendered.message === problem.message ? message : rendered.message,
      ...(formatted.locations && { locations: formatted.locations }),
      ...(formatted.path && { path: formatted.path }),
      extensions: {
        ...extensions,
        code,
        ...(details && { details }),
        ...requestIdExtension(),
      },
    };
  };
}

/** The code of an error that the library found in the query itself. */
function queryFault(formatted: GraphQLFormattedError, error: unknown): string | undefined {
  const code = String(formatted.extensions?.['code']);
  if (QUERY_FAULTS.has(code)) return code;
  if (isUnknownOperationType(formatted)) return 'GRAPHQL_VALIDATION_FAILED';
  return isArgumentFault(error) ? 'BAD_USER_INPUT' : undefined;
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
