// How long an event takes from /collect to the streams that follow their account, with 200 streams open.
import { get } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { newId, type TenantId } from '#libs/core/persistence';
import { KeyRing, SecretBox } from '#libs/core/secrets';
import { PixelToken } from '#libs/sites/traffic';
import { bench } from './support/bench.js';
import { SessionIssuer } from './support/bench-session.js';
import { readOptions } from './support/options.js';
import { Pages } from './support/pages.js';
import { ENCRYPTION_KEYS } from './support/platform.js';
import { judge, Report } from './support/report.js';
import { startServices } from './support/services.js';
import { quantile } from './support/statistics.js';
import { until } from './support/until.js';

const options = readOptions({ rounds: 5, seconds: 10, tenants: 10, streams: 200, 'per-second': 50 });

const USER_AGENT = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const LIMIT_MS = 1_000;

await bench(async (cleanup) => {
  const services = cleanup.add(await startServices());
  const pages = cleanup.add(await Pages.prepare(services));
  const issuer = cleanup.add(await SessionIssuer.start(services));
  const app = cleanup.add(await pages.start('pages', { ROLE: 'api', ...issuer.environment }));
  const runtime = cleanup.add(
    await pages.start('runtime', { TRUST_PROXY: '127.0.0.1', COLLECT_PER_MINUTE: '1000000' }),
  );
  const site = `http://127.0.0.1:${runtime.port}`;
  const tokens = new PixelToken(new SecretBox(KeyRing.fromConfig(ENCRYPTION_KEYS)));

  const streamsOfTenant = options.streams / options.tenants;
  /** Times at which events were sent, by their path, and what each took to each stream. */
  const sentAt = new Map<string, number>();
  let latencies: number[] = [];
  const places: string[] = [];
  for (let n = 0; n < options.tenants; n += 1) {
    const tenant = await pages.addTenant();
    places.push(tokens.issue({ tenantId: tenant.id as TenantId, pageId: newId('pag'), variant: '1' }));
    const headers = { Authorization: `Bearer ${await issuer.session(tenant)}` };
    await Promise.all(Array.from({ length: streamsOfTenant }, () => follow(headers)));
  }
  const report = new Report(`${options.streams} streams, ${options['per-second']} events a second, milliseconds`, [
    'events',
    'p50',
    'p99',
    'most',
  ]);
  for (let round = 0; round < options.rounds; round += 1) report.add(await measure(round));
  const [, , p99 = Number.NaN] = report.medians();
  judge([{ name: 'p99 from collect to stream, ms', value: p99, bound: 'most', floor: LIMIT_MS }]);

  async function measure(round: number): Promise<number[]> {
    latencies = [];
    const count = options.seconds * options['per-second'];
    const started = performance.now();
    const sending: Promise<void>[] = [];
    for (let n = 0; n < count; n += 1) {
      await delay(Math.max(0, started + (n * 1_000) / options['per-second'] - performance.now()));
      sending.push(send(places[n % places.length]!, `/${round}/${n}`));
    }
    await Promise.all(sending);
    await until('every event in every stream', async () => latencies.length >= count * streamsOfTenant).catch(
      (error: unknown) => {
        throw new Error(`${latencies.length} of ${count * streamsOfTenant} arrived`, { cause: error });
      },
    );
    return [count, quantile(latencies), quantile(latencies, 0.99), quantile(latencies, 1)];
  }

  async function send(credencial: string, path: string): Promise<void> {
    sentAt.set(path, performance.now());
    const body = JSON.stringify({ credencial, url: site + path, carga: path, eventos: [{ tipo: 'visualizacao' }] });
    const headers = { 'Content-Type': 'text/plain', Origin: site, 'User-Agent': USER_AGENT };
    const answer = await fetch(`${site}/collect`, { method: 'POST', headers, body });
    await answer.text();
    if (answer.status !== 202) throw new Error(`/collect answered ${answer.status}`);
  }

  /** Opens a stream, and notes when events arrive. */
  function follow(headers: Record<string, string>): Promise<void> {
    return new Promise((resolve, reject) => {
      get({ port: app.port, path: '/v1/analytics/live/stream', headers, agent: false }, (response) => {
        let rest = '';
        response.setEncoding('utf8').on('data', (chunk: string) => {
          const now = performance.now();
          const blocks = (rest + chunk).split('\n\n');
          rest = blocks.pop()!;
          for (const block of blocks) note(block, now);
        });
        response.on('error', () => undefined);
        if (response.statusCode === 200) resolve();
        else reject(new Error(`The stream was answered ${response.statusCode}`));
      }).on('error', reject);
    });
  }

  function note(block: string, now: number): void {
    if (!block.includes('event: evento')) return;
    const path = /"caminho":"([^"]*)"/.exec(block)?.[1];
    const sent = path === undefined ? undefined : sentAt.get(path);
    if (sent !== undefined) latencies.push(now - sent);
  }
});
