/** What happened to a contact of the CRM. */
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

declare module '#libs/app-events' {
  interface AppEvents {
    /** A lead became a contact. */
    'crm.contact.promoted': { contactId: string };
    /** Contacts were created, changed or deleted. */
    'crm.contacts.changed': { changes: ContactChange[] };
  }
}
