import { InMemorySpanExporter, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-node';
import { afterEach, describe, expect, it } from 'vitest';
import { currentContext, startTracing, stopTracing } from '#libs/core/observability';
import { newId } from '#libs/core/persistence';
import { JobBatch } from './job-batch.js';

const tenantId = newId('acc');

function batchOf(...requestIds: string[]): JobBatch<object> {
  const jobs = requestIds.map((requestId, n) => ({
    id: String(n),
    payload: {},
    attempt: 1,
    failures: 0,
    createdAt: new Date(),
    context: { requestId },
  }));
  return new JobBatch('slow', tenantId, jobs, 'lease');
}

afterEach(() => stopTracing());

describe('a batch', () => {
  it('runs its work in the context of its jobs', () => {
    const batch = batchOf('req_a', 'req_b');
    expect(batch.runForAll(() => currentContext()?.logFields)).toEqual({ tenantId, kind: 'slow' });
    expect(batch.runFor(batch.jobs[0]!, () => currentContext()?.requestId)).toBe('req_a');
  });

  it('runs it in none if it is to go without, and still knows the fields of its log lines', () => {
    const batch = batchOf('req_a', 'req_a');
    batch.withoutContext();
    expect(batch.runForAll(() => currentContext())).toBeUndefined();
    expect(batch.runFor(batch.jobs[0]!, () => currentContext())).toBeUndefined();
    expect(batch.logFields).toEqual({ requestId: 'req_a', tenantId, kind: 'slow' });
  });

  it('keeps its context where spans are recorded', async () => {
    const exporter = new InMemorySpanExporter();
    await startTracing({ service: 'spec', processor: new SimpleSpanProcessor(exporter) });
    const batch = batchOf('req_a');
    batch.withoutContext();
    expect(batch.runFor(batch.jobs[0]!, () => currentContext()?.requestId)).toBe('req_a');
    expect(exporter.getFinishedSpans().map(({ name }) => name)).toEqual(['slow']);
  });
});
