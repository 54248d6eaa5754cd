/** The job that tells the CRM's features of a captured lead. */
export const LEAD_CAPTURED_JOB = 'lead.captured';

export interface LeadToTell {
  leadId: string;
  formId: string;
  /** Page of the form; absent in jobs of an older version, null for a form of another site. */
  pageId?: string | null;
  /** When the visitor sent the form, as ISO 8601. */
  sentAt: string;
}
