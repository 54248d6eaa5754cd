import { Buffer } from 'node:buffer';
import { customHeaders } from './custom-headers.js';
import { addressHeader } from './header.js';
import { type HeaderLines, splitHeader, unfolded } from './header-lines.js';
import { InvalidMail } from './invalid-mail.js';
import { type Mailbox, parseMailbox } from './mailbox.js';
import { dateTime, messageIdHeader } from './message.js';

/** Bytes of the header of a raw message at most. */
const MAX_HEADER = 262_144;
const END = '\r\n\r\n';

/** Raw message, written whole by the client that sends it, cut into its fields and the rest. */
export interface RawMessage {
  fields: HeaderLines[];
  /** All that follows the header, from the empty line on; empty for a message without a body. */
  rest: Buffer;
}

/** Field by which a message is changed when it leaves. */
export interface RawField {
  /** In lower case. */
  name: string;
  /** On one line, not decoded. */
  value: string;
}

/** Fields that a message needs and may lack, and changes of others. */
export interface RawCompletion {
  /** Its author, if it names none. */
  from: string;
  /** `unique@domain`, if it has none. */
  messageId: string;
  /** When it leaves, if it does not say. */
  date: Date;
  /** Further headers; they replace those of the same names. */
  headers?: Record<string, string>;
  removes: (field: RawField) => boolean;
}

/** Cuts a message of CRLF lines. @throws InvalidMail if it does not begin with headers, or they are too long */
export function readRawMessage(message: Buffer): RawMessage {
  const found = message.subarray(0, MAX_HEADER + END.length).indexOf(END);
  if (found < 0 && message.length > MAX_HEADER) throw new InvalidMail('raw', 'has headers of more than 256 KiB');
  const end = found < 0 ? message.length : found + 2;
  const section = message.toString('latin1', 0, end);
  if (/\0|\r(?!\n)|(?<!\r)\n/.test(section))
    throw new InvalidMail('raw', 'has a header with a NUL, or with a CR or LF alone');
  const fields = section.startsWith('\r\n') ? null : splitHeader(section);
  if (!fields) throw new InvalidMail('raw', 'does not begin with headers');
  return { fields, rest: message.subarray(end) };
}

/** The author that a message names; null if it names none. @throws InvalidMail unless that is one address */
export function rawAuthor({ fields }: RawMessage): Mailbox | null {
  const [from, ...others] = fields.filter(({ name }) => name === 'from');
  if (!from) return null;
  const author = others.length === 0 ? parseMailbox(textOf(from)) : null;
  if (!author) throw new InvalidMail('raw', 'needs one From header with one address');
  return author;
}

/**
 * A message as it leaves: without the fields that are removed, and with what it lacks (From, To, Message-ID, Date, MIME-Version) and the
 * further headers in front. The body stays byte for byte.
 * @throws InvalidMail
 */
export function completeRawMessage(message: Buffer, completion: RawCompletion): Buffer {
  const { from, messageId, date, headers = {}, removes } = completion;
  const { fields, rest } = readRawMessage(message);
  const replaced = new Set(Object.keys(headers).map((name) => name.toLowerCase()));
  const kept = fields.filter(({ name, lines }) => !replaced.has(name) && !removes({ name, value: unfolded(lines) }));
  const has = (name: string) => kept.some((field) => field.name === name);
  const added = [
    has('from') ? '' : addressHeader('From', [authorOf(from)]),
    has('to') || has('cc') ? '' : 'To: undisclosed-recipients:;\r\n',
    has('message-id') ? '' : messageIdHeader(messageId),
    has('date') ? '' : `Date: ${dateTime(date)}\r\n`,
    has('mime-version') ? '' : 'MIME-Version: 1.0\r\n',
    customHeaders(headers),
  ];
  const section = Buffer.from([...added.map(utf8InLatin1), ...kept.map(({ lines }) => lines)].join(''), 'latin1');
  return Buffer.concat([section, rest.length > 0 ? rest : Buffer.from('\r\n')]);
}

/** The text of a field, as UTF-8. */
const textOf = ({ lines }: HeaderLines): string => Buffer.from(unfolded(lines), 'latin1').toString('utf8');

const utf8InLatin1 = (text: string): string => Buffer.from(text, 'utf8').toString('latin1');

function authorOf(from: string): Mailbox {
  const author = parseMailbox(from);
  if (!author) throw new InvalidMail('from', 'not an e-mail address');
  return author;
}
