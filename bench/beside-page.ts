// Published pages per second, beside nginx that serves the same bytes from files: one page, a thousand in turn, and one that was compressed
// beforehand. One process each.
import { freePort } from '#libs/test/embedded';
import { Side } from './beside/costs.js';
import { BesideDir } from './beside/daemon.js';
import { startNginx } from './beside/nginx.js';
import { requirePackages } from './beside/packages.js';
import { loadByWrk } from './beside/wrk.js';
import { bench } from './support/bench.js';
import { readOptions } from './support/options.js';
import { PAGE_POLICY, pageOf, Pages } from './support/pages.js';
import { Report } from './support/report.js';
import { startServices } from './support/services.js';

const options = readOptions({ rounds: 3, seconds: 4, connections: 32, pages: 1_000, workers: 1, bytes: 30 * 1024 });

const HTML = pageOf(options.bytes);
const BROWSER = {
  'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  Accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
  'Accept-Language': 'pt-BR,pt;q=0.9,en;q=0.8',
};
/** Headers of our pages that theirs have, too. */
const SHARED = [
  'Content-Security-Policy',
  'Cache-Control',
  'Referrer-Policy',
  'X-Content-Type-Options',
  'X-Frame-Options',
] as const;
const COMPRESSED = { ...BROWSER, 'Accept-Encoding': 'gzip' };

await bench(async (cleanup) => {
  requirePackages('nginx', 'wrk');
  const services = cleanup.add(await startServices());
  const dir = cleanup.add(await BesideDir.make());
  const pages = cleanup.add(await Pages.prepare(services));
  const paths = await pages.addPages(await pages.addTenant(), { count: options.pages, html: HTML });
  const app = cleanup.add(await pages.start('runtime', { ROLE: 'api' }));
  const port = await freePort();
  const { workers, connections, seconds } = options;
  const headers = await sharedHeaders(app.port, paths[0]!);
  const nginx = cleanup.add(await startNginx(dir, { port, workers, paths, html: HTML, headers }));
  for (const server of [app.port, port]) await assertServed(server, paths[0]!, headers);

  const ours = { port: app.port, side: Side.ours([app.pid]) };
  const theirs = { port, side: Side.theirs([nginx]) };
  const loads = {
    'one page': { paths: paths.slice(0, 1), headers: BROWSER },
    [`${options.pages} pages`]: { paths, headers: BROWSER },
    'one page, gzip': { paths: paths.slice(0, 1), headers: COMPRESSED },
  };
  const measure = async ({ port: at, side }: typeof ours, load: (typeof loads)[string], time = seconds) => {
    const before = side.took();
    const { requests, perSecond, p50, p99 } = await loadByWrk(dir, { ...load, port: at, connections, seconds: time });
    return [perSecond, p50, p99, ((side.took() - before) / requests) * 1_000, side.memory()] as const;
  };

  for (const load of Object.values(loads)) {
    await measure(ours, load);
    await measure(theirs, load, 1);
  }
  for (const [name, load] of Object.entries(loads)) {
    const report = new Report(`${name} of ${options.bytes} bytes, ${connections} connections, per second`, [
      'ours',
      'p50 ms',
      'p99 ms',
      'CPU µs',
      'MiB',
      'nginx',
      'p50 ms',
      'p99 ms',
      'CPU µs',
      'MiB',
      'ratio',
      'CPU ratio',
    ]);
    for (let round = 0; round < options.rounds; round += 1) {
      const a = await measure(ours, load);
      const b = await measure(theirs, load);
      report.add([...a, ...b, a[0] / b[0], a[3] / b[3]]);
    }
    report.medians();
  }
});

/** The shared headers as we send them. */
async function sharedHeaders(port: number, path: string): Promise<[string, string][]> {
  const { headers } = await fetch(`http://127.0.0.1:${port}${path}`);
  return SHARED.map((name) => [name, headers.get(name) ?? '']);
}

/** @throws Error unless the page comes as it is and as gzip, with its policy and these headers */
async function assertServed(port: number, path: string, shared: readonly [string, string][]): Promise<void> {
  const expected = [...shared, ['Content-Security-Policy', PAGE_POLICY], ['Vary', 'Accept-Encoding']] as const;
  for (const encoding of ['identity', 'gzip']) {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, { headers: { 'accept-encoding': encoding } });
    const isEncoded = (response.headers.get('content-encoding') ?? 'identity') === encoding;
    const hasHeaders = expected.every(([name, value]) => response.headers.get(name) === value);
    if ((await response.text()) !== HTML || !isEncoded || !hasHeaders) {
      throw new Error(`The page at ${port} was answered ${response.status}, ${JSON.stringify([...response.headers])}`);
    }
  }
}
