import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Id, TenantId } from '#libs/persistence';
import { type ErasesContact, ErasesContactIn } from '../erasure/contact-eraser.js';
import { CompanyPerson } from './company-person.entity.js';

/** Removes the secondary links of an erased contact. */
@Injectable()
@ErasesContactIn(['company_person'])
export class CompanyPeopleEraser implements ErasesContact {
  async eraseContact(tx: EntityManager, tenantId: TenantId, contactId: Id<'cnt'>): Promise<void> {
    await tx.delete(CompanyPerson, { tenantId, contactId });
  }
}
