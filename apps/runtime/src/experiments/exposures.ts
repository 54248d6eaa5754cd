import { type BeforeApplicationShutdown, Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { Every } from '#libs/core/jobs';
import { logger, metrics } from '#libs/core/observability';
import { Database, type TenantId } from '#libs/core/persistence';
import { ADD_CONVERSIONS, ADD_EXPOSURES } from './exposures.sql.js';

/** Interval of writing (milliseconds): what a killed process loses. */
const FLUSH_MS = 1_000;
/** Rows of one statement. */
const BATCH = 1_000;
/** Exposures, and conversions, that wait in memory. Only a database that is away for long lets it come to that. */
const MAX_WAITING = 100_000;
/** Visitors who are known to be written; their further views cost no row. */
const MAX_KNOWN = 100_000;
/** How long a conversion waits for its exposure, which another process may be about to write (milliseconds). */
const PATIENCE_MS = 10_000;

export interface Exposure {
  tenantId: TenantId;
  experimentId: string;
  phase: number;
  visitor: string;
  variantId: string;
}

export interface Conversion extends Pick<Exposure, 'tenantId' | 'experimentId' | 'visitor'> {
  /** Number of who agreed to an id only after the exposure. */
  otherVisitor: string | null;
}

type At<T> = T & { at: Date };

/**
 * Counts first exposures and conversions: in memory, and once a second in the database, so that no visitor waits for it. What is
 * written twice counts once, so that a failed writing is done again.
 */
@Injectable()
export class ExperimentExposures implements BeforeApplicationShutdown {
  private readonly outcomes = metrics.registerCounter({
    name: 'runtime_experiment_events_total',
    help: 'Exposures and conversions of experiments: written, without an exposure, or lost because too many waited',
    labelNames: ['kind', 'outcome'],
  });
  private exposures = new Map<string, At<Exposure>>();
  private conversions: At<Conversion>[] = [];
  private readonly known = new LRUCache<string, true>({ max: MAX_KNOWN });
  private isFailing = false;
  private flushing: Promise<void> | undefined;

  constructor(private readonly database: Database) {}

  expose(exposure: Exposure): void {
    const key = keyOf(exposure);
    if (this.known.has(key) || this.exposures.has(key)) return;
    if (this.exposures.size >= MAX_WAITING) this.outcomes.inc({ kind: 'exposure', outcome: 'lost' });
    else this.exposures.set(key, { ...exposure, at: new Date() });
  }

  convert(conversion: Conversion): void {
    if (this.conversions.length >= MAX_WAITING) this.outcomes.inc({ kind: 'conversion', outcome: 'lost' });
    else this.conversions.push({ ...conversion, at: new Date() });
  }

  @Every({ every: FLUSH_MS, in: 'all', whileHeld: 'runs' })
  async flush(): Promise<void> {
    this.flushing ??= this.write().finally(() => (this.flushing = undefined));
    await this.flushing;
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.flushing;
    await this.flush();
  }

  /** Exposures first: a conversion needs its own. */
  private async write(): Promise<void> {
    try {
      await this.writeExposures();
      await this.writeConversions();
      this.isFailing = false;
    } catch (error) {
      if (!this.isFailing) logger.warn('Exposures of experiments cannot be written; it is retried', { error });
      this.isFailing = true;
    }
  }

  private async writeExposures(): Promise<void> {
    for (const batch of batchesOf([...this.exposures.values()])) {
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
      for (const exposure of batch) {
        const key = keyOf(exposure);
        this.exposures.delete(key);
        this.known.set(key, true);
      }
      this.outcomes.inc({ kind: 'exposure', outcome: 'written' }, batch.length);
    }
  }

  private async writeConversions(): Promise<void> {
    const all = this.conversions;
    this.conversions = [];
    const batches = batchesOf(all);
    for (let batch = batches.shift(); batch; batch = batches.shift()) {
      let exposed: ReadonlySet<number>;
      try {
        exposed = await this.exposedOf(batch);
      } catch (error) {
        this.conversions.unshift(...batch, ...batches.flat());
        throw error;
      }
      const rest = batch.filter((_, index) => !exposed.has(index + 1));
      const young = rest.filter(({ at }) => Date.now() - at.getTime() < PATIENCE_MS);
      this.conversions.push(...young);
      this.outcomes.inc({ kind: 'conversion', outcome: 'written' }, exposed.size);
      this.outcomes.inc({ kind: 'conversion', outcome: 'not_exposed' }, rest.length - young.length);
    }
  }

  /** Writes conversions; returns the numbers of those whose visitors were exposed, from 1 on. */
  private async exposedOf(batch: readonly At<Conversion>[]): Promise<ReadonlySet<number>> {
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
    return new Set(rows.map(({ n }) => n));
  }
}

const keyOf = ({ experimentId, phase, visitor }: Exposure): string => `${experimentId} ${phase} ${visitor}`;

function batchesOf<T>(rows: readonly T[]): T[][] {
  const batches: T[][] = [];
  for (let start = 0; start < rows.length; start += BATCH) batches.push(rows.slice(start, start + BATCH));
  return batches;
}
