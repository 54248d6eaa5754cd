import { Injectable } from '@nestjs/common';
import type { EntityManager, FindOptionsWhere } from 'typeorm';
import { v7 } from 'uuid';
import type { Id, TenantId } from '#libs/core/persistence';
import { AppPassword } from './app-password.entity.js';
import { markUsed } from './app-password.sql.js';

export type NewAppPassword = Pick<AppPassword, 'mailboxId' | 'name' | 'secretHash' | 'userId'>;

/** App passwords of a tenant. */
@Injectable()
export class AppPasswordRepository {
  async insert(tx: EntityManager, tenantId: TenantId, values: NewAppPassword): Promise<AppPassword> {
    const password = tx.create(AppPassword, { ...values, tenantId, id: v7(), createdAt: new Date(), lastUsedAt: null });
    await tx.insert(AppPassword, password);
    return password;
  }

  async count(tx: EntityManager, tenantId: TenantId, mailboxId: string): Promise<number> {
    return tx.countBy(AppPassword, { tenantId, mailboxId });
  }

  /** Lists the passwords of a mailbox, or of one of its users; the newest first. */
  async list(
    tx: EntityManager,
    tenantId: TenantId,
    mailboxId: string,
    userId: Id<'usr'> | undefined,
  ): Promise<AppPassword[]> {
    const where: FindOptionsWhere<AppPassword> = { tenantId, mailboxId, ...(userId && { userId }) };
    return tx.find(AppPassword, { where, order: { id: 'DESC' } });
  }

  async find(tx: EntityManager, tenantId: TenantId, mailboxId: string, id: string): Promise<AppPassword | null> {
    return tx.findOneBy(AppPassword, { tenantId, mailboxId, id });
  }

  async findByHash(
    tx: EntityManager,
    tenantId: TenantId,
    mailboxId: string,
    secretHash: string,
  ): Promise<AppPassword | null> {
    return tx.findOneBy(AppPassword, { tenantId, mailboxId, secretHash });
  }

  /** Records a use, at most once a minute. */
  async markUsed(tx: EntityManager, { tenantId, id }: AppPassword): Promise<void> {
    await markUsed(tx, tenantId, id);
  }

  async delete(tx: EntityManager, { tenantId, id }: AppPassword): Promise<void> {
    await tx.delete(AppPassword, { tenantId, id });
  }
}
