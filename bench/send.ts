// Accepted POST /v1/emails/send per second, durable; beside it a bare server, one transaction a request: once with the
// counters of usage and reports, whose rows all of its transactions lock in turn, and once without them.
import { bench } from './support/bench.js';
import { HelperProcess } from './support/helper-process.js';
import { LoadGenerator } from './support/load.js';
import { readOptions } from './support/options.js';
import { Platform } from './support/platform.js';
import { judge, Report } from './support/report.js';
import { sendLoad } from './support/sending.js';
import { startServices } from './support/services.js';

const options = readOptions({ rounds: 5, seconds: 5, connections: 32, 'limit-connections': 8 });

await bench(async (cleanup) => {
  const services = cleanup.add(await startServices());
  const platform = cleanup.add(await Platform.prepare(services));
  const tenant = await platform.addTenant();
  const app = cleanup.add(await platform.start('api'));
  const bareServer = async (counting: boolean) => {
    const helper = cleanup.add(await HelperProcess.start('./limits/accept-server.js', import.meta.url));
    const connections = options['limit-connections'];
    return helper.ask<number>('listen', { databaseUrl: platform.databaseUrl, connections, tenant, counting });
  };
  const sameRows = await bareServer(true);
  const withoutCounters = await bareServer(false);
  const generator = cleanup.add(await LoadGenerator.start());

  const measure = async (port: number, seconds: number) => {
    await platform.checkpoint();
    return generator.run({ ...sendLoad(tenant), port, connections: options.connections, seconds });
  };

  const report = new Report(`POST /v1/emails/send, ${options.connections} connections, requests per second`, [
    'platform',
    'p50 ms',
    'p99 ms',
    'bare server',
    'p50 ms',
    'p99 ms',
    'ratio',
    'bare, no counters',
    'ratio to it',
  ]);
  await measure(app.port, 2);
  await measure(sameRows, 2);
  await measure(withoutCounters, 2);
  for (let round = 0; round < options.rounds; round += 1) {
    const ours = await measure(app.port, options.seconds);
    const limit = await measure(sameRows, options.seconds);
    const uncounted = await measure(withoutCounters, options.seconds);
    const ratio = ours.perSecond / limit.perSecond;
    const ratioToUncounted = ours.perSecond / uncounted.perSecond;
    const { p50, p99 } = limit;
    report.add([
      ours.perSecond,
      ours.p50,
      ours.p99,
      limit.perSecond,
      p50,
      p99,
      ratio,
      uncounted.perSecond,
      ratioToUncounted,
    ]);
  }
  const medians = report.medians();
  judge([
    { name: 'platform / bare server, the same rows', value: medians[6] ?? 0, bound: 'least', floor: 1.2, aim: 2 },
    { name: 'platform / bare server, no counters', value: medians[8] ?? 0, bound: 'least', floor: 1 },
  ]);
});
