import { Inject, Injectable } from '@nestjs/common';
import type { DataSource } from 'typeorm';
import { Every } from '#libs/jobs';
import { SYSTEM_DATA_SOURCE } from '#libs/persistence';

const EVERY_MS = 600_000;
const AT_ONCE = 10_000;
const BATCHES_A_RUN = 300;

/** Forgets idempotency keys whose day is over, a bounded number at a time. */
@Injectable()
export class IdempotencyCleanup {
  constructor(@Inject(SYSTEM_DATA_SOURCE) private readonly system: DataSource) {}

  /** Removes some of the expired keys; the system role sees no others. Returns how many went. */
  async removeExpired(): Promise<number> {
    const [, count] = await this.system.query<[unknown, number]>(
      `delete from idempotency_key where ctid = any (array(
         select ctid from idempotency_key where expires_at < now() limit $1))`,
      [AT_ONCE],
    );
    return count;
  }

  /** As many as may come in the meantime, at the fastest that sending goes. */
  @Every({ every: EVERY_MS })
  async removeAllExpired(signal: AbortSignal): Promise<void> {
    for (let batch = 0; batch < BATCHES_A_RUN && !signal.aborted; batch += 1) {
      if ((await this.removeExpired()) < AT_ONCE) return;
    }
  }
}
