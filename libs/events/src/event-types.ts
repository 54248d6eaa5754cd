/** Every event type that a webhook endpoint can subscribe to. */
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
] as const;

export type EventType = (typeof EVENT_TYPES)[number];

export function isEventType(value: string): value is EventType {
  return (EVENT_TYPES as readonly string[]).includes(value);
}
