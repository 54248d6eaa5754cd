import type { EventType, PlatformEvent } from '../events/event-types.js';

/** Forms of the body of a webhook: our own, and those of other services. */
export const FORMATS = ['service', 'ses', 'postmark', 'resend'] as const;

export type WebhookFormat = (typeof FORMATS)[number];
export type TheirFormat = Exclude<WebhookFormat, 'service'>;

/** No service whose form we write has a word for these. */
const NONE = { ses: null, postmark: null, resend: null };

/**
 * Words of other services for our events; null where one has none, so that an endpoint in its form cannot ask for the event.
 * Each event type is listed: a new one needs a decision for each of them.
 */
export const WORDS = {
  'email.sent': { ses: 'Send', postmark: null, resend: 'email.sent' },
  'email.delivered': { ses: 'Delivery', postmark: 'Delivery', resend: 'email.delivered' },
  'email.bounced': { ses: 'Bounce', postmark: 'Bounce', resend: 'email.bounced' },
  'email.complained': { ses: 'Complaint', postmark: 'SpamComplaint', resend: 'email.complained' },
  'email.opened': { ses: 'Open', postmark: 'Open', resend: 'email.opened' },
  'email.clicked': { ses: 'Click', postmark: 'Click', resend: 'email.clicked' },
  'email.unsubscribed': { ses: 'Subscription', postmark: 'SubscriptionChange', resend: null },
  'email.failed': { ses: 'Reject', postmark: 'Bounce', resend: 'email.failed' },
  'sms.sent': NONE,
  'sms.delivered': NONE,
  'sms.failed': NONE,
  'push.sent': NONE,
  'push.delivered': NONE,
  'push.failed': NONE,
  'contact.created': NONE,
  'contact.updated': NONE,
  'contact.unsubscribed': NONE,
  'crm.contact.created': NONE,
  'crm.contact.updated': NONE,
  'crm.contact.deleted': NONE,
  'crm.contact.promoted': NONE,
  'webhook.disabled': NONE,
  'email.received': { ses: null, postmark: 'Inbound', resend: 'email.received' },
  'sms.received': NONE,
} as const satisfies Record<EventType, Record<TheirFormat, string | null>>;

/** Events that a format has a word for: of e-mails that were sent, and of one that came. */
export type ToldEvent = {
  [Type in EventType]: (typeof WORDS)[Type] extends typeof NONE ? never : Type;
}[EventType];

/** Tells whether one of the formats has a word for an event: it is one of e-mails then. */
export const isTold = <Event extends PlatformEvent>(event: Event): event is Extract<Event, { type: ToldEvent }> =>
  Object.values(WORDS[event.type]).some((word) => word !== null);

/** Lists the types that a format has no word for. Our own has one for each. */
export function untoldBy(format: WebhookFormat, types: readonly EventType[]): EventType[] {
  return format === 'service' ? [] : types.filter((type) => WORDS[type][format] === null);
}
