// How long GET /v1/contatos with two filters takes among a million contacts; for comparison its statements alone.
import { bench } from './support/bench.js';
import { type AskedPage, startPageBench } from './support/contact-pages.js';
import { readOptions } from './support/options.js';
import { judge, Report } from './support/report.js';

const options = readOptions({ rounds: 3, seconds: 3, contacts: 1_000_000, page: 1_000, limit: 50 });
const MOST_MS = 30;

await bench(async (cleanup) => {
  const { statements, measure } = await startPageBench(cleanup, options);
  const common = {
    query: { estagio: 'contatado', pais: 'BR' },
    filter: { exact: { stage: 'contacted', country: 'BR' } },
  } as const;
  const rare = {
    query: { cidade: 'Cidade 77', dispositivo: 'tablet' },
    filter: { texts: { city: 'Cidade 77' }, exact: { device: 'tablet' } },
  } as const;
  const deep = await statements.positionOf(options.page, `stage = 'contacted' and country = 'BR'`);
  const pages: AskedPage[] = [
    { name: 'page 1', ...common },
    { name: `page ${options.page}`, ...common, after: deep },
    { name: 'rare', ...rare },
  ];
  const title = `GET /v1/contatos, two filters, ${options.contacts.toLocaleString('en-US')} contacts, p50 in milliseconds`;
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
