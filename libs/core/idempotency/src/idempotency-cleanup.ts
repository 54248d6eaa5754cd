import { Injectable } from '@nestjs/common';
import { Every } from '#libs/core/jobs';
import { Database } from '#libs/core/persistence';
import { IdempotencyKeyRepository } from './idempotency-key.repository.js';

const EVERY_MS = 600_000;
const BATCH = 10_000;
/** Enough for what the fastest sending adds between two runs. */
const BATCHES_A_RUN = 300;

/** Deletes expired idempotency keys, a bounded number at a time. */
@Injectable()
export class IdempotencyCleanup {
  constructor(
    private readonly database: Database,
    private readonly keys: IdempotencyKeyRepository,
  ) {}

  @Every({ every: EVERY_MS })
  async deleteExpired(signal: AbortSignal): Promise<void> {
    for (let batch = 0; batch < BATCHES_A_RUN && !signal.aborted; batch += 1) {
      const deleted = await this.database.statement((pool) => this.keys.deleteExpired(pool, BATCH));
      if (deleted < BATCH) return;
    }
  }
}
