import { applyDecorators, HttpCode, Query, type Type } from '@nestjs/common';
import { ROUTE_ARGS_METADATA } from '@nestjs/common/constants.js';
import { RouteParamtypes } from '@nestjs/common/enums/route-paramtypes.enum.js';
import { ApiExtension, ApiOperation, ApiResponse, type ApiResponseOptions } from '@nestjs/swagger';
import { ANY_QUERY } from './complete-responses.js';
import { Errors } from './errors.js';
import { BODY_EXAMPLE } from './request-examples.js';

/** A success of an operation. Without type and schema it has no body (204, 3xx) or any object. */
export interface OperationSuccess {
  status: number;
  /** The class of the body; in brackets for a list of them. */
  type?: Type | [Type];
  /** A JSON Schema in place of a class. */
  schema?: Record<string, unknown>;
  /** The media type if it is not JSON. */
  contentType?: string;
  description?: string;
  /** Descriptions of the answer's headers, by name. */
  headers?: Record<string, string>;
}

export interface OperationOptions {
  summary: string;
  description?: string;
  /** The first is the handler's default. */
  success: OperationSuccess | OperationSuccess[];
  /**
   * Status codes that only this operation has, such as 409. The others follow from its access (401, 403, 503), path
   * (404), body (400, 413) and query (422).
   */
  errors?: number[];
  /** Accepts every query parameter and reads none: mail programs add their own to links. */
  anyQuery?: boolean;
  deprecated?: boolean;
  /** A body that is accepted, where the examples of the required fields make none. */
  example?: object;
}

/**
 * Describes an operation in the OpenAPI document and sets the status of its success. A handler without `@Query()` has no
 * query parameters: an API that rejects unknown parameters rejects all of them.
 */
export function Operation(options: OperationOptions): MethodDecorator {
  const { summary, description, deprecated, errors = [], anyQuery = false, example } = options;
  const successes = [options.success].flat();
  const status = successes[0]?.status ?? 200;
  return applyDecorators(
    HttpCode(status),
    ApiOperation({ summary, ...(description && { description }), ...(deprecated && { deprecated }) }),
    ...successes.map((success) => ApiResponse(describeSuccess(success))),
    Errors(...errors),
    anyQuery ? ApiExtension(ANY_QUERY, true) : takeNoQuery,
    ...(example ? [ApiExtension(BODY_EXAMPLE, example)] : []),
  );
}

/** The query of a route that declares none. */
class NoQuery {}

/** Adds a query argument after the handler's own ones, so that the query is validated last. */
const takeNoQuery: MethodDecorator = (prototype, name) => {
  const owner = prototype.constructor;
  const declared = Object.keys((Reflect.getMetadata(ROUTE_ARGS_METADATA, owner, name) ?? {}) as object);
  if (declared.some((key) => key.startsWith(`${RouteParamtypes.QUERY}:`))) return;
  const types = (Reflect.getMetadata('design:paramtypes', prototype, name) ?? []) as unknown[];
  Query()(prototype, name, types.length);
  Reflect.defineMetadata('design:paramtypes', [...types, NoQuery], prototype, name);
};

function describeSuccess({ status, type, schema, contentType, description, headers }: OperationSuccess) {
  const described: ApiResponseOptions = { status, description: description ?? 'Done' };
  if (headers) described.headers = describeHeaders(headers);
  if (contentType) return { ...described, content: { [contentType]: { schema: schema ?? { type: 'string' } } } };
  if (schema) return { ...described, schema };
  return { ...described, ...(type && { type }) };
}

function describeHeaders(headers: Record<string, string>): NonNullable<ApiResponseOptions['headers']> {
  const entries = Object.entries(headers);
  return Object.fromEntries(entries.map(([name, description]) => [name, { description, schema: { type: 'string' } }]));
}
