import { encodeWords } from './encoded-word.js';
import { InvalidMail } from './invalid-mail.js';
import { quote } from './mailbox.js';
import type { Mailbox } from './mailbox.js';

/** RFC 5322 section 2.1.1, without the CRLF. */
const PREFERRED_LINE = 78;
/** RFC 2047 section 2, of a line with encoded-words. */
const ENCODED_LINE = 76;
const MAX_LINE = 998;
/** A longer name is written as encoded-words, because a quoted-string cannot safely be folded. */
const MAX_QUOTED_NAME = 60;

// eslint-disable-next-line no-control-regex -- looks for control characters
const INJECTION = /[\0\r\n]/;
const PRINTABLE_ASCII = /^[\x20-\x7e]*$/;
const ATOMS = /^[A-Za-z0-9!#$%&'*+\-/=?^_`{|}~]+(?: [A-Za-z0-9!#$%&'*+\-/=?^_`{|}~]+)*$/;

/** Whether the value contains CR, LF or NUL, with which it could add or truncate a header. */
export function hasHeaderInjection(value: string): boolean {
  return INJECTION.test(value);
}

/** @throws InvalidMail naming the field, for a value with {@link hasHeaderInjection} */
export function assertNoInjection(field: string, value: string): void {
  if (INJECTION.test(value)) throw new InvalidMail(field, 'line breaks and NUL are not allowed here');
}

/**
 * An unstructured header (RFC 5322 section 2.2.1) with its CRLF. Printable ASCII is written unencoded, and folded at spaces
 * if long. Other text, and text with `=?` or with a word longer than a line, is written as encoded-words.
 */
export function textHeader(name: string, text: string): string {
  const value = text.trim();
  const unencoded = PRINTABLE_ASCII.test(value) && !value.includes('=?');
  if (unencoded && name.length + 2 + value.length <= PREFERRED_LINE) return `${name}: ${value}\r\n`;
  if (unencoded) {
    const words = value.split(/ (?=[^ ])/);
    if (words.every((word) => word.length + name.length + 3 < MAX_LINE)) return foldedHeader(name, words);
  }
  return foldedHeader(name, encodeWords(value, ENCODED_LINE - name.length - 2));
}

/** An address header (RFC 5322 section 3.6.3) with its CRLF. */
export function addressHeader(name: string, mailboxes: readonly Mailbox[]): string {
  const first = mailboxes[0];
  if (mailboxes.length === 1 && first && !first.name && first.address.length + name.length < 76) {
    return `${name}: ${first.address}\r\n`;
  }
  const tokens: string[] = [];
  mailboxes.forEach((mailbox, index) => {
    const comma = index < mailboxes.length - 1 ? ',' : '';
    const room = index === 0 ? ENCODED_LINE - name.length - 2 : undefined;
    if (mailbox.name) tokens.push(...phrase(mailbox.name, room), `<${mailbox.address}>${comma}`);
    else tokens.push(mailbox.address + comma);
  });
  return foldedHeader(name, tokens);
}

function phrase(name: string, room?: number): string[] {
  if (name.length <= MAX_QUOTED_NAME && PRINTABLE_ASCII.test(name) && !name.includes('=?')) {
    return [ATOMS.test(name) ? name : quote(name)];
  }
  return encodeWords(name, room);
}

/**
 * Joins tokens by a space, or by CRLF and a space where the line would exceed 78 characters. The first token stands beside
 * the name, however long it is: some readers take an empty first line for an empty header.
 */
export function foldedHeader(name: string, tokens: readonly string[]): string {
  let header = `${name}:`;
  let column = header.length;
  for (const token of tokens) {
    if (column === name.length + 1 || column + 1 + token.length <= PREFERRED_LINE) {
      header += ` ${token}`;
      column += 1 + token.length;
    } else {
      header += `\r\n ${token}`;
      column = 1 + token.length;
    }
  }
  return `${header}\r\n`;
}
