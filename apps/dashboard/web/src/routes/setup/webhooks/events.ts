/** Types of events that an endpoint may ask for; a test compares them with the schema. */
export const EVENT_TYPES = [
  'email.sent',
  'email.delivered',
  'email.bounced',
  'email.complained',
  'email.opened',
  'email.clicked',
  'email.unsubscribed',
  'email.failed',
  'sms.sent',
  'sms.delivered',
  'sms.failed',
  'push.sent',
  'push.delivered',
  'push.failed',
  'contact.created',
  'contact.updated',
  'contact.unsubscribed',
  'crm.contact.created',
  'crm.contact.updated',
  'crm.contact.deleted',
  'crm.contact.promoted',
  'webhook.disabled',
  'email.received',
  'sms.received',
] as const;

/** Events that formats of other services have words for; a test compares them with the platform's. */
const OF_OTHERS = {
  ses: [
    'email.sent',
    'email.delivered',
    'email.bounced',
    'email.complained',
    'email.opened',
    'email.clicked',
    'email.unsubscribed',
    'email.failed',
  ],
  postmark: [
    'email.delivered',
    'email.bounced',
    'email.complained',
    'email.opened',
    'email.clicked',
    'email.unsubscribed',
    'email.failed',
    'email.received',
  ],
  resend: [
    'email.sent',
    'email.delivered',
    'email.bounced',
    'email.complained',
    'email.opened',
    'email.clicked',
    'email.failed',
    'email.received',
  ],
} as const;

export type Format = 'service' | keyof typeof OF_OTHERS;

/** Events that an endpoint may ask for, by the format of its bodies. */
export const EVENTS_OF: Readonly<Record<Format, readonly string[]>> = { service: EVENT_TYPES, ...OF_OTHERS };

export const FORMATS = Object.keys(EVENTS_OF) as Format[];

/** Names of the other services, which are the same in each language. */
const SERVICES: Readonly<Record<string, string>> = { ses: 'Amazon SES (SNS)', postmark: 'Postmark', resend: 'Resend' };

export const formatLabel = (format: string, own: string): string => SERVICES[format] ?? own;
