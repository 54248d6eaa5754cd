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
