import { type Document, JSON_TYPE, type Operation } from './openapi.js';

/** An operation of the client, at one path or, by the credential, at one of two. */
export interface ClientOperation {
  resource: string;
  name: string;
  method: string;
  path: string;
  /** The path for keys, if `path` is for sessions alone. */
  keyPath: string | undefined;
  operation: Operation;
}

/** Media types of answers for browsers and readers of mail, which no program calls. */
const FOR_BROWSERS = /^(text\/(html|javascript|plain)|image\/(gif|x-icon)|application\/(xml|x-apple-aspen-config))$/;

const BY_KEY = /ByKey(?=_|$)/;

/** The operations that programs call. Those that exist for keys and for sessions alike are one. */
export function clientOperations({ paths }: Document): ClientOperation[] {
  const all = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  );
  const wanted = all.filter(({ operation }) => isForPrograms(operation));
  const byId = new Map(wanted.map((one) => [one.operation.operationId, one]));
  return wanted.flatMap(({ path, method, operation }): ClientOperation[] => {
    const id = operation.operationId;
    const plain = id.replace(BY_KEY, '');
    if (plain !== id && isSame(byId.get(plain)?.operation, operation)) return [];
    const twin = all.find(
      (one) => one.operation.operationId !== id && one.operation.operationId.replace(BY_KEY, '') === id,
    );
    const keyPath = twin && isSame(operation, twin.operation) ? twin.path : undefined;
    const [resource = '', name = ''] = id.split('_');
    return [{ resource, name, method, path, keyPath, operation }];
  });
}

function isForPrograms({ operationId, tags, responses }: Operation): boolean {
  if (tags?.includes('Meta') || !/^[a-z]\w*_[a-z]\w*$/i.test(operationId)) return false;
  const successes = Object.entries(responses).filter(([status]) => status.startsWith('2'));
  const types = successes.flatMap(([, { content = {} }]) => Object.keys(content));
  return successes.length > 0 && (types.length === 0 || types.some((type) => !FOR_BROWSERS.test(type)));
}

/** Whether two operations take and answer the same. */
function isSame(one: Operation | undefined, other: Operation): boolean {
  return one !== undefined && shapeOf(one) === shapeOf(other);
}

function shapeOf({ parameters = [], requestBody, responses }: Operation): string {
  const queries = parameters
    .filter((parameter) => parameter.in === 'query')
    .map(({ name, required }) => [name, required]);
  return JSON.stringify([queries, requestBody, Object.entries(responses).filter(([status]) => status.startsWith('2'))]);
}

/** The document with these operations alone, and of them what the types are made of: errors and headers have one form. */
export function reducedDocument(document: Document, operations: readonly ClientOperation[]): Document {
  const paths: Document['paths'] = {};
  for (const { path, method, operation } of operations) {
    const { operationId, requestBody, parameters, responses } = operation;
    (paths[path] ??= {})[method.toLowerCase()] = {
      operationId,
      requestBody,
      parameters: parameters?.filter((one) => one.in !== 'header'),
      responses: successesOf(responses),
    } as Operation;
  }
  return { ...document, paths };
}

function successesOf(responses: Operation['responses']): Operation['responses'] {
  return Object.fromEntries(
    Object.entries(responses)
      .filter(([status]) => status.startsWith('2'))
      .map(([status, { description, content }]) => {
        const json = content?.[JSON_TYPE];
        return [status, { description, ...(json && { content: { [JSON_TYPE]: json } }) }];
      }),
  );
}
