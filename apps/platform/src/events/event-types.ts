import { type EventOf, EventTypes } from './event-registry.js';

/** The payload of a message event; keys as on the wire. */
export interface MessageData {
  MessageId: string;
  From?: string;
  To: string;
  Subject?: string;
  /** Message-ID of an e-mail. */
  InternetMessageId?: string;
  /** Tags of the send request; absent if it had none. */
  Tags?: Readonly<Record<string, string>>;
  /** The campaign that the message is of; absent where there is none. */
  CampaignId?: string;
  Error?: string;
  /** Details from a mail server, a carrier or a recipient. */
  [detail: string]: unknown;
}

/** The payload of a contact event; keys as on the wire. */
export interface ContactEventData {
  ContactId: string;
  ExternalId?: string | null;
  Email: string | null;
  Phone?: string | null;
  Name?: string | null;
  Attributes?: Readonly<Record<string, unknown>>;
  /** Topic or list that was left, in `contact.unsubscribed`: `none` for messages of no topic, null for everything. */
  TopicId?: string | null;
  /** Only in sample events. */
  Test?: true;
}

export interface MessageEventTypes {
  'email.sent': MessageData;
  'email.delivered': MessageData;
  'email.bounced': MessageData;
  'email.complained': MessageData;
  'email.opened': MessageData;
  'email.clicked': MessageData;
  'email.unsubscribed': MessageData;
  'email.failed': MessageData;
  'sms.sent': MessageData;
  'sms.delivered': MessageData;
  'sms.failed': MessageData;
  'push.sent': MessageData;
  'push.delivered': MessageData;
  'push.failed': MessageData;
}

export interface ContactEvents {
  'contact.created': ContactEventData;
  'contact.updated': ContactEventData;
  'contact.unsubscribed': ContactEventData;
}

/** The payload of an event of the CRM, which has no personal data; keys as on the wire. */
export interface CrmContactData {
  ContactId: string;
  /** The changed fields, as the CRM's API names them. */
  Fields?: readonly string[];
  /** Only in sample events. */
  Test?: true;
}

export interface CrmEvents {
  'crm.contact.created': CrmContactData;
  'crm.contact.updated': CrmContactData;
  'crm.contact.deleted': CrmContactData;
  'crm.contact.promoted': CrmContactData;
}

/** The payload of an event of a webhook; keys as on the wire. */
export interface WebhookData {
  WebhookId: string;
  Url: string;
  FailingSince: string;
  /** Only in sample events. */
  Test?: true;
}

export interface EndpointEvents {
  'webhook.disabled': WebhookData;
}

/** The payload of a text that came in; keys as on the wire. */
export interface ReceivedTextData {
  InboundId: string;
  From: string;
  To: string;
  Body: string;
  Keyword: 'stop' | 'start' | 'help' | null;
  ReceivedAt: string;
  /** Only in sample events. */
  Test?: true;
}

export interface TextEvents {
  'sms.received': ReceivedTextData;
}

export type EventType =
  | keyof TextEvents
  | keyof MessageEventTypes
  | keyof ContactEvents
  | keyof CrmEvents
  | keyof EndpointEvents;
export type PlatformEvent =
  | EventOf<TextEvents>
  | EventOf<MessageEventTypes>
  | EventOf<ContactEvents>
  | EventOf<CrmEvents>
  | EventOf<EndpointEvents>;

export const MESSAGE_EVENTS = new EventTypes<MessageEventTypes>([
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
]);

export const CONTACT_EVENTS = new EventTypes<ContactEvents>([
  'contact.created',
  'contact.updated',
  'contact.unsubscribed',
]);

export const CRM_EVENTS = new EventTypes<CrmEvents>([
  'crm.contact.created',
  'crm.contact.updated',
  'crm.contact.deleted',
  'crm.contact.promoted',
]);

export const ENDPOINT_EVENTS = new EventTypes<EndpointEvents>(['webhook.disabled']);

export const TEXT_EVENTS = new EventTypes<TextEvents>(['sms.received']);

/** Every event that a webhook endpoint can subscribe to. */
export const EVENTS = new EventTypes<TextEvents & MessageEventTypes & ContactEvents & CrmEvents & EndpointEvents>([
  ...MESSAGE_EVENTS.all,
  ...TEXT_EVENTS.all,
  ...CONTACT_EVENTS.all,
  ...CRM_EVENTS.all,
  ...ENDPOINT_EVENTS.all,
]);
