import { applyDecorators, HttpCode, type Type } from '@nestjs/common';
import { ApiOperation, ApiResponse, type ApiResponseOptions } from '@nestjs/swagger';

/** A success of an operation. Without type and schema it has no body (204, 3xx) or an object that is not described. */
export interface OperationSuccess {
  status: number;
  /** The class of the body; in brackets for a list of them. */
  type?: Type | [Type];
  /** A JSON Schema in place of a class. */
  schema?: Record<string, unknown>;
  /** The media type where it is not JSON. */
  contentType?: string;
  description?: string;
}

export interface OperationOptions {
  summary: string;
  description?: string;
  /** The first is what the handler answers with unless it says otherwise. */
  success: OperationSuccess | OperationSuccess[];
  /** Status codes of the errors that this operation can end in; each is described with the API's envelope. */
  errors?: number[];
  deprecated?: boolean;
}

export const ERROR_TEXTS: Record<number, string> = {
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

/** Describes an operation in full: what it is for, what it answers, how it fails; and sets the status of its success. */
export function Operation(options: OperationOptions): MethodDecorator {
  const { summary, description, deprecated, errors = [] } = options;
  const successes = [options.success].flat();
  const status = successes[0]?.status ?? 200;
  return applyDecorators(
    HttpCode(status),
    ApiOperation({ summary, ...(description && { description }), ...(deprecated && { deprecated }) }),
    ...successes.map((success) => ApiResponse(describeSuccess(success))),
    ...errors.map((code) => ApiResponse({ status: code, description: ERROR_TEXTS[code] ?? 'Refused' })),
  );
}

function describeSuccess({ status, type, schema, contentType, description }: OperationSuccess): ApiResponseOptions {
  const text = description ?? 'Done';
  if (contentType) {
    const content = { [contentType]: { schema: schema ?? { type: 'string' } } };
    return { status, description: text, content };
  }
  if (schema) return { status, description: text, schema };
  return { status, description: text, ...(type && { type }) };
}
