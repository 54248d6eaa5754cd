import type { JsonSchema, Operation } from '../support/operations.js';
import { placesOf } from '../support/sample-body.js';
import type { AppResources } from './resources.js';

/** A parameter of a query, or a place in a body, that takes the id of something that an account has. */
export interface IdPlace {
  in: 'query' | 'body';
  /** The name of the parameter, or the path in the body. */
  path: readonly (string | number)[];
  /** The path of the resource. */
  collection: string;
}

const ID_NAME = /(?:^|[_.])ids?$|Ids?$/;

/** Whether the schema says that a text is an id. */
const isIdForm = ({ format, pattern }: JsonSchema): boolean =>
  format === 'uuid' || /^\^(?:\(\?:)?[a-z]{3}_/.test(pattern ?? '');

/**
 * Finds the collection that the id of a name belongs to; undefined for a name that is no id.
 * @throws Error if it looks like an id and the table does not know it
 */
export function collectionNamed(
  { fields, noIds }: AppResources,
  owner: string,
  name: string,
  isId: boolean,
): string | undefined {
  const found = fields[`${owner} ${name}`] ?? fields[name];
  if (found) return found;
  if (!isId && !ID_NAME.test(name)) return undefined;
  if (name in noIds) return undefined;
  throw new Error(`The tables of test/isolation do not know what ${name} of ${owner} is an id of`);
}

/** The places of an operation that take ids, beside its path. */
export function idPlacesOf(operation: Operation, resources: AppResources): IdPlace[] {
  const query = operation.queryParameterSchemas.flatMap(({ name, schema }) => {
    const collection = collectionNamed(resources, operation.name, name, isIdForm(schema));
    return collection ? [{ in: 'query' as const, path: [name], collection }] : [];
  });
  const body = placesOf(operation).flatMap(({ path, schema }) => {
    if (schema.type === 'array' || schema.type === 'object') return [];
    const name = String(path.findLast((step) => typeof step === 'string'));
    const collection = collectionNamed(resources, operation.name, name, isIdForm(schema));
    return collection ? [{ in: 'body' as const, path, collection }] : [];
  });
  return [...query, ...body];
}
