// How many messages a second GET /v1/messages/export gives as NDJSON; for comparison COPY … TO STDOUT of the same rows.
import { get } from 'node:http';
import type { Readable } from 'node:stream';
import { to } from 'pg-copy-streams';
import { bench } from './support/bench.js';
import { costOf } from './support/costs.js';
import { readOptions } from './support/options.js';
import { Platform } from './support/platform.js';
import { judge, Report } from './support/report.js';
import { startServices } from './support/services.js';
import { fillMessages } from './support/spread-messages.js';

const options = readOptions({ rounds: 3, messages: 300_000 });

const NEW_LINE = 10;

/** The columns that an export has. */
const COLUMNS = `id, channel, environment, status, sender, recipient, subject, template_id, campaign_id, tags, created_at,
  updated_at, scheduled_at, sent_at, error`;

await bench(async (cleanup) => {
  const services = cleanup.add(await startServices());
  const platform = cleanup.add(await Platform.prepare(services));
  const tenant = await platform.addTenant();
  await fillMessages(platform, tenant, options.messages);
  const app = cleanup.add(await platform.start('api'));

  const url = `http://127.0.0.1:${app.port}/v1/messages/export`;
  const headers = { Authorization: `Bearer ${tenant.apiKey}` };
  const exported = () =>
    perSecond(async () => {
      const answer = await new Promise<Readable>((resolve, reject) => {
        get(url, { headers, agent: false }, resolve).on('error', reject);
      });
      return countLines(answer);
    });
  const copied = () =>
    perSecond(async () => {
      const client = await platform.admin.connect();
      const rows = `select ${COLUMNS} from message where tenant_id = '${tenant.id}' order by id`;
      const lines = await countLines(client.query(to(`copy (${rows}) to stdout`)));
      client.release();
      return lines;
    });

  const title = `Export of ${options.messages.toLocaleString('en-US')} messages, messages per second`;
  const report = new Report(title, ['NDJSON', 'COPY', 'ratio']);
  await exported();
  await copied();
  for (let round = 0; round < options.rounds; round += 1) {
    const ours = await costOf('messages', exported, () => options.messages);
    const limit = await copied();
    report.add([ours, limit, ours / limit]);
  }
  const ratio = report.medians().at(-1) ?? Number.NaN;
  judge([{ name: 'export / COPY', value: ratio, bound: 'least', floor: 0.3 }]);
});

async function perSecond(work: () => Promise<number>): Promise<number> {
  const started = performance.now();
  const messages = await work();
  if (messages !== options.messages) throw new Error(`${messages} messages came`);
  return messages / ((performance.now() - started) / 1_000);
}

async function countLines(stream: Readable): Promise<number> {
  let lines = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    for (let at = chunk.indexOf(NEW_LINE); at >= 0; at = chunk.indexOf(NEW_LINE, at + 1)) lines += 1;
  }
  return lines;
}
