import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { TenantId } from '#libs/core/persistence';
import { LeadReceipt } from './lead-receipt.entity.js';

@Injectable()
export class LeadReceiptRepository {
  /** The receipt of a lead, locked; inserts it if this is the first that is heard of the lead. */
  async lockOrInsert(tx: EntityManager, tenantId: TenantId, leadId: string): Promise<LeadReceipt> {
    const values = { tenantId, leadId, madeContact: false, hasPrimaryEmail: false };
    await tx.createQueryBuilder().insert().into(LeadReceipt).values(values).orIgnore().execute();
    return tx.findOneOrFail(LeadReceipt, { where: { tenantId, leadId }, lock: { mode: 'pessimistic_write' } });
  }

  async update(
    tx: EntityManager,
    { tenantId, leadId }: Pick<LeadReceipt, 'tenantId' | 'leadId'>,
    changes: Partial<LeadReceipt>,
  ): Promise<void> {
    await tx.update(LeadReceipt, { tenantId, leadId }, changes);
  }
}
