// Contacts per second through POST /api/contacts/bulk; for comparison the same upsert with unnest, directly over pg.
import type { UpsertRun } from './limits/upsert-process.js';
import { bench } from './support/bench.js';
import { costOf } from './support/costs.js';
import { SessionIssuer } from './support/bench-session.js';
import { HelperProcess } from './support/helper-process.js';
import type { ImportRun } from './support/import-process.js';
import { readOptions } from './support/options.js';
import { Platform } from './support/platform.js';
import { judge, Report } from './support/report.js';
import { startServices } from './support/services.js';

const options = readOptions({ rounds: 5, imports: 10, rows: 5_000, connections: 2 });

await bench(async (cleanup) => {
  const services = cleanup.add(await startServices());
  const platform = cleanup.add(await Platform.prepare(services));
  const issuer = cleanup.add(await SessionIssuer.start(services));
  const app = cleanup.add(await platform.start('api', issuer.environment));
  const client = cleanup.add(await HelperProcess.start('./support/import-process.js', import.meta.url));
  const upserter = cleanup.add(await HelperProcess.start('./limits/upsert-process.js', import.meta.url));
  const { imports, rows, connections } = options;
  // The platform runs one import of a tenant at a time, so each connection has its own tenant.
  const tenants = await Promise.all(Array.from({ length: connections }, () => platform.addTenant()));
  const tokens = await Promise.all(tenants.map((tenant) => issuer.session(tenant)));

  const throughApi = async (series: { first: number; imports: number }) => {
    await platform.checkpoint();
    const ask = () => client.ask<number>('run', { port: app.port, tokens, rows, ...series } satisfies ImportRun);
    return costOf('contacts', ask, () => connections * series.imports * rows);
  };
  const throughPg = async (series: { first: number; imports: number }) => {
    await platform.checkpoint();
    const tenantIds = tenants.map(({ id }) => id);
    const { databaseUrl } = platform;
    return upserter.ask<number>('run', { databaseUrl, tenantIds, rows, ...series } satisfies UpsertRun);
  };

  const title = `POST /api/contacts/bulk, ${rows} rows a call, half of them new, ${connections} connections, per second`;
  const report = new Report(title, ['platform', 'unnest over pg', 'ratio']);
  await throughApi({ first: 0, imports });
  await throughPg({ first: 0, imports });
  for (let round = 1; round <= options.rounds; round += 1) {
    const series = { first: round * imports, imports };
    const [ours, limit] = [await throughApi(series), await throughPg(series)];
    report.add([ours, limit, ours / limit]);
  }
  const ratio = report.medians().at(-1) ?? 0;
  judge([{ name: 'platform / unnest over pg', value: ratio, bound: 'least', floor: 0.5 }]);
});
