import { expect, it } from 'vitest';
import type { Answer, HttpClient } from '../../support/http-client.js';
import { Operation, type OpenApi } from '../../support/operations.js';
import { sampleBody } from '../../support/sample-body.js';
import type { AppName, BuiltAccount } from './account.js';
import { AnswerSchemas } from './answer-schema.js';

/** Parts of a valid call of an operation; the rest is in the OpenAPI document. */
export interface Call {
  /** Values of the path's parameters, in order. */
  ids?: readonly (string | number)[];
  query?: Record<string, string>;
  /** Sent as JSON; default: the required fields of the body's schema with their examples. */
  body?: unknown;
  /** A body that is not JSON. */
  raw?: { type: string; content: string | Buffer };
  headers?: Record<string, string>;
  /** Who calls; default: the credential that the document names. */
  as?: HttpClient;
  /** For an operation that cannot succeed on a stack of one machine: its documented answer, and why. */
  instead?: { status: number; because: string };
}

/** Calls by operation, as in `GET /v1/emails/{id}`. */
export type Calls<A> = Readonly<Record<string, Call | ((account: A) => Call | Promise<Call>)>>;

/** A call that needs nothing but its credential, and the examples of its body. */
export const plain: Call = {};

/** The operations that every app has. */
export const META: Calls<unknown> = {
  'GET /': plain,
  'GET /healthz': plain,
  'GET /readyz': plain,
  'GET /version': plain,
  'GET /metrics': plain,
};

export interface App<A> {
  name: AppName;
  document: OpenApi;
  calls: Calls<A>;
  /** The account that calls, with the makers of the app's rows. */
  account: () => A & { account: BuiltAccount };
}

export async function documentOf(url: string): Promise<OpenApi> {
  return (await (await fetch(`${url}/openapi.json`)).json()) as OpenApi;
}

export function operationsIn(document: OpenApi): Operation[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(
      ([method, described]) => new Operation(method.toUpperCase(), path, described, document),
    ),
  );
}

/** One test for each operation of the app's document, and one that the table names these alone. */
export function testOperations<A>(app: App<A>): void {
  const operations = operationsIn(app.document);
  const schemas = new AnswerSchemas(app.document);

  it('has an entry for each of its operations, and no other', () => {
    expect(Object.keys(app.calls).sort()).toEqual(operations.map(({ name }) => name).sort());
  });

  it.each(operations.map((operation) => [operation.name, operation] as const))('%s', async (name, operation) => {
    const entry = app.calls[name];
    if (entry === undefined) throw new Error(`test/built/calls has no call of ${name}`);
    const world = app.account();
    const call = typeof entry === 'function' ? await entry(world) : entry;
    const answer = await send(operation, call, call.as ?? clientFor(app.name, operation, world.account));
    expect(faultsOf(operation, answer, call, schemas)).toEqual([]);
  });
}

function clientFor(app: App<unknown>['name'], operation: Operation, account: BuiltAccount): HttpClient {
  const { path, credential } = operation;
  if (path.startsWith('/api/admin/') && path !== '/api/admin/me') return account.operator(app);
  if (credential === 'none') return account.anonymous(app);
  return credential === 'key' ? account.withKey(app) : account.session(app);
}

export async function send(operation: Operation, call: Call, client: HttpClient): Promise<Answer> {
  const ids = [...(call.ids ?? [])];
  const path = operation.path.replace(/\{\w+\}/g, () => encodeURIComponent(String(ids.shift() ?? '')));
  const query = call.query ? `?${new URLSearchParams(call.query)}` : '';
  const { content, type } = bodyOf(operation, call);
  const headers = { ...(type && { 'content-type': type }), ...call.headers };
  if (streams(operation)) return beginning(client, path + query);
  return client.send(operation.method, path + query, content, headers);
}

function bodyOf(operation: Operation, { raw, body }: Call): { content?: string | Buffer; type?: string } {
  if (raw) return raw;
  if (body !== undefined) return { content: JSON.stringify(body), type: 'application/json' };
  if (!operation.bodySchema) return {};
  return { content: JSON.stringify(sampleBody(operation)), type: 'application/json' };
}

const streams = ({ described }: Operation): boolean =>
  Object.keys(described.responses['200']?.content ?? {}).includes('text/event-stream');

/** The start of an answer that does not end. */
async function beginning(client: HttpClient, path: string): Promise<Answer> {
  const ended = new AbortController();
  const response = await fetch(client.url + path, { headers: client.fixedHeaders, signal: ended.signal });
  const { value } = await response.body!.getReader().read();
  ended.abort();
  const headers = Object.fromEntries(response.headers);
  return { status: response.status, headers, text: Buffer.from(value ?? []).toString(), body: undefined };
}

/** Lists what in an answer differs from the document and the table; empty if nothing does. */
function faultsOf(operation: Operation, answer: Answer, call: Call, schemas: AnswerSchemas): string[] {
  const { status, text, body } = answer;
  const said = `${status} ${text.slice(0, 500)}`;
  if (!operation.statuses.has(status)) return [`not documented: ${said}`];
  if (call.instead) return status === call.instead.status ? [] : [`${call.instead.because}; but answered ${said}`];
  if (status >= 400) return [said];
  const content = Object.keys(operation.described.responses[status]?.content ?? {});
  if (content.length === 0) return status >= 300 || text === '' ? [] : [`a body that is not documented: ${said}`];
  const type = String(answer.headers['content-type'] ?? '').split(';')[0] ?? '';
  if (!content.some((documented) => fits(type, documented))) return [`not ${content.join()} but ${type}: ${said}`];
  const schema = operation.answerSchema(status);
  return schema && type === 'application/json' ? schemas.faultsOf(schema, body) : [];
}

/** The document may say `image/*`, and octet-stream for a file of any type. */
function fits(type: string, documented: string): boolean {
  if (documented === 'application/octet-stream') return type !== 'application/json';
  return documented.endsWith('/*') ? type.startsWith(documented.slice(0, -1)) : type === documented;
}
