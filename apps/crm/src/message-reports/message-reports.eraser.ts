import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Id, TenantId } from '#libs/core/persistence';
import { ErasesPersonIn } from '#libs/privacy/data-rights';
import type { ErasesContact } from '../erasure/contact-eraser.js';
import { ToldMessageChange } from './told-message.entity.js';

/** Deletes which messages an erased contact got. */
@Injectable()
@ErasesPersonIn(['message_report'])
export class MessageReportsEraser implements ErasesContact {
  async erase(tx: EntityManager, tenantId: TenantId, contactId: Id<'cnt'>): Promise<void> {
    await tx.delete(ToldMessageChange, { tenantId, contactId });
  }
}
