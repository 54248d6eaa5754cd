/** The job that tells watchers of changed contacts; at most one of a tenant waits or runs. */
export const CONTACTS_CHANGED_JOB = 'contact-changes.tell';

export interface TellContactsChanged {
  /** The only contact to tell of: one at which a watcher has failed. */
  contactId?: string;
}
