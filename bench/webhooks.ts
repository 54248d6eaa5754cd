// Signed webhook deliveries per second from the outbox to a local server, each recorded; for comparison undici's pool alone,
// and the same rows and requests by a script that does nothing else.
import type { BareRun } from './limits/bare-webhooks-process.js';
import type { UndiciRun } from './limits/undici-process.js';
import { bench } from './support/bench.js';
import { SessionIssuer } from './support/bench-session.js';
import { HelperProcess } from './support/helper-process.js';
import { readOptions } from './support/options.js';
import { Platform } from './support/platform.js';
import { judge, Report } from './support/report.js';
import { startServices } from './support/services.js';
import { addEndpoint, deliverWebhooks, promiseWebhooks, webhookPayload } from './support/webhook-deliveries.js';

/** `connections` is the number that the platform opens to one receiver. */
const options = readOptions({ rounds: 5, seconds: 5, deliveries: 30_000, connections: 16 });
const PATH = '/hooks/orders';
/** A kind of job that the platform does not have, so it stays in the outbox. */
const BARE = 'bench.deliver';

await bench(async (cleanup) => {
  const services = cleanup.add(await startServices());
  const sink = cleanup.add(await HelperProcess.start('./support/webhook-sink-process.js', import.meta.url));
  const port = await sink.ask<number>('listen');
  const platform = cleanup.add(await Platform.prepare(services));
  const issuer = cleanup.add(await SessionIssuer.start(services));
  const undici = cleanup.add(await HelperProcess.start('./limits/undici-process.js', import.meta.url));
  const bare = cleanup.add(await HelperProcess.start('./limits/bare-webhooks-process.js', import.meta.url));
  const tenant = await platform.addTenant();
  const environment = { ...issuer.environment, OUTBOUND_ALLOW: `127.0.0.1:${port}` };
  const api = cleanup.add(await platform.start('api', environment));
  const endpoint = await addEndpoint(
    api.port,
    await issuer.session(tenant, 'admin'),
    `http://127.0.0.1:${port}${PATH}`,
  );
  cleanup.add(await platform.start('worker', environment));

  const throughPlatform = (count: number) => deliverWebhooks({ platform, sink, tenant, endpoint }, count);
  const throughScript = async (count: number) => {
    await platform.checkpoint();
    await promiseWebhooks({ platform, tenant, endpoint }, count, BARE);
    const origin = `http://127.0.0.1:${port}`;
    const { databaseUrl } = platform;
    const target = { tenantId: tenant.id, kind: BARE, origin, path: PATH, secret: endpoint.secret };
    const run: BareRun = { databaseUrl, ...target, connections: options.connections, count };
    return bare.ask<number>('run', run);
  };
  const throughUndici = (seconds: number) => {
    const bodies = Array.from({ length: 1_000 }, () => webhookPayload(tenant));
    const { connections } = options;
    const run: UndiciRun = { origin: `http://127.0.0.1:${port}`, path: PATH, bodies, connections, seconds };
    return undici.ask<number>('run', run);
  };

  const title = `From the outbox to one endpoint over ${options.connections} connections, deliveries per second`;
  const report = new Report(title, ['platform', 'bare script', 'undici', 'of the script', 'ratio']);
  await throughPlatform(2 * options.deliveries);
  await throughScript(options.deliveries);
  await throughUndici(1);
  for (let round = 0; round < options.rounds; round += 1) {
    const ours = await throughPlatform(options.deliveries);
    const script = await throughScript(options.deliveries);
    const limit = await throughUndici(options.seconds);
    report.add([ours, script, limit, ours / script, ours / limit]);
  }
  const ratio = report.medians().at(-1) ?? 0;
  judge([{ name: 'platform / undici', value: ratio, bound: 'least', floor: 0.15 }]);
});
