import type { WebhooksCreateData } from './generated/platform/types.gen.js';

/** The types of events that a webhook can subscribe to. */
export type WebhookEventType = WebhooksCreateData['body']['Events'][number];

/** Data of an event of a message. */
export interface MessageEventData {
  MessageId: string;
  From?: string;
  To: string;
  Subject?: string;
  /** Tags of the send request. */
  Tags?: Readonly<Record<string, string>>;
  CampaignId?: string;
  Error?: string;
  /** Details from a mail server, a carrier or a recipient. */
  [detail: string]: unknown;
}

/** Data of an event of a contact. */
export interface ContactEventData {
  ContactId: string;
  Email: string | null;
  Phone?: string | null;
  Name?: string | null;
  Attributes?: Readonly<Record<string, unknown>>;
  /** Topic or list that was left, in `contact.unsubscribed`: `none` for messages of no topic, null for everything. */
  TopicId?: string | null;
  Test?: true;
}

/** Data of an event of the CRM, which has no personal data. */
export interface CrmContactEventData {
  ContactId: string;
  /** The changed fields. */
  Fields?: readonly string[];
  Test?: true;
}

/** Data of the event of a webhook that was switched off. */
export interface WebhookDisabledData {
  WebhookId: string;
  Url: string;
  FailingSince: string;
  Test?: true;
}

/** Data of the event of a received text. */
export interface ReceivedTextEventData {
  InboundId: string;
  From: string;
  To: string;
  Body: string;
  Keyword: 'stop' | 'start' | 'help' | null;
  ReceivedAt: string;
  Test?: true;
}

/** An address in the header of a received e-mail. */
export interface ReceivedAddress {
  Address: string;
  /** '' without one. */
  Name: string;
}

/** Data of the event of a received e-mail. */
export interface ReceivedEmailEventData {
  InboundId: string;
  RouteId: string;
  InternetMessageId: string | null;
  InReplyTo: string | null;
  References: readonly string[];
  /** '' for a report. */
  EnvelopeFrom: string;
  Recipients: readonly string[];
  From: ReceivedAddress | null;
  To: readonly ReceivedAddress[];
  Cc: readonly ReceivedAddress[];
  ReplyTo: readonly ReceivedAddress[];
  Subject: string;
  Date: string | null;
  Text: string;
  Html: string | null;
  /** True if Text or Html is longer than here: all of it is read by the id. */
  Truncated: boolean;
  Headers: readonly { Name: string; Value: string }[];
  Attachments: readonly {
    Index: number;
    FileName: string;
    ContentType: string;
    Bytes: number;
    ContentId: string | null;
    Url: string;
  }[];
  /** For a call with an API key, as the addresses of the attachments are. */
  RawUrl: string;
  Bytes: number;
  /** Whether a program wrote it, or a list sent it. */
  AutoSubmitted: boolean;
  Verdicts: { Spf: string; Dkim: string; Dmarc: string };
  Test?: true;
}

type DataOf<T extends string> = T extends 'email.received'
  ? ReceivedEmailEventData
  : T extends 'sms.received'
    ? ReceivedTextEventData
    : T extends `${'email' | 'sms' | 'push'}.${string}`
      ? MessageEventData
      : T extends `crm.contact.${string}`
        ? CrmContactEventData
        : T extends `contact.${string}`
          ? ContactEventData
          : T extends 'webhook.disabled'
            ? WebhookDisabledData
            : Readonly<Record<string, unknown>>;

interface EventOf<T extends string> {
  /** The same in every attempt and every resend. */
  EventId: string;
  EventType: T;
  Environment: 'live' | 'test';
  CreatedAt: string;
  TenantId: string;
  Data: DataOf<T>;
}

/** An event as it arrives; `EventType` says what its `Data` has. */
export type WebhookEvent = { [T in WebhookEventType]: EventOf<T> }[WebhookEventType];
