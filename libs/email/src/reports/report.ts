/**
 * How a failure is to be taken. `hard`: the address does not exist or takes no mail, and never will. `block`: the server
 * refuses this sender or this content. `soft`: everything else, such as a full mailbox or a server that is down.
 */
export type BounceType = 'hard' | 'soft' | 'block';

/** What became of a mail for one recipient: the actions of RFC 3464, section 2.3.3. */
export type ReportedAction = 'failed' | 'delayed' | 'delivered' | 'relayed' | 'expanded';

/** What a report says of one recipient. */
export interface RecipientReport {
  action: ReportedAction;
  /** What kind of failure it is; says nothing for the actions that are none. */
  type: BounceType;
  /** The address that the report is about; absent when it names none. */
  recipient?: string;
  /** The address that the mail was first sent to, where the report tells it from a forwarded one. */
  originalRecipient?: string;
  /** Enhanced status code of RFC 3463, such as 5.1.1. */
  status?: string;
  /** Reply code of SMTP, such as 550. */
  smtpCode?: number;
  /** The words of the server, on one line and cut to 500 characters. */
  diagnostic?: string;
}

/** A delivery report: a DSN of RFC 3464, or a bounce in a server's own words. */
export interface DeliveryReport {
  kind: 'delivery';
  /** At least one. */
  recipients: RecipientReport[];
  /** Message-ID of the mail that it is about, without angle brackets. */
  originalMessageId?: string;
}

/** A feedback report of RFC 5965: somebody calls the mail spam, or takes that back. */
export interface ComplaintReport {
  kind: 'complaint';
  /** `abuse`, `fraud`, `virus`, `other`, `not-spam`, `opt-out` or another registered type, in lower case. */
  feedbackType: string;
  recipient?: string;
  originalMessageId?: string;
  /** The program that made the report. */
  userAgent?: string;
}

export type MailReport = DeliveryReport | ComplaintReport;
