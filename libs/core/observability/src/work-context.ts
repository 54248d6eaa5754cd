import { AsyncLocalStorage } from 'node:async_hooks';
import type { LogFields } from './log-fields.js';
import { currentTraceparent, isTracing } from './tracing.js';

/** Request or job that the running code works for. */
export interface WorkContext {
  /** The request that started the work, also when jobs lie between. */
  readonly requestId: string | undefined;
  /** Fields of every log line that is written within. */
  readonly logFields: LogFields;
}

/** The part of a context that travels with a job to the process that does it. */
export interface CarriedContext {
  requestId?: string;
  /** The span that enqueued the job, in the notation of W3C Trace Context. */
  traceparent?: string;
}

const storage = new AsyncLocalStorage<WorkContext>();

/** The context of the running code; undefined outside of one. */
export function currentContext(): WorkContext | undefined {
  return storage.getStore();
}

/** Runs `work`, and all that it starts, within a context. */
export function runInContext<T>(context: WorkContext, work: () => T): T {
  return storage.run(context, work);
}

/**
 * Keeps the context of the running code, with its span, and returns what runs work within it later. Node's own snapshot costs as much as
 * several small statements; without tracing, there is nothing else to keep.
 */
export function keepContext(): <T>(work: () => T) => T {
  if (isTracing()) return AsyncLocalStorage.snapshot() as <T>(work: () => T) => T;
  const context = storage.getStore();
  return (work) => (context ? storage.run(context, work) : storage.exit(work));
}

/** Returns the context that a job enqueued now carries; null outside of a context. */
export function carriedContext(): CarriedContext | null {
  const requestId = storage.getStore()?.requestId;
  const traceparent = currentTraceparent();
  if (traceparent !== undefined) return { ...(requestId !== undefined && { requestId }), traceparent };
  return requestId === undefined ? null : { requestId };
}
