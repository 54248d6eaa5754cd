import { Injectable } from '@nestjs/common';
import { Every, groupBy } from '#libs/core/jobs';
import { logger } from '#libs/core/observability';
import { Database, many, type TenantId } from '#libs/core/persistence';
import { LIST_UNKEYED, insertFilterKeys } from './filter-key.sql.js';
import { filterKeysOf } from './filter-keys.js';
import { ContactRepository } from '../contact.repository.js';

const EVERY_MS = 60_000;
/** Contacts in one transaction. */
const BATCH = 500;

/**
 * Gives contacts the keys that lists filter by, where a process of a version before wrote them. Interrupted, it goes on where
 * it was: what has no key is what is left.
 */
@Injectable()
export class FilterKeyBackfill {
  constructor(
    private readonly database: Database,
    private readonly contacts: ContactRepository,
  ) {}

  /** Returns how many contacts got theirs. */
  @Every({ every: EVERY_MS, lock: 'contact filter keys', whileHeld: 'runs' })
  async fill(signal?: AbortSignal): Promise<number> {
    let total = 0;
    for (;;) {
      const unkeyed = await this.database.statement((pool) =>
        many<{ tenantId: TenantId; id: string }>(pool, LIST_UNKEYED, [BATCH]),
      );
      for (const [tenantId, some] of groupBy(unkeyed, (one) => one.tenantId)) {
        if (signal?.aborted) return total;
        total += await this.fillSome(
          tenantId,
          some.map(({ id }) => id),
        );
      }
      if (unkeyed.length < BATCH) break;
    }
    if (total > 0) logger.info('Contacts got the keys that lists filter by', { count: total });
    return total;
  }

  private async fillSome(tenantId: TenantId, ids: readonly string[]): Promise<number> {
    return this.database.tenant(tenantId, async (tx) => {
      const contacts = await this.contacts.findManyWithDeleted(tx, tenantId, ids);
      const keyed = contacts.map((contact) => ({ id: contact.id, keys: filterKeysOf(contact) }));
      return insertFilterKeys(tx, tenantId, keyed);
    });
  }
}
