import { type BeforeApplicationShutdown, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { Every } from '#libs/core/jobs';
import { logger, metrics } from '#libs/core/observability';
import { Database } from '#libs/core/persistence';
import {
  type Conversion,
  type Exposure,
  ExposureJournal,
  type ExposureLine,
  parseExposureLine,
} from './exposure-journal.js';
import { ADD_CONVERSIONS, ADD_EXPOSURES } from './exposures.sql.js';

const FLUSH_MS = 1_000;
/** Rows of one statement. */
const BATCH = 1_000;
/** Visitors who are known to be written; their further views cost no line. */
const MAX_KNOWN = 100_000;
/** How long a conversion waits for its exposure, which another process may be about to write (milliseconds). */
const PATIENCE_MS = 10_000;

type At<T> = T & { at: Date };

/**
 * Counts first exposures and conversions: in the journal, and once a second in the database, so that no visitor waits for it.
 * What is written twice counts once, so that a failed writing is done again, and two processes may read one file.
 */
@Injectable()
export class ExperimentExposures implements BeforeApplicationShutdown, OnApplicationShutdown {
  private readonly outcomes = metrics.registerCounter({
    name: 'runtime_experiment_events_total',
    help: 'Exposures and conversions of experiments: written, without an exposure, or lost because the journal took no more',
    labelNames: ['kind', 'outcome'],
  });
  private readonly known = new LRUCache<string, true>({ max: MAX_KNOWN });
  /** When the files that wait for exposures were read first. */
  private readonly firstRead = new Map<string, number>();
  private isFailing = false;
  private flushing: Promise<void> | undefined;

  constructor(
    private readonly database: Database,
    private readonly journal: ExposureJournal,
  ) {}

  /**
   * Resolves when a killed process no longer loses it. Does not fail: the visitor gets the page.
   * @param at the time by which the weights were chosen
   */
  async expose(exposure: Exposure, at: number): Promise<void> {
    const key = `${exposure.experimentId} ${exposure.phase} ${exposure.visitor}`;
    if (this.known.has(key)) return;
    this.known.set(key, true);
    if (await this.append({ at, exposure }, 'exposure')) return;
    this.known.delete(key);
  }

  /** Notes a conversion; see {@link expose}. */
  async convert(conversion: Conversion): Promise<void> {
    await this.append({ at: Date.now(), conversion }, 'conversion');
  }

  @Every({ every: FLUSH_MS, in: 'all', whileHeld: 'runs' })
  async flush(): Promise<void> {
    this.flushing ??= this.writeAll().finally(() => (this.flushing = undefined));
    await this.flushing;
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.flushing;
    await this.flush();
  }

  /** Closes what the last requests wrote, for the next process. */
  async onApplicationShutdown(): Promise<void> {
    await this.journal.files.close();
  }

  private async append(line: ExposureLine, kind: string): Promise<boolean> {
    const isWritten = await this.journal.append(line);
    if (!isWritten) this.outcomes.inc({ kind, outcome: 'lost' });
    return isWritten;
  }

  private async writeAll(): Promise<void> {
    try {
      // The own file stays open as long as the database is away, so that files do not become many.
      await this.writeClosed();
      if (await this.journal.files.close()) await this.writeClosed();
      this.isFailing = false;
    } catch (error) {
      if (!this.isFailing)
        logger.warn('Exposures of experiments cannot be written; they wait in the journal', { error });
      this.isFailing = true;
    }
    await this.journal.measure();
  }

  private async writeClosed(): Promise<void> {
    const paths = await this.journal.files.listClosed();
    for (const path of this.firstRead.keys()) if (!paths.includes(path)) this.firstRead.delete(path);
    for (const path of paths) await this.writeFile(path);
  }

  /** A file stays as long as a conversion in it waits for its exposure. */
  private async writeFile(path: string): Promise<void> {
    const counts = { exposure: 0, conversion: 0, waiting: 0 };
    for await (const texts of this.journal.files.readGroups(path, BATCH)) {
      const lines = texts.flatMap((text) => parseExposureLine(text) ?? []);
      const exposures = lines.flatMap((line) => ('exposure' in line ? [atOf(line.exposure, line)] : []));
      const conversions = lines.flatMap((line) => ('conversion' in line ? [atOf(line.conversion, line)] : []));
      // Exposures first: a conversion needs its own.
      if (exposures.length > 0) await this.writeExposures(exposures);
      const exposed = conversions.length === 0 ? 0 : await this.writeConversions(conversions);
      counts.exposure += exposures.length;
      counts.conversion += exposed;
      counts.waiting += conversions.length - exposed;
    }
    const first = this.firstRead.get(path) ?? Date.now();
    if (counts.waiting > 0 && Date.now() - first < PATIENCE_MS) {
      this.firstRead.set(path, first);
      return;
    }
    await this.journal.files.remove(path);
    this.firstRead.delete(path);
    this.outcomes.inc({ kind: 'exposure', outcome: 'written' }, counts.exposure);
    this.outcomes.inc({ kind: 'conversion', outcome: 'written' }, counts.conversion);
    this.outcomes.inc({ kind: 'conversion', outcome: 'not_exposed' }, counts.waiting);
  }

  private async writeExposures(batch: readonly At<Exposure>[]): Promise<void> {
    const tenants = batch.map(({ tenantId }) => tenantId);
    await this.database.tenants([...new Set(tenants)], (client) =>
      client.query(ADD_EXPOSURES, [
        tenants,
        batch.map(({ experimentId }) => experimentId),
        batch.map(({ phase }) => phase),
        batch.map(({ visitor }) => visitor),
        batch.map(({ variantId }) => variantId),
        batch.map(({ at }) => at),
      ]),
    );
  }

  /** Writes conversions; returns how many of their visitors were exposed. */
  private async writeConversions(batch: readonly At<Conversion>[]): Promise<number> {
    const tenants = batch.map(({ tenantId }) => tenantId);
    const { rows } = await this.database.tenants([...new Set(tenants)], (client) =>
      client.query<{ n: number }>(ADD_CONVERSIONS, [
        tenants,
        batch.map(({ experimentId }) => experimentId),
        batch.map(({ visitor }) => visitor),
        batch.map(({ otherVisitor }) => otherVisitor),
        batch.map(({ at }) => at),
      ]),
    );
    return rows.length;
  }
}

const atOf = <T extends object>(what: T, { at }: ExposureLine): At<T> => ({ ...what, at: new Date(at) });
