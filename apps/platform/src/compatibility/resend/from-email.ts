import type { TheirEmail } from '../emails/their-emails.js';

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
  const visible = new Set([...content.toAddresses, ...content.ccAddresses].map(bareAddress));
  const hidden = all.map(({ recipient }) => recipient).filter((recipient) => !visible.has(recipient.toLowerCase()));
  const last = events.findLast(({ type }) => Object.hasOwn(EVENTS, type))?.type ?? 'queued';
  const isScheduled = message.status === 'queued' && message.scheduledAt !== null && message.scheduledAt > new Date();
  return {
    object: 'email',
    id: message.id,
    message_id: message.internetMessageId,
    to: content.toAddresses,
    from: message.sender,
    created_at: message.createdAt.toISOString(),
    subject: message.subject,
    html: content.bodyHtml,
    text: content.bodyText,
    bcc: hidden,
    cc: content.ccAddresses,
    reply_to: content.replyTo,
    last_event: isScheduled ? 'scheduled' : EVENTS[last],
    scheduled_at: message.scheduledAt?.toISOString() ?? null,
    topic_id: message.topic,
    tags: Object.entries(message.tags ?? {}).map(([name, value]) => ({ name, value })),
  };
}

const bareAddress = (text: string): string => (/<([^<>]*)>\s*$/.exec(text)?.[1] ?? text).trim().toLowerCase();
