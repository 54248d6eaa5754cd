import { completeRawMessage, domainOf, parseMailbox, type RawField } from '#libs/mail/email';
import { messageIdFor } from '../../sending/internet-message-id.js';
import { isForRelays } from '../custom-headers.js';
import type { OutgoingEmail } from '../email-transport.js';

/** Fields that name hidden recipients, or that servers write. */
const REMOVED = new Set([
  'authentication-results',
  'bcc',
  'delivered-to',
  'resend-idempotency-key',
  'resent-bcc',
  'return-path',
]);

/** A raw message as it leaves, with further headers. @throws InvalidMail */
export function leavingRaw({ message, domain }: OutgoingEmail, raw: Buffer, headers: Record<string, string>): Buffer {
  return completeRawMessage(raw, {
    from: message.sender,
    // The same in every attempt, and for a message that has none of its own.
    messageId: messageIdFor(message, domain),
    date: new Date(),
    headers,
    removes: (field) => isRemoved(field, domain),
  });
}

/** Readers show a Sender beside the author: one of another domain would borrow its name. */
function isRemoved({ name, value }: RawField, domain: string): boolean {
  if (name === 'sender') return domainOf(parseMailbox(value)?.address ?? '') !== domain;
  return REMOVED.has(name) || name.startsWith('arc-') || isForRelays(name);
}
