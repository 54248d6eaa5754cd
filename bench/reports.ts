// How long reports over 90 days of 10,000,000 messages take, and whether they are exact to the event.
import { bench } from './support/bench.js';
import { SessionIssuer } from './support/bench-session.js';
import { HelperProcess } from './support/helper-process.js';
import { LoadGenerator } from './support/load.js';
import { sendRequest } from './support/mail.js';
import { countRows, writeHistory } from './support/message-history.js';
import { readOptions } from './support/options.js';
import { Platform } from './support/platform.js';
import { judge, Report } from './support/report.js';
import { compareReports } from './support/report-check.js';
import { startServices } from './support/services.js';
import { until } from './support/until.js';

const options = readOptions({ rounds: 5, seconds: 2, messages: 10_000_000, days: 90, sent: 200 });

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

await bench(async (cleanup) => {
  const services = cleanup.add(await startServices());
  const sink = cleanup.add(await HelperProcess.start('./support/smtp-sink-process.js', import.meta.url));
  const platform = cleanup.add(
    await Platform.prepare(services, `smtp://127.0.0.1:${await sink.ask<number>('listen')}`),
  );
  const issuer = cleanup.add(await SessionIssuer.start(services));
  const tenant = await platform.addTenant();
  const now = Date.now();
  const history = {
    tenantId: tenant.id,
    messages: options.messages,
    from: new Date(now - options.days * DAY_MS),
    to: new Date(now - HOUR_MS),
  };
  const started = performance.now();
  await writeHistory(platform.admin, history);
  await platform.checkpoint();
  console.log(`\nThe history took ${((performance.now() - started) / 1_000).toFixed(0)} s`);

  const app = cleanup.add(await platform.start('all', issuer.environment));
  const token = await issuer.session(tenant);
  const period = `from=${history.from.toISOString()}&to=${new Date(now + HOUR_MS).toISOString()}`;
  const generator = cleanup.add(await LoadGenerator.start());
  const p50 = async (path: string, seconds = options.seconds) => {
    const headers = { Authorization: `Bearer ${token}` };
    const load = { port: app.port, method: 'GET', headers, connections: 1, seconds, expectedStatus: 200 } as const;
    return (await generator.run({ ...load, path: `/api/reports/${path}` })).p50;
  };
  // By hours there are as many points as a chart may have, in a shorter period; shown, not judged.
  const hours = `from=${new Date(now - 80 * DAY_MS).toISOString()}&interval=hour`;
  const reports = {
    overview: `overview?${period}`,
    timeseries: `timeseries?${period}`,
    'by hours': `timeseries?${hours}`,
    'top-templates': `top-templates?${period}&limit=100`,
  };

  const title = `Reports over ${options.days} days of ${options.messages.toLocaleString('en-US')} messages, p50 in milliseconds`;
  const report = new Report(title, Object.keys(reports));
  for (const path of Object.values(reports)) await p50(path, 1);
  for (let round = 0; round < options.rounds; round += 1) {
    const row: number[] = [];
    for (const path of Object.values(reports)) row.push(await p50(path));
    report.add(row);
  }
  const medians = report.medians();

  await send(options.sent);
  const rows = await countRows(platform.admin, history);
  const compared = await compareReports(`http://127.0.0.1:${app.port}/api/reports`, token, period, rows);
  console.log(`\n${compared.toLocaleString('en-US')} figures of the reports equal a count over the rows`);
  const judged = Object.keys(reports).filter((name) => name !== 'by hours');
  judge(
    judged.map((name) => {
      const value = medians[Object.keys(reports).indexOf(name)] ?? Number.NaN;
      return { name: `${name}, ms`, value, bound: 'most', floor: 50 } as const;
    }),
  );

  /** Some more messages, so that what is kept as events arrive is checked, too. */
  async function send(count: number): Promise<void> {
    const url = `http://127.0.0.1:${app.port}/v1/emails/send`;
    const headers = { Authorization: `Bearer ${tenant.apiKey}`, 'Content-Type': 'application/json' };
    for (let n = 0; n < count; n += 1) {
      const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(sendRequest(tenant, n)) });
      if (answer.status !== 202) throw new Error(`Answered ${answer.status}: ${await answer.text()}`);
    }
    await until(
      'the mails and their record',
      async () => (await platform.admin.query('select from outbox')).rowCount === 0,
    );
  }
});
