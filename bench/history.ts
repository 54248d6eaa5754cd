// How long GET /v1/emails takes at the first page and at page 10,000; for comparison the same statement alone.
import { positionOf } from '#libs/core/persistence';
import { PageStatement } from './limits/page-statement.js';
import { bench } from './support/bench.js';
import { LoadGenerator } from './support/load.js';
import { readOptions } from './support/options.js';
import { Platform } from './support/platform.js';
import { judge, Report } from './support/report.js';
import { fillMessages } from './support/spread-messages.js';
import { startServices } from './support/services.js';

const options = readOptions({ rounds: 5, seconds: 3, messages: 1_000_000, page: 10_000, limit: 50 });

await bench(async (cleanup) => {
  const services = cleanup.add(await startServices());
  const platform = cleanup.add(await Platform.prepare(services));
  const tenant = await platform.addTenant();
  await fillMessages(platform, tenant, options.messages);
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
