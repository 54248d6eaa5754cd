import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { v7 } from 'uuid';
import { lockKey, type TenantId } from '#libs/core/persistence';
import { foldText } from '../fold-text.js';
import { SavedView } from './saved-view.entity.js';

export type SavedViewValues = Pick<SavedView, 'name' | 'filters'>;

@Injectable()
export class SavedViewRepository {
  /** Sorts by name. */
  async list(tx: EntityManager, tenantId: TenantId): Promise<SavedView[]> {
    return tx.find(SavedView, { where: { tenantId }, order: { nameKey: 'asc' } });
  }

  async find(tx: EntityManager, tenantId: TenantId, id: string): Promise<SavedView | null> {
    return tx.findOneBy(SavedView, { tenantId, id });
  }

  async lockForUpdate(tx: EntityManager, tenantId: TenantId, id: string): Promise<SavedView | null> {
    return tx.findOne(SavedView, { where: { tenantId, id }, lock: { mode: 'pessimistic_write' } });
  }

  /** How many views the tenant has; others that are made meanwhile wait until the transaction ends. */
  async lockAndCount(tx: EntityManager, tenantId: TenantId): Promise<number> {
    await lockKey(tx, 'saved views', tenantId);
    return tx.countBy(SavedView, { tenantId });
  }

  /** Violates saved_view__name__uq if another view has the name. */
  async insert(tx: EntityManager, tenantId: TenantId, values: SavedViewValues): Promise<SavedView> {
    const now = new Date();
    const nameKey = foldText(values.name);
    const view: SavedView = { ...values, tenantId, id: v7(), nameKey, createdAt: now, updatedAt: now };
    await tx.insert(SavedView, view);
    return view;
  }

  /** Violates the same constraint as {@link insert}. */
  async update(tx: EntityManager, { tenantId, id }: SavedView, values: SavedViewValues): Promise<void> {
    await tx.update(SavedView, { tenantId, id }, { ...values, nameKey: foldText(values.name) });
  }

  async delete(tx: EntityManager, { tenantId, id }: SavedView): Promise<void> {
    await tx.delete(SavedView, { tenantId, id });
  }
}
