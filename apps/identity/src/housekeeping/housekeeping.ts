import { setTimeout as delay } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import { Every } from '#libs/core/jobs';
import { logger } from '#libs/core/observability';

const EVERY_MS = 10 * 60_000;
const BATCH = 1_000;
/** Between two batches, so that requests come first. */
const PAUSE_MS = 50;

/** Injection token of the list of {@link Purge}s. */
export const PURGES = Symbol('PURGES');

export interface Purge {
  /** Names it in the log. */
  name: string;
  /** Deletes at most `limit` rows that are over, and returns how many. */
  run(limit: number): Promise<number>;
}

/** Every ten minutes runs each purge until it finds nothing more to delete. */
@Injectable()
export class Housekeeping {
  constructor(@Inject(PURGES) private readonly purges: readonly Purge[]) {}

  /** One round. A purge that fails is logged and tried again in the next round; the others run. */
  @Every({ every: EVERY_MS, lock: 'housekeeping' })
  async tidy(signal?: AbortSignal): Promise<void> {
    for (const purge of this.purges) {
      if (signal?.aborted) return;
      await this.runOut(purge, signal).catch((error: unknown) =>
        logger.error('A purge failed', { error, name: purge.name }),
      );
    }
  }

  private async runOut(purge: Purge, signal?: AbortSignal): Promise<void> {
    while ((await purge.run(BATCH)) >= BATCH) {
      await delay(PAUSE_MS, undefined, { ref: false });
      if (signal?.aborted) return;
    }
  }
}
