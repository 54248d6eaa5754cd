// A process of the bench `queue`: an app that has jobs and nothing else.
import { setTimeout as delay } from 'node:timers/promises';
import type { TenantId } from '#libs/core/persistence';
import { answerParent } from './helper-process.js';
import { QueueApp, type QueueAppOptions } from './queue-app.js';

let app: QueueApp;

async function start(options: QueueAppOptions): Promise<void> {
  app = await QueueApp.start(options);
}

/** Enqueues jobs in transactions of `group`, and resolves when they are completed: jobs per second. */
async function run({ tenants, count, group }: { tenants: TenantId[]; count: number; group: number }): Promise<number> {
  const completed = app.completed(count);
  const started = performance.now();
  for (let sent = 0; sent < count; sent += group) await app.enqueue(tenants[(sent / group) % tenants.length]!, group);
  await completed;
  return count / ((performance.now() - started) / 1_000);
}

/** Enqueues one job after a rest, and returns when (milliseconds since 1970) it was committed. */
async function enqueueAfter({ tenantId, restMs }: { tenantId: TenantId; restMs: number }): Promise<number> {
  await delay(restMs);
  await app.enqueue(tenantId, 1);
  return now();
}

/** Returns when a worker of this process claimed its next job. */
async function claimedAt(): Promise<number> {
  await app.claimed();
  return now();
}

const now = () => performance.timeOrigin + performance.now();

answerParent({ start, run, enqueueAfter, claimedAt });
