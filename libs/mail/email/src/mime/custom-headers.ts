import { assertNoInjection, textHeader } from './header.js';
import { InvalidMail } from './invalid-mail.js';

/** RFC 5322 section 2.2; at most 70 characters, so that a value fits on the line. */
const HEADER_NAME = /^[\x21-\x39\x3b-\x7e]{1,70}$/;

/** Headers that the builder, the signer or mail servers write; a second one would contradict the first. */
const RESERVED = new Set([
  'arc-authentication-results',
  'arc-message-signature',
  'arc-seal',
  'authentication-results',
  'bcc',
  'cc',
  'date',
  'delivered-to',
  'dkim-signature',
  'from',
  'message-id',
  'mime-version',
  'received',
  'reply-to',
  'return-path',
  'subject',
  'to',
]);

/** Whether a sender must not set the header, because the platform or a mail server writes it. */
export function isReservedHeader(name: string): boolean {
  const lower = name.toLowerCase();
  return RESERVED.has(lower) || lower.startsWith('content-') || lower.startsWith('resent-');
}

/** The sender's own headers, folded and encoded. @throws InvalidMail naming the header */
export function customHeaders(headers: Record<string, string>): string {
  let lines = '';
  for (const [name, value] of Object.entries(headers)) {
    const field = `headers.${name}`;
    if (!HEADER_NAME.test(name)) throw new InvalidMail(field, 'not a header name');
    if (isReservedHeader(name)) throw new InvalidMail(field, 'this header is written by the platform');
    assertNoInjection(field, value);
    lines += textHeader(name, value);
  }
  return lines;
}
