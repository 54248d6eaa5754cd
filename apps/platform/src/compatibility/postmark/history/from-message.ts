import { parseMailbox } from '#libs/mail/email';
import type { Happening } from '../../../messages/events/happenings.sql.js';
import type { ListedMessage } from '../../../messages/message-filter.sql.js';
import type { EventOfMessage } from '../../../messages/message-events.sql.js';
import { POSTMARK_TAG as TAG } from '../../../emails/raw/raw-headers.js';
import { bounceIdOf, DEFAULT_STREAM } from '../../../webhook-formats/postmark/postmark-bounces.js';
import { UNKNOWN_READER } from '../../../webhook-formats/postmark/postmark-body.js';
import type { TheirEmail } from '../../emails/their-emails.js';
import type { ListedEmail } from './outbound-emails.js';

/** Names of Postmark for events. */
const EVENTS: Readonly<Record<string, string>> = {
  delivered: 'Delivered',
  deferred: 'Transient',
  opened: 'Opened',
  clicked: 'LinkClicked',
  bounced: 'Bounced',
  complained: 'SubscriptionChanged',
  unsubscribed: 'SubscriptionChanged',
};

/** States of messages that their server has not got yet. */
export const QUEUED: readonly string[] = ['queued', 'processing'];

/** Parts of an e-mail that are shown, in a list or alone. */
interface ShownEmail {
  id: string;
  message: Omit<ListedMessage, 'contentId'>;
  to: readonly string[];
  cc: readonly string[];
  recipients: readonly string[];
  fileNames: readonly string[];
  data: Record<string, unknown> | null;
}

/** E-mail as `GET /messages/outbound` of Postmark lists it. */
export function fromListed({ message, content, recipients }: ListedEmail): object {
  const { id, toAddresses: to, ccAddresses: cc, fileNames, data } = content;
  return shown({ id, message, to, cc, recipients, fileNames, data });
}

/** E-mail as `GET /messages/outbound/{id}/details` of Postmark answers it. */
export function fromEmail(email: TheirEmail, events: readonly EventOfMessage[]): object {
  const { message, content, all } = email;
  const recipients = new Map(all.map(({ id, recipient }) => [id, recipient]));
  return {
    ...shown({
      id: message.id,
      message,
      to: content.toAddresses,
      cc: content.ccAddresses,
      recipients: [...recipients.values()],
      fileNames: (content.attachments ?? []).map(({ fileName }) => fileName),
      data: content.data,
    }),
    TextBody: content.bodyText,
    HtmlBody: content.bodyHtml,
    Body: '',
    MessageEvents: events.flatMap((event) => fromEvent(event, recipients.get(event.messageId) ?? message.recipient)),
  };
}

function shown({ id, message, to, cc, recipients, fileNames, data }: ShownEmail): object {
  const { [TAG]: Tag, ...Metadata } = message.tags ?? {};
  const named = new Set([...to, ...cc].map((text) => parseMailbox(text)?.address.toLowerCase()));
  return {
    Tag: Tag ?? '',
    MessageID: id,
    To: to.map(mailboxOf),
    Cc: cc.map(mailboxOf),
    Bcc: recipients.filter((recipient) => !named.has(recipient.toLowerCase())).map(mailboxOf),
    Recipients: recipients,
    ReceivedAt: message.createdAt.toISOString(),
    From: message.sender,
    Subject: message.subject,
    Attachments: fileNames,
    Status: statusOf(message.status),
    TrackOpens: data?.['trackOpens'] === true,
    TrackLinks: data?.['trackClicks'] === true ? 'HtmlOnly' : 'None',
    Metadata,
    Sandboxed: message.environment === 'test',
    MessageStream: message.topic ?? DEFAULT_STREAM,
  };
}

function statusOf(status: string): string {
  if (QUEUED.includes(status)) return 'Queued';
  return status === 'cancelled' ? 'Cancelled' : 'Sent';
}

function fromEvent(event: EventOfMessage, Recipient: string): object[] {
  const Type = EVENTS[event.type];
  if (Type === undefined) return [];
  return [{ Recipient, Type, ReceivedAt: event.occurredAt.toISOString(), Details: detailsOf(event) }];
}

function detailsOf({ type, detail, messageId }: EventOfMessage): object {
  const said = textOf(detail?.['Diagnostic']);
  if (type === 'bounced') return { Summary: said, BounceID: bounceIdOf(messageId) };
  if (type === 'clicked') return { Summary: 'Link clicked', Link: textOf(detail?.['Url']), ClickLocation: 'HTML' };
  if (type === 'delivered' || type === 'deferred')
    return { DeliveryMessage: said, DestinationServer: '', DestinationIP: '' };
  if (type === 'opened') return { Summary: `Opened with ${textOf(detail?.['UserAgent'])}` };
  return { Origin: 'Recipient', SuppressSending: true };
}

/** Open of an e-mail, as Postmark lists it. */
export const fromOpen = (open: Happening): object => ({ RecordType: 'Open', ...readingOf(open) });

/** Click in an e-mail, as Postmark lists it. */
export const fromClick = (click: Happening): object => ({
  RecordType: 'Click',
  ...readingOf(click),
  ClickLocation: 'HTML',
  OriginalLink: textOf(click.detail?.['Url']),
});

function readingOf({ contentId, recipient, tags, topic, occurredAt, detail }: Happening): object {
  return {
    ...UNKNOWN_READER,
    UserAgent: textOf(detail?.['UserAgent']),
    MessageID: contentId,
    ReceivedAt: occurredAt.toISOString(),
    Tag: tags?.[TAG] ?? '',
    Recipient: recipient,
    MessageStream: topic ?? DEFAULT_STREAM,
  };
}

function mailboxOf(text: string): { Email: string; Name: string } {
  const mailbox = parseMailbox(text);
  return { Email: mailbox?.address ?? text, Name: mailbox?.name ?? '' };
}

/** A detail of an event, if it is a text; else an empty one. */
export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
