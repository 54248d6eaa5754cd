import type { OpenAPIObject } from '@nestjs/swagger';
import { type AppProfile } from '../profile.js';
import { REQUEST_ID_SCHEMA, type Schema } from '../problem/envelope.js';

type Paths = OpenAPIObject['paths'];

const text: Schema = { type: 'string' };
const of = (properties: Record<string, Schema>): Schema => ({
  type: 'object',
  required: Object.keys(properties),
  properties,
});
const status = (value: string): Schema => of({ status: { type: 'string', enum: [value] } });

/** The routes that every app answers ahead of its controllers. */
export function metaOperations({ service }: AppProfile, rootRoute: boolean): Paths {
  const root = {
    '/': get(
      'meta_root',
      `What this is: ${service}`,
      of({ service: text, version: text, RequestId: REQUEST_ID_SCHEMA }),
    ),
  };
  return {
    ...(rootRoute ? root : {}),
    '/healthz': get('meta_health', 'Whether the process runs; asks no dependency', status('ok')),
    '/readyz': get('meta_ready', 'Whether the process can do its work', status('ready'), [503]),
    '/version': get('meta_version', 'Which build this is', of({ service: text, version: text, commit: text })),
    '/metrics': get('meta_metrics', 'Metrics in the Prometheus text format', text, [], 'text/plain'),
  };
}

function get(
  operationId: string,
  summary: string,
  schema: Schema,
  errors: number[] = [],
  type = 'application/json',
): Paths[string] {
  const failures = errors.map((code) => [code, { description: 'Not ready; the message says why' }] as const);
  return {
    get: {
      operationId,
      summary,
      tags: ['Meta'],
      security: [],
      responses: { 200: { description: 'Done', content: { [type]: { schema } } }, ...Object.fromEntries(failures) },
    },
  };
}
