import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { logger } from '#libs/core/observability';
import { waitUntil } from '#libs/test/testing';
import { JobsApp, type Batch } from '../test-support/jobs-app.js';

let jobs: JobsApp;
let lines: Record<string, unknown>[];

beforeEach(async () => {
  jobs = await JobsApp.start();
  lines = [];
  const destination = { write: (line: string) => void lines.push(JSON.parse(line) as Record<string, unknown>) };
  logger.configure({ service: 'spec', level: 'info', destination });
});
afterEach(async () => {
  logger.configure({ service: 'spec', level: 'silent' });
  await jobs?.close();
});

function logAll(batch: Batch): void {
  for (const job of batch.jobs) batch.runFor(job, () => logger.info('one', { count: job.payload.n }));
  logger.info('all');
}

const logged = (message: string) => lines.filter(({ msg }) => msg === message);

describe('log lines of a worker', () => {
  it('about one job name its request, about a batch of several requests its tenant and kind', async () => {
    const tenantId = jobs.tenant();
    jobs.onBatch(async (batch) => {
      logAll(batch);
      await jobs.complete(batch);
    });
    await jobs.enqueueInRequests(tenantId, ['req_a', 'req_b']);
    await waitUntil(() => logged('all').length === 1);
    expect(logged('one')).toMatchObject([
      { count: 0, requestId: 'req_a', tenantId, kind: 'slow' },
      { count: 1, requestId: 'req_b', tenantId, kind: 'slow' },
    ]);
    expect(logged('all')).toMatchObject([{ tenantId, kind: 'slow' }]);
    expect(logged('all')[0]).not.toHaveProperty('requestId');
  });

  it('about a batch of one request name the request, also when the handler fails', async () => {
    const tenantId = jobs.tenant();
    jobs.onBatch(() => Promise.reject(new Error('broken')));
    await jobs.enqueueInRequests(tenantId, ['req_a', 'req_a']);
    await waitUntil(() => logged('A job failed').length > 0);
    expect(logged('A job failed')[0]).toMatchObject({ requestId: 'req_a', tenantId, kind: 'slow' });
  });

  it('name no request where none enqueued the job', async () => {
    const tenantId = jobs.tenant();
    jobs.onBatch(async (batch) => {
      logAll(batch);
      await jobs.complete(batch);
    });
    await jobs.enqueue(tenantId, 7);
    await waitUntil(() => logged('all').length === 1);
    expect(logged('one')).toMatchObject([{ count: 7, tenantId, kind: 'slow' }]);
    expect(lines.some((line) => 'requestId' in line)).toBe(false);
  });
});

describe('a job that a worker enqueues', () => {
  it('carries the context of the job that enqueues it', async () => {
    const tenantId = jobs.tenant();
    jobs.onBatch(async (batch) => {
      if (batch.kind === 'slow') {
        for (const job of batch.jobs) await batch.runFor(job, () => jobs.enqueue(tenantId, job.payload.n, 'other'));
      } else logAll(batch);
      await jobs.complete(batch);
    });
    await jobs.enqueueInRequests(tenantId, ['req_a', 'req_b']);
    await waitUntil(() => logged('one').length === 2);
    const ofOthers = logged('one').toSorted((a, b) => Number(a['count']) - Number(b['count']));
    expect(ofOthers).toMatchObject([
      { count: 0, requestId: 'req_a', kind: 'other' },
      { count: 1, requestId: 'req_b', kind: 'other' },
    ]);
  });

  it('keeps its context when it is postponed', async () => {
    const tenantId = jobs.tenant();
    const attempts: (string | undefined)[] = [];
    jobs.onBatch(async (batch) => {
      attempts.push(batch.jobs[0]?.context?.requestId);
      await (attempts.length === 1 ? jobs.postpone(batch, new Date()) : jobs.complete(batch));
    });
    await jobs.enqueueInRequests(tenantId, ['req_a']);
    await waitUntil(() => attempts.length === 2);
    expect(attempts).toEqual(['req_a', 'req_a']);
  });
});
