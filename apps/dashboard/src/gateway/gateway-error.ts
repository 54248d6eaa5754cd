import { GraphQLError } from 'graphql';
import { currentRequest, Problem } from '#libs/core/http';
import { logger } from '#libs/core/observability';

/**
 * The one form of errors: `extensions` has the code, the app where it comes from one, the field at fault, and the request's id.
 * An error that is not meant for clients becomes an InternalError, and its cause goes to the log.
 */
export function gatewayError(error: Readonly<GraphQLError | Error>): GraphQLError {
  const problem = error instanceof Problem ? error : error instanceof GraphQLError ? problemOf(error) : undefined;
  if (problem) return coded(problem.message, problem.code);
  // Errors of apps come as they were read, without a class of ours.
  const { message, path, locations, extensions } = error as GraphQLError;
  const code = extensions?.['code'];
  if (typeof code === 'string')
    return new GraphQLErrorAsRead(message, { path, locations, extensions: withRequestId(extensions) });
  if (error instanceof GraphQLError && !error.originalError)
    return new GraphQLErrorAsRead(message, { path, locations, extensions: withRequestId({ code: 'BAD_USER_INPUT' }) });
  if (isRequestFault(error)) return coded(message, 'ValidationError');
  logger.error('the gateway failed', { error });
  const failed = coded('Something went wrong on our side.', 'InternalError');
  return path ? new GraphQLErrorAsRead(failed.message, { path, extensions: failed.extensions }) : failed;
}

/** An error with locations that were read: there is no document to find them in. */
class GraphQLErrorAsRead extends GraphQLError {
  constructor(
    message: string,
    { path, locations, extensions }: Partial<Pick<GraphQLError, 'path' | 'locations' | 'extensions'>>,
  ) {
    super(message, { path, extensions });
    if (locations) Object.assign(this, { locations });
  }
}

const problemOf = ({ originalError }: GraphQLError): Problem | undefined =>
  originalError instanceof Problem ? originalError : undefined;

const coded = (message: string, code: string): GraphQLError =>
  new GraphQLError(message, { extensions: withRequestId({ code }) });

function withRequestId(extensions: Record<string, unknown>): Record<string, unknown> {
  const requestId = currentRequest()?.requestId;
  return extensions['requestId'] === undefined && requestId ? { ...extensions, requestId } : extensions;
}

/** Whether the library for the protocol, or this gateway, found a fault in the parameters: a plain Error with a text for clients. */
const isRequestFault = (error: Error): boolean => error.constructor === Error;
