// How long GET /v1/emails takes at the first page and at page 10,000; for comparison the same statement alone.
import { finished } from 'node:stream/promises';
import { from } from 'pg-copy-streams';
import { firstIdAt, idAt, positionOf } from '#libs/persistence';
import { PageStatement } from './limits/page-statement.js';
import { bench } from './support/bench.js';
import { LoadGenerator } from './support/load.js';
import { readOptions } from './support/options.js';
import { Platform, type BenchTenant } from './support/platform.js';
import { judge, Report } from './support/report.js';
import { startServices } from './support/services.js';

const options = readOptions({ rounds: 5, seconds: 3, messages: 1_000_000, page: 10_000, limit: 50 });

const DAYS = 45;
const DAY_MS = 86_400_000;
const ROWS_A_CHUNK = 5_000;

await bench(async (cleanup) => {
  const services = cleanup.add(await startServices());
  const platform = cleanup.add(await Platform.prepare(services));
  const tenant = await platform.addTenant();
  await fill(platform, tenant, options.messages);
  const app = cleanup.add(await platform.start('api'));
  const generator = cleanup.add(await LoadGenerator.start());
  const statement = cleanup.add(await PageStatement.connect(platform.appUrl, tenant.id, options.limit));
  const cursor = await cursorOfPage(platform, options.page);

  const throughApi = async (query: string) => {
    const { p50 } = await generator.run({
      port: app.port,
      method: 'GET',
      path: `/v1/emails?limit=${options.limit}${query}`,
      headers: { Authorization: `Bearer ${tenant.apiKey}` },
      connections: 1,
      seconds: options.seconds,
      expectedStatus: 200,
    });
    return p50;
  };

  const title = `GET /v1/emails, ${options.messages.toLocaleString('en-US')} messages of one tenant, p50 in milliseconds`;
  const report = new Report(title, [
    'page 1',
    `page ${options.page}`,
    'SQL, page 1',
    `SQL, page ${options.page}`,
    'ratio',
  ]);
  await throughApi('');
  await throughApi(`&cursor=${cursor}`);
  for (let round = 0; round < options.rounds; round += 1) {
    const [first, firstAlone] = [await throughApi(''), await statement.p50(options.seconds)];
    const [deep, deepAlone] = [await throughApi(`&cursor=${cursor}`), await statement.p50(options.seconds, cursor)];
    report.add([first, deep, firstAlone, deepAlone, deep / first]);
  }
  const ratio = report.medians().at(-1) ?? Number.NaN;
  judge([{ name: `page ${options.page} / page 1`, value: ratio, bound: 'most', floor: 1.3 }]);
});

/** Messages evenly over the last weeks, of which most months have no partition of their own. */
async function fill(platform: Platform, { id: tenantId, domain }: BenchTenant, count: number): Promise<void> {
  const first = positionOf(firstIdAt('msg', new Date(Date.now() - DAYS * DAY_MS)));
  const last = positionOf(firstIdAt('msg', new Date()));
  const step = Math.floor((last - first) / count);
  const client = await platform.admin.connect();
  const copy = client.query(
    from(
      'copy message (tenant_id, id, channel, status, environment, sender, recipient, subject, content_id, tags) from stdin',
    ),
  );
  for (let n = 0; n < count; n += ROWS_A_CHUNK) {
    let chunk = '';
    for (let at = n; at < Math.min(n + ROWS_A_CHUNK, count); at += 1) {
      const id = idAt('msg', first + at * step);
      chunk += `${tenantId}\t${id}\temail\tsent\tlive\torders@${domain}\tcustomer.${at}@example.test\tYour order ${at}\t${id}\t{"kind": "order"}\n`;
    }
    if (!copy.write(chunk)) await new Promise((resolve) => copy.once('drain', resolve));
  }
  copy.end();
  await finished(copy);
  client.release();
  await platform.admin.query('vacuum (analyze) message');
  await platform.checkpoint();
}

/** The cursor of a page: the NextCursor of the page before it. */
async function cursorOfPage(platform: Platform, page: number): Promise<number> {
  const shown = (page - 1) * options.limit;
  const { rows } = await platform.admin.query<{ id: string }>(
    'select id from message order by id desc offset $1 limit 1',
    [shown - 1],
  );
  if (!rows[0]) throw new Error(`There is no page ${page}`);
  return positionOf(rows[0].id);
}
