import { InMemorySpanExporter, SimpleSpanProcessor, type ReadableSpan } from '@opentelemetry/sdk-trace-node';
import { afterEach, describe, expect, it } from 'vitest';
import { HttpSink } from '#libs/test/testing';
import {
  carriedContext,
  inSpan,
  keepContext,
  Logger,
  openSpan,
  startTracing,
  stopTracing,
  traceHeaders,
} from './index.js';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const PARENT = `00-${TRACE}-00f067aa0ba902b7-01`;
const none = () => ({});

async function tracing(): Promise<(name: string) => ReadableSpan | undefined> {
  const exporter = new InMemorySpanExporter();
  await startTracing({ service: 'shop', processor: new SimpleSpanProcessor(exporter) });
  return (name) => exporter.getFinishedSpans().find((span) => span.name === name);
}

afterEach(() => stopTracing());

describe('without tracing', () => {
  it('a span is not opened, and its options are not computed', () => {
    const options = () => {
      throw new Error('computed');
    };
    expect(openSpan('sell', options)).toBeUndefined();
    expect(inSpan('sell', options, () => 3)).toBe(3);
  });

  it('nothing is carried and no header is sent', () => {
    expect(carriedContext()).toBeNull();
    expect(traceHeaders()).toEqual({});
  });
});

describe('a span', () => {
  it('belongs to the span that it was opened in', async () => {
    const finished = await tracing();
    await inSpan('sell', none, async () => {
      await Promise.resolve();
      inSpan('pack', none, () => undefined);
    });
    const [outer, inner] = [finished('sell'), finished('pack')];
    expect(inner?.parentSpanContext?.spanId).toBe(outer?.spanContext().spanId);
  });

  it('belongs to the span that was kept for it', async () => {
    const finished = await tracing();
    const run = inSpan('sell', none, () => keepContext());
    run(() => inSpan('pack', none, () => undefined));
    expect(finished('pack')?.parentSpanContext?.spanId).toBe(finished('sell')?.spanContext().spanId);
  });

  it('belongs to the span of another process that is given as its parent', async () => {
    const finished = await tracing();
    inSpan(
      'sell',
      () => ({ parent: PARENT }),
      () => undefined,
    );
    expect(finished('sell')?.spanContext().traceId).toBe(TRACE);
    expect(finished('sell')?.parentSpanContext?.spanId).toBe('00f067aa0ba902b7');
  });

  it('starts a trace of its own where the parent is no traceparent', async () => {
    const finished = await tracing();
    inSpan(
      'sell',
      () => ({ parent: 'nonsense' }),
      () => undefined,
    );
    expect(finished('sell')?.spanContext().traceId).toMatch(/^[0-9a-f]{32}$/);
    expect(finished('sell')?.parentSpanContext).toBeUndefined();
  });

  it('is linked to the spans that led to it', async () => {
    const finished = await tracing();
    inSpan(
      'sell',
      () => ({ links: [PARENT, 'nonsense'] }),
      () => undefined,
    );
    expect(finished('sell')?.links.map(({ context }) => context.traceId)).toEqual([TRACE]);
  });

  it('is failed by an error, of which it keeps nothing', async () => {
    const finished = await tracing();
    const failing = inSpan('sell', none, () => Promise.reject(new Error('to bo@example.test')));
    await expect(failing).rejects.toThrow('to bo@example.test');
    expect(() =>
      inSpan('pack', none, () => {
        throw new Error('to bo@example.test');
      }),
    ).toThrow();
    for (const span of [finished('sell'), finished('pack')]) {
      expect(span).toMatchObject({ status: { code: 2 }, events: [] });
      expect(span?.status.message).toBeUndefined();
    }
  });

  it('is in the log lines that are written in it, in what a job carries, and in the headers to other apps', async () => {
    const finished = await tracing();
    const lines: string[] = [];
    const log = new Logger({ service: 'shop', level: 'info', destination: { write: (line) => void lines.push(line) } });
    const found = inSpan('sell', none, () => {
      log.info('sold');
      return { carried: carriedContext(), headers: traceHeaders() };
    });
    const { traceId, spanId } = finished('sell')!.spanContext();
    const traceparent = `00-${traceId}-${spanId}-01`;
    expect(JSON.parse(lines[0]!)).toMatchObject({ traceId, spanId });
    expect(found).toEqual({ carried: { traceparent }, headers: { traceparent } });
  });
});

describe('the exporter', () => {
  afterEach(() => {
    delete process.env['OTEL_EXPORTER_OTLP_ENDPOINT'];
  });

  it('sends spans to the collector, the last ones when tracing stops', async () => {
    const collector = await HttpSink.start();
    process.env['OTEL_EXPORTER_OTLP_ENDPOINT'] = collector.url;
    await startTracing({ service: 'shop', version: '1.2.3' });
    inSpan('sell', none, () => undefined);
    await stopTracing();
    const [request] = collector.requests;
    await collector.stop();
    expect(request?.path).toBe('/v1/traces');
    const { resourceSpans } = JSON.parse(request!.text);
    expect(resourceSpans[0].scopeSpans[0].spans).toMatchObject([{ name: 'sell' }]);
    expect(resourceSpans[0].resource.attributes).toEqual(
      expect.arrayContaining([{ key: 'service.name', value: { stringValue: 'shop' } }]),
    );
  });

  it('is waited for only so long when the collector hangs', async () => {
    const collector = await HttpSink.start();
    collector.answer({ hang: true });
    process.env['OTEL_EXPORTER_OTLP_ENDPOINT'] = collector.url;
    await startTracing({ service: 'shop' });
    inSpan('sell', none, () => undefined);
    await stopTracing(50);
    expect(collector.requests).toHaveLength(1);
    await collector.stop();
  });
});
