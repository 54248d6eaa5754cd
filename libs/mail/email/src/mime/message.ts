import { Buffer } from 'node:buffer';
import { randomUUID } from 'node:crypto';
import { attachmentPart, invitationPart, isInvitation } from './attachment.js';
import type { OutgoingAttachment } from './attachment.js';
import { customHeaders } from './custom-headers.js';
import { addressHeader, assertNoInjection, textHeader } from './header.js';
import { InvalidMail } from './invalid-mail.js';
import { parseMailbox } from './mailbox.js';
import type { Mailbox } from './mailbox.js';
import { encodeText } from './transfer-encoding.js';

/** A mail to build. Addresses are mailboxes that {@link parseMailbox} accepts. */
export interface OutgoingMail {
  from: string;
  to: string[];
  cc?: string[];
  replyTo?: string[];
  subject: string;
  text?: string;
  html?: string;
  /** Further headers, one line each; see {@link isReservedHeader} for those that are rejected. */
  headers?: Record<string, string>;
  attachments?: OutgoingAttachment[];
  /** `unique@domain`, with or without angle brackets. */
  messageId: string;
  date: Date;
}

// eslint-disable-next-line no-control-regex -- excludes control characters
const MESSAGE_ID = /^[^\0-\x20\x7f-\uffff<>()"@]{1,400}@[^\0-\x20\x7f-\uffff<>()"@]{1,400}$/;

/**
 * Builds a message of RFC 5322 and MIME (RFC 2045 to 2047, 2231), in CRLF lines and in ASCII (except for addresses that
 * need SMTPUTF8). Uses the simplest structure: a single part, multipart/alternative for text and HTML, multipart/related
 * around the HTML for attachments with a content id, multipart/mixed for the others. The first invitation (`text/calendar; method=…`)
 * is the last form of the text as well, as calendars show it.
 * @throws InvalidMail for header injection, an invalid address or a reserved header
 */
export function buildMessage(mail: OutgoingMail): Buffer {
  return Buffer.from(headerSection(mail) + content(mail), 'utf8');
}

function headerSection(mail: OutgoingMail): string {
  assertNoInjection('subject', mail.subject);
  return (
    addressHeader('From', [mailbox(mail.from, 'from')]) +
    (mail.replyTo?.length ? addressHeader('Reply-To', mailboxes(mail.replyTo, 'replyTo')) : '') +
    recipients(mail) +
    textHeader('Subject', mail.subject) +
    messageIdHeader(mail.messageId) +
    `Date: ${dateTime(mail.date)}\r\n` +
    'MIME-Version: 1.0\r\n' +
    (mail.headers ? customHeaders(mail.headers) : '')
  );
}

function recipients(mail: OutgoingMail): string {
  const to = mail.to.length > 0 ? addressHeader('To', mailboxes(mail.to, 'to')) : '';
  const cc = mail.cc?.length ? addressHeader('Cc', mailboxes(mail.cc, 'cc')) : '';
  // RFC 5322 section 3.6.3 allows a message without recipient headers, but spam filters do not.
  return to + cc || 'To: undisclosed-recipients:;\r\n';
}

function mailboxes(texts: readonly string[], field: string): Mailbox[] {
  return texts.map((text, index) => mailbox(text, `${field}[${index}]`));
}

function mailbox(text: string, field: string): Mailbox {
  assertNoInjection(field, text);
  const parsed = parseMailbox(text);
  if (!parsed) throw new InvalidMail(field, 'not an e-mail address');
  return parsed;
}

/** The field with its CRLF. @throws InvalidMail */
export const messageIdHeader = (id: string): string => `Message-ID: <${messageId(id)}>\r\n`;

function messageId(text: string): string {
  const id = text.startsWith('<') && text.endsWith('>') ? text.slice(1, -1) : text;
  if (!MESSAGE_ID.test(id)) throw new InvalidMail('messageId', 'not of the form unique@domain');
  return id;
}

/** RFC 5322 section 3.3, in UTC. */
export function dateTime(date: Date): string {
  if (Number.isNaN(date.getTime())) throw new InvalidMail('date', 'not a date');
  return `${date.toUTCString().slice(0, -3)}+0000`;
}

function content(mail: OutgoingMail): string {
  const { html, text, attachments = [] } = mail;
  const inline: string[] = [];
  const separate: string[] = [];
  attachments.forEach((attachment, index) => {
    const related = html !== undefined && attachment.contentId !== undefined;
    (related ? inline : separate).push(attachmentPart(attachment, `attachments[${index}]`, related));
  });
  const parts: string[] = [];
  if (text !== undefined || (html === undefined && separate.length === 0)) parts.push(textPart('plain', text ?? ''));
  if (html !== undefined) parts.push(multipart('related', [textPart('html', html), ...inline]));
  const invitation = attachments.findIndex(isInvitation);
  if (parts.length > 0 && invitation !== -1)
    parts.push(invitationPart(attachments[invitation]!, `attachments[${invitation}]`));
  const body = parts.length > 0 ? [multipart('alternative', parts)] : [];
  const whole = multipart('mixed', [...body, ...separate]);
  return whole.endsWith('\r\n') ? whole : `${whole}\r\n`;
}

function textPart(subtype: 'plain' | 'html', text: string): string {
  const { encoding, content: encoded } = encodeText(text);
  return `Content-Type: text/${subtype}; charset=utf-8\r\nContent-Transfer-Encoding: ${encoding}\r\n\r\n${encoded}`;
}

/** Returns a single part unchanged; joins several with a random boundary, which no body can contain. */
function multipart(subtype: 'related' | 'alternative' | 'mixed', parts: readonly string[]): string {
  if (parts.length === 1) return parts[0]!;
  const boundary = `=_${randomUUID()}`;
  const type = subtype === 'related' ? 'related; type="text/html"' : subtype;
  let body = `Content-Type: multipart/${type};\r\n boundary="${boundary}"\r\n\r\n`;
  for (const part of parts) body += `--${boundary}\r\n${part}\r\n`;
  return `${body}--${boundary}--\r\n`;
}
