import { Injectable } from '@nestjs/common';
import { type EntityManager, IsNull } from 'typeorm';
import { v7 } from 'uuid';
import { type Id, lockKey, many, type TenantId } from '#libs/core/persistence';
import { CustomField } from './custom-field.entity.js';
import { CLEAR_VALUES } from './custom-field.sql.js';

export type CustomFieldValues = Pick<CustomField, 'key' | 'label' | 'type' | 'options' | 'isRequired'>;
/** A contact that lost a value. */
export interface ClearedContact {
  id: Id<'cnt'>;
  isLive: boolean;
}

export type CustomFieldChanges = Partial<Pick<CustomField, 'label' | 'options' | 'isRequired'>>;

/** The fields of tenants, but for those that are being deleted. */
@Injectable()
export class CustomFieldRepository {
  /** In the order in which they were made. */
  async list(tx: EntityManager, tenantId: TenantId): Promise<CustomField[]> {
    return tx.find(CustomField, { where: { tenantId, deletedAt: IsNull() }, order: { id: 'asc' } });
  }

  async find(tx: EntityManager, tenantId: TenantId, id: string): Promise<CustomField | null> {
    return tx.findOneBy(CustomField, { tenantId, id, deletedAt: IsNull() });
  }

  async lockForUpdate(tx: EntityManager, tenantId: TenantId, id: string): Promise<CustomField | null> {
    const where = { tenantId, id, deletedAt: IsNull() };
    return tx.findOne(CustomField, { where, lock: { mode: 'pessimistic_write' } });
  }

  /** How many fields the tenant has; others that are made meanwhile wait until the transaction ends. */
  async lockAndCount(tx: EntityManager, tenantId: TenantId): Promise<number> {
    await lockKey(tx, 'custom fields', tenantId);
    return tx.countBy(CustomField, { tenantId });
  }

  /** Violates custom_field__key__uq if the tenant has a field with the key. */
  async insert(tx: EntityManager, tenantId: TenantId, values: CustomFieldValues): Promise<CustomField> {
    const now = new Date();
    const field: CustomField = { ...values, tenantId, id: v7(), createdAt: now, updatedAt: now, deletedAt: null };
    await tx.insert(CustomField, field);
    return field;
  }

  async update(tx: EntityManager, { tenantId, id }: CustomField, changes: CustomFieldChanges): Promise<void> {
    if (Object.keys(changes).length > 0) await tx.update(CustomField, { tenantId, id }, changes);
  }

  async softDelete(tx: EntityManager, { tenantId, id }: CustomField): Promise<void> {
    await tx.update(CustomField, { tenantId, id }, { deletedAt: new Date() });
  }

  async delete(tx: EntityManager, tenantId: TenantId, id: string): Promise<void> {
    await tx.delete(CustomField, { tenantId, id });
  }

  /** Removes the values of a deleted field from some contacts that still have one; returns from how many. */
  async clearValues(tx: EntityManager, tenantId: TenantId, key: string, limit: number): Promise<ClearedContact[]> {
    return many(tx, CLEAR_VALUES, [tenantId, key, limit]);
  }
}
