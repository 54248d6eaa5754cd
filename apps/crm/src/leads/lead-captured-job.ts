/** The job that tells the CRM's features of a captured lead. */
export const LEAD_CAPTURED_JOB = 'lead.captured';

export interface LeadToTell {
  leadId: string;
  formId: string;
  /** Page of the form; absent in jobs of an older version, null for a form of another site. */
  pageId?: string | null;
  /** When the visitor sent the form, as ISO 8601. */
  sentAt: string;
  /** The visitor's {@link LeadVisitor} as JSON, sealed; absent in jobs of an earlier version. */
  sealedVisitor?: string;
  /** Whether it was taken for spam before. */
  isRestored?: boolean;
}

/** From where a form was sent, as the browser showed it. The CRM keeps it with nothing but this job. */
export interface LeadVisitor {
  /** IP address; null for a lead that did not come from a browser. */
  address: string | null;
  userAgent: string | null;
}
