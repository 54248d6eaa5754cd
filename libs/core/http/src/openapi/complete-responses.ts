import type { OpenAPIObject } from '@nestjs/swagger';
import { type Envelope, REQUEST_ID_SCHEMA } from '../problem/envelope.js';
import { Problem } from '../problem/problem.js';
import { type AppProfile } from '../profile.js';
import { errorText } from './errors.js';

type Operation = NonNullable<OpenAPIObject['paths'][string]['get']>;
type Responses = Operation['responses'];
type Response = Exclude<NonNullable<Responses[string]>, { $ref: string }>;
type Headers = NonNullable<Response['headers']>;
type Schema = NonNullable<NonNullable<Response['content']>[string]['schema']>;

const METHODS = ['get', 'put', 'post', 'delete', 'patch', 'options', 'head'] as const;

const JSON_TYPE = 'application/json';

/** Marks an operation that accepts every query parameter. */
export const ANY_QUERY = 'x-any-query';

const RETRY_AFTER: Headers = { 'Retry-After': header('Seconds until the call may be repeated') };
/** Headers of a path with a rate limit. A 429 for a used-up quota is without them. */
const RATE_LIMIT: Headers = {
  'X-RateLimit-Limit': header('Calls a minute'),
  'X-RateLimit-Remaining': header('Calls that are left of this minute'),
  'X-RateLimit-Reset': header('Seconds until the minute ends'),
};

const ERROR: Schema = { $ref: '#/components/schemas/Error' };

/**
 * Adds to each operation what its controller does not repeat: path parameters, the errors that follow from path, body and
 * query, the 429 of rate limits, the envelope of errors, and the RequestId of a success if the API has one.
 */
export function completeResponses(document: OpenAPIObject, profile: AppProfile): void {
  const { envelope } = profile;
  for (const [path, operation] of operationsOf(document)) {
    describePath(path, operation);
    // An operation without security is public; an empty list states it explicitly.
    operation.security ??= [];
    for (const status of impliedErrors(path, operation, profile))
      operation.responses[status] ??= { description: errorText(status) };
    for (const [code, response] of Object.entries(operation.responses)) {
      if (!response || '$ref' in response) continue;
      if (code === '429') response.headers = { ...limitHeaders(path, profile), ...response.headers };
      if (hasBody(code)) complete(response, code, operation, envelope);
    }
    Reflect.deleteProperty(operation, ANY_QUERY);
  }
}

/** Adds the parameters of the path that the handler does not read itself. */
function describePath(path: string, operation: Operation): void {
  const parameters = operation.parameters ?? [];
  const declared = new Set(parameters.map((one) => ('in' in one && one.in === 'path' ? one.name : '')));
  const added = namesIn(path).filter((name) => !declared.has(name));
  if (added.length === 0) return;
  const described = added.map((name) => ({
    name,
    in: 'path' as const,
    required: true,
    schema: { type: 'string' as const },
  }));
  operation.parameters = [...described, ...parameters];
}

const namesIn = (path: string): string[] => [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '');

function impliedErrors(path: string, operation: Operation, { envelope, openapi }: AppProfile): number[] {
  if (isMeta(operation)) return [];
  return [
    ...(operation.requestBody ? [400, 413] : []),
    ...(path.includes('{') ? [404] : []),
    ...(openapi.isRateLimited?.(path) ? [429] : []),
    ...(Reflect.has(operation, ANY_QUERY) ? [] : queryErrors(operation, envelope)),
  ];
}

function limitHeaders(path: string, { openapi }: AppProfile): Headers {
  return openapi.isRateLimited?.(path) ? { ...RETRY_AFTER, ...RATE_LIMIT } : RETRY_AFTER;
}

function header(description: string): Headers[string] {
  return { description, schema: { type: 'integer', minimum: 0 } };
}

/** An operation rejects invalid values of its parameters, and unknown parameters if the API does. */
function queryErrors({ parameters = [] }: Operation, envelope: Envelope): number[] {
  const takesSome = parameters.some((one) => 'in' in one && one.in === 'query');
  if (!takesSome && !envelope.rejectsUnknownParameters) return [];
  return [envelope.render(new Problem('InvalidParameter'), '').status];
}

/** The operations of a document, with their paths. */
export function operationsOf(document: OpenAPIObject): [string, Operation][] {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    METHODS.flatMap((method): [string, Operation][] => (item[method] ? [[path, item[method]]] : [])),
  );
}

/** Informational answers, redirects, 204 and 205 have none. */
const hasBody = (code: string): boolean => !/^(1|3|204|205)/.test(code);

function complete(response: Response, code: string, operation: Operation, envelope: Envelope): void {
  if (/^[45]/.test(code)) {
    response.content ??= { [JSON_TYPE]: { schema: ERROR } };
    return;
  }
  response.content ??= { [JSON_TYPE]: { schema: { type: 'object', additionalProperties: true } } };
  const json = response.content[JSON_TYPE];
  if (envelope.addsRequestId && json && !isMeta(operation)) json.schema = withRequestId(json.schema);
}

/** The schemas of the meta routes say exactly what they answer. */
const isMeta = (operation: Operation): boolean => operation.tags?.includes('Meta') ?? false;

function withRequestId(schema: Schema | undefined): Schema {
  const requestId: Schema = { type: 'object', required: ['RequestId'], properties: { RequestId: REQUEST_ID_SCHEMA } };
  return schema ? { allOf: [schema, requestId] } : requestId;
}
