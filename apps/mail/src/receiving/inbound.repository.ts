import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { TenantId } from '#libs/persistence';
import { InboundMessage } from './inbound-message.entity.js';

@Injectable()
export class InboundRepository {
  async find(tx: EntityManager, tenantId: TenantId, id: string): Promise<InboundMessage | null> {
    return tx.findOneBy(InboundMessage, { tenantId, id });
  }

  /** Whether it was there: of two that deliver a message, one deletes it. */
  async delete(tx: EntityManager, { tenantId, id }: InboundMessage): Promise<boolean> {
    return ((await tx.delete(InboundMessage, { tenantId, id })).affected ?? 0) > 0;
  }
}
