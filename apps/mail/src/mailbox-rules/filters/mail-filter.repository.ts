import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { v7 } from 'uuid';
import type { TenantId } from '#libs/core/persistence';
import type { MailboxRef } from '../../mailboxes/mailbox.entity.js';
import type { FilterValues } from './filter-values.js';
import { MailFilter } from './mail-filter.entity.js';
import { setOrder } from './mail-filter.sql.js';

@Injectable()
export class MailFilterRepository {
  /** All of a mailbox, in their order. */
  async list(tx: EntityManager, { tenantId, id: mailboxId }: MailboxRef): Promise<MailFilter[]> {
    return tx.find(MailFilter, { where: { tenantId, mailboxId }, order: { position: 'ASC', id: 'ASC' } });
  }

  async find(tx: EntityManager, tenantId: TenantId, mailboxId: string, id: string): Promise<MailFilter | null> {
    return tx.findOneBy(MailFilter, { tenantId, mailboxId, id });
  }

  async insert(
    tx: EntityManager,
    { tenantId, id: mailboxId }: MailboxRef,
    position: number,
    values: FilterValues,
  ): Promise<MailFilter> {
    const id = v7();
    await tx.insert(MailFilter, { ...values, tenantId, mailboxId, id, position });
    return tx.findOneByOrFail(MailFilter, { tenantId, id });
  }

  async update(tx: EntityManager, { tenantId, id }: MailFilter, values: FilterValues): Promise<MailFilter> {
    await tx.update(MailFilter, { tenantId, id }, { ...values, updatedAt: new Date() });
    return tx.findOneByOrFail(MailFilter, { tenantId, id });
  }

  async setOrder(tx: EntityManager, { tenantId, id }: MailboxRef, ids: readonly string[]): Promise<void> {
    await setOrder(tx, tenantId, id, ids);
  }

  async delete(tx: EntityManager, { tenantId, id }: MailFilter): Promise<void> {
    await tx.delete(MailFilter, { tenantId, id });
  }
}
