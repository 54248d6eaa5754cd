import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { ErasesPersonIn } from '#libs/privacy/data-rights';
import type { Id, TenantId } from '#libs/core/persistence';
import type { ErasesContact } from '../erasure/contact-eraser.js';
import { Activity } from '../timeline/activity.entity.js';
import { ContactIdentifier } from '../identifiers/contact-identifier.entity.js';
import { Contact } from './contact.entity.js';
import { emptiedContact } from './emptied-contact.js';

/** Empties a contact: the row, its identifiers and what its timeline says. When things happened stays. */
@Injectable()
@ErasesPersonIn(['activity', 'contact', 'contact_identifier'])
export class ContactEraser implements ErasesContact {
  async erase(tx: EntityManager, tenantId: TenantId, contactId: Id<'cnt'>): Promise<void> {
    await tx.delete(ContactIdentifier, { tenantId, contactId });
    await tx.update(Activity, { tenantId, contactId }, { sealed: null });
    const changes = { ...emptiedContact(tx), anonymizedAt: new Date() };
    await tx.update(Contact, { tenantId, id: contactId }, changes);
  }
}
