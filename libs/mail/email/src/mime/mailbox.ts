import { Buffer } from 'node:buffer';
import { domainToASCII } from 'node:url';
import { decodeWords } from './encoded-word.js';

/** One mailbox of RFC 5322 section 3.4, in the form for headers and SMTP commands. */
export interface Mailbox {
  /** The display name, unquoted and decoded; absent if there is none. */
  name?: string;
  /** `local@domain`: the domain in lower case and as A-labels, the local part as written, quoted only if necessary. */
  address: string;
  /** Whether the local part is not ASCII: then only a server with SMTPUTF8 (RFC 6531) accepts the address. */
  smtpUtf8: boolean;
}

/** RFC 5321 section 4.5.3.1: octets of a local part, of a domain, and of a path without its angle brackets. */
const MAX_LOCAL = 64;
const MAX_DOMAIN = 253;
const MAX_ADDRESS = 254;
/** Longer input is invalid: no real name and address is this long, and the patterns below must not run on megabytes. */
const MAX_INPUT = 1000;

// eslint-disable-next-line no-control-regex -- looks for control characters
const CONTROL = /[\0-\x1f\x7f-\x9f\u2028\u2029]/;
const PLAIN =
  /^[A-Za-z0-9_+-]+(?:\.[A-Za-z0-9_+-]+)*@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/;
const DOT_ATOM =
  /^[A-Za-z0-9!#$%&'*+\-/=?^_`{|}~\u{a0}-\u{10ffff}]+(?:\.[A-Za-z0-9!#$%&'*+\-/=?^_`{|}~\u{a0}-\u{10ffff}]+)*$/u;
const DOMAIN = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+(?:[a-z][a-z0-9-]{0,61}[a-z0-9])$/;
const QUOTED = /^"(?:[^"\\]|\\.)*"/;
/** Blank, invisible or unassigned characters, and lone surrogates: invalid in addresses. */
const UNSEEN = /[\p{Z}\p{C}]/u;

/**
 * Parses one mailbox: `user@host`, `<user@host>`, `Name <user@host>`, `"Quoted, name" <user@host>`. Decodes encoded-words
 * in the name and drops comments. Returns null for anything else: control characters, a local part over 64 octets, an
 * address over 254, a domain that is not fully qualified (RFC 5321 section 2.3.5), an address literal
 * (`user@[192.0.2.1]`), a route, a group, or more than one mailbox.
 */
export function parseMailbox(text: string): Mailbox | null {
  if (text.length <= MAX_ADDRESS && PLAIN.test(text)) return plainMailbox(text);
  if (text.length > MAX_INPUT || CONTROL.test(text) || /\p{Surrogate}/u.test(text)) return null;
  const bare = withoutComments(text)?.trim();
  if (!bare) return null;
  if (!bare.endsWith('>')) return mailbox(undefined, bare);
  const opening = openingBracket(bare);
  if (opening < 0) return null;
  const name = displayName(namePart(text, bare.slice(0, opening)));
  return name === null ? null : mailbox(name, bare.slice(opening + 1, -1).trim());
}

/** The words before the address. A comment there belongs to the name: that is how people write `Ana (Sales)`. */
function namePart(text: string, bare: string): string {
  const whole = text.trim();
  return whole.includes('(') && whole.endsWith('>') ? whole.slice(0, whole.lastIndexOf('<')).trim() : bare.trim();
}

/** The domain of an address, in lower case; empty for a text without one (such as the null sender). */
export function domainOf(address: string): string {
  const at = address.lastIndexOf('@');
  return at < 0 ? '' : address.slice(at + 1).toLowerCase();
}

function plainMailbox(address: string): Mailbox | null {
  const at = address.indexOf('@');
  return at > MAX_LOCAL || address.length - at - 1 > MAX_DOMAIN ? null : { address, smtpUtf8: false };
}

function mailbox(name: string | undefined, addrSpec: string): Mailbox | null {
  const at = addrSpec.lastIndexOf('@');
  if (at < 1) return null;
  const local = localPart(addrSpec.slice(0, at));
  const domain = asciiDomain(addrSpec.slice(at + 1));
  if (local === null || domain === null) return null;
  const octets = Buffer.byteLength(local);
  if (octets !== local.length && UNSEEN.test(local)) return null;
  if (octets > MAX_LOCAL || octets + 1 + domain.length > MAX_ADDRESS) return null;
  const found: Mailbox = { address: `${local}@${domain}`, smtpUtf8: octets !== local.length };
  if (name) found.name = name;
  return found;
}

/** The normal form of a local part: NFC, and quoted only if necessary. Null if invalid. */
function localPart(text: string): string | null {
  const local = text.normalize('NFC');
  if (DOT_ATOM.test(local)) return local;
  if (QUOTED.exec(local)?.[0] !== local) return null;
  const content = unquote(local);
  return DOT_ATOM.test(content) ? content : quote(content);
}

/**
 * The domain as A-labels; null if invalid. ASCII domains do not go through `domainToASCII`: its URL parser would read
 * `0x7f.1` as an IPv4 address and decode percent-encoding.
 */
function asciiDomain(text: string): string | null {
  let domain = text.toLowerCase();
  if (/[^\0-\x7f]/.test(domain)) {
    if (/[^a-z0-9.\-\u{80}-\u{10ffff}]/u.test(domain)) return null;
    domain = domainToASCII(domain);
  }
  return domain.length <= MAX_DOMAIN && DOMAIN.test(domain) ? domain : null;
}

/** Index of the angle bracket that opens the address; -1 if there is none. Ignores brackets inside quotes. */
function openingBracket(text: string): number {
  let at = 0;
  for (;;) {
    const character = text[at];
    if (character === undefined || character === '>') return -1;
    if (character === '<') return at;
    at += quotedLength(text, at) || 1;
  }
}

/** Whether a name would be another without the quotes about it: else people mean the quotes themselves, as in `Ana "Nina" Silva`. */
const needsQuotes = (content: string): boolean => /[,;:<>@()[\]\\"]/.test(content);

/**
 * The decoded name; null if invalid. Accepts in an unquoted name what people write and what leaves no doubt, since there is one
 * address alone: dots, commas, colons, brackets.
 */
function displayName(text: string): string | null {
  const isMixed = text.replace(/"(?:[^"\\]|\\.)*"/g, '').trim() !== '';
  let name = '';
  let at = 0;
  while (at < text.length) {
    const quoted = quotedLength(text, at);
    if (quoted > 0) {
      const content = unquote(text.slice(at, at + quoted));
      name += isMixed && !needsQuotes(content) ? `"${content}"` : content;
      at += quoted;
      continue;
    }
    const unquoted = /[^"]+/y;
    unquoted.lastIndex = at;
    const word = unquoted.exec(text)?.[0];
    if (word === undefined || /[<>@\\]/.test(word)) return null;
    name += decodeWords(word);
    at += word.length;
  }
  return CONTROL.test(name) ? null : name.trim();
}

function quotedLength(text: string, at: number): number {
  return text[at] === '"' ? (QUOTED.exec(text.slice(at))?.[0].length ?? 0) : 0;
}

/** Removes comments, which may be nested (RFC 5322 section 3.2.2). Null if one does not end. */
function withoutComments(text: string): string | null {
  if (!text.includes('(')) return text;
  let kept = '';
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const quoted = depth === 0 ? quotedLength(text, at) : 0;
    if (quoted > 0) {
      kept += text.slice(at, at + quoted);
      at += quoted - 1;
    } else if (text[at] === '(') depth++;
    else if (text[at] === ')' && depth > 0) depth--;
    else if (depth > 0) at += text[at] === '\\' ? 1 : 0;
    else kept += text[at];
  }
  return depth === 0 ? kept : null;
}

function unquote(quoted: string): string {
  return quoted.slice(1, -1).replace(/\\(.)/gu, '$1');
}

/** A quoted-string of RFC 5322 section 3.2.4. */
export function quote(content: string): string {
  return `"${content.replace(/["\\]/g, '\\$&')}"`;
}

/** A mailbox as one text that {@link parseMailbox} reads as the same. */
export const mailboxText = ({ name, address }: Pick<Mailbox, 'name' | 'address'>): string =>
  name ? `${/^[\w .'-]+$/.test(name) ? name : quote(name)} <${address}>` : address;
