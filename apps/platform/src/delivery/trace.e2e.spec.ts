import { InMemorySpanExporter, SimpleSpanProcessor, type ReadableSpan } from '@opentelemetry/sdk-trace-node';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTracing, stopTracing } from '#libs/core/observability';
import { HttpSink, waitUntil } from '#libs/test/testing';
import { platformStack, type PlatformStack } from '../../../../test/support/platform-stack.js';
import { TestWebhook } from '../../../../test/support/webhooks.js';

const TRACE = '0af7651916cd43dd8448eb211c80319c';

const exporter = new InMemorySpanExporter();
let stack: PlatformStack;
let sink: HttpSink;

beforeAll(async () => {
  await startTracing({ service: 'platform', processor: new SimpleSpanProcessor(exporter) });
  sink = await HttpSink.start();
  stack = await platformStack({ environment: { OUTBOUND_ALLOW: sink.host } });
});

afterAll(async () => {
  await stack.close();
  await sink.stop();
  await stopTracing();
});

const find = (name: string): Promise<ReadableSpan> =>
  waitUntil(
    () => exporter.getFinishedSpans().find((span) => span.name === name && span.spanContext().traceId === TRACE),
    { what: `the span ${name}`, timeoutMs: 10_000 },
  );

const isChildOf = (child: ReadableSpan, parent: ReadableSpan) =>
  child.parentSpanContext?.spanId === parent.spanContext().spanId;

describe('the trace of a send', () => {
  it('goes from the request through the outbox to the e-mail and the webhook', async () => {
    const { tenant } = await TestWebhook.create(stack, sink.url);
    const client = await tenant.key('emails:send');
    await client.post('/v1/emails/send', tenant.email(), { traceparent: `00-${TRACE}-b7ad6b7169203331-01` });
    const request = await find('POST /v1/emails/send');
    const job = await find('email.deliver');
    const smtp = await find('smtp.send');
    const webhook = await find('webhook.deliver');
    const post = await find('webhook.post');
    expect(request.parentSpanContext?.spanId).toBe('b7ad6b7169203331');
    expect(request.attributes).toMatchObject({ 'http.route': '/v1/emails/send', 'http.response.status_code': 202 });
    expect(isChildOf(job, request)).toBe(true);
    expect(isChildOf(smtp, job)).toBe(true);
    expect(isChildOf(post, webhook)).toBe(true);
    expect(post.attributes['http.response.status_code']).toBe(200);
  });

  it('holds no address, content or credential', () => {
    const text = JSON.stringify(exporter.getFinishedSpans().map(({ name, attributes }) => ({ name, attributes })));
    expect(text).toContain('email.deliver');
    expect(text).not.toMatch(/@|Hello|sk_test_|Bearer/);
  });
});
