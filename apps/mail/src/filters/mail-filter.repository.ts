import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { v7 } from 'uuid';
import { exec, type TenantId } from '#libs/persistence';
import type { Mailbox } from '../mailboxes/mailbox.entity.js';
import type { FilterValues } from './filter-values.js';
import { MailFilter } from './mail-filter.entity.js';

type MailboxRef = Pick<Mailbox, 'tenantId' | 'id'>;

/** Parameters: tenant, mailbox, ids in their order. */
const SET_ORDER = `
  update mail_filter f set position = given.position - 1
    from unnest($3::uuid[]) with ordinality as given (id, position)
   where f.tenant_id = $1 and f.mailbox_id = $2 and f.id = given.id`;

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
    await exec(tx, SET_ORDER, [tenantId, id, ids]);
  }

  async delete(tx: EntityManager, { tenantId, id }: MailFilter): Promise<void> {
    await tx.delete(MailFilter, { tenantId, id });
  }
}
