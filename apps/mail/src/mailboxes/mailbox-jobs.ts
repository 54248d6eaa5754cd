/** The job that makes the tenant's owner the owner of a mailbox for which identity could not be asked at once. */
export const GRANT_OWNER_JOB = 'mailbox.grant-owner';

export interface GrantOwner {
  mailboxId: string;
}
