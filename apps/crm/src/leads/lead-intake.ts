import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { recordAudit } from '#libs/core/audit';
import type { CapturedLead } from '#libs/core/app-events';
import { metrics } from '#libs/core/observability';
import type { TenantId } from '#libs/core/persistence';
import { AccountSettingsRepository } from '../account-settings/account-settings.repository.js';
import { AddressConsents } from '../consent/address-consents.js';
import { ContactEvents } from '../contact-events/contact-events.js';
import { ContactRepository } from '../contacts/contact.repository.js';
import type { CustomValues } from '../custom-fields/custom-value.js';
import { CustomFields } from '../custom-fields/custom-fields.js';
import { EventDays } from '../event-days/event-days.js';
import { FORM_SENT } from '../event-days/event-names.js';
import { SuggestionFinder } from '../duplicates/suggestion-finder.js';
import { TenantKeys } from '../keys/tenant-keys.js';
import { Timeline } from '../timeline/timeline.js';
import { CapturedLeads } from './listeners/captured-leads.js';
import { isNativeFormField, readCustomAnswers } from './custom-answers.js';
import { toFormSubmission } from './lead-activity.js';
import { readAnswers } from './lead-answers.js';
import { LeadConsent } from './lead-consent.js';
import { type LeadContact, LeadContacts } from './lead-contacts.js';
import type { LeadReceipt } from './lead-receipt.entity.js';
import { LeadReceiptRepository } from './lead-receipt.repository.js';

/** Takes leads into the CRM: each belongs to a contact, and stands in its timeline. */
@Injectable()
export class LeadIntake {
  private readonly received = metrics.registerCounter({
    name: 'crm_leads_received_total',
    help: 'Leads that Pages has sent, by what became of them: a new contact, one that was known, or none',
    labelNames: ['outcome'],
  });

  constructor(
    private readonly receipts: LeadReceiptRepository,
    private readonly leadContacts: LeadContacts,
    private readonly contacts: ContactRepository,
    private readonly accounts: AccountSettingsRepository,
    private readonly keys: TenantKeys,
    private readonly timeline: Timeline,
    private readonly consent: LeadConsent,
    private readonly addresses: AddressConsents,
    private readonly suggestions: SuggestionFinder,
    private readonly customFields: CustomFields,
    private readonly capturedLeads: CapturedLeads,
    private readonly days: EventDays,
    private readonly events: ContactEvents,
  ) {}

  /** Applies a lead that was not applied yet, with what later events have said of it already. */
  async apply(tx: EntityManager, tenantId: TenantId, receipt: LeadReceipt, lead: CapturedLead): Promise<void> {
    const cipher = await this.keys.cipherWithin(tx, tenantId);
    const { country } = await this.accounts.get(tx, tenantId);
    const answers = readAnswers(lead.fields, country);
    const custom = await this.customValuesOf(tx, tenantId, lead);
    const found = await this.leadContacts.findOrCreate(tx, tenantId, cipher, lead, { ...answers, custom });
    if (!found) return void this.received.inc({ outcome: 'no contact' });
    const { record, isNew } = found;
    const confirmedAt = receipt.confirmedAt?.toISOString() ?? lead.consent.confirmation?.confirmedAt ?? null;
    const submission = withConfirmation(toFormSubmission(lead), confirmedAt);
    const { id: activityId } = await this.timeline.record(tx, record.contact, record.key, {
      type: 'form-submitted',
      authorId: null,
      data: { ...submission },
    });
    await this.consent.apply(tx, record, submission, answers);
    const moved = { contactId: record.contact.id, before: found.identifiersBefore, after: record.identifiers };
    await this.addresses.follow(tx, cipher, tenantId, isNew ? [] : [moved]);
    const hasPrimaryEmail = answers.email !== null && record.emails[0] === answers.email;
    const status = hasPrimaryEmail ? receipt.emailStatus : null;
    const contactUpdatedAt = new Date();
    await this.contacts.update(tx, record.contact, {
      updatedAt: contactUpdatedAt,
      ...(status !== null && { emailStatus: status }),
    });
    if (status !== null && !isNew && status !== record.contact.emailStatus)
      await this.events.changed(tx, tenantId, [
        { kind: 'updated', contactId: record.contact.id, fields: ['email_status'] },
      ]);
    const occurredAt = new Date(lead.occurredAt);
    await this.days.add(tx, tenantId, [
      { contactId: record.contact.id, name: FORM_SENT, occurredAt, isByPerson: true },
    ]);
    await this.receipts.update(tx, receipt, {
      contactId: record.contact.id,
      formId: lead.formId,
      pageId: lead.pageId,
      activityId,
      madeContact: isNew,
      hasPrimaryEmail,
      contactUpdatedAt: isNew ? contactUpdatedAt : null,
    });
    const { phoneOwnerId } = found;
    const emails = answers.email === null ? [] : [answers.email];
    await this.suggestions.suggest(tx, cipher, tenantId, [
      { contact: record.contact, emails, phones: record.phones, phoneOwnerId },
    ]);
    await this.capturedLeads.enqueue(tx, tenantId, lead);
    await this.conclude(tx, found, lead.leadId);
  }

  private async customValuesOf(tx: EntityManager, tenantId: TenantId, { fields }: CapturedLead): Promise<CustomValues> {
    const hasSome = fields.some(({ contactField }) => contactField !== null && !isNativeFormField(contactField));
    return hasSome ? readCustomAnswers(fields, await this.customFields.list(tx, tenantId)) : {};
  }

  private async conclude(tx: EntityManager, { record, isNew }: LeadContact, leadId: string): Promise<void> {
    this.received.inc({ outcome: isNew ? 'new contact' : 'known contact' });
    const { tenantId, id } = record.contact;
    await recordAudit(tx, {
      action: isNew ? 'contact.created' : 'contact.lead-received',
      object: { type: 'contact', id },
      tenantId,
      after: { leadId },
    });
  }
}

/** The confirmation may have arrived before the lead. */
function withConfirmation(
  submission: ReturnType<typeof toFormSubmission>,
  confirmedAt: string | null,
): ReturnType<typeof toFormSubmission> {
  const { confirmation } = submission.consent;
  if (!confirmation) return submission;
  return { ...submission, consent: { ...submission.consent, confirmation: { ...confirmation, confirmedAt } } };
}
