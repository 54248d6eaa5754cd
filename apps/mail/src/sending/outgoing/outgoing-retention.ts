import { Injectable } from '@nestjs/common';
import { Every } from '#libs/core/jobs';
import { Database } from '#libs/core/persistence';
import { OutgoingRepository } from './outgoing.repository.js';
import { deleteUseBefore } from '../quotas/quota.sql.js';

const HOUR_MS = 3_600_000;
/** How long the use of the quota is known: 400 days. */
const USE_KEPT_MS = 400 * 24 * HOUR_MS;

/** Forgets messages 30 days after they were sent or given up, and old windows of the quota. */
@Injectable()
export class OutgoingRetention {
  constructor(
    private readonly database: Database,
    private readonly outgoing: OutgoingRepository,
  ) {}

  @Every({ every: HOUR_MS })
  async run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted && (await this.database.system((tx) => this.outgoing.deleteOld(tx))) > 0);
    const before = new Date(Date.now() - USE_KEPT_MS).toISOString().slice(0, 10);
    await this.database.system((tx) => deleteUseBefore(tx, before));
  }
}
