import { Injectable } from '@nestjs/common';
import { IsNull, Not, type EntityManager } from 'typeorm';
import { findPage, lockKey, newId, returned, type Page, type PageRequest, type TenantId } from '#libs/core/persistence';
import type { SenderValue } from '#libs/messaging/sms';
import type { SenderState } from './sms-sender.js';
import { SmsSender } from './sms-sender.entity.js';

export type SenderChanges = Partial<
  Pick<SmsSender, 'isDefault' | 'confirmedAt' | 'confirmedBy' | 'code' | 'codeExpiresAt' | 'codeTries'>
>;

/** The rows of senders. Without a tenant it takes the system role. */
@Injectable()
export class SmsSenderRepository {
  /** Inserts a sender; undefined if the tenant has `limit` of them, also when two are inserted at once. */
  async insert(
    tx: EntityManager,
    tenantId: TenantId,
    sender: SenderValue & Pick<SmsSender, 'isDefault'>,
    limit: number,
  ): Promise<SmsSender | undefined> {
    await lockKey(tx, 'SMS senders', tenantId);
    if ((await tx.countBy(SmsSender, { tenantId })) >= limit) return undefined;
    if (sender.isDefault) await this.clearDefault(tx, tenantId);
    const values = { ...sender, tenantId, id: newId('snd') };
    const insert = tx.createQueryBuilder().insert().into(SmsSender).values(values).returning('*');
    const [inserted] = returned(tx, SmsSender, await insert.execute());
    return inserted;
  }

  /** A page, newest first. */
  async listPage(tx: EntityManager, tenantId: TenantId, page: PageRequest): Promise<Page<SmsSender>> {
    return findPage(tx, SmsSender, 'snd', { tenantId }, page);
  }

  async listAll(tx: EntityManager, tenantId: TenantId): Promise<SmsSender[]> {
    return tx.findBy(SmsSender, { tenantId });
  }

  async find(tx: EntityManager, tenantId: TenantId, id: string): Promise<SmsSender | null> {
    return tx.findOneBy(SmsSender, { tenantId, id });
  }

  async lockForUpdate(tx: EntityManager, tenantId: TenantId, id: string): Promise<SmsSender | null> {
    return tx.findOne(SmsSender, { where: { tenantId, id }, lock: { mode: 'pessimistic_write' } });
  }

  /** Violates sms_sender__confirmed_number__uq if it confirms a number that another tenant has confirmed. */
  async update(tx: EntityManager, { tenantId, id }: SmsSender, changes: SenderChanges): Promise<SmsSender> {
    if (changes.isDefault) await this.clearDefault(tx, tenantId);
    await tx.update(SmsSender, { tenantId, id }, changes);
    return tx.findOneByOrFail(SmsSender, { tenantId, id });
  }

  async delete(tx: EntityManager, { tenantId, id }: SmsSender): Promise<void> {
    await tx.delete(SmsSender, { tenantId, id });
  }

  /** A page of those of all tenants, newest first. */
  async listPageOfAllTenants(
    tx: EntityManager,
    state: SenderState | undefined,
    page: PageRequest,
  ): Promise<Page<SmsSender>> {
    const confirmedAt = state && (state === 'pending' ? IsNull() : Not(IsNull()));
    return findPage(tx, SmsSender, 'snd', confirmedAt ? { confirmedAt } : {}, page);
  }

  async findOfAnyTenant(tx: EntityManager, id: string): Promise<SmsSender | null> {
    return tx.findOneBy(SmsSender, { id });
  }

  private async clearDefault(tx: EntityManager, tenantId: TenantId): Promise<void> {
    await tx.update(SmsSender, { tenantId, isDefault: true }, { isDefault: false });
  }
}
