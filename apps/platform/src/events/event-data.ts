import type { ContactEventData, CrmContactData, MessageData, WebhookData } from './event-types.js';

/** A message, and what became of it. */
interface MessageHappening {
  messageId: string;
  sender: string;
  recipient: string;
  subject: string;
  internetMessageId: string | null;
  tags: Readonly<Record<string, string>> | null;
  campaignId: string | null;
  error: string | null;
  /** Further fields, of its type. */
  webhookData?: Readonly<Record<string, unknown>>;
}

/** Data of a message's event, as webhooks get it, and samples, too. */
export const messageData = (happening: MessageHappening): MessageData => ({
  MessageId: happening.messageId,
  From: happening.sender,
  To: happening.recipient,
  Subject: happening.subject,
  ...(happening.internetMessageId ? { InternetMessageId: happening.internetMessageId } : {}),
  ...(happening.tags ? { Tags: happening.tags } : {}),
  ...(happening.campaignId ? { CampaignId: happening.campaignId } : {}),
  ...(happening.error ? { Error: happening.error } : {}),
  ...happening.webhookData,
});

/** Statement of a mail server about a message. */
interface ServerStatement {
  /** The kind of a bounce; no other statement has one. */
  type?: string;
  status?: string;
  smtpCode?: number;
  diagnostic?: string;
  /** The address that it is about, if that is another than the recipient. */
  finalRecipient?: string;
}

/** The detail of a bounce or a delivery that a mail server states. */
export const statementDetail = (statement: ServerStatement): Record<string, unknown> =>
  withoutAbsent({
    Type: statement.type,
    Status: statement.status,
    SmtpCode: statement.smtpCode,
    Diagnostic: statement.diagnostic,
    FinalRecipient: statement.finalRecipient,
  });

/** Why a complaint is the error of its message. */
export const COMPLAINT = 'The recipient reported it as spam';

/** The detail of a complaint. */
export const complaintDetail = (feedbackType: string, userAgent: string | undefined): Record<string, unknown> =>
  withoutAbsent({ FeedbackType: feedbackType, UserAgent: userAgent });

const MAX_AGENT = 300;

/** The detail of an open or a click. */
export const readingDetail = (reading: {
  url?: string;
  userAgent: string;
  machine: boolean;
}): Record<string, unknown> => ({
  ...(reading.url !== undefined && { Url: reading.url }),
  ...(reading.userAgent !== '' && { UserAgent: reading.userAgent.slice(0, MAX_AGENT) }),
  Machine: reading.machine,
});

/** The detail of a recipient who unsubscribed: from what, and how. @param topicId null for everything */
export const departureDetail = (
  topicId: string | null,
  detail: Readonly<Record<string, unknown>>,
): Record<string, unknown> => ({ ...detail, TopicId: topicId });

/** A contact, as its events say it. */
interface EventContact {
  id: string;
  externalId: string | null;
  email: string | null;
  phone: string | null;
  name: string | null;
  attributes: Readonly<Record<string, unknown>>;
}

/** Data of a contact's event, as webhooks get it. */
export const contactData = ({ id, externalId, email, phone, name, attributes }: EventContact): ContactEventData => ({
  ContactId: id,
  ExternalId: externalId,
  Email: email,
  Phone: phone,
  Name: name,
  Attributes: attributes,
});

/** Data of an event of the CRM about a contact. @param fields the changed ones; absent for other events */
export const crmContactData = (contactId: string, fields?: readonly string[]): CrmContactData => ({
  ContactId: contactId,
  ...(fields && { Fields: fields }),
});

/** Data of the event of a webhook that was switched off. */
export const disabledData = (id: string, url: string, failingSince: Date): WebhookData => ({
  WebhookId: id,
  Url: url,
  FailingSince: failingSince.toISOString(),
});

function withoutAbsent(fields: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}
