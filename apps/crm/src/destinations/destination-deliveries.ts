import { Injectable } from '@nestjs/common';
import type { SqlExecutor, TenantId } from '#libs/core/persistence';

/** Local copy until destinations are there: none is known. */
@Injectable()
export class DestinationDeliveries {
  async enqueue(
    _tx: SqlExecutor,
    _tenantId: TenantId,
    _destinationId: string,
    _event: { type: string; eventId: string; data: object; isTest?: boolean },
  ): Promise<boolean> {
    return Promise.resolve(false);
  }
}
