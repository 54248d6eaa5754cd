import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { TenantId } from '#libs/core/persistence';
import { type ContactRecord, openContact } from '../contacts/contact-record.js';
import { ContactRepository } from '../contacts/contact.repository.js';
import { TenantKeys } from '../keys/tenant-keys.js';
import { Activity } from '../timeline/activity.entity.js';
import { toTimelineEntry } from '../timeline/timeline.js';
import type { FormSubmission } from './lead-activity.js';
import { LeadReceipt } from './lead-receipt.entity.js';

/** A lead as the CRM keeps it: the form that was sent, and the contact as it is now. */
export interface ReadLead {
  record: ContactRecord;
  submission: FormSubmission;
}

/** Reads leads from the timelines of their contacts. */
@Injectable()
export class LeadReader {
  constructor(
    private readonly contacts: ContactRepository,
    private readonly keys: TenantKeys,
  ) {}

  /** Null if its contact or its entry in the timeline is gone. */
  async read(tx: EntityManager, tenantId: TenantId, leadId: string): Promise<ReadLead | null> {
    const receipt = await tx.findOneBy(LeadReceipt, { tenantId, leadId });
    if (!receipt?.contactId || receipt.activityId === null) return null;
    const contact = await this.contacts.find(tx, tenantId, receipt.contactId);
    if (!contact) return null;
    const cipher = await this.keys.cipherWithin(tx, tenantId);
    const record = openContact(cipher, contact, await this.contacts.listIdentifiers(tx, tenantId, [contact.id]));
    const activity = await tx.findOneBy(Activity, { tenantId, contactId: contact.id, id: receipt.activityId });
    if (!activity?.sealed || !record.key) return null;
    return { record, submission: toTimelineEntry(activity, record.key).data as unknown as FormSubmission };
  }
}
