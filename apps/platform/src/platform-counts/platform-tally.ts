import { Injectable, type BeforeApplicationShutdown } from '@nestjs/common';
import { Every } from '#libs/jobs';
import { logger } from '#libs/observability';
import { PlatformCountsRepository, type PlatformCount } from './platform-counts.repository.js';

const EVERY_MS = 5_000;

/**
 * Counts what no tenant's totals hold, in the memory of the process, and writes it down every few seconds: what is lost
 * by a kill is a moment of counts.
 */
@Injectable()
export class PlatformTally implements BeforeApplicationShutdown {
  private counts = new Map<string, PlatformCount>();
  private writing: Promise<void> = Promise.resolve();

  constructor(private readonly repository: PlatformCountsRepository) {}

  count(channel: string, event: string): void {
    this.add({ channel, event, count: 1 });
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.write();
  }

  /** Writes down what was counted until now. */
  @Every({ every: EVERY_MS, in: 'all' })
  async write(): Promise<void> {
    this.writing = this.writing.then(() => this.writeNow());
    await this.writing;
  }

  private async writeNow(): Promise<void> {
    const counts = this.counts;
    if (counts.size === 0) return;
    this.counts = new Map();
    try {
      await this.repository.add([...counts.values()]);
    } catch (error) {
      logger.warn('Counts of the platform could not be written down; it is tried again', { error });
      for (const count of counts.values()) this.add(count);
    }
  }

  private add({ channel, event, count }: PlatformCount): void {
    const name = `${channel} ${event}`;
    const known = this.counts.get(name);
    this.counts.set(name, { channel, event, count: count + (known?.count ?? 0) });
  }
}
