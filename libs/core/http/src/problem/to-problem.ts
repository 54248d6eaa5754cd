import { HttpException } from '@nestjs/common';
import { type ProblemCode } from './codes.js';
import { Problem } from './problem.js';

const CODE_BY_STATUS: Record<number, ProblemCode> = {
  400: 'ValidationError',
  401: 'AuthorizationError',
  402: 'PlanLimitExceeded',
  403: 'PermissionDenied',
  404: 'NotFound',
  405: 'MethodNotAllowed',
  409: 'Conflict',
  410: 'Gone',
  413: 'PayloadTooLarge',
  422: 'InvalidParameter',
  429: 'Throttling',
  502: 'ProviderError',
  503: 'ServiceUnavailable',
};

/**
 * Any thrown value as a Problem. Errors of Nest, Express and middleware keep their status, but not their texts, which are
 * not meant for clients. Everything else is an InternalError with a fixed text.
 */
export function toProblem(error: unknown): Problem {
  if (error instanceof Problem) return error;
  if (error instanceof URIError)
    return new Problem('ValidationError', { message: 'The URL is malformed.', cause: error });
  const status = statusOf(error);
  return new Problem(codeOf(status), { cause: error });
}

function statusOf(error: unknown): number {
  if (error instanceof HttpException) return error.getStatus();
  if (!(error instanceof Error)) return 500;
  const status: unknown = Reflect.get(error, 'statusCode') ?? Reflect.get(error, 'status');
  const exposed: unknown = Reflect.get(error, 'expose');
  return typeof status === 'number' && exposed === true ? status : 500;
}

function codeOf(status: number): ProblemCode {
  return CODE_BY_STATUS[status] ?? (status >= 400 && status < 500 ? 'ValidationError' : 'InternalError');
}
