// Scores of the page templates and the demo page in Lighthouse's four categories, as it measures a phone.
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';
import { bench } from './support/bench.js';
import { readOptions } from './support/options.js';
import { RenderedSite } from './support/rendered-site.js';
import { judge, Report } from './support/report.js';
import { quantile } from './support/statistics.js';

const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
const LEAST = 95;
const CHROMIUM = '/usr/bin/chromium';
const NAME_WIDTH = 20;

/** The part of Lighthouse that this bench uses; the package is among the tools, which the build does without. */
type Lighthouse = (
  url: string,
  flags: { port: number; logLevel: 'error' },
) => Promise<{ lhr: { categories: Record<string, { score: number | null } | undefined> } } | undefined>;

/** From the root of the repository, in which benches run. */
async function loadLighthouse(): Promise<Lighthouse> {
  const file = createRequire(resolve('tools/package.json')).resolve('lighthouse');
  return ((await import(pathToFileURL(file).href)) as { default: Lighthouse }).default;
}

const options = readOptions({ rounds: 3 });

await bench(async (cleanup) => {
  if (!existsSync(CHROMIUM)) throw new Error(`This bench needs ${CHROMIUM}.`);
  const lighthouse = await loadLighthouse();
  const site = cleanup.add(await RenderedSite.start());
  const port = 9_300 + (process.pid % 600);
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
    for (let run = 0; run < options.rounds; run++) {
      const result = await lighthouse(`${site.origin}/${name}`, { port, logLevel: 'error' });
      runs.push(CATEGORIES.map((category) => Math.round((result?.lhr.categories[category]?.score ?? 0) * 100)));
    }
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
