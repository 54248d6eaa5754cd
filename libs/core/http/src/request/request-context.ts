import { currentContext, runInContext, type WorkContext } from '#libs/core/observability';
import type { Request } from 'express';
import { newRequestId } from './request-id.js';

/** The request (or job, or command) that the running code works for. */
export class RequestContext implements WorkContext {
  readonly #request: Request | undefined;

  constructor(
    readonly requestId: string,
    readonly method: string,
    /** Without the query: queries may hold personal data, and contexts end up in logs. */
    readonly path: string,
    request?: Request,
    /** Values of the slots by their numbers. */
    readonly slots: unknown[] = [],
  ) {
    this.#request = request;
  }

  /** A context of the same request. Slots have the values that they have here, until either context sets another. */
  copy(): RequestContext {
    return new RequestContext(this.requestId, this.method, this.path, this.#request, [...this.slots]);
  }

  get logFields(): { requestId: string } {
    return { requestId: this.requestId };
  }

  /** The client's address, by the trusted proxies; undefined outside of HTTP requests. */
  get ip(): string | undefined {
    return this.#request?.ip;
  }

  /** The header User-Agent; undefined outside of HTTP requests. */
  get userAgent(): string | undefined {
    return this.#request?.headers['user-agent'];
  }

  /** The header Accept-Language; undefined outside of HTTP requests. */
  get acceptLanguage(): string | undefined {
    return this.#request?.headers['accept-language'];
  }
}

/** The context of the request being served, or undefined outside of one. */
export function currentRequest(): RequestContext | undefined {
  const context = currentContext();
  return context instanceof RequestContext ? context : undefined;
}

/** Runs `work`, and everything it starts, within a context. */
export function withContext<T>(context: RequestContext, work: () => T): T {
  return runInContext(context, work);
}

/** A context for a job or a command. `name` stands in place of the path. */
export function workContext(name: string, requestId: string = newRequestId()): RequestContext {
  return new RequestContext(requestId, 'JOB', name);
}

let slotCount = 0;

/** A typed value of the request context that another lib keeps for the time of the request, or of a root field of GraphQL. */
export class ContextSlot<T> {
  readonly #number = slotCount++;

  constructor(readonly name: string) {}

  /** The value of the current request; undefined if none was set, and outside of a request. */
  get(): T | undefined {
    return currentRequest()?.slots[this.#number] as T | undefined;
  }

  /** Sets the value for the rest of the request. @throws Error outside of a request */
  set(value: T): void {
    const context = currentRequest();
    if (!context) throw new Error(`There is no request to keep ${this.name} in`);
    context.slots[this.#number] = value;
  }
}
