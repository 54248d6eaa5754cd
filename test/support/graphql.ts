import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import {
  buildClientSchema,
  buildSchema,
  getIntrospectionQuery,
  lexicographicSortSchema,
  printSchema,
  type GraphQLSchema,
  type IntrospectionQuery,
} from 'graphql';
import { expect } from 'vitest';
import type { HttpClient } from './http-client.js';
import { differenceFrom, releasedSchema, releaseOf } from './released-schema.js';
import { type AnnouncedBreak, unannouncedBreaks } from './schema-breaks.js';

export interface GraphqlAnswer {
  status: number;
  // Data has every shape; the expectations of a test say which.
  // oxlint-disable-next-line typescript/no-explicit-any
  data: any;
  errors: readonly { message: string; path?: (string | number)[]; extensions: Record<string, unknown> }[];
}

/** Runs an operation. */
export async function askGraphql(client: HttpClient, query: string, variables: object = {}): Promise<GraphqlAnswer> {
  const { status, body } = await client.post('/graphql', { query, variables });
  return { status, data: body.data ?? null, errors: body.errors ?? [] };
}

/** The data of an operation that has no error. */
export async function graphqlData(
  client: HttpClient,
  query: string,
  variables: object = {},
): Promise<GraphqlAnswer['data']> {
  const { data, errors } = await askGraphql(client, query, variables);
  if (errors.length > 0) throw new Error(JSON.stringify(errors));
  return data;
}

/** The codes of an operation's errors, in order. */
export async function graphqlCodes(client: HttpClient, query: string, variables: object = {}): Promise<unknown[]> {
  const { errors } = await askGraphql(client, query, variables);
  return errors.map(({ extensions }) => extensions['code']);
}

/**
 * Expects the schema that a member reads to be schema.graphql of the app, and to have no break against the released schema but
 * those that schema.breaks.json announces. schema.released.diff has what the released schema has otherwise. `-u` writes both;
 * with RELEASE_SCHEMA set, the current schema becomes the released one.
 */
export async function expectSchema(client: HttpClient, app: URL): Promise<void> {
  const data = (await graphqlData(client, getIntrospectionQuery())) as IntrospectionQuery;
  await expectSchemaIn(app, buildClientSchema(data));
}

/** The same of a schema that is at hand. */
export async function expectSchemaIn(app: URL, unsorted: GraphQLSchema): Promise<void> {
  const file = (name: string) => fileURLToPath(new URL(name, app));
  const schema = lexicographicSortSchema(unsorted);
  const checkedIn = buildSchema(await readFile(file('schema.graphql'), 'utf8'));
  const released = releasedSchema(checkedIn, await readFile(file('schema.released.diff'), 'utf8'));
  const announced = JSON.parse(await readFile(file('schema.breaks.json'), 'utf8')) as AnnouncedBreak[];
  const breaks = unannouncedBreaks(released, schema, announced);
  expect(breaks, 'What clients of the released schema send would break').toEqual([]);
  const difference = process.env['RELEASE_SCHEMA'] ? releaseOf(schema) : differenceFrom(released, schema);
  await expect(`${printSchema(schema)}\n`).toMatchFileSnapshot(file('schema.graphql'));
  await expect(difference).toMatchFileSnapshot(file('schema.released.diff'));
}

/**
 * An operation with one root field, each of whose arguments is a variable of the same name:
 * `operation('mutation', 'deleteThing', { id: 'ID!' })`.
 */
export function operation(
  kind: 'query' | 'mutation',
  field: string,
  variables: Record<string, string>,
  answer = '',
): string {
  const names = Object.keys(variables);
  const declared = names.map((name) => `$${name}: ${variables[name]}`).join(', ');
  const given = names.map((name) => `${name}: $${name}`).join(', ');
  return `${kind} ${declared && `(${declared})`} { ${field}${given && `(${given})`} ${answer && `{ ${answer} }`} }`;
}

/** Code and field of the first error of an operation. */
export async function graphqlFault(
  client: HttpClient,
  query: string,
  variables: object = {},
): Promise<{ code: unknown; campo: unknown }> {
  const { errors } = await askGraphql(client, query, variables);
  return { code: errors[0]?.extensions['code'], campo: errors[0]?.extensions['campo'] };
}
