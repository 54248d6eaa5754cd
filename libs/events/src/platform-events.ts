import '#libs/app-events';

/** Changes of a recipient: its own by a channel, or of its address. */
export const RECIPIENT_CHANGES = ['unsubscribed', 'complained', 'resubscribed', 'bounced'] as const;
export type RecipientChange = (typeof RECIPIENT_CHANGES)[number];

/** Ways by which Platform learns of it: a mail, its page of choices, a report, a text, a double opt-in, or the account. */
export const RECIPIENT_SOURCES = ['link', 'preferences', 'report', 'text', 'confirmation', 'api'] as const;
export type RecipientSource = (typeof RECIPIENT_SOURCES)[number];

/** Something that holds for all messages to an address, and not for one topic alone. */
export interface RecipientNotice {
  channel: 'email' | 'sms';
  /** Lower case, or E.164. */
  address: string;
  change: RecipientChange;
  source: RecipientSource;
  /** True if the domain of a bounced address does not exist, or takes no mail at all. */
  isDomainGone: boolean;
  /** ISO 8601. */
  occurredAt: string;
}

/** Most notices in one event. */
export const MAX_RECIPIENT_NOTICES = 100;

declare module '#libs/app-events' {
  interface AppEvents {
    /** Recipients unsubscribed, complained or came back, or their addresses bounced for good. */
    'platform.recipients.changed': { notices: RecipientNotice[] };
    /** A webhook of the tenant was switched off, because it failed for days. */
    'platform.webhook.disabled': {
      webhookId: string;
      /** Host of the webhook's URL. */
      host: string;
      /** ISO 8601. */
      failingSince: string;
    };
  }
}
