// The dashboard in Chromium: what a first visit loads, Lighthouse's scores of screens as a signed-in desktop has them, and how
// long the frames take in which a list of 100,000 rows scrolls.
import { chromium, type Page } from 'playwright-core';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { StackProcess } from '../scripts/stack/stack-process.js';
import { bench } from './support/bench.js';
import { CATEGORIES, CHROMIUM, LighthouseRunner } from './support/lighthouse.js';
import { readOptions } from './support/options.js';
import { judge, Report } from './support/report.js';
import { answerWithMessages, scrollDown } from './support/scrolling.js';
import { quantile } from './support/statistics.js';
import { stackOptions } from './support/whole-stack.js';

const options = readOptions({ rounds: 3, rows: 100_000, seconds: 5 });

const SCREENS = { home: '/', messages: '/messages', reports: '/reports', domains: '/domains' };
const KIB = 1024;

await bench(async (cleanup) => {
  const port = 9_300 + (process.pid % 600);
  const lighthouse = await LighthouseRunner.load(port, 'desktop');
  const stack = cleanup.add(await StackProcess.start(await stackOptions(cleanup)));
  const { urls, user } = stack.dev();
  const profile = mkdtempSync(join(tmpdir(), 'bench-'));
  cleanup.add({ stop: async () => rmSync(profile, { recursive: true, force: true, maxRetries: 5 }) });
  // Lighthouse opens its pages in the browser's own profile, so that is where somebody signs in.
  const browser = await chromium.launchPersistentContext(profile, {
    executablePath: CHROMIUM,
    viewport: { width: 1280, height: 800 },
    args: ['--no-sandbox', `--remote-debugging-port=${port}`],
  });
  cleanup.add({ stop: () => browser.close() });
  const page = await browser.newPage();
  await signIn(page, urls.dashboard, user);

  const first = await firstVisit();
  console.log(`\nA first visit loads ${first.js.toFixed(1)} KiB of scripts and ${first.css.toFixed(1)} KiB of styles.`);

  const report = new Report(
    `Lighthouse of a signed-in desktop, the median of ${options.rounds} runs a screen`,
    CATEGORIES,
    { name: 'screen', width: 12 },
  );
  const scores: number[][] = [];
  for (const [name, path] of Object.entries(SCREENS)) {
    const runs: number[][] = [];
    for (let run = 0; run < options.rounds; run += 1) runs.push(await lighthouse.scoresOf(urls.dashboard + path));
    const found = CATEGORIES.map((_, category) => quantile(runs.map((run) => run[category]!)));
    scores.push(found);
    report.add(found, name);
  }
  const worst = (category: (typeof CATEGORIES)[number]) =>
    Math.min(...scores.map((found) => found[CATEGORIES.indexOf(category)]!));

  await answerWithMessages(page, options.rows);
  await page.goto(`${urls.dashboard}/messages`);
  const scrolling = new Report(`Scrolling ${options.rows} rows for ${options.seconds} s`, [
    'frames',
    'p50 ms',
    'p95 ms',
    'rows of the page',
  ]);
  for (let round = 0; round < options.rounds; round += 1) {
    const { frames, rows } = await scrollDown(page, options.seconds);
    scrolling.add([frames.length, quantile(frames), quantile(frames, 0.95), rows]);
  }
  const [, , p95 = Number.NaN, inPage = Number.NaN] = scrolling.medians();
  judge([
    { name: 'KiB of scripts, brotli', value: first.js, bound: 'most', floor: 150 },
    { name: 'KiB of styles, brotli', value: first.css, bound: 'most', floor: 30 },
    { name: 'performance, worst screen', value: worst('performance'), bound: 'least', floor: 90 },
    { name: 'accessibility, worst screen', value: worst('accessibility'), bound: 'least', floor: 100 },
    { name: 'best practices, worst screen', value: worst('best-practices'), bound: 'least', floor: 100 },
    { name: 'p95 of a frame, ms', value: p95, bound: 'most', floor: 32 },
    { name: 'rows in the document', value: inPage, bound: 'most', floor: 60 },
  ]);
});

async function signIn(
  page: Page,
  url: string,
  { email, password }: { email: string; password: string },
): Promise<void> {
  await page.goto(url);
  await page.locator('input[name=email]').fill(email);
  await page.locator('input[name=password]').fill(password);
  await page.locator('button[type=submit]').first().click();
  await page.waitForURL((at) => at.origin === url);
  await page.getByRole('heading', { level: 1 }).waitFor();
}

/** KiB after brotli of what the entry of the built page loads. */
async function firstVisit(): Promise<{ js: number; css: number }> {
  const { initialSize } = (await import(resolve('scripts/dashboard/budget.mjs'))) as {
    initialSize: (folder: string) => { js: number; css: number };
  };
  const { js, css } = initialSize(resolve('dist/apps/dashboard/web'));
  return { js: js / KIB, css: css / KIB };
}
