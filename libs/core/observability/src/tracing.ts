import type { SpanProcessor } from '@opentelemetry/sdk-trace-node';
import type { Tracing } from './open-telemetry.js';

type Attributes = Record<string, string | number | boolean>;

export interface SpanOptions {
  /** `internal` if absent. */
  kind?: 'internal' | 'server' | 'client' | 'consumer';
  /** Ids, kinds and codes: no addresses, contents or credentials. */
  attributes?: Attributes;
  /** The parent span, as a `traceparent` of W3C Trace Context; the span of the running code if absent. */
  parent?: string | undefined;
  /** Other spans that led to this one, each as a `traceparent`. */
  links?: readonly string[];
}

export interface SpanEnd {
  /** Replaces the span's name. */
  name?: string;
  attributes?: Attributes;
  /** Marks the span as failed. */
  failed?: boolean;
}

/** The fields of log lines that belong to a span. */
export interface SpanIds {
  traceId: string;
  spanId: string;
}

/** A span that its owner ends. */
export interface OpenSpan {
  readonly ids: SpanIds;
  /** Runs `work` within the span. */
  run<T>(work: () => T): T;
  end(end?: SpanEnd): void;
}

export interface TracingOptions {
  service: string;
  version?: string;
  /** Takes the spans; when absent, they go to the collector that the `OTEL_…` variables name, over OTLP and HTTP. */
  processor?: SpanProcessor;
}

const NO_HEADERS = {};

/** Undefined without tracing: then a span costs this look at it, and OpenTelemetry is not loaded. */
let tracing: Tracing | undefined;

/** Starts tracing in this process. */
export async function startTracing(options: TracingOptions): Promise<void> {
  const { Tracing } = await import('./open-telemetry.js');
  tracing = new Tracing(options);
}

/** Exports the last spans, within `timeoutMs`, and stops tracing. Does nothing in a process without tracing. */
export async function stopTracing(timeoutMs = 2_000): Promise<void> {
  const stopped = tracing;
  tracing = undefined;
  await stopped?.stop(timeoutMs);
}

/** Tells whether this process records spans. */
export function isTracing(): boolean {
  return tracing !== undefined;
}

/** Starts a span; undefined without tracing, in which case `options` is not called. */
export function openSpan(name: string, options: () => SpanOptions): OpenSpan | undefined {
  return tracing?.open(name, options());
}

/** Runs `work` within a span that ends with it; without tracing it only runs it. An error marks the span as failed. */
export function inSpan<T>(name: string, options: () => SpanOptions, work: () => T): T {
  const span = openSpan(name, options);
  return span ? span.run(() => ending(span, work)) : work();
}

/** {@link inSpan} for a call to an external server or another app. */
export function inClientSpan<T>(name: string, work: () => T): T {
  return inSpan(name, () => ({ kind: 'client' }), work);
}

/** The span of the running code as a `traceparent`; undefined outside of one. */
export function currentTraceparent(): string | undefined {
  return tracing?.currentTraceparent();
}

/** Headers that continue the running code's trace in another app; none without tracing. */
export function traceHeaders(): { traceparent?: string } {
  const traceparent = currentTraceparent();
  return traceparent === undefined ? NO_HEADERS : { traceparent };
}

/** The ids of the running code's span, for its log lines; undefined outside of one. */
export function currentSpanIds(): SpanIds | undefined {
  return tracing?.currentSpanIds();
}

function ending<T>(span: OpenSpan, work: () => T): T {
  try {
    const result = work();
    if (!(result instanceof Promise)) span.end();
    else
      result.then(
        () => span.end(),
        () => span.end({ failed: true }),
      );
    return result;
  } catch (error) {
    span.end({ failed: true });
    throw error;
  }
}
