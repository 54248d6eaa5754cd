import { expect, it, vi } from 'vitest';
import { logger } from '#libs/observability';
import { waitUntil } from '#libs/testing';
import { BullQueue } from './bull-queue.js';
import type { JobKind } from './jobs.js';

it('a worker that ends before it reached Redis ends in order', async () => {
  const warn = vi.spyOn(logger, 'warn').mockImplementation(() => undefined);
  const kind = 'spec.nothing' as JobKind;
  const options = {
    app: 'spec',
    redisUrl: 'redis://127.0.0.1:9',
    kinds: [kind],
    role: 'worker',
    leaseMs: 5_000,
  } as const;
  const queue = new BullQueue({ ...options, reconcileMs: 1_000 });
  queue.process(kind, 1, async () => undefined);
  await queue.onApplicationShutdown();
  const closed = () => warn.mock.calls.some(([message]) => message === 'A queue closed before it reached Redis');
  expect(await waitUntil(closed)).toBe(true);
  warn.mockRestore();
});
