import type { JsonSchema, Operation } from './operations.js';

/** A path in a body and the schema of its value. */
export interface Place {
  path: (string | number)[];
  schema: JsonSchema;
}

/** A valid body of an operation: its required properties, with the examples of its schema. */
export function sampleBody(operation: Operation): Record<string, unknown> {
  return sample(operation, operation.bodySchema ?? {}) as Record<string, unknown>;
}

/** A body with a value at a path; what is missing on the way is put there. */
export function bodyWith(body: object, path: readonly (string | number)[], value: unknown): object {
  const copy = structuredClone(body) as Record<string | number, unknown>;
  let target = copy;
  for (const [index, step] of path.slice(0, -1).entries()) {
    target = (target[step] ??= typeof path[index + 1] === 'number' ? [] : {}) as Record<string | number, unknown>;
  }
  target[path.at(-1) ?? ''] = value;
  return copy;
}

/** Every place of an operation's body schema, including items of lists. */
export function placesOf(operation: Operation): Place[] {
  return below(operation, operation.bodySchema ?? {}, []);
}

function sample(operation: Operation, given: JsonSchema): unknown {
  const schema = operation.resolve(given);
  if (schema.example !== undefined) return structuredClone(schema.example);
  if (schema.properties) return sampleObject(operation, schema);
  if (schema.type === 'array') return schema.items ? [sample(operation, schema.items)] : [];
  if (schema.enum) return schema.enum[0];
  if (schema.type === 'boolean') return true;
  if (schema.type === 'integer' || schema.type === 'number') return 1;
  return schema.type === 'object' ? {} : 'sample';
}

function sampleObject(operation: Operation, schema: JsonSchema): Record<string, unknown> {
  const wanted = schema.required ?? [];
  const members = wanted.map((name) => [name, sample(operation, schema.properties?.[name] ?? {})] as const);
  return Object.fromEntries(members);
}

function below(operation: Operation, given: JsonSchema, path: (string | number)[]): Place[] {
  const schema = operation.resolve(given);
  const here = path.length > 0 ? [{ path, schema }] : [];
  const properties = Object.entries(schema.properties ?? {});
  const inner = properties.flatMap(([name, one]) => below(operation, one, [...path, name]));
  const items = schema.type === 'array' && schema.items ? below(operation, schema.items, [...path, 0]) : [];
  return [...here, ...inner, ...items];
}
