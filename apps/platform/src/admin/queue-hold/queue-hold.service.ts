import { Injectable } from '@nestjs/common';
import { recordAudit } from '#libs/core/audit';
import { Problem } from '#libs/core/http';
import { type Hold, type PendingChoice, QueueHolds, releaseQueues } from '#libs/core/jobs';
import { Database } from '#libs/core/persistence';

/** The hold on Platform's queues after a restore, as operators see and release it. */
@Injectable()
export class QueueHoldService {
  constructor(
    private readonly database: Database,
    private readonly holds: QueueHolds,
  ) {}

  async list(): Promise<Hold[]> {
    return this.holds.list();
  }

  /**
   * Releases the queues. While the release runs, another choice replaces the one before.
   * @throws Problem Conflict if no hold is on, or the choice was made
   */
  async release(pending: PendingChoice): Promise<Hold> {
    return this.database.system(async (tx) => {
      const hold = await releaseQueues(tx, pending);
      if (!hold)
        throw new Problem('Conflict', { message: 'The queues are not on hold, or are being released by this choice' });
      const object = { type: 'queue_hold', id: hold.id };
      await recordAudit(tx, { action: 'queue_hold.released', object, after: { pending } });
      return hold;
    });
  }
}
