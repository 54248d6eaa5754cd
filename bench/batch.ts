// Messages per second through POST /v1/emails/batch; beside it COPY of the same rows.
import { bench } from './support/bench.js';
import { HelperProcess } from './support/helper-process.js';
import { LoadGenerator } from './support/load.js';
import { readOptions } from './support/options.js';
import { Platform } from './support/platform.js';
import { judge, Report } from './support/report.js';
import { batchLoad } from './support/sending.js';
import { startServices } from './support/services.js';

const options = readOptions({ rounds: 5, seconds: 5, batch: 500, connections: 2 });

await bench(async (cleanup) => {
  const services = cleanup.add(await startServices());
  const platform = cleanup.add(await Platform.prepare(services));
  const tenant = await platform.addTenant();
  const app = cleanup.add(await platform.start('api'));
  const copier = cleanup.add(await HelperProcess.start('./limits/copy-process.js', import.meta.url));
  const generator = cleanup.add(await LoadGenerator.start());
  const { batch, connections } = options;
  const load = { ...batchLoad(tenant, batch), port: app.port, connections, counts: 'e-mails', each: batch };

  const throughApi = async (seconds: number) => {
    await platform.checkpoint();
    const { perSecond, p50 } = await generator.run({ ...load, seconds });
    return { perSecond: perSecond * batch, p50 };
  };
  const throughCopy = async (seconds: number) => {
    await platform.checkpoint();
    const { databaseUrl } = platform;
    return copier.ask<number>('run', { databaseUrl, tenant, batch, connections, seconds });
  };

  const report = new Report(`POST /v1/emails/batch, ${batch} e-mails a call, ${connections} connections, per second`, [
    'platform',
    'p50 ms',
    'COPY',
    'ratio',
  ]);
  await throughApi(2);
  await throughCopy(1);
  for (let round = 0; round < options.rounds; round += 1) {
    const ours = await throughApi(options.seconds);
    const limit = await throughCopy(options.seconds);
    report.add([ours.perSecond, ours.p50, limit, ours.perSecond / limit]);
  }
  const ratio = report.medians().at(-1) ?? 0;
  judge([{ name: 'platform / COPY', value: ratio, bound: 'least', floor: 0.4, aim: 0.55 }]);
});
