import type { CapturedLead } from '#libs/core/app-events';
import type { FormField } from '../form-definition.js';
import type { Lead } from '../lead.entity.js';
import type { AnnouncedLeads } from './announce-lead.js';
import type { NewLead } from './new-lead.js';

/** The app that leads go to. */
export const LEADS_RECEIVER = 'crm';

/** Parts of a form that a lead's event needs. */
export interface SentForm {
  name: string;
  fields: readonly FormField[];
  /** Absent in a journal that an older version wrote: then nobody hears of the lead. */
  announced?: AnnouncedLeads;
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
