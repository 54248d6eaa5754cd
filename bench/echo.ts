// A validated POST through libs/core/http, without a database, per second; beside it a bare node:http server.
import { AppProcess } from './support/app-process.js';
import { bench } from './support/bench.js';
import { HelperProcess } from './support/helper-process.js';
import { LoadGenerator } from './support/load.js';
import { sendRequest } from './support/mail.js';
import { readOptions } from './support/options.js';
import { judge, Report } from './support/report.js';
import { startServices } from './support/services.js';

const options = readOptions({ rounds: 5, seconds: 4, connections: 32 });

await bench(async (cleanup) => {
  const services = cleanup.add(await startServices());
  const env = { REDIS_URL: services.redisUrl };
  const app = cleanup.add(
    await AppProcess.start('./support/echo-app.js', import.meta.url, { name: 'echo', logDir: services.dir, env }),
  );
  const bare = cleanup.add(await HelperProcess.start('./limits/echo-process.js', import.meta.url));
  const barePort = await bare.ask<number>('listen');
  const generator = cleanup.add(await LoadGenerator.start());
  const body = JSON.stringify(sendRequest({ id: 'acc_0000000000000000', domain: 'shop.test', apiKey: '' }));

  const measure = (port: number, seconds: number) => {
    const { connections } = options;
    return generator.run({
      port,
      method: 'POST',
      path: '/echo',
      headers: {},
      body,
      connections,
      seconds,
      expectedStatus: 200,
    });
  };

  const title = `POST of ${Buffer.byteLength(body)} bytes, validated and given back, ${options.connections} connections, per second`;
  const report = new Report(title, ['libs/core/http', 'p50 ms', 'bare node:http', 'p50 ms', 'ratio']);
  await measure(app.port, options.seconds);
  await measure(barePort, 2);
  for (let round = 0; round < options.rounds; round += 1) {
    const ours = await measure(app.port, options.seconds);
    const limit = await measure(barePort, options.seconds);
    report.add([ours.perSecond, ours.p50, limit.perSecond, limit.p50, ours.perSecond / limit.perSecond]);
  }
  const ratio = report.medians().at(-1) ?? 0;
  judge([{ name: 'libs/core/http / bare node:http', value: ratio, bound: 'least', floor: 0.5, aim: 0.7 }]);
});
