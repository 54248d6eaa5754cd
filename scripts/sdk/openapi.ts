/** The parts of an OpenAPI document that the client is made of. */
export interface Schema {
  $ref?: string;
  allOf?: Schema[];
  type?: string;
  enum?: string[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
}

export interface Media {
  schema: Schema;
}

export interface Parameter {
  name: string;
  in: string;
  required?: boolean;
  description?: string;
}

export interface Operation {
  operationId: string;
  tags?: string[];
  summary?: string;
  description?: string;
  parameters?: Parameter[];
  requestBody?: { required?: boolean; content: Record<string, Media> };
  responses: Record<string, { description?: string; headers?: object; content?: Record<string, Media> }>;
  security?: object[];
}

export interface Document {
  openapi: string;
  info: { version: string };
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
}

export const JSON_TYPE = 'application/json';

/** A schema with what it refers to, its parts joined. */
export function resolved(document: Document, schema: Schema | undefined): Schema {
  if (!schema) return {};
  if (schema.$ref) return resolved(document, document.components.schemas[schema.$ref.split('/').at(-1) ?? '']);
  if (!schema.allOf) return schema;
  const parts = schema.allOf.map((one) => resolved(document, one));
  return {
    type: 'object',
    properties: Object.assign({}, ...parts.map((one) => one.properties)) as Record<string, Schema>,
    required: parts.flatMap((one) => one.required ?? []),
  };
}
