import { Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { logger } from '#libs/observability';
import { PlatformCountsRepository, type PlatformCount } from './platform-counts.repository.js';

const EVERY_MS = 5_000;

/**
 * Counts what no tenant's totals hold, in the memory of the process, and writes it down every few seconds: what is lost
 * by a kill is a moment of counts.
 */
@Injectable()
export class PlatformTally implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private counts = new Map<string, PlatformCount>();
  private timer: NodeJS.Timeout | undefined;
  private writing: Promise<void> = Promise.resolve();

  constructor(private readonly repository: PlatformCountsRepository) {}

  count(channel: string, event: string): void {
    this.add({ channel, event, count: 1 });
  }

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => void this.write(), EVERY_MS).unref();
  }

  async beforeApplicationShutdown(): Promise<void> {
    clearInterval(this.timer);
    await this.write();
  }

  /** Writes down what was counted until now. */
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
