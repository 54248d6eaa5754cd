import { Injectable } from '@nestjs/common';
import { Every } from '#libs/core/jobs';
import { logger } from '#libs/core/observability';
import { Database, type TenantId } from '#libs/core/persistence';
import { backfill } from '../../backfill.js';
import { LIST_UNKEYED, insertFilterKeys } from './filter-key.sql.js';
import { filterKeysOf } from './filter-keys.js';
import { ContactRepository } from '../contact.repository.js';

const EVERY_MS = 60_000;
/** Contacts in one transaction. */
const BATCH = 500;

/** Gives contacts the keys that lists filter by, where a process of a version before wrote them. */
@Injectable()
export class FilterKeyBackfill {
  constructor(
    private readonly database: Database,
    private readonly contacts: ContactRepository,
  ) {}

  /** Returns how many contacts got theirs. */
  @Every({ every: EVERY_MS, lock: 'contact filter keys', whileHeld: 'runs' })
  async fill(signal?: AbortSignal): Promise<number> {
    const fill = (tenantId: TenantId, ids: readonly string[]) => this.fillSome(tenantId, ids);
    const total = await backfill(this.database, { list: LIST_UNKEYED, batch: BATCH, fill }, signal);
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
