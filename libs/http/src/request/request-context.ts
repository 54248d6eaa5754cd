import { currentContext, runInContext, type WorkContext } from '#libs/observability';
import type { Request } from 'express';
import { newRequestId } from './request-id.js';

/** The request (or command) that the running code works for. */
export class RequestContext implements WorkContext {
  /** Values of the slots, by the slot's number. */
  readonly slots: unknown[] = [];
  readonly #request: Request | undefined;

  constructor(
    readonly requestId: string,
    readonly method: string,
    /** Without the query: queries may hold personal data, and contexts end up in logs. */
    readonly path: string,
    request?: Request,
  ) {
    this.#request = request;
  }

  get logFields(): { requestId: string } {
    return { requestId: this.requestId };
  }

  /** The client's address, as far as the trusted proxies tell; undefined for work that no request started. */
  get ip(): string | undefined {
    return this.#request?.ip;
  }

  /** What the client says it is; undefined for work that no request started. */
  get userAgent(): string | undefined {
    return this.#request?.headers['user-agent'];
  }
}

/** The context of the request being served, or undefined outside of one. */
export function currentRequest(): RequestContext | undefined {
  const context = currentContext();
  return context instanceof RequestContext ? context : undefined;
}

/** Runs `work`, and all that it starts, within a context. */
export function withContext<T>(context: RequestContext, work: () => T): T {
  return runInContext(context, work);
}

/** A context for work that no HTTP request started: a job, a command. `name` says what it is, in place of a path. */
export function workContext(name: string, requestId: string = newRequestId()): RequestContext {
  return new RequestContext(requestId, 'JOB', name);
}

let slotCount = 0;

/** A typed place in the request context for what another lib wants to keep there for the duration of the request. */
export class ContextSlot<T> {
  readonly #number = slotCount++;

  constructor(readonly name: string) {}

  /** The value of the current request; undefined when none was set, or outside of a request. */
  get(): T | undefined {
    return currentRequest()?.slots[this.#number] as T | undefined;
  }

  /** Sets the value for the rest of the request. Throws outside of one: the value would be lost. */
  set(value: T): void {
    const context = currentRequest();
    if (!context) throw new Error(`There is no request to keep ${this.name} in`);
    context.slots[this.#number] = value;
  }
}
