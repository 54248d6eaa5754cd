import type { OpenAPIObject } from '@nestjs/swagger';

type Operation = NonNullable<OpenAPIObject['paths'][string]['post']>;
type Schema = Exclude<NonNullable<NonNullable<OpenAPIObject['components']>['schemas']>[string], { $ref: string }>;
type SchemaOrReference = NonNullable<Schema['items']>;

/** Marks the body that an operation gives as its own example. */
export const BODY_EXAMPLE = 'x-body-example';

/**
 * Gives each request body an example, which the reference at `/docs` fills in: the operation's own one, or one of the examples
 * of its fields. A body made of every field of the schema would be refused by most operations.
 */
export function addRequestExamples({ components = {} }: OpenAPIObject, operations: readonly Operation[]): void {
  const schemas = (components.schemas ?? {}) as Record<string, Schema>;
  for (const operation of operations) {
    const own = Reflect.get(operation, BODY_EXAMPLE) as unknown;
    Reflect.deleteProperty(operation, BODY_EXAMPLE);
    if (!operation.requestBody || '$ref' in operation.requestBody) continue;
    for (const media of Object.values(operation.requestBody.content)) {
      if (!media.schema || media.example !== undefined || media.examples) continue;
      media.example = own ?? exampleOf(media.schema, schemas);
    }
  }
}

function exampleOf(given: SchemaOrReference, schemas: Record<string, Schema>): unknown {
  const schema = resolve(given, schemas);
  if (schema.example !== undefined) return schema.example;
  if (schema.default !== undefined) return schema.default;
  if (schema.properties) return objectExample(schema, schema.properties, schemas);
  if (schema.oneOf?.[0]) return exampleOf(schema.oneOf[0], schemas);
  if (schema.anyOf?.[0]) return exampleOf(schema.anyOf[0], schemas);
  if (schema.enum) return schema.enum[0];
  if (schema.type === 'array') return schema.items ? [exampleOf(schema.items, schemas)] : [];
  return plainExample(schema);
}

/** Its required fields; where nothing is required, those that have an example of their own. */
function objectExample(
  { required = [] }: Schema,
  properties: Record<string, SchemaOrReference>,
  schemas: Record<string, Schema>,
): Record<string, unknown> {
  const exemplary = Object.keys(properties).filter((name) => resolve(properties[name], schemas).example !== undefined);
  const shown = required.length > 0 ? required : exemplary.length > 0 ? exemplary : Object.keys(properties).slice(0, 1);
  return Object.fromEntries(shown.map((name) => [name, exampleOf(properties[name] ?? {}, schemas)]));
}

function plainExample({ type, format, minimum = 1 }: Schema): unknown {
  if (type === 'boolean') return true;
  if (type === 'integer' || type === 'number') return Math.max(1, minimum);
  if (type === 'object') return {};
  return format === 'binary' ? 'The bytes of the file' : 'text';
}

function resolve(given: SchemaOrReference | undefined, schemas: Record<string, Schema>): Schema {
  if (!given) return {};
  if ('$ref' in given) return resolve(schemas[given.$ref.split('/').at(-1) ?? ''], schemas);
  const [only, ...more] = given.allOf ?? [];
  // A field that is described beside its reference.
  return only && more.length === 0 ? { ...resolve(only, schemas), ...given, allOf: undefined } : given;
}
