import { Injectable } from '@nestjs/common';
import { type EntityManager, IsNull, LessThanOrEqual } from 'typeorm';
import { recordAudit } from '#libs/core/audit';
import { Every } from '#libs/core/jobs';
import { PersonErasers } from '#libs/privacy/data-rights';
import { Database, type Id } from '#libs/core/persistence';
import { ContactRepository } from '../contacts/contact.repository.js';
import { ContactMerge } from '../contacts/contact-merge.entity.js';

const EVERY_MS = 3_600_000;
const BATCH = 100;
/** Columns of merges that the system role may read here. */
const COLUMNS = { tenantId: true, id: true, mergedContactId: true } as const;
type FoundMerge = Pick<ContactMerge, keyof typeof COLUMNS>;

/** Drops what was kept for undoing merges: the undo data, and what the merged contact had. The kept one has copies. */
@Injectable()
export class MergeExpiry {
  constructor(
    private readonly database: Database,
    private readonly contacts: ContactRepository,
    private readonly erasers: PersonErasers<Id<'cnt'>>,
  ) {}

  @Every({ every: EVERY_MS, lock: 'merge expiry' })
  async dropExpired(signal?: AbortSignal): Promise<void> {
    for (;;) {
      const expired = await this.database.system((tx) => this.listExpired(tx));
      for (const merge of expired) await this.drop(merge);
      if (expired.length < BATCH || signal?.aborted) return;
    }
  }

  /** Needs the system role. */
  private async listExpired(tx: EntityManager): Promise<FoundMerge[]> {
    const where = { expiresAt: LessThanOrEqual(new Date()), expiredAt: IsNull(), undoneAt: IsNull() };
    return tx.find(ContactMerge, { select: COLUMNS, where, order: { expiresAt: 'ASC' }, take: BATCH });
  }

  private async drop({ tenantId, id, mergedContactId }: FoundMerge): Promise<void> {
    await this.database.tenant(tenantId, async (tx) => {
      const merged = await this.contacts.lockWithDeleted(tx, tenantId, mergedContactId);
      const where = { tenantId, id };
      const merge = await tx.findOneOrFail(ContactMerge, { where, lock: { mode: 'pessimistic_write' } });
      if (merge.undoneAt || merge.expiredAt) return;
      if (merged && !merged.anonymizedAt) await this.erasers.erase(tx, tenantId, mergedContactId);
      await tx.update(ContactMerge, where, { undo: null, expiredAt: new Date() });
      const object = { type: 'contact', id: mergedContactId };
      await recordAudit(tx, { action: 'contact.merge-expired', object, tenantId, after: { mergeId: id } });
    });
  }
}
