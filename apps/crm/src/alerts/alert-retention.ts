import { Injectable } from '@nestjs/common';
import { Every } from '#libs/core/jobs';
import { Database } from '#libs/core/persistence';
import { AlertRepository } from './alert.repository.js';

const HOUR_MS = 3_600_000;
export const EVENTS_KEPT_DAYS = 90;
const AT_ONCE = 1_000;

/** Deletes events of alerts that are no longer listed. */
@Injectable()
export class AlertRetention {
  constructor(
    private readonly database: Database,
    private readonly alerts: AlertRepository,
  ) {}

  /** Returns how many were deleted. */
  @Every({ every: HOUR_MS })
  async deleteOld(signal?: AbortSignal): Promise<number> {
    const before = new Date(Date.now() - EVENTS_KEPT_DAYS * 24 * HOUR_MS);
    let total = 0;
    for (;;) {
      const count = await this.database.statement((pool) => this.alerts.deleteOldEvents(pool, before, AT_ONCE));
      total += count;
      if (count < AT_ONCE || signal?.aborted) return total;
    }
  }
}
