import { Injectable } from '@nestjs/common';
import { recordAudit } from '#libs/core/audit';
import { Every } from '#libs/core/jobs';
import { logger } from '#libs/core/observability';
import { Database } from '#libs/core/persistence';
import { Blobs } from '#libs/core/storage';
import {
  purgeMessages,
  deleteReferences,
  type ExpiredMailbox,
  listExpired,
  releaseCatchAll,
} from './mailbox-purge.sql.js';
import { restorableSince } from './mailbox-removal.service.js';
import { Mailbox } from '../mailbox.entity.js';
import { MailboxRepository } from '../mailbox.repository.js';

const HOUR_MS = 3_600_000;
const MAILBOXES_AT_ONCE = 50;
const ROWS_AT_ONCE = 500;

/**
 * Deletes mailboxes that can no longer be restored. The mail goes first, some messages in each transaction, the mailbox last:
 * a run that is interrupted is continued by the next one. Blobs without a reference are swept a day later.
 */
@Injectable()
export class MailboxPurge {
  constructor(
    private readonly database: Database,
    private readonly mailboxes: MailboxRepository,
    private readonly blobs: Blobs,
  ) {}

  /** Returns how many mailboxes were purged. */
  @Every({ every: HOUR_MS, lock: 'mailbox purge' })
  async purgeExpired(signal?: AbortSignal): Promise<number> {
    for (let purged = 0; ;) {
      const expired = await this.database.system((tx) => listExpired(tx, restorableSince(), MAILBOXES_AT_ONCE));
      let deleted = 0;
      for (const mailbox of expired) if (await this.purgeOrLog(mailbox, signal)) deleted += 1;
      purged += deleted;
      if (deleted === 0 || expired.length < MAILBOXES_AT_ONCE) return purged;
    }
  }

  /** Deletes content to which no row refers any more. */
  @Every({ every: HOUR_MS, lock: 'blob sweep' })
  async sweepBlobs(): Promise<void> {
    await this.blobs.sweep();
  }

  /** A mailbox that cannot be purged does not keep others from it. */
  private async purgeOrLog(expired: ExpiredMailbox, signal: AbortSignal | undefined): Promise<boolean> {
    try {
      return await this.purge(expired, signal);
    } catch (error) {
      logger.error('A mailbox could not be purged', { error, tenantId: expired.tenantId });
      return false;
    }
  }

  /** Whether it was deleted to the end. */
  private async purge(expired: ExpiredMailbox, signal: AbortSignal | undefined): Promise<boolean> {
    const { tenantId, id } = expired;
    for (const deleteSome of [purgeMessages, deleteReferences]) {
      for (let deleted = ROWS_AT_ONCE; deleted === ROWS_AT_ONCE;) {
        if (signal?.aborted) return false;
        deleted = await this.database.tenant(tenantId, (tx) => deleteSome(tx, expired, ROWS_AT_ONCE));
      }
    }
    return this.database.tenant(tenantId, async (tx) => {
      const mailbox = await this.mailboxes.lockForUpdate(tx, tenantId, id);
      if (!mailbox) return false;
      await releaseCatchAll(tx, expired);
      await tx.delete(Mailbox, { tenantId, id });
      const before = { address: mailbox.address };
      await recordAudit(tx, { action: 'mailbox.purged', object: { type: 'mailbox', id }, tenantId, before });
      return true;
    });
  }
}
