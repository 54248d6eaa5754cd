// Published pages per second, 30 KB each: of one page, and of a thousand. For comparison a bare node:http server that writes
// the same buffer.
import { bench } from './support/bench.js';
import { HelperProcess } from './support/helper-process.js';
import { LoadGenerator } from './support/load.js';
import { readOptions } from './support/options.js';
import { pageOf, Pages } from './support/pages.js';
import { judge, Report } from './support/report.js';
import { startServices } from './support/services.js';

const options = readOptions({ rounds: 5, seconds: 4, connections: 32, pages: 1_000 });

/** Headers of a browser, without compression: the limit writes the same bytes. */
const HEADERS = {
  'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  Accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
  'Accept-Language': 'pt-BR,pt;q=0.9,en;q=0.8',
};

const HTML = pageOf(30 * 1024);

await bench(async (cleanup) => {
  const services = cleanup.add(await startServices());
  const pages = cleanup.add(await Pages.prepare(services));
  const paths = await pages.addPages(await pages.addTenant(), { count: options.pages, html: HTML });
  const app = cleanup.add(await pages.start('runtime', { ROLE: 'api' }));
  const bare = cleanup.add(await HelperProcess.start('./limits/page-process.js', import.meta.url));
  const barePort = await bare.ask<number>('listen', { html: HTML });
  const generator = cleanup.add(await LoadGenerator.start());
  await assertServed(app.port, paths[0]!);

  const measure = (port: number, path: string | string[], seconds: number) =>
    generator.run({
      port,
      method: 'GET',
      path,
      headers: HEADERS,
      connections: options.connections,
      seconds,
      expectedStatus: 200,
    });

  const title = `GET of a page of ${Buffer.byteLength(HTML)} bytes, ${options.connections} connections, per second`;
  const report = new Report(title, [
    'one page',
    'p50 ms',
    'p99 ms',
    'many pages',
    'bare node:http',
    'p50 ms',
    'ratio',
    'of many',
  ]);
  await measure(app.port, paths, options.seconds);
  await measure(barePort, '/', 2);
  for (let round = 0; round < options.rounds; round += 1) {
    const one = await measure(app.port, paths[0]!, options.seconds);
    const many = await measure(app.port, paths, options.seconds);
    const limit = await measure(barePort, '/', options.seconds);
    const ratios = [one.perSecond / limit.perSecond, many.perSecond / limit.perSecond];
    report.add([one.perSecond, one.p50, one.p99, many.perSecond, limit.perSecond, limit.p50, ...ratios]);
  }
  const [ofOne = 0, ofMany = 0] = report.medians().slice(-2);
  judge([
    { name: 'runtime, one page / bare node:http', value: ofOne, bound: 'least', floor: 0.7 },
    { name: 'runtime, many pages / bare node:http', value: ofMany, bound: 'least', floor: 0.6 },
  ]);
});

/** @throws Error unless the page comes with the bytes that were published, and with its policy */
async function assertServed(port: number, path: string): Promise<void> {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, { headers: { 'accept-encoding': 'identity' } });
  const text = await response.text();
  if (text !== HTML || !response.headers.get('content-security-policy')?.includes('img-src')) {
    throw new Error(`The page was answered ${response.status}, ${text.length} characters`);
  }
}
