import { type ChildProcess, spawn } from 'node:child_process';
import { resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LOST_LEASES_MAX } from '#libs/core/jobs';
import { waitUntil } from '#libs/test/testing';
import { FATAL } from '../../libs/core/jobs/test-support/fatal-worker.js';
import { JobsApp } from '../../libs/core/jobs/test-support/jobs-app.js';
import { LEASH } from '../../scripts/stack/child.js';
import { ensureBuilt } from '../support/app-process.js';

const SCRIPT = resolve(import.meta.dirname, '../../dist/libs/core/jobs/test-support/fatal-worker.js');
const JOBS = 30;

let jobs: JobsApp;
let worker: ChildProcess | undefined;
let isOver = false;

beforeAll(async () => {
  [jobs] = await Promise.all([JobsApp.start('api'), ensureBuilt()]);
});
afterAll(async () => {
  isOver = true;
  worker?.kill('SIGKILL');
  await jobs?.close();
});

/** Starts each process that ends again, as what runs them does. Returns the signals that ended them. */
function keepRunning(): string[] {
  const ends: string[] = [];
  const start = (): void => {
    const order = ['--import', LEASH, SCRIPT, JSON.stringify(jobs.servers)];
    worker = spawn(process.execPath, order, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
    worker.once('exit', (_, signal) => {
      if (isOver) return;
      ends.push(String(signal));
      start();
    });
  };
  start();
  return ends;
}

describe('a job that kills its process', () => {
  it('becomes a dead letter although its handler might fail more often, and the jobs beside it are done', async () => {
    const tenant = jobs.tenant();
    for (let n = 0; n < JOBS; n += 1) await jobs.enqueue(tenant, n, 'other');
    const ends = keepRunning();
    const dead = () =>
      jobs.sql<{ n: number; failures: number; error: string }>(
        `select (payload->>'n')::int as n, failures, last_error as error from outbox where dead_at is not null`,
      );
    await waitUntil(async () => (await jobs.left(tenant)) === 1 && (await dead()).length === 1, {
      timeoutMs: 90_000,
      what: 'all jobs but one to be done, and that one to be dead',
    });
    expect(await dead()).toEqual([{ n: FATAL, failures: 0, error: expect.stringContaining('worker') }]);
    expect(ends).toEqual(Array.from({ length: LOST_LEASES_MAX }, () => 'SIGKILL'));
  });
});
