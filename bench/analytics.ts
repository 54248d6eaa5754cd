// How long reports over 92 days of 20,000,000 events of 50 tenants take, with and without filters, and their first call.
import { bench } from './support/bench.js';
import { SessionIssuer } from './support/bench-session.js';
import { LoadGenerator } from './support/load.js';
import { readOptions } from './support/options.js';
import { Pages } from './support/pages.js';
import { judge, Report } from './support/report.js';
import { startServices } from './support/services.js';
import { PAGE, writeTraffic } from './support/traffic-history.js';

const options = readOptions({ rounds: 5, seconds: 2, events: 20_000_000, tenants: 50, days: 92 });

const DAY_MS = 86_400_000;
const LIMIT_MS = 100;

await bench(async (cleanup) => {
  const services = cleanup.add(await startServices());
  const pages = cleanup.add(await Pages.prepare(services));
  const issuer = cleanup.add(await SessionIssuer.start(services));
  const tenants = [];
  for (let n = 0; n < options.tenants; n += 1) tenants.push(await pages.addTenant());
  const [tenant] = tenants;
  if (!tenant) throw new Error('There is no tenant');
  const started = performance.now();
  await writeTraffic(pages.admin, { ...options, tenantIds: tenants.map(({ id }) => id) });
  await pages.checkpoint();
  console.log(`\nThe history took ${((performance.now() - started) / 1_000).toFixed(0)} s`);

  const app = cleanup.add(await pages.start('pages', { ROLE: 'api', ...issuer.environment }));
  const headers = { Authorization: `Bearer ${await issuer.session(tenant)}` };
  const now = Date.now();
  const date = (days: number) => new Date(now - days * DAY_MS).toISOString().slice(0, 10);
  const period = `de=${date(options.days - 1)}&ate=${date(0)}`;
  const paths: Record<string, string> = {
    overview: `overview?${period}`,
    'by zone': `overview?${period}&fuso=America/Sao_Paulo`,
    'of a page': `overview?${period}&pagina=${PAGE}`,
    breakdown: `breakdown?${period}&dimensao=utm_source`,
    relatorio: `relatorio?${period}&dimensao=pais`,
    filtered: `relatorio?${period}&dimensao=utm_campaign&pais=BR&dispositivo=mobile&utm_source=s1`,
    events: `events?${period}`,
    session: 'session/00000000-0000-7000-8000-000000000001',
    heatmap: `heatmap?${period}&pagina=${PAGE}`,
    quality: `traffic-quality?${period}`,
  };
  const names = Object.keys(paths);
  const first = new Report('First call of each report, milliseconds', names);
  const firstRow: number[] = [];
  for (const path of Object.values(paths)) firstRow.push(await firstCall(path));
  first.add(firstRow);

  const generator = cleanup.add(await LoadGenerator.start());
  const p50 = async (path: string) => {
    const load = { port: app.port, method: 'GET', headers, connections: 1, expectedStatus: 200 } as const;
    return (await generator.run({ ...load, seconds: options.seconds, path: `/v1/analytics/${path}` })).p50;
  };
  const title = `Reports over ${options.days} days of ${options.events.toLocaleString('en-US')} events, p50 in milliseconds`;
  const report = new Report(title, names);
  for (let round = 0; round < options.rounds; round += 1) {
    const row: number[] = [];
    for (const path of Object.values(paths)) row.push(await p50(path));
    report.add(row);
  }
  const medians = report.medians();
  judge(
    names.map((name, index) => ({
      name: `${name}, ms`,
      value: medians[index] ?? Number.NaN,
      bound: 'most' as const,
      floor: LIMIT_MS,
    })),
  );

  async function firstCall(path: string): Promise<number> {
    const from = performance.now();
    const answer = await fetch(`http://127.0.0.1:${app.port}/v1/analytics/${path}`, { headers });
    await answer.text();
    if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}`);
    return performance.now() - from;
  }
});
