import { Injectable, type BeforeApplicationShutdown } from '@nestjs/common';
import { Every } from '#libs/core/jobs';
import { logger } from '#libs/core/observability';
import type { Count } from './platform-counts.repository.js';
import { PlatformCountsService } from './platform-counts.service.js';

const EVERY_MS = 5_000;

/** Counts, in memory, the events that no tenant's totals have, and writes them every few seconds. */
@Injectable()
export class PlatformTally implements BeforeApplicationShutdown {
  private counts = new Map<string, Count>();
  private writing: Promise<void> = Promise.resolve();

  constructor(private readonly platformCounts: PlatformCountsService) {}

  count(channel: string, event: string, count = 1): void {
    this.add({ channel, event, count });
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.write();
  }

  @Every({ every: EVERY_MS, in: 'all', whileHeld: 'runs' })
  async write(): Promise<void> {
    this.writing = this.writing.then(() => this.writeNow());
    await this.writing;
  }

  private async writeNow(): Promise<void> {
    const counts = this.counts;
    if (counts.size === 0) return;
    this.counts = new Map();
    try {
      await this.platformCounts.add([...counts.values()]);
    } catch (error) {
      logger.warn('Counts of the platform could not be written; it is retried', { error });
      for (const count of counts.values()) this.add(count);
    }
  }

  private add({ channel, event, count }: Count): void {
    const name = `${channel} ${event}`;
    const known = this.counts.get(name);
    this.counts.set(name, { channel, event, count: count + (known?.count ?? 0) });
  }
}
