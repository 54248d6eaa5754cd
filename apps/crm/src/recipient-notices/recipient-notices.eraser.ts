import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Id, TenantId } from '#libs/persistence';
import { type ErasesContact, ErasesContactIn } from '../erasure/contact-eraser.js';
import { RecipientNoticeTime } from './recipient-notice.entity.js';

/** Deletes when Platform told of an erased contact. */
@Injectable()
@ErasesContactIn(['recipient_notice'])
export class RecipientNoticesEraser implements ErasesContact {
  async eraseContact(tx: EntityManager, tenantId: TenantId, contactId: Id<'cnt'>): Promise<void> {
    await tx.delete(RecipientNoticeTime, { tenantId, contactId });
  }
}
