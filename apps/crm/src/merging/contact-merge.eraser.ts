import { Injectable } from '@nestjs/common';
import { type EntityManager, IsNull } from 'typeorm';
import type { Id, TenantId } from '#libs/persistence';
import { ContactRepository } from '../contacts/contact.repository.js';
import { type ErasesContact, ErasesContactIn } from '../erasure/contact-eraser.js';
import { ContactErasers } from '../erasure/contact-erasers.js';
import { ContactMerge } from '../contacts/contact-merge.entity.js';

/** Erases with a contact those that were merged into it. Its merges cannot be undone any more. */
@Injectable()
@ErasesContactIn(['contact_merge'])
export class ContactMergeEraser implements ErasesContact {
  constructor(
    private readonly contacts: ContactRepository,
    private readonly erasers: ContactErasers,
  ) {}

  async eraseContact(tx: EntityManager, tenantId: TenantId, contactId: Id<'cnt'>): Promise<void> {
    await tx.update(ContactMerge, { tenantId, mergedContactId: contactId }, { undo: null });
    await tx.update(ContactMerge, { tenantId, keptContactId: contactId }, { undo: null });
    const merges = await tx.findBy(ContactMerge, { tenantId, keptContactId: contactId, undoneAt: IsNull() });
    for (const { mergedContactId } of merges) {
      const merged = await this.contacts.lockWithDeleted(tx, tenantId, mergedContactId);
      if (merged && !merged.anonymizedAt) await this.erasers.eraseContact(tx, tenantId, mergedContactId);
    }
  }
}
