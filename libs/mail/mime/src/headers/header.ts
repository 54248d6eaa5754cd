import { isAscii, isUtf8 as isValidUtf8 } from 'node:buffer';
import { decodeText } from '#libs/core/charsets';
import { parseAddresses } from './addresses.js';
import { parseDate } from './dates.js';
import { charsetOfWords, decodeHeaderText } from './encoded-words.js';
import type { HeaderField, ParsedAddress } from '../parsed-message.js';

const IDS_TEXT_MAX = 65_536;
const REFERENCES_MAX = 100;
/** RFC 5322, 2.1.1: a line is at most 998 characters long, and a Message-ID is on one line. */
const MESSAGE_ID_MAX = 998;
/** Bytes of a field in which its first encoded word is looked for. */
const WORDS_WITHIN = 16_384;
const [BLANK, TAB] = [0x20, 0x09];
const SPACE = Buffer.from(' ');

/** The lines of a header section, unfolded, as text. */
export function parseFields(lines: readonly Buffer[]): HeaderField[] {
  const fields: Buffer[][] = [];
  for (const line of lines) {
    const last = fields.at(-1);
    if (last && (line[0] === BLANK || line[0] === TAB)) last.push(SPACE, trimmed(line));
    else fields.push([line]);
  }
  return fields.map((pieces) => {
    const text = fieldText(pieces.length === 1 ? pieces[0]! : Buffer.concat(pieces));
    const colon = text.indexOf(':');
    return { name: text.slice(0, colon).trim(), value: text.slice(colon + 1).trim() };
  });
}

function trimmed(line: Buffer): Buffer {
  let [start, end] = [0, line.length];
  while (start < end && line[start]! <= BLANK) start += 1;
  while (end > start && line[end - 1]! <= BLANK) end -= 1;
  return line.subarray(start, end);
}

/** Bytes beyond ASCII are UTF-8 if they can be, else in the charset of an encoded word beside them. */
function fieldText(bytes: Buffer): string {
  const charset =
    isAscii(bytes) || isValidUtf8(bytes) ? undefined : charsetOfWords(bytes.toString('latin1', 0, WORDS_WITHIN));
  return decodeText(bytes, charset).text;
}

/** The fields of a message or part, by names without case. */
export class HeaderFields {
  readonly #first = new Map<string, string>();

  constructor(readonly fields: readonly HeaderField[]) {
    for (const { name, value } of fields) {
      const key = name.toLowerCase();
      if (!this.#first.has(key)) this.#first.set(key, value);
    }
  }

  /** The first field of this name, not decoded; undefined if there is none. */
  get(name: string): string | undefined {
    return this.#first.get(name);
  }

  text(name: string): string {
    return decodeHeaderText(this.get(name) ?? '');
  }

  /** Reads the first field of this name, as RFC 5322, 3.6 allows no more. */
  addresses(name: string): ParsedAddress[] {
    return parseAddresses(this.get(name) ?? '');
  }

  messageId(name: string): string | null {
    return messageIdsOf(this.get(name) ?? '')[0] ?? null;
  }

  messageIds(name: string): string[] {
    return messageIdsOf(this.get(name) ?? '').slice(-REFERENCES_MAX);
  }

  /** Returns when it was written; if it does not say, when it was last received. */
  date(): Date | null {
    return parseDate(this.get('date') ?? '') ?? this.receivedDate();
  }

  /** Returns when it was last received; null if it does not say. */
  receivedDate(): Date | null {
    for (const { name, value } of this.fields) {
      const received = name.toLowerCase() === 'received' && parseDate(value.slice(value.lastIndexOf(';') + 1).trim());
      if (received) return received;
    }
    return null;
  }
}

function messageIdsOf(value: string): string[] {
  const ids = [...value.slice(0, IDS_TEXT_MAX).matchAll(/<([^<>]+)>/g)].map(([, id = '']) => id);
  const found = ids.length > 0 ? ids : value.split(/\s+/);
  return found.map((id) => id.replaceAll(/\s+/g, '')).filter((id) => id !== '' && id.length <= MESSAGE_ID_MAX);
}
