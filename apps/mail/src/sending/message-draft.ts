import {
  domainOf,
  hasHeaderInjection,
  type Mailbox as Address,
  type OutgoingAttachment,
  parseMailbox,
} from '#libs/mail/email';
import { invalidField } from '#libs/core/http';
import { type AttachmentRequest, MAX_RECIPIENTS, type SendFromMailboxRequest } from './dto/send.requests.js';

/** A message that may be sent: every address is valid, and every header safe. */
export interface MessageDraft {
  to: string[];
  cc: string[];
  /** The addresses of all recipients, each once. */
  recipients: string[];
  subject: string;
  text: string | undefined;
  html: string | undefined;
  attachments: OutgoingAttachment[];
  /** The Message-ID that it answers, without angle brackets. */
  inReplyTo: string | null;
  /** Message-IDs, the oldest first, without angle brackets. */
  references: string[];
}

/** Reads a request of the right form. @throws Problem ValidationError that names the field */
export function toMessageDraft({ attachments = [], ...typed }: SendFromMailboxRequest): MessageDraft {
  return toSendable({ ...typed, attachments: attachments.map(toAttachment), inReplyTo: null, references: [] });
}

/** A message as it is typed, with files that are read. */
export type TypedMessage = Omit<SendFromMailboxRequest, 'attachments'> &
  Pick<MessageDraft, 'attachments' | 'inReplyTo' | 'references'>;

/** @throws Problem ValidationError that names the field */
export function toSendable(message: TypedMessage): MessageDraft {
  const { to, cc = [], bcc = [], subject = '', text, html, attachments, inReplyTo, references } = message;
  const recipients = [...addressesOf('to', to), ...addressesOf('cc', cc), ...addressesOf('bcc', bcc)];
  const distinct = [...new Map(recipients.map(({ address }) => [address.toLowerCase(), address])).values()];
  if (distinct.length > MAX_RECIPIENTS)
    throw invalidField(
      'ValidationError',
      'to',
      `must have at most ${MAX_RECIPIENTS} recipients, those of cc and bcc included`,
    );
  if (hasHeaderInjection(subject))
    throw invalidField('ValidationError', 'subject', 'must not contain line breaks or control characters');
  if (text === undefined && html === undefined && attachments.length === 0)
    throw invalidField('ValidationError', 'text', 'must be present, unless there is html or an attachment');
  return { to, cc, recipients: distinct, subject, text, html, attachments, inReplyTo, references };
}

/** The sender that a request names. @throws Problem ValidationError */
export function toSender(from: string): Address {
  const sender = hasHeaderInjection(from) ? null : parseMailbox(from);
  if (!sender)
    throw invalidField('ValidationError', 'from', 'must be an e-mail address, with or without a display name');
  return sender;
}

/** Whether mail to the address can reach nobody: its top-level domain is reserved for tests (RFC 2606, RFC 6761). */
export function isTestAddress(address: string): boolean {
  return /(?:^|\.)(?:test|invalid|example)$/.test(domainOf(address));
}

function addressesOf(field: string, texts: readonly string[]): Address[] {
  return texts.map((text, index) => {
    const address = hasHeaderInjection(text) ? null : parseMailbox(text);
    if (!address) throw invalidField('ValidationError', `${field}[${index}]`, 'must be an e-mail address');
    return address;
  });
}

function toAttachment(request: AttachmentRequest, index: number): OutgoingAttachment {
  const { filename, content_type: contentType, content, content_id: contentId } = request;
  const field = (name: string) => `attachments[${index}].${name}`;
  if (hasHeaderInjection(filename))
    throw invalidField('ValidationError', field('filename'), 'must not contain line breaks or control characters');
  if (!isWhole(content))
    throw invalidField('ValidationError', field('content'), 'is base64 of which a part is missing');
  return { fileName: filename, contentType, contentId, content: Buffer.from(content, 'base64') };
}

/** Whether the base64 has a valid length; padding is optional. */
function isWhole(base64: string): boolean {
  const bare = base64.replace(/={1,2}$/, '');
  return bare.length % 4 !== 1 && (bare.length === base64.length || base64.length % 4 === 0);
}
