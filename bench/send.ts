// Accepted POST /v1/emails/send per second, durable; beside it a bare server, one transaction a request.
import { bench } from './support/bench.js';
import { HelperProcess } from './support/helper-process.js';
import { LoadGenerator, type Load } from './support/load.js';
import { sendRequest } from './support/mail.js';
import { readOptions } from './support/options.js';
import { Platform } from './support/platform.js';
import { judge, Report } from './support/report.js';
import { startServices } from './support/services.js';

const options = readOptions({ rounds: 5, seconds: 5, connections: 32, 'limit-connections': 16 });

await bench(async (cleanup) => {
  const services = cleanup.add(await startServices());
  const platform = cleanup.add(await Platform.prepare(services));
  const tenant = await platform.addTenant();
  const app = cleanup.add(await platform.start('api'));
  const bare = cleanup.add(await HelperProcess.start('./limits/accept-server.js', import.meta.url));
  const barePort = await bare.ask<number>('listen', {
    databaseUrl: platform.databaseUrl,
    connections: options['limit-connections'],
    tenant,
  });
  const generator = cleanup.add(await LoadGenerator.start());

  const measure = async (port: number, seconds: number) => {
    await platform.settle();
    const load: Load = {
      port,
      method: 'POST',
      path: '/v1/emails/send',
      headers: { Authorization: `Bearer ${tenant.apiKey}` },
      body: JSON.stringify(sendRequest(tenant)),
      idempotent: true,
      connections: options.connections,
      seconds,
      expectedStatus: 202,
    };
    return generator.run(load);
  };

  const report = new Report(`POST /v1/emails/send, ${options.connections} connections, requests per second`, [
    'platform',
    'p50 ms',
    'p99 ms',
    'bare server',
    'p50 ms',
    'p99 ms',
    'ratio',
  ]);
  await measure(app.port, 2);
  await measure(barePort, 2);
  for (let round = 0; round < options.rounds; round += 1) {
    const ours = await measure(app.port, options.seconds);
    const limit = await measure(barePort, options.seconds);
    const ratio = ours.perSecond / limit.perSecond;
    report.add([ours.perSecond, ours.p50, ours.p99, limit.perSecond, limit.p50, limit.p99, ratio]);
  }
  const ratio = report.medians().at(-1) ?? 0;
  judge([{ name: 'platform / bare server', value: ratio, bound: 'least', floor: 1.2, aim: 2 }]);
});
