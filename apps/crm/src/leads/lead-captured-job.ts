/** The job that tells the CRM's features of a captured lead. */
export const LEAD_CAPTURED_JOB = 'lead.captured';

export interface LeadToTell {
  leadId: string;
  formId: string;
  /** When the visitor sent the form, as ISO 8601. */
  sentAt: string;
}
