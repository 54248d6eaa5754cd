import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import type { DataSource } from 'typeorm';
import { logger } from '#libs/observability';
import { SYSTEM_DATA_SOURCE } from '#libs/persistence';
import { PlatformConfig } from '../config.js';

const EVERY_MS = 600_000;
const AT_ONCE = 10_000;
const BATCHES_A_TURN = 300;

/** Forgets idempotency keys whose day is over, a bounded number at a time. */
@Injectable()
export class IdempotencyCleanup implements OnApplicationBootstrap, OnApplicationShutdown {
  private timer: NodeJS.Timeout | undefined;

  constructor(
    @Inject(SYSTEM_DATA_SOURCE) private readonly system: DataSource,
    private readonly config: PlatformConfig,
  ) {}

  onApplicationBootstrap(): void {
    if (this.config.runsQueues) this.timer = setInterval(() => void this.turn(), EVERY_MS).unref();
  }

  onApplicationShutdown(): void {
    clearInterval(this.timer);
  }

  /** Removes some of the expired keys; the system role sees no others. Returns how many went. */
  async removeExpired(): Promise<number> {
    const [, count] = await this.system.query<[unknown, number]>(
      `delete from idempotency_key where ctid = any (array(
         select ctid from idempotency_key where expires_at < now() limit $1))`,
      [AT_ONCE],
    );
    return count;
  }

  private async turn(): Promise<void> {
    try {
      // As many as may come in the meantime, at the fastest that sending goes.
      for (let batch = 0; batch < BATCHES_A_TURN; batch += 1) if ((await this.removeExpired()) < AT_ONCE) return;
    } catch (error) {
      logger.warn('Expired idempotency keys could not be removed; it is tried again', { error });
    }
  }
}
