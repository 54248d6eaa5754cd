import type pg from 'pg';
import { Cleanup } from './bench.js';
import { Report, type Verdict } from './report.js';
import { startServices, type Services } from './services.js';
import { readable } from './statistics.js';
import { COUNTING_PAGES, StatementPages } from './statement-pages.js';

export interface GrowthOptions {
  rounds: number;
  seconds: number;
  /** Rows of each kind that the full tenant has. */
  rows: number;
  connections: number;
}

/** Work that was done in a tenant. */
export interface Work {
  units: number;
  seconds: number;
}

/** A hot path in two tenants of one installation: the first has nothing, the second is full. */
export interface TwoTenants {
  /** The superuser's connections to the database of the app. */
  admin: pg.Pool;
  measure(tenant: 0 | 1, seconds: number): Promise<Work>;
  /** @throws Error unless what was accepted is there */
  check?(): Promise<void>;
}

export interface GrowthPath {
  /** Name of what is counted, in the plural. */
  units: string;
  start(services: Services, cleanup: Cleanup, options: GrowthOptions): Promise<TwoTenants>;
}

/** How much longer a unit may take in the full tenant. */
const MOST = 1.25;
const WARM_UP_SECONDS = 4;
/** Pages a unit from which a statement is shown that reads more in the full tenant. */
const SHOWN_PAGES = 1;

/** Measures a path in both tenants by turns. */
export async function measureGrowth(
  name: string,
  path: GrowthPath,
  options: GrowthOptions,
  cleanup: Cleanup,
): Promise<Verdict> {
  const own = cleanup.add(new OwnCleanup());
  const services = own.add(await startServices(COUNTING_PAGES));
  const started = performance.now();
  const two = await path.start(services, own, options);
  const took = ((performance.now() - started) / 1_000).toFixed(0);
  const pages = await StatementPages.of(two.admin);
  const rows = options.rows.toLocaleString('en-US');
  const title = `${name}: ${path.units} in an empty tenant, and in one with ${rows} rows of each kind, made in ${took} s`;
  const report = new Report(title, ['empty, µs', 'full, µs', 'ratio', 'pages, empty', 'pages, full']);
  for (const tenant of [0, 1] as const) await two.measure(tenant, WARM_UP_SECONDS);
  for (let round = 0; round < options.rounds; round += 1) {
    const micros: [number, number] = [0, 0];
    const read: [number, number] = [0, 0];
    // The one that comes second pays for what the first has left to do, so they take turns in that, too.
    for (const tenant of round % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const)) {
      await two.admin.query('checkpoint');
      await pages.start();
      const { units, seconds } = await two.measure(tenant, options.seconds);
      read[tenant] = await pages.end(tenant, units);
      micros[tenant] = (seconds / units) * 1e6;
    }
    report.add([...micros, micros[1] / micros[0], ...read]);
  }
  const medians = report.medians();
  for (const { query, pages: both } of pages.growing(SHOWN_PAGES))
    console.log(`  ${both.map(readable).join(' → ')} pages: ${query.replaceAll(/\s+/g, ' ').trim().slice(0, 160)}`);
  await two.check?.();
  await own.run();
  return { name: `${name}, full / empty tenant`, value: medians[2] ?? Number.NaN, bound: 'most', floor: MOST };
}

/** Servers and processes of one path, which stop before the next one starts. */
class OwnCleanup extends Cleanup {
  stop(): Promise<void> {
    return this.run();
  }
}
