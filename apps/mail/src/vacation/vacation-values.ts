/** Days until a sender is answered again. */
export const INTERVAL_DAYS = { min: 1, max: 30, usual: 7 };

/** Automatic replies in a day, of one mailbox and of all of a tenant: senders can be made up. */
export const MAX_REPLIES_A_DAY = { mailbox: 100, tenant: 500 };

export const ANSWER_JOB = 'vacation.answer';

/** Answers a message. */
export interface AnswerMessage {
  mailboxId: string;
  /** The sender in the envelope of the message. */
  to: string;
  /** Subject of the message; null if its author is not proved. */
  subject: string | null;
  /** Without angle brackets. */
  messageId: string | null;
  /** Message-IDs in its References, the oldest first. */
  references: string[];
}
