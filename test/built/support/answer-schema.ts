import { Ajv, type ValidateFunction } from 'ajv';
import type { JsonSchema, OpenApi } from '../../support/operations.js';

/** Formats are annotations here: what a text means is tested beside the features. */
const ajv = () => new Ajv({ strict: false, allErrors: true, validateFormats: false });

/** Judges answers by the schemas of an OpenAPI 3.0 document. */
export class AnswerSchemas {
  readonly #ajv = ajv();
  readonly #validators = new Map<JsonSchema, ValidateFunction>();

  constructor(document: OpenApi) {
    const schemas = jsonSchemaOf(document.components.schemas);
    this.#ajv.addSchema({ $id: 'document', components: { schemas } } as object);
  }

  /** Lists the faults of a value, one a line; empty if all fits. */
  faultsOf(schema: JsonSchema, value: unknown): string[] {
    const validate = this.#validators.get(schema) ?? this.#ajv.compile(jsonSchemaOf(schema) as object);
    this.#validators.set(schema, validate);
    if (validate(value)) return [];
    return (validate.errors ?? []).map(
      ({ instancePath, message, params }) => `${instancePath || '/'} ${message} ${JSON.stringify(params)}`,
    );
  }
}

/** OpenAPI 3.0 writes `nullable` where JSON Schema has a type of its own for null. */
function jsonSchemaOf(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(jsonSchemaOf);
  if (typeof schema !== 'object' || schema === null) return schema;
  const { nullable, example: _, default: __, ...rest } = schema as Record<string, unknown>;
  const entries = Object.entries(rest).map(([key, value]) => [key, key === 'enum' ? value : jsonSchemaOf(value)]);
  const converted = Object.fromEntries(entries) as Record<string, unknown>;
  if (typeof converted['$ref'] === 'string') converted['$ref'] = converted['$ref'].replace('#/', 'document#/');
  return nullable === true ? { anyOf: [{ type: 'null' }, converted] } : converted;
}
