import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { ErasesPersonIn } from '#libs/privacy/data-rights';
import type { Id, TenantId } from '#libs/core/persistence';
import type { ErasesContact } from '../../erasure/contact-eraser.js';
import { ContactImportChange } from './contact-import-change.entity.js';

/** Removes what imports did to an erased contact: undoing an import leaves it as it is. */
@Injectable()
@ErasesPersonIn(['contact_import_change'])
export class ImportChangeEraser implements ErasesContact {
  async erase(tx: EntityManager, tenantId: TenantId, contactId: Id<'cnt'>): Promise<void> {
    await tx.delete(ContactImportChange, { tenantId, contactId });
  }
}
