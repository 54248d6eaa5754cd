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

/** An address in the header of a received e-mail. */
export interface EventAddress {
  Address: string;
  /** '' without one. */
  Name: string;
}

/** A file of a received e-mail. */
export interface EventAttachment {
  Index: number;
  FileName: string;
  ContentType: string;
  Bytes: number;
  ContentId: string | null;
  /** For a call with an API key. */
  Url: string;
}

/** The payload of the event of a received e-mail; keys as on the wire. */
export interface ReceivedEmailData {
  InboundId: string;
  RouteId: string;
  InternetMessageId: string | null;
  InReplyTo: string | null;
  References: readonly string[];
  /** '' for a report. */
  EnvelopeFrom: string;
  Recipients: readonly string[];
  From: EventAddress | null;
  To: readonly EventAddress[];
  Cc: readonly EventAddress[];
  ReplyTo: readonly EventAddress[];
  Subject: string;
  Date: string | null;
  /** The first 256 KiB, as of the HTML. */
  Text: string;
  Html: string | null;
  /** True if Text or Html is longer than here. */
  Truncated: boolean;
  Headers: readonly { Name: string; Value: string }[];
  Attachments: readonly EventAttachment[];
  RawUrl: string;
  Bytes: number;
  AutoSubmitted: boolean;
  Verdicts: { Spf: string; Dkim: string; Dmarc: string };
  /** Only in sample events. */
  Test?: true;
}

export interface InboundEvents {
  'email.received': ReceivedEmailData;
  'sms.received': ReceivedTextData;
}

export type EventType =
  | keyof MessageEventTypes
  | keyof ContactEvents
  | keyof CrmEvents
  | keyof EndpointEvents
  | keyof InboundEvents;
export type PlatformEvent =
  | EventOf<MessageEventTypes>
  | EventOf<ContactEvents>
  | EventOf<CrmEvents>
  | EventOf<EndpointEvents>
  | EventOf<InboundEvents>;

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

export const INBOUND_EVENTS = new EventTypes<InboundEvents>(['email.received', 'sms.received']);

/** Every event that a webhook endpoint can subscribe to. */
export const EVENTS = new EventTypes<MessageEventTypes & ContactEvents & CrmEvents & EndpointEvents & InboundEvents>([
  ...MESSAGE_EVENTS.all,
  ...CONTACT_EVENTS.all,
  ...CRM_EVENTS.all,
  ...ENDPOINT_EVENTS.all,
  ...INBOUND_EVENTS.all,
]);
