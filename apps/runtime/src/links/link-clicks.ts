import { type BeforeApplicationShutdown, Injectable } from '@nestjs/common';
import { Every } from '#libs/core/jobs';
import { logger, metrics } from '#libs/core/observability';
import { Database, type TenantId } from '#libs/core/persistence';
import { ADD_CLICKS } from './link-clicks.sql.js';
import type { ServedLink } from './served-link.js';

/** Interval of writing (milliseconds): what a killed process loses. */
const FLUSH_MS = 1_000;
/** Links with clicks in memory. Only a database that is away for long lets it come to that. */
const MAX_LINKS = 100_000;
/** Links of one statement. */
const BATCH = 1_000;

interface Clicks {
  tenantId: TenantId;
  linkId: string;
  count: number;
}

/**
 * Counts the clicks of short links: in memory, and once a second in the database, so that no visitor waits for it. A killed
 * process loses those of its last second, a stopped one writes them first.
 */
@Injectable()
export class LinkClicks implements BeforeApplicationShutdown {
  private readonly outcomes = metrics.registerCounter({
    name: 'runtime_link_clicks_total',
    help: 'Clicks of short links: counted, or lost because too many links waited for the database',
    labelNames: ['outcome'],
  });
  private waiting = new Map<string, Clicks>();
  /** Whether the last writing failed: one line in the log for each time that it begins to. */
  private isFailing = false;

  constructor(private readonly database: Database) {}

  count({ tenantId, linkId }: ServedLink): void {
    this.add({ tenantId, linkId, count: 1 });
  }

  @Every({ every: FLUSH_MS, in: 'all', whileHeld: 'runs' })
  async flush(): Promise<void> {
    const all = [...this.waiting.values()];
    this.waiting = new Map();
    // In one order everywhere, so that two processes do not lock each other out.
    all.sort((a, b) => (a.tenantId + a.linkId < b.tenantId + b.linkId ? -1 : 1));
    for (let start = 0; start < all.length; start += BATCH) {
      try {
        await this.write(all.slice(start, start + BATCH));
        this.isFailing = false;
      } catch (error) {
        if (!this.isFailing) logger.warn('Clicks of short links cannot be written; it is retried', { error });
        this.isFailing = true;
        for (const clicks of all.slice(start)) this.add(clicks);
        return;
      }
    }
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.flush();
  }

  private add(clicks: Clicks): void {
    const known = this.waiting.get(clicks.linkId);
    if (known) known.count += clicks.count;
    else if (this.waiting.size < MAX_LINKS) this.waiting.set(clicks.linkId, { ...clicks });
    else this.outcomes.inc({ outcome: 'lost' }, clicks.count);
  }

  private async write(batch: readonly Clicks[]): Promise<void> {
    const tenants = batch.map(({ tenantId }) => tenantId);
    const values = [tenants, batch.map(({ linkId }) => linkId), batch.map(({ count }) => count)];
    await this.database.tenants([...new Set(tenants)], (client) => client.query(ADD_CLICKS, values));
    for (const { count } of batch) this.outcomes.inc({ outcome: 'counted' }, count);
  }
}
