import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { ErasesPersonIn } from '#libs/privacy/data-rights';
import type { Id, TenantId } from '#libs/core/persistence';
import type { ErasesContact } from '../erasure/contact-eraser.js';
import { RecipientNoticeTime } from './recipient-notice.entity.js';

/** Deletes when Platform told of an erased contact. */
@Injectable()
@ErasesPersonIn(['recipient_notice'])
export class RecipientNoticesEraser implements ErasesContact {
  async erase(tx: EntityManager, tenantId: TenantId, contactId: Id<'cnt'>): Promise<void> {
    await tx.delete(RecipientNoticeTime, { tenantId, contactId });
  }
}
