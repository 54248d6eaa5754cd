// Events of visitors per second, in batches of 20, each durable when it is answered, and counted in events and totals by the same process
// meanwhile. Beside it COPY of the same rows into the same table, one transaction a batch.
import { newId, type TenantId } from '#libs/core/persistence';
import { bench } from './support/bench.js';
import { collectLoad, startCollector, untilCounted } from './support/collecting.js';
import { costOf } from './support/costs.js';
import { eventBatches } from './support/event-batches.js';
import { HelperProcess } from './support/helper-process.js';
import { LoadGenerator } from './support/load.js';
import { readOptions } from './support/options.js';
import { Pages } from './support/pages.js';
import { judge, Report } from './support/report.js';
import { startServices } from './support/services.js';

const options = readOptions({ rounds: 5, seconds: 5, connections: 32, 'limit-connections': 8 });

const BATCH = 20;
const VISITORS = 500;

await bench(async (cleanup) => {
  const services = cleanup.add(await startServices());
  const pages = cleanup.add(await Pages.prepare(services));
  const tenantId = (await pages.addTenant()).id as TenantId;
  const pageId = newId('pag');
  const app = cleanup.add(await startCollector(pages));
  const copying = cleanup.add(await HelperProcess.start('./limits/event-copy-process.js', import.meta.url));
  const generator = cleanup.add(await LoadGenerator.start());
  const batches = eventBatches(VISITORS, BATCH);
  const load = { ...collectLoad({ tenantId, pageId }, batches), port: app.port, connections: options.connections };
  let accepted = 0;
  const collect = async (seconds: number) => {
    await pages.checkpoint();
    let drained = 0;
    const collected = async () => {
      const answers = await generator.run({ ...load, seconds });
      const answered = performance.now();
      await untilCounted(app);
      drained = (performance.now() - answered) / 1_000;
      return answers;
    };
    const result = await costOf('events', collected, ({ requests }) => requests * BATCH);
    const events = result.requests * BATCH;
    accepted += events;
    return { ...result, perSecond: result.perSecond * BATCH, counted: events / (seconds + drained) };
  };
  const copied = { tenantId: newId('acc'), pageId, batches, databaseUrl: pages.databaseUrl };
  const copy = async (seconds: number) => {
    await pages.checkpoint();
    return copying.ask<number>('run', { ...copied, connections: options['limit-connections'], seconds });
  };

  const report = new Report(`Events in batches of ${BATCH}, ${options.connections} connections, per second`, [
    'collect',
    'p50 ms',
    'p99 ms',
    'counted',
    'COPY',
    'ratio',
    'of counted',
  ]);
  await collect(2);
  await copy(2);
  for (let round = 0; round < options.rounds; round += 1) {
    const ours = await collect(options.seconds);
    const limit = await copy(options.seconds);
    const { perSecond, p50, p99, counted } = ours;
    report.add([perSecond, p50, p99, counted, limit, perSecond / limit, counted / limit]);
  }
  const medians = report.medians();
  await assertCounted();
  judge([{ name: 'collect / COPY of the same rows', value: medians.at(-2) ?? 0, bound: 'least', floor: 0.5 }]);

  /** @throws Error unless every accepted event is there once, in events and in totals */
  async function assertCounted(): Promise<void> {
    const { rows } = await pages.admin.query<Record<string, number>>(
      `select (select count(*)::int from event where tenant_id = $1) as events,
              (select count(*)::int from event where tenant_id = $1 and kind = 'view') as views,
              (select sum(views)::int from total_hour where tenant_id = $1 and page_id = '') as "hourViews",
              (select sum(views)::int from total_day where tenant_id = $1 and page_id = '' and dimension = 'device') as "dayViews",
              (select sum(events)::int from session where tenant_id = $1) as "sessionEvents",
              (select sum(clicks)::int from heat_day where tenant_id = $1) as clicks`,
      [tenantId],
    );
    const views = accepted / BATCH;
    const expected = {
      events: accepted,
      views,
      hourViews: views,
      dayViews: views,
      sessionEvents: accepted,
      clicks: views * (BATCH - 3),
    };
    const [found] = rows;
    if (JSON.stringify(found) !== JSON.stringify(expected))
      throw new Error(`The totals are ${JSON.stringify(found)} instead of ${JSON.stringify(expected)}`);
    console.log(`\n${accepted} events were accepted, and each counts once`);
  }
});
