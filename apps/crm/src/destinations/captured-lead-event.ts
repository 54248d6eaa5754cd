import { toWireLifecycle, toWireStage } from '../contacts/dto/wire-values.js';
import type { ReadLead } from '../leads/lead-reader.js';

export const LEAD_CAPTURED = 'crm.lead.captured';

/** Data of the event that a lead was captured: all that another system needs to make the person its own. */
export function toLeadData({ record, submission }: ReadLead): object {
  const { contact, emails, phones } = record;
  const { origin, consent } = submission;
  return {
    LeadId: submission.leadId,
    ContactId: contact.id,
    OccurredAt: submission.occurredAt,
    Contact: {
      Name: contact.name,
      Email: emails[0] ?? null,
      Phone: phones[0] ?? null,
      Emails: emails,
      Phones: phones,
      JobTitle: contact.jobTitle,
      Country: contact.country,
      State: contact.state,
      City: contact.city,
      Stage: toWireStage(contact.stage),
      Lifecycle: toWireLifecycle(contact.lifecycle),
      Tags: contact.tags,
      Fields: contact.custom,
    },
    Form: { Id: submission.formId, Name: submission.formName },
    Page: { Id: submission.pageId, Url: origin.url ?? null },
    Source: submission.source,
    Origin: {
      Url: origin.url ?? null,
      Referrer: origin.referrer ?? null,
      UtmSource: origin.utm_source ?? null,
      UtmMedium: origin.utm_medium ?? null,
      UtmCampaign: origin.utm_campaign ?? null,
      UtmTerm: origin.utm_term ?? null,
      UtmContent: origin.utm_content ?? null,
    },
    Answers: submission.answers.map(({ name, label, type, contactField, value }) => ({
      Name: name,
      Label: label,
      Type: type,
      Field: contactField,
      Value: value,
    })),
    Consent: {
      Given: consent.given,
      Text: consent.text,
      LegalBasis: consent.legalBasis,
      ConfirmedAt: consent.confirmation?.confirmedAt ?? null,
    },
  };
}

/** Data of the same shape that name nobody. */
export function sampleLeadData(now: Date): object {
  const url = 'https://example.com/oferta?utm_source=boletim';
  return {
    LeadId: 'led_0000000000000000',
    ContactId: 'cnt_0000000000000000',
    OccurredAt: now.toISOString(),
    Contact: {
      Name: 'Ana Exemplo',
      Email: 'ana@example.com',
      Phone: '+5511988887777',
      Emails: ['ana@example.com'],
      Phones: ['+5511988887777'],
      JobTitle: 'Compradora',
      Country: 'BR',
      State: 'São Paulo',
      City: 'Campinas',
      Stage: 'novo',
      Lifecycle: 'lead',
      Tags: [],
      Fields: {},
    },
    Form: { Id: 'frm_0000000000000000', Name: 'Formulário de exemplo' },
    Page: { Id: 'pag_0000000000000000', Url: url },
    Source: 'pagina',
    Origin: {
      Url: url,
      Referrer: null,
      UtmSource: 'boletim',
      UtmMedium: null,
      UtmCampaign: null,
      UtmTerm: null,
      UtmContent: null,
    },
    Answers: [{ Name: 'email', Label: 'E-mail', Type: 'email', Field: 'email', Value: 'ana@example.com' }],
    Consent: { Given: true, Text: 'Aceito receber novidades.', LegalBasis: 'consentimento', ConfirmedAt: null },
  };
}
