import { Injectable } from '@nestjs/common';
import { type EntityManager, Not } from 'typeorm';
import { recordAudit } from '#libs/core/audit';
import { ConsentChange } from '../consent/consent-change.entity.js';
import { Consents } from '../consent/consents.js';
import { ContactIdentifier } from '../identifiers/contact-identifier.entity.js';
import { ContactEvents } from '../contact-events/contact-events.js';
import { type ContactRecord, openContact } from '../contacts/contact-record.js';
import { Contact } from '../contacts/contact.entity.js';
import { emptiedContact } from '../contacts/emptied-contact.js';
import { ContactEventDay } from '../event-days/contact-event-day.entity.js';
import { EventDays } from '../event-days/event-days.js';
import { FORM_SENT } from '../event-days/event-names.js';
import { ContactRepository } from '../contacts/contact.repository.js';
import { TenantKeys } from '../keys/tenant-keys.js';
import { Activity } from '../timeline/activity.entity.js';
import { updateFormSubmission } from './lead-activity.js';
import type { LeadReceipt } from './lead-receipt.entity.js';
import { LeadReceiptRepository } from './lead-receipt.repository.js';

/** Takes back what a lead did that turned out to be spam, and restores it if that was an error. */
@Injectable()
export class LeadRetraction {
  constructor(
    private readonly receipts: LeadReceiptRepository,
    private readonly contacts: ContactRepository,
    private readonly keys: TenantKeys,
    private readonly consents: Consents,
    private readonly events: ContactEvents,
    private readonly days: EventDays,
  ) {}

  /** Marks the lead in the timeline. A contact that it made, and that nothing has changed since, is removed. */
  async retract(tx: EntityManager, receipt: LeadReceipt): Promise<void> {
    const record = await this.lockContact(tx, receipt);
    if (!record) return;
    const { tenantId, leadId } = receipt;
    if (await this.isUntouched(tx, receipt, record.contact)) {
      await this.remove(tx, record.contact);
      await this.receipts.update(tx, receipt, { contactId: null, activityId: null, madeContact: false, toldAt: null });
    } else {
      await this.mark(tx, receipt, record, true);
      await this.consents.setLeadVoid(tx, record, leadId, true);
    }
    const object = { type: 'contact', id: record.contact.id };
    await recordAudit(tx, { action: 'contact.lead-retracted', object, tenantId, after: { leadId } });
  }

  /** Undoes {@link retract} for a lead that still has its entry in a timeline; false if it has none. */
  async restore(tx: EntityManager, receipt: LeadReceipt): Promise<boolean> {
    const record = await this.lockContact(tx, receipt);
    if (!record || !(await this.mark(tx, receipt, record, false))) return false;
    await this.consents.setLeadVoid(tx, record, receipt.leadId, false);
    return true;
  }

  /** Null if the lead has no contact, or it was deleted since. */
  private async lockContact(tx: EntityManager, { tenantId, contactId }: LeadReceipt): Promise<ContactRecord | null> {
    const contact = contactId && (await this.contacts.lockForUpdate(tx, tenantId, contactId));
    if (!contact) return null;
    const cipher = await this.keys.cipherWithin(tx, tenantId);
    return openContact(cipher, contact, await this.contacts.listIdentifiers(tx, tenantId, [contact.id]));
  }

  private async mark(
    tx: EntityManager,
    { tenantId, activityId }: LeadReceipt,
    { contact: { id: contactId }, key }: ContactRecord,
    isSpam: boolean,
  ): Promise<boolean> {
    if (activityId === null) return false;
    const where = { tenantId, contactId, id: activityId };
    let isOther = false;
    const submission = await updateFormSubmission(tx, where, key, (known) => {
      isOther = known.isSpam !== isSpam;
      return { ...known, isSpam };
    });
    if (!submission) return false;
    const event = { contactId, name: FORM_SENT, occurredAt: new Date(submission.occurredAt), isByPerson: false };
    if (isOther && isSpam) await this.days.takeBack(tx, tenantId, event);
    else if (isOther) await this.days.add(tx, tenantId, [event]);
    return true;
  }

  private async isUntouched(
    tx: EntityManager,
    { tenantId, activityId, madeContact, contactUpdatedAt }: LeadReceipt,
    { id: contactId, updatedAt }: Contact,
  ): Promise<boolean> {
    if (!madeContact || activityId === null || updatedAt.getTime() !== contactUpdatedAt?.getTime()) return false;
    const others = await tx.find(Activity, {
      select: { id: true, type: true, authorId: true },
      where: { tenantId, contactId, id: Not(activityId), type: Not('message') },
      take: OWN_ACTIVITIES + 1,
    });
    return (
      others.length <= OWN_ACTIVITIES &&
      others.every(({ type, authorId }) => type === 'consent-changed' && authorId === null)
    );
  }

  /** The row stays, without personal data, for those of other tables that point to it. */
  private async remove(tx: EntityManager, contact: Contact): Promise<void> {
    const { tenantId, id: contactId } = contact;
    await tx.delete(ContactIdentifier, { tenantId, contactId });
    await tx.update(Activity, { tenantId, contactId }, { sealed: null });
    await tx.update(ConsentChange, { tenantId, contactId }, { sealed: null });
    await tx.delete(ContactEventDay, { tenantId, contactId });
    const now = new Date();
    const changes = { ...emptiedContact(tx), deletedAt: now, anonymizedAt: now };
    await tx.update(Contact, { tenantId, id: contactId }, changes);
    await this.events.changed(tx, tenantId, [{ kind: 'deleted', contactId, fields: [] }]);
  }
}

/** A lead records its form and at most a consent by channel. */
const OWN_ACTIVITIES = 8;
