import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { ErasesPersonIn } from '#libs/privacy/data-rights';
import type { Id, TenantId } from '#libs/core/persistence';
import type { ErasesContact } from '../erasure/contact-eraser.js';
import { CompanyPerson } from './company-person.entity.js';

/** Removes the secondary links of an erased contact. */
@Injectable()
@ErasesPersonIn(['company_person'])
export class CompanyPeopleEraser implements ErasesContact {
  async erase(tx: EntityManager, tenantId: TenantId, contactId: Id<'cnt'>): Promise<void> {
    await tx.delete(CompanyPerson, { tenantId, contactId });
  }
}
