import { Injectable } from '@nestjs/common';
import { type EntityManager, IsNull } from 'typeorm';
import { ErasesPersonIn, PersonErasers } from '#libs/privacy/data-rights';
import type { Id, TenantId } from '#libs/core/persistence';
import { ContactRepository } from '../contacts/contact.repository.js';
import type { ErasesContact } from '../erasure/contact-eraser.js';
import { ContactMerge } from '../contacts/contact-merge.entity.js';

/** Erases with a contact those that were merged into it. Its merges cannot be undone any more. */
@Injectable()
@ErasesPersonIn(['contact_merge'])
export class ContactMergeEraser implements ErasesContact {
  constructor(
    private readonly contacts: ContactRepository,
    private readonly erasers: PersonErasers<Id<'cnt'>>,
  ) {}

  async erase(tx: EntityManager, tenantId: TenantId, contactId: Id<'cnt'>): Promise<void> {
    await tx.update(ContactMerge, { tenantId, mergedContactId: contactId }, { undo: null });
    await tx.update(ContactMerge, { tenantId, keptContactId: contactId }, { undo: null });
    const merges = await tx.findBy(ContactMerge, { tenantId, keptContactId: contactId, undoneAt: IsNull() });
    for (const { mergedContactId } of merges) {
      const merged = await this.contacts.lockWithDeleted(tx, tenantId, mergedContactId);
      if (merged && !merged.anonymizedAt) await this.erasers.erase(tx, tenantId, mergedContactId);
    }
  }
}
