import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { TenantId } from '#libs/core/persistence';
import { Message } from '../messages/message.entity.js';
import type { KnownMessage } from './known-message.js';

const SELECTED = { tenantId: true, id: true, sender: true, recipient: true, environment: true, topic: true } as const;

/** Reads the e-mails that feedback is about. */
@Injectable()
export class KnownMessageRepository {
  async find(tx: EntityManager, tenantId: TenantId, id: string): Promise<KnownMessage | null> {
    return tx.findOne(Message, { select: SELECTED, where: { tenantId, id, channel: 'email' } });
  }

  async lockForUpdate(tx: EntityManager, tenantId: TenantId, id: string): Promise<KnownMessage | null> {
    const lock = { mode: 'pessimistic_write' } as const;
    return tx.findOne(Message, { select: SELECTED, where: { tenantId, id, channel: 'email' }, lock });
  }
}
