// Clicks answered with a redirect, per second, each recorded: on links in the process's cache, and on more links than the
// cache can hold. For comparison a bare node:http server that redirects.
import { setTimeout as delay } from 'node:timers/promises';
import { bench } from './support/bench.js';
import { costOf } from './support/costs.js';
import { HelperProcess } from './support/helper-process.js';
import { LoadGenerator } from './support/load.js';
import { metricOf } from './support/metrics.js';
import { readOptions } from './support/options.js';
import { Platform } from './support/platform.js';
import { judge, Report } from './support/report.js';
import { startServices } from './support/services.js';
import { until } from './support/until.js';

const options = readOptions({ rounds: 5, seconds: 5, connections: 32, links: 20_000, 'many-links': 150_000 });

const SHOP = 'https://shop.test/products/coffee?campaign=autumn';
const USER_AGENT = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const PUBLIC_URL = 'https://t.demo.test';
const FORGED = 100;
const STILL_MS = 300;

await bench(async (cleanup) => {
  const services = cleanup.add(await startServices());
  const platform = cleanup.add(await Platform.prepare(services));
  const tenant = await platform.addTenant();
  const app = cleanup.add(await platform.start('api', { PUBLIC_URL }));
  const bare = cleanup.add(await HelperProcess.start('./limits/redirect-process.js', import.meta.url));
  const barePort = await bare.ask<number>('listen', { location: SHOP });
  const generator = cleanup.add(await LoadGenerator.start());
  const links = async (count: number) => {
    const messageIds = await platform.addMessages(tenant, count);
    // Each run begins with the first link; `followed` of them were followed at least once.
    return { paths: platform.clickPaths(tenant, messageIds, PUBLIC_URL, SHOP), followed: 0 };
  };
  type Links = Awaited<ReturnType<typeof links>>;
  const remembered = await links(options.links);
  const many = await links(options['many-links']);

  const measure = async (port: number, path: string[], seconds: number) => {
    await platform.checkpoint();
    const { connections } = options;
    const headers = { 'User-Agent': USER_AGENT };
    return generator.run({ port, method: 'GET', path, headers, connections, seconds, expectedStatus: 302 });
  };
  const follow = async (of: Links, seconds: number) => {
    const counts = of === many ? 'clicks on many links' : 'clicks';
    // What is recorded after the answers belongs to them.
    const untilRecorded = async () => {
      const answers = await measure(app.port, of.paths, seconds);
      await recorded();
      return answers;
    };
    const result = await costOf(counts, untilRecorded, ({ requests }) => requests);
    of.followed = Math.max(of.followed, Math.min(result.requests, of.paths.length));
    return result;
  };

  const report = new Report(`GET /t/c/…, ${options.connections} connections, redirects per second`, [
    'platform',
    'p50 ms',
    'p99 ms',
    'many links',
    'p50 ms',
    'bare node:http',
    'p50 ms',
    'ratio',
    'of many links',
  ]);
  await follow(remembered, options.seconds);
  await measure(barePort, remembered.paths, 2);
  for (let round = 0; round < options.rounds; round += 1) {
    const ours = await follow(remembered, options.seconds);
    const ofMany = await follow(many, options.seconds);
    const limit = await measure(barePort, remembered.paths, options.seconds);
    const [ratio, ratioOfMany] = [ours.perSecond / limit.perSecond, ofMany.perSecond / limit.perSecond];
    const figures = [ours.perSecond, ours.p50, ours.p99, ofMany.perSecond, ofMany.p50, limit.perSecond, limit.p50];
    report.add([...figures, ratio, ratioOfMany]);
  }
  const medians = report.medians();
  await assertAllRecorded();
  await assertForgedRejected();
  judge([{ name: 'platform / bare node:http', value: medians.at(-2) ?? 0, bound: 'least', floor: 0.5 }]);

  /** Waits until all clicks are written, so that this does not disturb the measurement of the limit. */
  async function recorded(): Promise<void> {
    let before = -1;
    await until('the end of recording', async () => {
      const now = await metricOf(app.port, 'feedback_events_total{type="clicked"}');
      const isStill = now === before;
      before = now;
      await delay(isStill ? 0 : STILL_MS);
      return isStill;
    });
  }

  function followed(): number {
    return remembered.followed + many.followed;
  }

  /** @throws Error unless every followed link is recorded as clicked, and no click was dropped */
  async function assertAllRecorded(): Promise<void> {
    const clicked = async () => {
      const { rows } = await platform.admin.query<{ count: number }>(
        `select count(distinct message_id)::int as count from message_event where type = 'clicked'`,
      );
      return rows[0]?.count ?? 0;
    };
    // The last requests of a run are not counted, but their clicks are recorded.
    const [least, most] = [followed(), followed() + options.connections];
    await until('the record of every click', async () => (await clicked()) >= least, 240_000);
    if ((await clicked()) > most) throw new Error('More clicks are recorded than links were followed');
    const dropped = await metricOf(app.port, 'tracking_dropped_total');
    if (dropped !== 0) throw new Error(`${dropped} clicks were not recorded`);
  }

  /** @throws Error unless forged links are rejected and counted */
  async function assertForgedRejected(): Promise<void> {
    const before = await metricOf(app.port, 'feedback_refused_total{what="click_link"}');
    for (const path of remembered.paths.slice(0, FORGED)) {
      const forged = `${path.slice(0, -1)}${path.endsWith('A') ? 'Q' : 'A'}`;
      const { status } = await fetch(`http://127.0.0.1:${app.port}${forged}`, { redirect: 'manual' });
      if (status !== 404) throw new Error(`A forged link was answered ${status}`);
    }
    const refused = (await metricOf(app.port, 'feedback_refused_total{what="click_link"}')) - before;
    if (refused !== FORGED) throw new Error(`${FORGED} forged links were followed, ${refused} counted as rejected`);
  }
});
