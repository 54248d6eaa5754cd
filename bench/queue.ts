// Jobs per second from the transaction that enqueues them until they are completed, beside Bull alone; and how soon a job is
// claimed that is enqueued at rest, by the process that runs it and by another one.
import { setTimeout as delay } from 'node:timers/promises';
import { newId } from '#libs/core/persistence';
import type { BullRun } from './limits/bull-process.js';
import { bench } from './support/bench.js';
import { costOf, countAsProduct } from './support/costs.js';
import { HelperProcess } from './support/helper-process.js';
import { readOptions } from './support/options.js';
import { Platform } from './support/platform.js';
import type { QueueAppOptions } from './support/queue-app.js';
import { judge, Report } from './support/report.js';
import { startServices } from './support/services.js';
import { quantile } from './support/statistics.js';

const options = readOptions({ rounds: 5, jobs: 20_000, single: 50, rest: 1.2 });
const GROUP = 50;
const CONCURRENCY = 50;
const TENANTS = 4;
/** A relay that nothing wakes, and which waits for its next poll, must not pass. */
const CLAIMED_WITHIN_MS = 100;

await bench(async (cleanup) => {
  const services = cleanup.add(await startServices());
  const platform = cleanup.add(await Platform.prepare(services));
  const { appUrl: databaseUrl, systemUrl } = platform;
  const start = async (role: QueueAppOptions['role']) => {
    const helper = cleanup.add(await HelperProcess.start('./support/queue-process.js', import.meta.url));
    await helper.ask('start', { databaseUrl, systemUrl, redisUrl: services.redisUrl, role } satisfies QueueAppOptions);
    return helper;
  };
  const worker = await start('all');
  countAsProduct(worker.pid, 'worker');
  const other = await start('api');
  const bull = cleanup.add(await HelperProcess.start('./limits/bull-process.js', import.meta.url));
  const tenants = Array.from({ length: TENANTS }, () => newId('acc'));

  const throughOutbox = async (count: number) => {
    await platform.checkpoint();
    const ask = () => worker.ask<number>('run', { tenants, count, group: GROUP });
    return costOf('jobs', ask, () => count);
  };
  const throughBull = (count: number) =>
    bull.ask<number>('run', {
      redisUrl: services.redisUrl,
      count,
      group: GROUP,
      concurrency: CONCURRENCY,
    } satisfies BullRun);

  const title = `Jobs per second, ${GROUP} enqueued at once, until they are completed`;
  const report = new Report(title, ['outbox', 'Bull alone', 'ratio']);
  await throughOutbox(options.jobs / 4);
  await throughBull(options.jobs / 4);
  for (let round = 0; round < options.rounds; round += 1) {
    const ours = await throughOutbox(options.jobs);
    const alone = await throughBull(options.jobs);
    report.add([ours, alone, ours / alone]);
  }
  const ratio = report.medians().at(-1) ?? 0;

  /** Milliseconds from the commit of each job until a worker claims it. */
  const claimTimes = async (from: HelperProcess) => {
    const times: number[] = [];
    await delay(options.rest * 1_000);
    while (times.length < options.single) {
      const claimed = worker.ask<number>('claimedAt');
      // Uneven, so that no timer happens to be in step.
      const restMs = options.rest * 1_000 * (0.5 + Math.random());
      const enqueuedAt = await from.ask<number>('enqueueAfter', { tenantId: tenants[0], restMs });
      times.push((await claimed) - enqueuedAt);
    }
    return times;
  };
  const rows = { width: 22, name: 'enqueued by' };
  const single = new Report(`From the commit of one job at rest to its claim, milliseconds`, ['median', 'p99'], rows);
  const here = await claimTimes(worker);
  single.add([quantile(here), quantile(here, 0.99)], 'the same process');
  const there = await claimTimes(other);
  single.add([quantile(there), quantile(there, 0.99)], 'another process');

  judge([
    { name: 'outbox / Bull alone', value: ratio, bound: 'least', floor: 0.7, aim: 0.9 },
    { name: 'milliseconds to a claim, same process', value: quantile(here), bound: 'most', floor: CLAIMED_WITHIN_MS },
    {
      name: 'milliseconds to a claim, another process',
      value: quantile(there),
      bound: 'most',
      floor: CLAIMED_WITHIN_MS,
    },
  ]);
});
