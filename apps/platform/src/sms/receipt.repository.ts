import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { TenantId } from '#libs/core/persistence';
import { MessageReceipt } from './message-receipt.entity.js';

/** The receipts that were recorded. */
@Injectable()
export class ReceiptRepository {
  /** Inserts a receipt; false if it is there already. */
  async insert(tx: EntityManager, tenantId: TenantId, messageId: string, digest: string): Promise<boolean> {
    const insert = tx.createQueryBuilder().insert().into(MessageReceipt).values({ tenantId, messageId, digest });
    const { raw } = await insert.orIgnore().returning('digest').execute();
    return (raw as unknown[]).length > 0;
  }
}
