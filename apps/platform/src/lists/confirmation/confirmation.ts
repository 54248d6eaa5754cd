import type { Id } from '#libs/core/persistence';

/** The kind of job that asks a pending member for a confirmation. */
export const ASK_MEMBER_JOB = 'list.ask-member';

export interface AskMember {
  listId: Id<'lst'>;
  contactId: Id<'cnt'>;
  /** Environment of the key or session that added the contact. */
  environment: 'live' | 'test';
}

/** Confirmation behind the link of a mail, stored with the message: the link itself is made when the mail leaves. */
export interface AskedConfirmation extends Pick<AskMember, 'listId' | 'contactId'> {
  /** Stands for the address that the mail goes to. */
  digest: string;
  /** Unix time in milliseconds; the mail names the day. */
  expiresAt: number;
}

const DAY_MS = 86_400_000;

/** How long the link in a mail works. */
export const CONFIRMATION_LINK_DAYS = 7;
export const CONFIRMATION_LINK_MS = CONFIRMATION_LINK_DAYS * DAY_MS;

/** A mail that could not be sent for this long asks for nothing any more. */
export const ASK_DROPPED_AFTER_MS = 3 * DAY_MS;
