import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { type AppEvent, type CapturedLead, OnAppEvent } from '#libs/core/app-events';
import type { DataKey } from '#libs/core/secrets';
import { AccountSettingsRepository } from '../account-settings/account-settings.repository.js';
import { causedBy, setChangeCause } from '../contact-changes/change-cause.js';
import { ContactEvents } from '../contact-events/contact-events.js';
import { type ContactRecord, openContact } from '../contacts/contact-record.js';
import type { Contact } from '../contacts/contact.entity.js';
import { ContactRepository } from '../contacts/contact.repository.js';
import type { EmailStatus } from '../contacts/contact-values.js';
import { TenantKeys } from '../keys/tenant-keys.js';
import { isSpam, LeadCounts } from '../lead-counts/lead-counts.js';
import { CapturedLeads } from './listeners/captured-leads.js';
import { updateFormSubmission } from './lead-activity.js';
import { readAnswers } from './lead-answers.js';
import { LeadConsent } from './lead-consent.js';
import { LeadIntake } from './lead-intake.js';
import type { LeadReceipt } from './lead-receipt.entity.js';
import { LeadReceiptRepository } from './lead-receipt.repository.js';
import { LeadRetraction } from './lead-retraction.js';

/** Receives the events of Pages about its leads. Those of one lead may come in any order, and more than once. */
@Injectable()
export class LeadEventsReceiver {
  constructor(
    private readonly receipts: LeadReceiptRepository,
    private readonly intake: LeadIntake,
    private readonly retraction: LeadRetraction,
    private readonly consent: LeadConsent,
    private readonly contacts: ContactRepository,
    private readonly accounts: AccountSettingsRepository,
    private readonly keys: TenantKeys,
    private readonly capturedLeads: CapturedLeads,
    private readonly events: ContactEvents,
    private readonly counts: LeadCounts,
  ) {}

  @OnAppEvent('pages.lead.captured')
  async captured(tx: EntityManager, { tenantId, occurredAt, payload }: AppEvent<'pages.lead.captured'>): Promise<void> {
    const receipt = await this.receipts.lockOrInsert(tx, tenantId, payload.leadId);
    if (receipt.capturedAt && receipt.capturedAt >= occurredAt) return;
    await this.receipts.update(tx, receipt, { capturedAt: occurredAt });
    await setChangeCause(tx, causedBy('lead'));
    const known = { ...receipt, capturedAt: occurredAt };
    if (!isSpam(known) && !(isApplied(receipt) && !receipt.retractedAt)) await this.apply(tx, receipt, payload);
    await this.counts.follow(tx, known, new Date(payload.receivedAt));
  }

  @OnAppEvent('pages.lead.retracted')
  async retracted(
    tx: EntityManager,
    { tenantId, occurredAt, payload: { leadId } }: AppEvent<'pages.lead.retracted'>,
  ): Promise<void> {
    const receipt = await this.receipts.lockOrInsert(tx, tenantId, leadId);
    if (receipt.retractedAt && receipt.retractedAt >= occurredAt) return;
    await this.receipts.update(tx, receipt, { retractedAt: occurredAt });
    // What was no lead begins nothing.
    await setChangeCause(tx, causedBy('lead', false));
    const isNewer = receipt.capturedAt !== null && receipt.capturedAt > occurredAt;
    if (isApplied(receipt) && !isNewer) {
      await this.retraction.retract(tx, receipt);
      await this.capturedLeads.tellRetracted(tx, { tenantId, leadId });
    }
    await this.counts.follow(tx, { ...receipt, retractedAt: occurredAt });
  }

  @OnAppEvent('pages.lead.email-checked')
  async emailChecked(
    tx: EntityManager,
    { tenantId, payload: { leadId, emailStatus } }: AppEvent<'pages.lead.email-checked'>,
  ): Promise<void> {
    const receipt = await this.receipts.lockOrInsert(tx, tenantId, leadId);
    await setChangeCause(tx, causedBy('lead'));
    await this.receipts.update(tx, receipt, { emailStatus });
    if (receipt.hasPrimaryEmail) await this.setEmailStatus(tx, receipt, emailStatus);
    await this.counts.follow(tx, { ...receipt, emailStatus });
  }

  private async apply(tx: EntityManager, receipt: LeadReceipt, lead: CapturedLead): Promise<void> {
    const { tenantId } = receipt;
    if (await this.retraction.restore(tx, receipt)) await this.capturedLeads.enqueue(tx, tenantId, lead, true);
    else await this.intake.apply(tx, tenantId, receipt, lead);
  }

  private async setEmailStatus(tx: EntityManager, receipt: LeadReceipt, emailStatus: EmailStatus): Promise<void> {
    const contact = await this.lockContact(tx, receipt);
    if (!contact) return;
    await this.update(tx, receipt, contact, { emailStatus });
    if (contact.emailStatus === emailStatus) return;
    const change = { kind: 'updated' as const, contactId: contact.id, fields: ['email_status'] };
    await this.events.changed(tx, receipt.tenantId, [change]);
  }

  @OnAppEvent('pages.lead.confirmed')
  async confirmed(
    tx: EntityManager,
    { tenantId, payload: { leadId, confirmedAt } }: AppEvent<'pages.lead.confirmed'>,
  ): Promise<void> {
    const receipt = await this.receipts.lockOrInsert(tx, tenantId, leadId);
    await setChangeCause(tx, causedBy('lead'));
    await this.receipts.update(tx, receipt, { confirmedAt: new Date(confirmedAt) });
    const contact = await this.lockContact(tx, receipt);
    if (!contact || receipt.activityId === null) return;
    const record = await this.open(tx, contact);
    if (!record) return;
    const where = { tenantId, contactId: contact.id, id: receipt.activityId };
    const submission = await updateFormSubmission(tx, where, record.key, (known) => {
      const confirmation = { askedAt: confirmedAt, address: null, ...known.consent.confirmation, confirmedAt };
      return { ...known, consent: { ...known.consent, confirmation } };
    });
    if (!submission || submission.isSpam) return;
    const { country } = await this.accounts.get(tx, tenantId);
    await this.consent.apply(tx, record, submission, readAnswers(submission.answers, country));
    await this.update(tx, receipt, contact, {});
    await this.capturedLeads.tellConfirmed(tx, { tenantId, leadId, contactId: contact.id });
  }

  private async lockContact(tx: EntityManager, { tenantId, contactId }: LeadReceipt): Promise<Contact | null> {
    return contactId && this.contacts.lockForUpdate(tx, tenantId, contactId);
  }

  private async open(tx: EntityManager, contact: Contact): Promise<(ContactRecord & { key: DataKey }) | null> {
    const cipher = await this.keys.cipherWithin(tx, contact.tenantId);
    const identifiers = await this.contacts.listIdentifiers(tx, contact.tenantId, [contact.id]);
    const record = openContact(cipher, contact, identifiers);
    return record.key && { ...record, key: record.key };
  }

  /** A change by the lead itself does not count as one by a user. */
  private async update(
    tx: EntityManager,
    receipt: LeadReceipt,
    contact: Contact,
    changes: Partial<Contact>,
  ): Promise<void> {
    const isUntouched = receipt.contactUpdatedAt?.getTime() === contact.updatedAt.getTime();
    const updatedAt = new Date();
    await this.contacts.update(tx, contact, { ...changes, updatedAt });
    if (isUntouched) await this.receipts.update(tx, receipt, { contactUpdatedAt: updatedAt });
  }
}

const isApplied = ({ contactId }: LeadReceipt) => contactId !== null;
