import { refuseInjection, textHeader } from './header.js';
import { InvalidMail } from './invalid-mail.js';

/** RFC 5322 section 2.2, and short enough that the name leaves room for a value on its line. */
const HEADER_NAME = /^[\x21-\x39\x3b-\x7e]{1,70}$/;

/** What the builder, the signer or the servers on the way write; a second one of these would contradict the first. */
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

/** True for a header that a mail may not carry among its own: another part of the platform or of the path writes it. */
export function isReservedHeader(name: string): boolean {
  const lower = name.toLowerCase();
  return RESERVED.has(lower) || lower.startsWith('content-') || lower.startsWith('resent-');
}

/** The sender's own headers, folded and encoded. Throws InvalidMail naming the header. */
export function customHeaders(headers: Record<string, string>): string {
  let lines = '';
  for (const [name, value] of Object.entries(headers)) {
    const field = `headers.${name}`;
    if (!HEADER_NAME.test(name)) throw new InvalidMail(field, 'not a header name');
    if (isReservedHeader(name)) throw new InvalidMail(field, 'this header is written by the platform');
    refuseInjection(field, value);
    lines += textHeader(name, value);
  }
  return lines;
}
