import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { ErasesPersonIn } from '#libs/privacy/data-rights';
import type { Id, TenantId } from '#libs/core/persistence';
import type { ErasesContact } from '../erasure/contact-eraser.js';
import { dropContact } from './export-file.sql.js';
import { CONTACT_ERASED } from './export-problems.js';

/** Deletes the files that an erased contact may be in. Those that are being written begin anew. */
@Injectable()
@ErasesPersonIn(['contact_export_file'])
export class ContactExportFileEraser implements ErasesContact {
  async erase(tx: EntityManager, tenantId: TenantId, contactId: Id<'cnt'>): Promise<void> {
    await dropContact(tx, tenantId, contactId, CONTACT_ERASED);
  }
}
