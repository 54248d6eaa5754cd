import type { FieldType, FormField, LegalBasis } from '../form-definition.js';
import type { EmailStatus, LeadOrigin, LeadSource, LeadValue } from '../lead.js';
import type { Lead } from '../lead.entity.js';
import type { NewLead } from './new-lead.js';

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
  consent: {
    given: boolean;
    text: string | null;
    legalBasis: LegalBasis;
    /** Null if the form asks for no confirmation by e-mail. */
    confirmation: { askedAt: string; confirmedAt: string | null; address: string | null } | null;
  };
  origin: LeadOrigin;
  address: string | null;
  userAgent: string | null;
  occurredAt: string;
  receivedAt: string;
}

declare module '#libs/app-events' {
  interface AppEvents {
    'pages.lead.captured': CapturedLead;
    /** A later check of the address of a captured lead has a result. */
    'pages.lead.email-checked': { leadId: string; emailStatus: EmailStatus };
    /** Its consent was confirmed by the link in a mail to its address; from which IP address. */
    'pages.lead.confirmed': { leadId: string; confirmedAt: string; address: string | null };
    /** A lead that was sent turned out to be spam. */
    'pages.lead.retracted': { leadId: string };
  }
}

/** Parts of a form that a lead's event needs. */
export interface SentForm {
  name: string;
  fields: readonly FormField[];
}

/** A lead as it is sent: just accepted, or kept for a while and perhaps confirmed. */
type SentLead = Omit<NewLead, 'id' | 'files'> & { id: string } & Partial<
    Pick<Lead, 'confirmedAt' | 'confirmedAddress'>
  >;

export function toCapturedLead(lead: SentLead, form: SentForm): CapturedLead {
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
    consent: {
      given: lead.consent,
      text: lead.consentText,
      legalBasis: lead.legalBasis,
      confirmation: confirmationOf(lead),
    },
    origin: lead.origin,
    address: lead.address,
    userAgent: lead.userAgent,
    occurredAt: lead.occurredAt.toISOString(),
    receivedAt: lead.createdAt.toISOString(),
  };
}

function confirmationOf(lead: SentLead): CapturedLead['consent']['confirmation'] {
  if (!lead.confirmationAskedAt) return null;
  return {
    askedAt: lead.confirmationAskedAt.toISOString(),
    confirmedAt: lead.confirmedAt?.toISOString() ?? null,
    address: lead.confirmedAddress ?? null,
  };
}
