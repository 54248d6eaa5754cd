import type { OpenAPIObject } from '@nestjs/swagger';
import { type Envelope, REQUEST_ID_SCHEMA } from '../problem/envelope.js';
import { ERROR_TEXTS } from './operation.js';

type Operation = NonNullable<OpenAPIObject['paths'][string]['get']>;
type Responses = Operation['responses'];
type Response = Exclude<NonNullable<Responses[string]>, { $ref: string }>;
type Schema = NonNullable<NonNullable<Response['content']>[string]['schema']>;

const METHODS = ['get', 'put', 'post', 'delete', 'patch', 'options', 'head'] as const;

const JSON_TYPE = 'application/json';

/** What any body may be refused with: it is malformed, or too large. */
const BODY_REFUSALS = [400, 413];

const ERROR: Schema = { $ref: '#/components/schemas/Error' };

/**
 * Gives every response what the controllers need not repeat: the API's envelope for errors, the refusals of a body, and
 * the RequestId, where each success carries it.
 */
export function completeResponses(document: OpenAPIObject, envelope: Envelope): void {
  for (const operation of operationsOf(document)) {
    if (operation.requestBody) addBodyRefusals(operation.responses);
    for (const [code, response] of Object.entries(operation.responses)) {
      if (response && !('$ref' in response) && hasBody(code)) complete(response, code, operation, envelope);
    }
  }
}

function addBodyRefusals(responses: Responses): void {
  for (const code of BODY_REFUSALS) responses[code] ??= { description: ERROR_TEXTS[code] ?? 'Refused' };
}

function operationsOf(document: OpenAPIObject): Operation[] {
  return Object.values(document.paths).flatMap((item) => METHODS.flatMap((method) => item[method] ?? []));
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
