import { Injectable } from '@nestjs/common';
import { PersonErasers, spellingsOf } from '#libs/privacy/data-rights';
import type { EntityManager } from 'typeorm';
import { AppEventSender, type ErasedContact } from '#libs/core/app-events';
import type { Id } from '#libs/core/persistence';
import { causedBy, setChangeCause } from '../contact-changes/change-cause.js';
import type { Contact } from '../contacts/contact.entity.js';
import { ContactEvents } from '../contact-events/contact-events.js';
import { openContact } from '../contacts/contact-record.js';
import { ContactRepository } from '../contacts/contact.repository.js';
import type { TenantCipher } from '../keys/tenant-cipher.js';
import { LeadReceipt } from '../leads/lead-receipt.entity.js';
import { keepErasedIndexes } from '../erasure/erased-identifier.sql.js';

/** The apps that hold data of contacts, too. */
export const ERASING_APPS = ['pages', 'platform', 'mail'] as const;
export type ErasingApp = (typeof ERASING_APPS)[number];

/** Erases contacts for good: here, and by an event in the other apps. */
@Injectable()
export class ContactAnonymizer {
  constructor(
    private readonly contacts: ContactRepository,
    private readonly erasers: PersonErasers<Id<'cnt'>>,
    private readonly events: AppEventSender,
    private readonly changes: ContactEvents,
  ) {}

  /**
   * Anonymizes a contact in the transaction of the decision; nothing can undo it. The caller has locked the contact.
   * @param requestId the request that was approved; null for the retention
   * @returns the apps that were told
   */
  async anonymize(
    tx: EntityManager,
    cipher: TenantCipher,
    contact: Contact,
    requestId: string | null,
  ): Promise<readonly ErasingApp[]> {
    const { tenantId, id: contactId } = contact;
    await setChangeCause(tx, causedBy('other', false));
    const identifiers = await this.contacts.listIdentifiers(tx, tenantId, [contactId]);
    const leads = await tx.findBy(LeadReceipt, { tenantId, contactId });
    const { emails, phones, identifiers: known } = openContact(cipher, contact, identifiers);
    const held = await keepErasedIndexes(tx, tenantId, contactId);
    const heldElsewhere = known
      .filter(({ kind, value }) =>
        held.some((one) => cipher.indexesOf(kind, value).some((index) => one.blindIndex.equals(index))),
      )
      .flatMap(({ kind, value }) => (kind === 'phone' ? spellingsOf(value) : [value]));
    // An app of the version before compares numbers as they are written.
    const numbers = phones.flatMap(spellingsOf);
    const leadIds = leads.map(({ leadId }) => leadId);
    const erased: ErasedContact = { contactId, requestId, emails, phones: numbers, leadIds, heldElsewhere };
    await this.erasers.erase(tx, tenantId, contactId);
    // Subscribers drop what they have of the contact; of a deleted one they have been told.
    if (contact.deletedAt === null)
      await this.changes.changed(tx, tenantId, [{ kind: 'deleted', contactId, fields: [] }]);
    for (const app of ERASING_APPS) await this.events.send(tx, tenantId, app, 'crm.contact.erased', erased);
    return ERASING_APPS;
  }
}
