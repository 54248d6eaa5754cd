import { setTimeout as delay } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { Every } from '#libs/jobs';
import { logger } from '#libs/observability';

const EVERY_MS = 10 * 60_000;
const BATCH = 1_000;
/** Between two batches: what is over can wait, what is asked for cannot. */
const PAUSE_MS = 50;

/** Forgets at most `limit` things that are over, and says how many. Several processes may do it at the same time. */
export type Purge = (limit: number) => Promise<number>;

/** Clears away what is over: every few minutes each registered purge runs until nothing is left for it. */
@Injectable()
export class Housekeeping {
  private readonly purges = new Map<string, Purge>();

  /** @param name stands in the log when it fails */
  register(name: string, purge: Purge): void {
    this.purges.set(name, purge);
  }

  /** One round. A purge that fails does not keep the others from running, and is tried again in the next round. */
  @Every({ every: EVERY_MS, lock: 'housekeeping' })
  async tidy(signal?: AbortSignal): Promise<void> {
    for (const [name, purge] of this.purges) {
      if (signal?.aborted) return;
      await this.runOut(purge, signal).catch((error: unknown) => logger.error('A purge failed', { error, name }));
    }
  }

  private async runOut(purge: Purge, signal?: AbortSignal): Promise<void> {
    while ((await purge(BATCH)) >= BATCH) {
      await delay(PAUSE_MS, undefined, { ref: false });
      if (signal?.aborted) return;
    }
  }
}
