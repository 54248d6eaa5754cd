import { Injectable } from '@nestjs/common';
import { type EntityManager, In } from 'typeorm';
import type { TenantId } from '#libs/persistence';
import { InboundMessage } from './inbound-message.entity.js';
import { deleteInbound } from './inbound.sql.js';

@Injectable()
export class InboundRepository {
  /** Those that are there, by their ids. */
  async find(tx: EntityManager, tenantId: TenantId, ids: readonly string[]): Promise<Map<string, InboundMessage>> {
    const found = await tx.findBy(InboundMessage, { tenantId, id: In([...ids]) });
    return new Map(found.map((message) => [message.id, message]));
  }

  /** Returns the ids of those that were there: of two that deliver a message, one deletes it. */
  async delete(tx: EntityManager, messages: readonly InboundMessage[]): Promise<Set<string>> {
    if (messages.length === 0) return new Set();
    return new Set(await deleteInbound(tx, messages));
  }
}
