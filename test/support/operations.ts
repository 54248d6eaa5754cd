import type { HttpClient } from './http-client.js';

export interface JsonSchema {
  type?: string;
  format?: string;
  pattern?: string;
  $ref?: string;
  allOf?: JsonSchema[];
  properties?: Record<string, JsonSchema>;
  required?: string[];
  items?: JsonSchema;
  enum?: unknown[];
  example?: unknown;
  default?: unknown;
}

interface Content {
  content?: Record<string, { schema: JsonSchema; example?: unknown }>;
}

interface Described {
  operationId?: string;
  tags?: string[];
  security?: Record<string, string[]>[];
  parameters?: { name: string; in: string; schema?: JsonSchema }[];
  requestBody?: Content;
  responses: Record<string, Content>;
}

export interface OpenApi {
  paths: Record<string, Record<string, Described>>;
  components: { schemas: Record<string, JsonSchema> };
}

/** A route as the app's OpenAPI document describes it. */
export class Operation {
  constructor(
    readonly method: string,
    readonly path: string,
    readonly described: Described,
    private readonly document: OpenApi,
  ) {}

  get name(): string {
    return `${this.method} ${this.path}`;
  }

  get isMeta(): boolean {
    return this.described.tags?.includes('Meta') ?? false;
  }

  /** The credential that it requires. */
  get credential(): 'key' | 'session' | 'none' {
    const schemes = (this.described.security ?? []).flatMap((one) => Object.keys(one));
    if (schemes.includes('key')) return 'key';
    return schemes.includes('session') ? 'session' : 'none';
  }

  get statuses(): Set<number> {
    return new Set(Object.keys(this.described.responses).map(Number));
  }

  get queryParameters(): string[] {
    return this.queryParameterSchemas.map(({ name }) => name);
  }

  get queryParameterSchemas(): { name: string; schema: JsonSchema }[] {
    const parameters = (this.described.parameters ?? []).filter((one) => one.in === 'query');
    return parameters.map(({ name, schema = {} }) => ({ name, schema }));
  }

  get pathParameters(): string[] {
    return [...this.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '');
  }

  get bodySchema(): JsonSchema | undefined {
    const schema = this.described.requestBody?.content?.['application/json']?.schema;
    return schema && this.resolve(schema);
  }

  /** The schema of a body in parts, which may hold files. */
  get partsSchema(): JsonSchema | undefined {
    return this.described.requestBody?.content?.['multipart/form-data']?.schema;
  }

  /** The schema of an answer with this status. */
  answerSchema(status: number): JsonSchema | undefined {
    return this.described.responses[status]?.content?.['application/json']?.schema;
  }

  /** Follows the schema's reference, if it has one. */
  resolve(schema: JsonSchema): JsonSchema {
    const reference = schema.$ref ?? (schema.allOf?.length === 1 ? schema.allOf[0]?.$ref : undefined);
    const name = reference?.split('/').at(-1);
    return name ? (this.document.components.schemas[name] ?? schema) : schema;
  }
}

/** Every route in an OpenAPI document, meta routes included. */
export function operationsOfDocument(document: OpenApi): Operation[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(
      ([method, described]) => new Operation(method.toUpperCase(), path, described, document),
    ),
  );
}

/** The same in the document of a running app. */
export async function operationsOf(client: HttpClient): Promise<Operation[]> {
  return operationsOfDocument((await client.get('/openapi.json')).body as OpenApi);
}
