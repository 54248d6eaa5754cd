/** Days until a sender is answered again. */
export const INTERVAL_DAYS = { min: 1, max: 30, usual: 7 };

/** Automatic replies of one mailbox in a day: senders can be made up. */
export const MAX_REPLIES_A_DAY = 1_000;

export const ANSWER_JOB = 'vacation.answer';

/** Answers a message. */
export interface AnswerMessage {
  mailboxId: string;
  /** The sender in the envelope of the message. */
  to: string;
  subject: string;
  /** Without angle brackets. */
  messageId: string | null;
  /** What its references were, the oldest first. */
  references: string[];
}
