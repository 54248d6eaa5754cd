// Scores of the page templates and the demo page in Lighthouse's four categories, as it measures a phone.
import { chromium } from 'playwright-core';
import { bench } from './support/bench.js';
import { CATEGORIES, CHROMIUM, LighthouseRunner } from './support/lighthouse.js';
import { readOptions } from './support/options.js';
import { RenderedSite } from './support/rendered-site.js';
import { judge, Report } from './support/report.js';
import { quantile } from './support/statistics.js';

const LEAST = 95;
const NAME_WIDTH = 20;

const options = readOptions({ rounds: 3 });

await bench(async (cleanup) => {
  const port = 9_300 + (process.pid % 600);
  const lighthouse = await LighthouseRunner.load(port);
  const site = cleanup.add(await RenderedSite.start());
  const browser = await chromium.launch({
    executablePath: CHROMIUM,
    args: ['--no-sandbox', `--remote-debugging-port=${port}`],
  });
  cleanup.add({ stop: () => browser.close() });

  const row = { name: 'page', width: NAME_WIDTH };
  const report = new Report(`Lighthouse on a phone, the median of ${options.rounds} runs a page`, CATEGORIES, row);
  const scores: number[][] = [];
  for (const name of site.names) {
    // Other work on the machine lowers a single run.
    const runs: number[][] = [];
    for (let run = 0; run < options.rounds; run++) runs.push(await lighthouse.scoresOf(`${site.origin}/${name}`));
    const found = CATEGORIES.map((_, category) => quantile(runs.map((run) => run[category]!)));
    scores.push(found);
    report.add(found, name);
  }
  report.medians();
  judge(
    CATEGORIES.map((name, index) => ({
      name: `${name}, worst page`,
      value: Math.min(...scores.map((found) => found[index]!)),
      bound: 'least',
      floor: LEAST,
    })),
  );
});
