import type { ClientOperation } from './client-operations.js';
import { type Document, JSON_TYPE, type Operation, resolved, type Schema } from './openapi.js';

export const HEADER =
  '// Written by scripts/sdk from the OpenAPI documents; test/contract/sdk.spec.ts says how to write it again.\n';

/** A file with a class for each resource of an API, and one for the API. */
export function apiFile(api: string, document: Document, operations: readonly ClientOperation[]): string {
  const resources = byResource(operations);
  const classes = [...resources].map(([resource, its]) => classOf(document, resource, its));
  const fields = [...resources.keys()].map((name) => `  readonly ${name}: ${pascal(name)}Resource;`);
  const made = [...resources.keys()].map((name) => `    this.${name} = new ${pascal(name)}Resource(transport);`);
  const body = classes.join('\n');
  const imports = [
    "import type { CallOptions } from '../../call.js';",
    ...(body.includes('EventStream') ? ["import type { EventStream } from '../../event-stream.js';"] : []),
    ...(body.includes('Listing<') ? ["import type { Listing } from '../../listing.js';"] : []),
    "import type { Transport } from '../../transport.js';",
    ...(/\bT\./.test(body) ? ["import type * as T from './types.gen.js';"] : []),
  ];
  return [
    `${HEADER}${imports.join('\n')}\n`,
    body,
    `export class ${pascal(api)}Api {\n${fields.join('\n')}\n\n  constructor(transport: Transport) {\n${made.join('\n')}\n  }\n}\n`,
  ].join('\n');
}

function classOf(document: Document, resource: string, operations: readonly ClientOperation[]): string {
  const methods = operations.map((operation) => methodOf(document, operation));
  const start = `class ${pascal(resource)}Resource {\n  constructor(private readonly transport: Transport) {}\n`;
  return `${start}\n${methods.join('\n')}}\n`;
}

function methodOf(document: Document, { name, method, path, keyPath, operation }: ClientOperation): string {
  const types = `T.${pascalOf(operation.operationId)}`;
  const params = [...path.matchAll(/\{(\w+)\}/g)].map(([, param = '']) => param);
  const body = bodyOf(document, operation, types);
  const queries = (operation.parameters ?? []).filter((one) => one.in === 'query');
  const takesKey = operation.parameters?.some((one) => one.name === 'Idempotency-Key');
  const needsQuery = queries.some((one) => one.required);
  const args = [
    ...params.map((param) => `${camel(param)}: string | number`),
    ...(body ? [body.argument] : []),
    ...(queries.length > 0 ? [`query${needsQuery ? '' : '?'}: ${types}Data['query']`] : []),
    'options?: CallOptions',
  ];
  const call = [
    `method: '${method}'`,
    keyPath ? `path: { key: '${keyPath}', session: '${path}' }` : `path: '${path}'`,
    ...(params.length > 0 ? [`params: { ${params.map(member).join(', ')} }`] : []),
    ...(queries.length > 0 ? ['query'] : []),
    ...(body ? ['body', ...(body.type ? [`type: ${body.type}`] : [])] : []),
    ...(takesKey ? ['takesIdempotencyKey: true'] : []),
  ].join(', ');
  const { returns, run } = answerOf(document, operation, types, `{ ${call} }`);
  return `${docOf(operation)}  ${name}(${args.join(', ')}): ${returns} {\n    return ${run};\n  }\n`;
}

function bodyOf(
  document: Document,
  { requestBody }: Operation,
  types: string,
): { argument: string; type?: string } | undefined {
  if (!requestBody) return undefined;
  const { content } = requestBody;
  if (content[JSON_TYPE]) {
    const isOptional = !resolved(document, content[JSON_TYPE].schema).required?.length;
    return { argument: `body: ${types}Data['body']${isOptional ? ' = {}' : ''}` };
  }
  if (content['multipart/form-data'])
    return { argument: `body: ${types}Data['body'] | FormData`, type: "'multipart/form-data'" };
  return { argument: 'body: Blob | Uint8Array | string', type: `'${Object.keys(content)[0]}'` };
}

function answerOf(
  document: Document,
  operation: Operation,
  types: string,
  call: string,
): { returns: string; run: string } {
  const successes = Object.entries(operation.responses).filter(([status]) => status.startsWith('2'));
  const contents = successes.map(([, { content }]) => content ?? {});
  const kinds = contents.flatMap((content) => Object.keys(content));
  if (kinds.includes('text/event-stream'))
    return { returns: 'Promise<EventStream>', run: `this.transport.events(${call}, options)` };
  if (kinds.length > 0 && !kinds.includes(JSON_TYPE))
    return { returns: 'Promise<Response>', run: `this.transport.raw(${call}, options)` };
  const json = contents.map((content) => content[JSON_TYPE]).find(Boolean);
  const page = operation.parameters?.some(({ name }) => name === 'cursor') ? pageOf(document, json?.schema) : undefined;
  if (page) {
    const answer = `${types}Response`;
    const returns = `Listing<${answer}, ${answer}['${page[0]}'][number]>`;
    return { returns, run: `this.transport.list(${call}, ['${page[0]}', '${page[1]}'], options)` };
  }
  return { returns: `Promise<${json ? `${types}Response` : 'void'}>`, run: `this.transport.json(${call}, options)` };
}

/** The names of a page's items and of its cursor. */
function pageOf(document: Document, schema: Schema | undefined): [string, string] | undefined {
  const { properties = {} } = resolved(document, schema);
  const items = Object.keys(properties).filter((name) => resolved(document, properties[name]).type === 'array');
  const next = ['NextCursor', 'next_cursor', 'proximo'].find((name) => name in properties);
  return next && items.length === 1 ? [items[0] ?? '', next] : undefined;
}

function docOf({ summary = '', description = '' }: Operation): string {
  const text = [summary, description].filter(Boolean).join('. ').replaceAll('*/', '* /').replaceAll('..', '.');
  return text ? `  /** ${text} */\n` : '';
}

function member(param: string): string {
  return camel(param) === param ? param : `${param}: ${camel(param)}`;
}

const camel = (name: string): string => name.replaceAll(/_(\w)/g, (_all, letter: string) => letter.toUpperCase());

const pascal = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);

const pascalOf = (operationId: string): string => operationId.split('_').map(pascal).join('');

function byResource(operations: readonly ClientOperation[]): Map<string, ClientOperation[]> {
  const groups = new Map<string, ClientOperation[]>();
  for (const one of operations) groups.set(one.resource, [...(groups.get(one.resource) ?? []), one]);
  return groups;
}
