import { context, propagation, ROOT_CONTEXT, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, NodeTracerProvider } from '@opentelemetry/sdk-trace-node';
import type { OpenSpan, SpanEnd, SpanIds, SpanOptions, TracingOptions } from './tracing.js';

const KINDS = {
  internal: SpanKind.INTERNAL,
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  consumer: SpanKind.CONSUMER,
};

/** Creates and exports spans by OpenTelemetry's SDK. The exporter and the sampler read the `OTEL_…` variables themselves. */
export class Tracing {
  private readonly provider: NodeTracerProvider;

  constructor({ service, version, processor }: TracingOptions) {
    this.provider = new NodeTracerProvider({
      resource: resourceFromAttributes({ 'service.name': service, ...(version && { 'service.version': version }) }),
      spanProcessors: [processor ?? new BatchSpanProcessor(new OTLPTraceExporter())],
    });
    this.provider.register();
  }

  open(name: string, { kind = 'internal', attributes = {}, parent, links = [] }: SpanOptions): OpenSpan {
    const outer = parent === undefined ? context.active() : contextOf(parent);
    const linked = links.flatMap((link) => trace.getSpanContext(contextOf(link)) ?? []);
    const options = { kind: KINDS[kind], attributes, links: linked.map((one) => ({ context: one })) };
    const span = this.provider.getTracer('service').startSpan(name, options, outer);
    const inner = trace.setSpan(outer, span);
    return { ids: idsOf(span), run: (work) => context.with(inner, work), end: (end) => endSpan(span, end) };
  }

  currentTraceparent(): string | undefined {
    const carrier: { traceparent?: string } = {};
    propagation.inject(context.active(), carrier);
    return carrier.traceparent;
  }

  currentSpanIds(): SpanIds | undefined {
    const span = trace.getActiveSpan();
    return span && idsOf(span);
  }

  /** Exports the last spans, within `timeoutMs`. */
  async stop(timeoutMs: number): Promise<void> {
    for (const api of [trace, context, propagation]) api.disable();
    const shutdown = this.provider.shutdown().catch(() => undefined);
    await Promise.race([shutdown, new Promise((resolve) => setTimeout(resolve, timeoutMs).unref())]);
  }
}

const contextOf = (traceparent: string) => propagation.extract(ROOT_CONTEXT, { traceparent });

function idsOf(span: Span): SpanIds {
  const { traceId, spanId } = span.spanContext();
  return { traceId, spanId };
}

/** An error's message is not recorded: it may hold personal data, and the log has it. */
function endSpan(span: Span, { name, attributes, failed = false }: SpanEnd = {}): void {
  if (name) span.updateName(name);
  if (attributes) span.setAttributes(attributes);
  if (failed) span.setStatus({ code: SpanStatusCode.ERROR });
  span.end();
}
