import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { type KeysetPage, type KeysetRequest, listKeysetPage, type TenantId } from '#libs/core/persistence';
import { MessageImport } from './message-import.entity.js';
import { deleteFinishedImports } from './message-import.sql.js';

export type ImportChanges = Partial<Omit<MessageImport, 'tenantId' | 'id' | 'mailboxId' | 'createdAt'>>;

/** Imports of messages. */
@Injectable()
export class MessageImportRepository {
  async insert(tx: EntityManager, values: MessageImport): Promise<MessageImport> {
    const inserted = tx.create(MessageImport, values);
    await tx.insert(MessageImport, inserted);
    return inserted;
  }

  async find(tx: EntityManager, tenantId: TenantId, id: string): Promise<MessageImport | null> {
    return tx.findOneBy(MessageImport, { tenantId, id });
  }

  async findOf(tx: EntityManager, tenantId: TenantId, mailboxId: string, id: string): Promise<MessageImport | null> {
    return tx.findOneBy(MessageImport, { tenantId, mailboxId, id });
  }

  async lockForUpdate(tx: EntityManager, tenantId: TenantId, id: string): Promise<MessageImport | null> {
    return tx.findOne(MessageImport, { where: { tenantId, id }, lock: { mode: 'for_no_key_update' } });
  }

  async countRunning(tx: EntityManager, tenantId: TenantId, mailboxId: string): Promise<number> {
    return tx.countBy(MessageImport, { tenantId, mailboxId, state: 'running' });
  }

  /** Newest first. */
  async listPage(
    tx: EntityManager,
    tenantId: TenantId,
    mailboxId: string,
    page: KeysetRequest,
  ): Promise<KeysetPage<MessageImport>> {
    const query = tx.createQueryBuilder(MessageImport, 'message_import').where({ tenantId, mailboxId });
    return listKeysetPage(query, ['id'], page);
  }

  async update(tx: EntityManager, found: MessageImport, changes: ImportChanges): Promise<MessageImport> {
    const { tenantId, id } = found;
    await tx.update(MessageImport, { tenantId, id }, changes as object);
    return { ...found, ...changes };
  }

  /** Deletes imports of all tenants that ended so many days ago. For the system role. */
  async deleteFinished(tx: EntityManager, days: number, limit: number): Promise<number> {
    return deleteFinishedImports(tx, days, limit);
  }

  /** Imports of all tenants that have not ended in so many days. For the system role. */
  async listOverdue(tx: EntityManager, days: number, limit: number): Promise<MessageImport[]> {
    const query = tx.createQueryBuilder(MessageImport, 'message_import').where({ state: 'running' });
    query.andWhere('message_import.created_at < now() - make_interval(days => :days)', { days });
    return query.orderBy('message_import.created_at').limit(limit).getMany();
  }
}
