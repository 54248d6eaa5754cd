import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { ErasesPersonIn } from '#libs/privacy/data-rights';
import type { Id, TenantId } from '#libs/core/persistence';
import type { ErasesContact } from '../erasure/contact-eraser.js';
import { ConsentChange } from './consent-change.entity.js';

/** Empties the consents of an erased contact: its words and addresses go, when which channel was allowed stays. */
@Injectable()
@ErasesPersonIn(['consent_change'])
export class ConsentEraser implements ErasesContact {
  async erase(tx: EntityManager, tenantId: TenantId, contactId: Id<'cnt'>): Promise<void> {
    await tx.update(ConsentChange, { tenantId, contactId }, { sealed: null, leadId: null });
  }
}
