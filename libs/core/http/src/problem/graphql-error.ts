import type { ASTNode, FieldNode, GraphQLFormattedError } from 'graphql';
import { logger } from '#libs/core/observability';
import { withGraphqlNames } from '../graphql/field-names.js';
import type { Envelope } from './envelope.js';
import { currentRequest } from '../request/request-context.js';
import { faultsOf, fieldExtensions, rejectedValue } from './graphql-faults.js';
import type { Problem } from './problem.js';
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
 * For Apollo's `formatError`. In every app an error has the extensions `code`, `requestId` and, where there are any, `field`,
 * `fields` and `retryAfter` (seconds); beside them what the app's envelope adds. Anything but a Problem becomes an
 * InternalError with the fixed text, and its cause goes to the log.
 */
export function graphqlErrors({
  graphql: render = ({ message, code }) => ({ message, code }),
}: Pick<Envelope, 'graphql'>) {
  return (formatted: GraphQLFormattedError, error: unknown): GraphQLFormattedError => {
    const original = originalOf(error);
    const fault = original ? undefined : queryFault(formatted, error);
    if (fault) return rejectedQuery(formatted, fault);
    const problem = toProblem(original ?? error);
    if (problem.status >= 500)
      logger.error('graphql failed', { code: problem.code, error: problem.cause ?? original ?? error });
    const { message, details } = withGraphqlNames(problem);
    const { code, extensions, ...rendered } = render(problem);
    const shown = rendered.message === problem.message ? message : rendered.message;
    const faults = faultsOf(problem, { code, message: shown, details, given: argumentsOf(error) });
    return {
      message: shown,
      ...(formatted.locations && { locations: formatted.locations }),
      ...(formatted.path && { path: formatted.path }),
      extensions: {
        ...extensions,
        ...(details && { details }),
        code,
        ...fieldExtensions(faults),
        ...requestIdExtension(),
        ...retryExtension(problem),
      },
    };
  };
}

/** An error of the library about the query, which names the value at fault if that is a variable or an argument. */
function rejectedQuery(formatted: GraphQLFormattedError, code: string): GraphQLFormattedError {
  const rejected = rejectedValue(code, formatted.message);
  const extensions = { code, ...fieldExtensions(rejected ? [rejected] : []), ...requestIdExtension() };
  return { ...formatted, extensions };
}

/** The names of the arguments that the query gives the field of an error. */
function argumentsOf(error: unknown): string[] {
  const nodes = nodesOf(error) as readonly FieldNode[];
  return nodes.flatMap(({ arguments: given = [] }) => given.map(({ name }) => name.value));
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
  const nodes = nodesOf(error);
  return nodes.length > 0 && nodes.every(({ kind }) => kind !== 'Field');
}

/** The places in the query that an error is about. */
function nodesOf(error: unknown): readonly ASTNode[] {
  const nodes: unknown = error instanceof Error ? Reflect.get(error, 'nodes') : undefined;
  return Array.isArray(nodes) ? (nodes as ASTNode[]) : [];
}

function requestIdExtension(): { requestId?: string } {
  const requestId = currentRequest()?.requestId;
  return requestId ? { requestId } : {};
}

/** Seconds until the call may be repeated, as Retry-After has them. */
function retryExtension({ headers }: Problem): { retryAfter?: number } {
  const seconds = Number(headers?.['Retry-After'] ?? Number.NaN);
  return Number.isFinite(seconds) ? { retryAfter: Math.max(0, Math.ceil(seconds)) } : {};
}

/**
 * The error that a resolver threw: GraphQL wraps it, sometimes more than once. Compares names, because a process that
 * loads the package as a module and as CommonJS has two classes.
 */
function originalOf(error: unknown): unknown {
  const original: unknown = error instanceof Error ? Reflect.get(error, 'originalError') : undefined;
  return original instanceof Error && original.name === 'GraphQLError' ? originalOf(original) : original;
}
