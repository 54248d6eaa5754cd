import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { lockKey, TenantRows, type TenantId } from '#libs/core/persistence';
import { ReportView } from './report-view.entity.js';

export type ReportViewValues = Pick<ReportView, 'name' | 'filters'>;

/** The views of a tenant. Writing a name violates report_view__name__uq if another view has it. */
@Injectable()
export class ReportViewRepository extends TenantRows<ReportView> {
  constructor() {
    super(ReportView, 'rpv');
  }

  override async insert(tx: EntityManager, tenantId: TenantId, values: ReportViewValues): Promise<ReportView> {
    return super.insert(tx, tenantId, { ...values, nameKey: nameKeyOf(values) });
  }

  override async update(tx: EntityManager, view: ReportView, values: ReportViewValues): Promise<ReportView | null> {
    return super.update(tx, view, { ...values, nameKey: nameKeyOf(values) });
  }

  /** Sorts by name. */
  async list(tx: EntityManager, tenantId: TenantId): Promise<ReportView[]> {
    const views = await tx.findBy(ReportView, { tenantId });
    return views.sort((a, b) => a.name.localeCompare(b.name, 'pt'));
  }

  async lockForUpdate(tx: EntityManager, tenantId: TenantId, id: string): Promise<ReportView | null> {
    return tx.findOne(ReportView, { where: { tenantId, id }, lock: { mode: 'pessimistic_write' } });
  }

  /** How many views the tenant has; others that are made meanwhile wait until the transaction ends. */
  async lockAndCount(tx: EntityManager, tenantId: TenantId): Promise<number> {
    await lockKey(tx, 'saved views', tenantId);
    return this.count(tx, tenantId);
  }
}

const nameKeyOf = ({ name }: ReportViewValues): string => name.normalize('NFKC').toLowerCase();
