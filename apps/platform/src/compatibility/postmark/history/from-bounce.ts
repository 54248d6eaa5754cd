import type { MessageWithEvents } from '../../../messages/message.js';
import { POSTMARK_TAG as TAG } from '../../../emails/raw/raw-headers.js';
import {
  bounceIdOf,
  bounceKindOf,
  DEFAULT_STREAM,
  suppressionBy,
} from '../../../webhook-formats/postmark/postmark-bounces.js';
import { textOf } from './from-message.js';

/** Events by which an e-mail is a bounce there. */
const ENDS: ReadonlySet<string> = new Set(['bounced', 'complained', 'failed']);

/** Bounce, complaint or failure of a message as Postmark shows it. */
export function fromBounced(message: MessageWithEvents): object {
  const event = message.events.findLast(({ type }) => ENDS.has(type));
  const kind = bounceKindOf(event?.type, event?.detail?.['Type']);
  return {
    RecordType: 'Bounce',
    ID: bounceIdOf(message.id),
    ...kind,
    Tag: message.tags?.[TAG] ?? '',
    MessageID: message.contentId,
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
