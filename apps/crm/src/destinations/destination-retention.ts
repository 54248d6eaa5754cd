import { Injectable } from '@nestjs/common';
import { Every } from '#libs/core/jobs';
import { Database } from '#libs/core/persistence';
import { deleteOldDeliveries } from './destination-delivery.sql.js';

/** Days for which a delivery that ended is shown. */
export const DELIVERY_DAYS = 30;

const HOUR_MS = 3_600_000;
const AT_ONCE = 1_000;

/** Deletes old deliveries: they have personal data. */
@Injectable()
export class DestinationRetention {
  constructor(private readonly database: Database) {}

  @Every({ every: HOUR_MS, lock: 'destination retention' })
  async deleteOld(signal?: AbortSignal): Promise<void> {
    for (;;) {
      const count = await this.database.system((tx) => deleteOldDeliveries(tx, DELIVERY_DAYS, AT_ONCE));
      if (count < AT_ONCE || signal?.aborted) return;
    }
  }
}
