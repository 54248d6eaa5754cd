import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import { Every } from '#libs/core/jobs';
import { logger } from '#libs/core/observability';
import { Database, type TenantId } from '#libs/core/persistence';
import { backfill } from '../../backfill.js';
import { ContactIdentifier } from '../../identifiers/contact-identifier.entity.js';
import { TenantKeys } from '../../keys/tenant-keys.js';
import { Contact } from '../contact.entity.js';
import { insertDomainIndexes, LIST_UNDOMAINED } from './domain-index.sql.js';

const EVERY_MS = 60_000;
/** Addresses in one transaction. */
const BATCH = 500;

/** Gives e-mail addresses the index of their domain, where a process of a version before wrote them. */
@Injectable()
export class DomainIndexBackfill {
  constructor(
    private readonly database: Database,
    private readonly keys: TenantKeys,
  ) {}

  /** Returns how many addresses got theirs. */
  @Every({ every: EVERY_MS, lock: 'email domains', whileHeld: 'runs' })
  async fill(signal?: AbortSignal): Promise<number> {
    const fill = (tenantId: TenantId, ids: readonly string[]) => this.fillSome(tenantId, ids);
    const total = await backfill(this.database, { list: LIST_UNDOMAINED, batch: BATCH, fill }, signal);
    if (total > 0) logger.info('E-mail addresses got the index of their domain', { count: total });
    return total;
  }

  private async fillSome(tenantId: TenantId, ids: readonly string[]): Promise<number> {
    const cipher = await this.keys.cipherOf(tenantId);
    return this.database.tenant(tenantId, async (tx) => {
      const identifiers = await tx.findBy(ContactIdentifier, { tenantId, id: In([...ids]) });
      const contacts = await tx.findBy(Contact, { tenantId, id: In(identifiers.map(({ contactId }) => contactId)) });
      const keys = cipher.openContactKeys(contacts);
      const indexed = identifiers.map(({ id, contactId, kind, sealed }) => {
        const key = keys.get(contactId);
        // Of an anonymized contact nothing can be opened; an index that nothing is found by ends the search.
        const index = key && cipher.domainIndexOfIdentifier(kind, key.open(kind, sealed));
        return { id, index: index ?? Buffer.alloc(0) };
      });
      return insertDomainIndexes(tx, tenantId, indexed);
    });
  }
}
