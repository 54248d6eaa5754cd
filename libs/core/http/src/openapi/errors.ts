import { applyDecorators } from '@nestjs/common';
import { ApiResponse } from '@nestjs/swagger';

const TEXTS: Record<number, string> = {
  400: 'The request is malformed',
  401: 'The credential is missing, invalid or expired',
  402: 'The plan does not include this',
  403: 'The credential does not allow this',
  404: 'Not found, or not yours',
  409: 'Conflict with the current state',
  410: 'No longer available',
  413: 'The body is too large',
  422: 'The request is understood and not possible',
  429: 'Too many requests, or the quota is used up',
  500: 'Internal error',
  502: 'An upstream service failed',
  503: 'A dependency is unavailable',
};

/** Describes an error status in one sentence. */
export const errorText = (status: number): string => TEXTS[status] ?? 'Rejected';

/** Describes statuses that an operation, or each operation of a controller, can fail with. */
export function Errors(...statuses: number[]): MethodDecorator & ClassDecorator {
  return applyDecorators(...statuses.map((status) => ApiResponse({ status, description: errorText(status) })));
}
