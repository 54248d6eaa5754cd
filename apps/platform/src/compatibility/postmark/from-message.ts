import { positionOf } from '#libs/core/persistence';
import { parseMailbox } from '#libs/mail/email';
import type { MessageWithEvents } from '../../messages/message.js';
import type { EventOfMessage } from '../../messages/message-events.sql.js';
import type { TheirEmail } from '../emails/their-emails.js';
import { POSTMARK_TAG as TAG } from '../../emails/raw/raw-headers.js';

/** Stream of Postmark that messages without a topic are of. */
const DEFAULT_STREAM = 'outbound';

/** Kinds of bounces with their numbers at Postmark. */
const KINDS = {
  hard: { Type: 'HardBounce', TypeCode: 1, Name: 'Hard bounce' },
  soft: { Type: 'SoftBounce', TypeCode: 4_096, Name: 'Soft bounce' },
  block: { Type: 'Blocked', TypeCode: 100_006, Name: 'ISP block' },
  complaint: { Type: 'SpamComplaint', TypeCode: 100_001, Name: 'Spam complaint' },
} as const;

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

type Event = Pick<EventOfMessage, 'type' | 'detail' | 'occurredAt'>;

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

/** Number of a bounce: the position of its message, which is exact in JSON. */
const bounceIdOf = (messageId: string): number => positionOf(messageId);

/** Bounce or complaint of a message as Postmark shows it. */
export function fromBounced(message: MessageWithEvents): object {
  const event = message.events.findLast(({ type }) => type === 'bounced' || type === 'complained');
  const kind = kindOf(event);
  // A report of the sandbox suppresses no address.
  const suppresses = message.environment === 'live' && (kind === KINDS.hard || kind === KINDS.complaint);
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
    Inactive: suppresses,
    CanActivate: suppresses && kind === KINDS.hard,
    Subject: message.subject,
    MessageStream: message.topic ?? DEFAULT_STREAM,
  };
}

function kindOf(event: Event | undefined): (typeof KINDS)[keyof typeof KINDS] {
  if (event?.type === 'complained') return KINDS.complaint;
  const type = event?.detail?.['Type'];
  return type === 'hard' || type === 'block' ? KINDS[type] : KINDS.soft;
}

function mailboxOf(text: string): { Email: string; Name: string } {
  const mailbox = parseMailbox(text);
  return { Email: mailbox?.address ?? text, Name: mailbox?.name ?? '' };
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
