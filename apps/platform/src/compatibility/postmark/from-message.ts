import { parseMailbox } from '#libs/mail/email';
import type { MessageWithEvents } from '../../messages/message.js';
import type { EventOfMessage } from '../../messages/message-events.sql.js';
import type { TheirEmail } from '../emails/their-emails.js';
import { POSTMARK_TAG as TAG } from '../../emails/raw/raw-headers.js';
import {
  bounceIdOf,
  bounceKindOf,
  DEFAULT_STREAM,
  suppressionBy,
} from '../../webhook-formats/postmark/postmark-bounces.js';

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

/** Events by which an e-mail is a bounce there. */
const ENDS: ReadonlySet<string> = new Set(['bounced', 'complained', 'failed']);

/** E-mail as `GET /messages/outbound/{id}/details` of Postmark answers it. */
export function fromEmail(email: TheirEmail, events: readonly EventOfMessage[]): object {
  const { message, content, all } = email;
  const { [TAG]: Tag, ...Metadata } = message.tags ?? {};
  const shown = [...content.toAddresses, ...content.ccAddresses].map((text) =>
    parseMailbox(text)?.address.toLowerCase(),
  );
  const hidden = all.filter(({ recipient }) => !shown.includes(recipient.toLowerCase()));
  const recipients = new Map(all.map(({ id, recipient }) => [id, recipient]));
  return {
    Tag: Tag ?? '',
    MessageID: message.id,
    To: content.toAddresses.map(mailboxOf),
    Cc: content.ccAddresses.map(mailboxOf),
    Bcc: hidden.map(({ recipient }) => mailboxOf(recipient)),
    Recipients: all.map(({ recipient }) => recipient),
    ReceivedAt: message.createdAt.toISOString(),
    From: message.sender,
    Subject: message.subject,
    Attachments: (content.attachments ?? []).map(({ fileName }) => fileName),
    Status: message.status === 'queued' || message.status === 'processing' ? 'Queued' : 'Sent',
    TrackOpens: content.data?.['trackOpens'] === true,
    TrackLinks: content.data?.['trackClicks'] === true ? 'HtmlOnly' : 'None',
    Metadata,
    Sandboxed: message.environment === 'test',
    MessageStream: message.topic ?? DEFAULT_STREAM,
    TextBody: content.bodyText,
    HtmlBody: content.bodyHtml,
    Body: '',
    MessageEvents: events.flatMap((event) => fromEvent(event, recipients.get(event.messageId) ?? message.recipient)),
  };
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

/** Bounce, complaint or failure of a message as Postmark shows it. */
export function fromBounced(message: MessageWithEvents): object {
  const event = message.events.findLast(({ type }) => ENDS.has(type));
  const kind = bounceKindOf(event?.type, event?.detail?.['Type']);
  return {
    RecordType: 'Bounce',
    ID: bounceIdOf(message.id),
    ...kind,
    Tag: message.tags?.[TAG] ?? '',
    MessageID: message.id,
    ServerID: 0,
    Description: message.error ?? kind.Name,
    Details: textOf(event?.detail?.['Diagnostic']),
    Email: message.recipient,
    From: message.sender,
    BouncedAt: (event?.occurredAt ?? message.updatedAt).toISOString(),
    DumpAvailable: false,
    ...suppressionBy(kind, message.environment),
    Subject: message.subject,
    MessageStream: message.topic ?? DEFAULT_STREAM,
  };
}

function mailboxOf(text: string): { Email: string; Name: string } {
  const mailbox = parseMailbox(text);
  return { Email: mailbox?.address ?? text, Name: mailbox?.name ?? '' };
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
