import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Id, TenantId } from '#libs/persistence';
import { type ErasesContact, ErasesContactIn } from '../erasure/contact-eraser.js';
import { ConsentChange } from './consent-change.entity.js';

/** Empties the consents of an erased contact: its words and addresses go, when which channel was allowed stays. */
@Injectable()
@ErasesContactIn(['consent_change'])
export class ConsentEraser implements ErasesContact {
  async eraseContact(tx: EntityManager, tenantId: TenantId, contactId: Id<'cnt'>): Promise<void> {
    await tx.update(ConsentChange, { tenantId, contactId }, { sealed: null, leadId: null });
  }
}
