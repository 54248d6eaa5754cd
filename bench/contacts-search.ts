// How long GET /v1/contatos?q= with a fragment of a name takes among a million contacts; for comparison its statements alone.
import { bench } from './support/bench.js';
import { type AskedPage, startPageBench } from './support/contact-pages.js';
import { FRAGMENTS } from './support/many-contacts.js';
import { readOptions } from './support/options.js';
import { judge, Report } from './support/report.js';

const options = readOptions({ rounds: 3, seconds: 3, contacts: 1_000_000, limit: 50 });
const MOST_MS = 50;

await bench(async (cleanup) => {
  const { measure } = await startPageBench(cleanup, options);
  const pages = Object.entries(FRAGMENTS).map(([name, q]): AskedPage => ({
    name,
    query: { q },
    filter: { exact: {}, nameFragment: q },
  }));
  const title = `GET /v1/contatos?q=, ${options.contacts.toLocaleString('en-US')} contacts, p50 in milliseconds`;
  const report = new Report(
    title,
    pages.flatMap(({ name }) => [name, 'SQL']),
  );
  for (let round = 0; round < options.rounds; round += 1) {
    const figures: number[] = [];
    for (const page of pages) figures.push(...(await measure(page)));
    report.add(figures);
  }
  const medians = report.medians();
  judge(pages.map(({ name }, index) => ({ name, value: medians[2 * index]!, bound: 'most', floor: MOST_MS })));
});
