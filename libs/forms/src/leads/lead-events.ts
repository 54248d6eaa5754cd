import type { FieldType, FormField, LegalBasis } from '../form-definition.js';
import type { EmailStatus, LeadOrigin, LeadSource, LeadValue } from '../lead.js';
import type { Lead } from '../lead.entity.js';

/** The app that leads go to. */
export const LEADS_RECEIVER = 'crm';

/** A lead as the CRM is told of it: all that it needs to make or find the contact, without asking back. */
export interface CapturedLead {
  leadId: string;
  formId: string;
  formName: string;
  pageId: string | null;
  source: LeadSource;
  externalId: string | null;
  fields: { name: string; label: string; type: FieldType; contactField: string | null; value: LeadValue }[];
  consent: { given: boolean; text: string | null; legalBasis: LegalBasis };
  origin: LeadOrigin;
  address: string | null;
  userAgent: string | null;
  occurredAt: string;
  receivedAt: string;
}

declare module '#libs/app-events' {
  interface AppEvents {
    'pages.lead.captured': CapturedLead;
    /** What a later look at the address of a captured lead has found. */
    'pages.lead.email-checked': { leadId: string; emailStatus: EmailStatus };
    /** A lead that was sent turned out to be spam. */
    'pages.lead.retracted': { leadId: string };
  }
}

/** What a lead's event needs of its form. */
export interface SentForm {
  name: string;
  fields: readonly FormField[];
}

export function toCapturedLead(lead: Omit<Lead, 'emailStatus' | 'spamDecidedAt'>, form: SentForm): CapturedLead {
  const answered = form.fields.filter(({ name }) => Object.hasOwn(lead.values, name));
  return {
    leadId: lead.id,
    formId: lead.formId,
    formName: form.name,
    pageId: lead.pageId,
    source: lead.source,
    externalId: lead.externalId,
    fields: answered.map(({ name, label, type, contactField }) => ({
      name,
      label,
      type,
      contactField,
      value: lead.values[name]!,
    })),
    consent: { given: lead.consent, text: lead.consentText, legalBasis: lead.legalBasis },
    origin: lead.origin,
    address: lead.address,
    userAgent: lead.userAgent,
    occurredAt: lead.occurredAt.toISOString(),
    receivedAt: lead.createdAt.toISOString(),
  };
}
