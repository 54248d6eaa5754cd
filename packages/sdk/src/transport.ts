import { randomUUID } from 'node:crypto';
import { toApiError } from './api-error.js';
import { type Call, type CallOptions, pathOf, queryOf } from './call.js';
import { ConnectionError, ServiceError, TimeoutError } from './errors.js';
import { type EventStream, readEvents } from './event-stream.js';
import { Listing, type PageKeys } from './listing.js';
import { encodeBody } from './request-body.js';
import { wait, waitBefore } from './retry.js';

/** A key or session, or a function that gives it before each attempt. */
export type Secret = string | (() => string | Promise<string>);

export interface Credential {
  kind: 'key' | 'session';
  secret: Secret;
}

export interface TransportOptions {
  baseUrl: string;
  credential: Credential | undefined;
  timeout: number;
  retries: number;
  tenant: string | undefined;
  userAgent: string;
  fetch: typeof fetch;
}

/** Methods that change nothing when they are carried out twice. */
const REPEATABLE = new Set(['GET', 'HEAD', 'PUT', 'DELETE']);

/** Calls to one API: credential, repeats, errors. */
export class Transport {
  constructor(private readonly options: TransportOptions) {}

  /** The answer as JSON; undefined for one without a body. */
  async json<T>(call: Call, options?: CallOptions): Promise<T> {
    const text = await this.#call(call, options, (response) => response.text());
    try {
      return (text === '' ? undefined : JSON.parse(text)) as T;
    } catch (error) {
      throw new ServiceError(`The answer to ${call.method} ${pathOf(call, 'key')} is no JSON`, { cause: error });
    }
  }

  /** The answer itself, for files. */
  raw(call: Call, options?: CallOptions): Promise<Response> {
    return this.#call(call, options, (response) => response);
  }

  async #call<T>(call: Call, options: CallOptions = {}, read: (response: Response) => T | Promise<T>): Promise<T> {
    const headers = this.#headersOf(call, options);
    const isRepeatable = REPEATABLE.has(call.method) || hasIdempotencyKey(headers, call);
    const retries = options.retries ?? this.options.retries;
    for (let attempt = 0; ; attempt += 1) {
      try {
        return await this.#attempt(call, headers, options, read);
      } catch (error) {
        const ms = attempt < retries ? waitBefore(error, isRepeatable, attempt) : undefined;
        if (ms === undefined) throw error;
        await wait(ms, options.signal);
      }
    }
  }

  /** The events of a stream, as they come. */
  async events(call: Call, options?: CallOptions): Promise<EventStream> {
    return readEvents(await this.raw(call, options));
  }

  /** A list, page by page. */
  list<Page, Item>(call: Call, keys: PageKeys, options?: CallOptions): Listing<Page, Item> {
    const read = (cursor: unknown) =>
      this.json<Page>(cursor === undefined ? call : { ...call, query: { ...call.query, cursor } }, options);
    return new Listing(read, keys);
  }

  #headersOf({ body, type, takesIdempotencyKey }: Call, options: CallOptions): Record<string, string> {
    const tenant = options.tenant ?? this.options.tenant;
    const contentType = encodeBody(body, type).type;
    // The header would have precedence over a key in the body.
    const needsKey = takesIdempotencyKey && !(body as { IdempotencyKey?: unknown } | undefined)?.IdempotencyKey;
    const idempotencyKey = options.idempotencyKey ?? (needsKey ? randomUUID() : undefined);
    return {
      accept: 'application/json, */*;q=0.5',
      'user-agent': this.options.userAgent,
      ...(contentType && { 'content-type': contentType }),
      ...(tenant && { 'x-service-tenant': tenant }),
      ...(idempotencyKey && { 'idempotency-key': idempotencyKey }),
      ...lowerCased(options.headers),
    };
  }

  async #attempt<T>(
    call: Call,
    headers: Record<string, string>,
    { signal, timeout = this.options.timeout }: CallOptions,
    read: (response: Response) => T | Promise<T>,
  ): Promise<T> {
    const { baseUrl, credential } = this.options;
    const secret = typeof credential?.secret === 'function' ? await credential.secret() : credential?.secret;
    const url = `${baseUrl}${pathOf(call, credential?.kind ?? 'key')}${queryOf(call.query)}`;
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(), timeout);
    try {
      const response = await this.options.fetch(url, {
        method: call.method,
        headers: { ...(secret && { authorization: `Bearer ${secret}` }), ...headers },
        body: encodeBody(call.body, call.type).body ?? null,
        signal: signal ? AbortSignal.any([signal, late.signal]) : late.signal,
      });
      if (response.status >= 400) throw await toApiError(response);
      return await read(response);
    } catch (error) {
      signal?.throwIfAborted();
      if (error instanceof ServiceError) throw error;
      if (late.signal.aborted) throw new TimeoutError(`No answer of ${url} in ${timeout} ms`, { cause: error });
      throw new ConnectionError(`No answer of ${url}`, { cause: error });
    } finally {
      clearTimeout(timer);
    }
  }
}

/** Names are compared without case: one that is given takes the place of ours. */
const lowerCased = (headers: CallOptions['headers'] = {}): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));

function hasIdempotencyKey(headers: Record<string, string>, { takesIdempotencyKey, body }: Call): boolean {
  if (!takesIdempotencyKey) return false;
  return 'idempotency-key' in headers || Boolean((body as { IdempotencyKey?: unknown } | undefined)?.IdempotencyKey);
}
