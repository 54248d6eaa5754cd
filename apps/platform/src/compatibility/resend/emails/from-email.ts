import type { ListedEmail, TheirEmail } from '../../emails/their-emails.js';

type Head = ListedEmail['message'] | TheirEmail['message'];

/** Names of Resend for what happened to an e-mail; an event without one changes nothing there. */
const EVENTS: Readonly<Record<string, string>> = {
  queued: 'queued',
  deferred: 'delivery_delayed',
  sent: 'sent',
  delivered: 'delivered',
  bounced: 'bounced',
  complained: 'complained',
  opened: 'opened',
  clicked: 'clicked',
  failed: 'failed',
  cancelled: 'canceled',
};

/** E-mail as `GET /emails/{id}` of Resend answers it. */
export function fromEmail({ message, content, events, all }: TheirEmail): object {
  const recipients = all.map(({ recipient }) => recipient);
  return {
    object: 'email',
    ...headOf(message, events, { ...content, recipients }),
    html: content.bodyHtml,
    text: content.bodyText,
    tags: Object.entries(message.tags ?? {}).map(([name, value]) => ({ name, value })),
  };
}

/** E-mail as a list of Resend has it: without its content and its tags. */
export const fromListedEmail = ({ message, addresses }: ListedEmail): object =>
  headOf(message, message.events, addresses);

function headOf(
  message: Head,
  events: TheirEmail['events'],
  { toAddresses: to, ccAddresses: cc, replyTo, recipients }: Omit<ListedEmail['addresses'], 'id'>,
): object {
  const visible = new Set([...to, ...cc].map(bareAddress));
  return {
    id: message.id,
    message_id: message.internetMessageId,
    to,
    from: message.sender,
    created_at: message.createdAt.toISOString(),
    subject: message.subject,
    bcc: recipients.filter((recipient) => !visible.has(recipient.toLowerCase())),
    cc,
    reply_to: replyTo,
    last_event: lastEventOf(message, events),
    scheduled_at: message.scheduledAt?.toISOString() ?? null,
    topic_id: message.topic,
  };
}

function lastEventOf({ status, scheduledAt }: Head, events: TheirEmail['events']): string | undefined {
  if (status === 'queued' && scheduledAt !== null && scheduledAt > new Date()) return 'scheduled';
  return EVENTS[events.findLast(({ type }) => Object.hasOwn(EVENTS, type))?.type ?? 'queued'];
}

const bareAddress = (text: string): string => (/<([^<>]*)>\s*$/.exec(text)?.[1] ?? text).trim().toLowerCase();
