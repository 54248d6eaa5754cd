import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { TenantId } from '#libs/persistence';

/** Which reports were recorded already. */
@Injectable()
export class ReceiptRepository {
  /** Notes a report; false when it was noted before. */
  async add(tx: EntityManager, tenantId: TenantId, messageId: string, digest: string): Promise<boolean> {
    const rows = await tx.query<unknown[]>(
      `insert into message_receipt (tenant_id, message_id, digest) values ($1, $2, $3)
       on conflict do nothing returning 1`,
      [tenantId, messageId, digest],
    );
    return rows.length > 0;
  }
}
