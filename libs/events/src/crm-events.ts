/** Kinds of changes of a contact of the CRM. */
export const CONTACT_CHANGES = ['created', 'updated', 'deleted'] as const;
export type ContactChangeKind = (typeof CONTACT_CHANGES)[number];

/** A change of a contact of the CRM, without personal data. */
export interface ContactChange {
  kind: ContactChangeKind;
  contactId: string;
  /** The changed fields, as the CRM's API names them; empty for a contact that was created or deleted. */
  fields: string[];
}

/** Most changes in one event. */
export const MAX_CONTACT_CHANGES = 500;

/** An address to which a contact of the CRM allows no messages any more, or allows them again. */
export interface ConsentNotice {
  channel: 'email' | 'sms';
  address: string;
  suppressed: boolean;
  /** Whether the person proved a new consent; only that lifts what an erasure holds back. */
  confirmed?: boolean;
}

declare module '#libs/app-events' {
  interface AppEvents {
    /** A lead became a contact. */
    'crm.contact.promoted': { contactId: string };
    /** Contacts were created, changed or deleted. */
    'crm.contacts.changed': { changes: ContactChange[] };
    /** A contact withdrew a consent, or gave it again. */
    'crm.consent.changed': { notices: ConsentNotice[] };
  }
}
