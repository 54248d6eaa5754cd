/**
 * The kind of a failure. `hard`: the address does not exist or accepts no mail, permanently. `block`: the server rejects
 * this sender or this content. `soft`: everything else, such as a full mailbox or a server that is down.
 */
export type BounceType = 'hard' | 'soft' | 'block';

/** The outcome of a mail for one recipient: the actions of RFC 3464, section 2.3.3. */
export type ReportedAction = 'failed' | 'delayed' | 'delivered' | 'relayed' | 'expanded';

/** A report's result for one recipient. */
export interface RecipientReport {
  action: ReportedAction;
  /** The kind of failure; without meaning for other actions. */
  type: BounceType;
  /** The address that the mail was sent to, as far as the report tells; absent if it names none. */
  recipient?: string;
  /** The address that the mail was forwarded to, if the report names one beside the recipient. */
  finalRecipient?: string;
  /** Enhanced status code of RFC 3463, such as 5.1.1. */
  status?: string;
  /** Reply code of SMTP, such as 550. */
  smtpCode?: number;
  /** The server's text, on one line and cut to 500 characters. */
  diagnostic?: string;
}

/** A delivery report: a DSN of RFC 3464, or a bounce in a server's own format. */
export interface DeliveryReport {
  kind: 'delivery';
  /** At least one. */
  recipients: RecipientReport[];
  /** Message-ID of the mail that it is about, without angle brackets. */
  originalMessageId?: string;
}

/** A feedback report of RFC 5965: a recipient marked the mail as spam, or as not spam. */
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
