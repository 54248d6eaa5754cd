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
    '/': get({
      operationId: 'meta_root',
      summary: `What this is: ${service}`,
      description: 'Includes the version of the build.',
      schema: of({ service: text, version: text, RequestId: REQUEST_ID_SCHEMA }),
    }),
  };
  return {
    ...(rootRoute ? root : {}),
    '/healthz': get({
      operationId: 'meta_health',
      summary: 'Whether the process runs',
      description: 'Asks no dependency.',
      schema: status('ok'),
    }),
    '/readyz': get({
      operationId: 'meta_ready',
      summary: 'Whether the process can do its work',
      description: 'Asks every dependency that the work needs; 503 names one that is missing.',
      schema: status('ready'),
      errors: [503],
    }),
    '/version': get({
      operationId: 'meta_version',
      summary: 'Which build this is',
      description: 'Includes the commit that the build was made from.',
      schema: of({ service: text, version: text, commit: text }),
    }),
    '/metrics': get({
      operationId: 'meta_metrics',
      summary: 'Metrics in the Prometheus text format',
      description: 'Metrics of this process alone.',
      schema: text,
      type: 'text/plain',
    }),
  };
}

interface MetaOperation {
  operationId: string;
  summary: string;
  description: string;
  schema: Schema;
  errors?: number[];
  type?: string;
}

function get({ schema, errors = [], type = 'application/json', ...texts }: MetaOperation): Paths[string] {
  const failures = errors.map((code) => [code, { description: 'Not ready; the message says why' }] as const);
  return {
    get: {
      ...texts,
      tags: ['Meta'],
      security: [],
      responses: { 200: { description: 'Done', content: { [type]: { schema } } }, ...Object.fromEntries(failures) },
    },
  };
}
