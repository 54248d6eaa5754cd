import '#libs/app-events';

/** A contact whose data every app erases, and all by which an app finds them. */
export interface ErasedContact {
  contactId: string;
  /** The request that was approved; null if the retention of the account erased the contact. */
  requestId: string | null;
  emails: string[];
  /** E.164. */
  phones: string[];
  /** The leads of Pages that the contact came from. */
  leadIds: string[];
  /** Addresses and numbers that another contact has, too: its consent stays as it is. */
  heldElsewhere?: string[];
}

declare module '#libs/app-events' {
  interface AppEvents {
    /** A request to erase a contact waits for a decision of the tenant's admins. */
    'crm.erasure.requested': { requestId: string };
    /** A contact was erased for good. The payload is the last place that has its addresses. */
    'crm.contact.erased': ErasedContact;
  }
}
