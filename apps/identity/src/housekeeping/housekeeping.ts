import { setTimeout as delay } from 'node:timers/promises';
import { Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { logger } from '#libs/observability';

const EVERY_MS = 10 * 60_000;
const BATCH = 1_000;
/** Between two batches: what is over can wait, what is asked for cannot. */
const PAUSE_MS = 50;

/** Forgets at most `limit` things that are over, and says how many. Several processes may do it at the same time. */
export type Purge = (limit: number) => Promise<number>;

/** Clears away what is over: every few minutes each registered purge runs until nothing is left for it. */
@Injectable()
export class Housekeeping implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly purges = new Map<string, Purge>();
  private readonly stop = new AbortController();
  private round: Promise<void> = Promise.resolve();

  /** @param name stands in the log when it fails */
  register(name: string, purge: Purge): void {
    this.purges.set(name, purge);
  }

  onApplicationBootstrap(): void {
    this.round = this.keepHouse();
  }

  async onModuleDestroy(): Promise<void> {
    this.stop.abort();
    await this.round;
  }

  /** One round. A purge that fails does not keep the others from running, and is tried again in the next round. */
  async tidy(): Promise<void> {
    for (const [name, purge] of this.purges) {
      await this.runOut(purge).catch((error: unknown) => logger.error('A purge failed', { error, name }));
    }
  }

  private async keepHouse(): Promise<void> {
    // Processes that start together do not keep house together.
    while (await this.sleep(EVERY_MS * (0.5 + Math.random()))) await this.tidy();
  }

  private async runOut(purge: Purge): Promise<void> {
    while ((await purge(BATCH)) >= BATCH && (await this.sleep(PAUSE_MS)));
  }

  /** False when the process ends meanwhile. */
  private async sleep(ms: number): Promise<boolean> {
    const { signal } = this.stop;
    return delay(ms, true, { signal, ref: false }).catch(() => false);
  }
}
