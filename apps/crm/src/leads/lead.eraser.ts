import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { ErasesPersonIn } from '#libs/privacy/data-rights';
import type { Id, TenantId } from '#libs/core/persistence';
import type { ErasesContact } from '../erasure/contact-eraser.js';
import { LeadReceipt } from './lead-receipt.entity.js';

/** Takes the leads of an erased contact from it. That they were received stays: a repeated event makes no new contact. */
@Injectable()
@ErasesPersonIn(['lead_receipt'])
export class LeadEraser implements ErasesContact {
  async erase(tx: EntityManager, tenantId: TenantId, contactId: Id<'cnt'>): Promise<void> {
    await tx.update(LeadReceipt, { tenantId, contactId }, { contactId: null, activityId: null, emailStatus: null });
  }
}
