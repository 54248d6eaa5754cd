import { parseAddresses } from './addresses.js';
import { decodeText } from '#libs/charsets';
import { decodeHeaderText } from './encoded-words.js';
import type { HeaderField, ParsedAddress } from './parsed-message.js';

const IDS_TEXT_MAX = 65_536;
const REFERENCES_MAX = 100;
/** RFC 5322, 2.1.1: a line is at most 998 characters long, and a Message-ID is on one line. */
const MESSAGE_ID_MAX = 998;

/** The lines of a header section, unfolded. Bytes beyond ASCII are UTF-8 if they can be. */
export function parseFields(lines: readonly Buffer[]): HeaderField[] {
  const fields: HeaderField[] = [];
  for (const line of lines) {
    const text = decodeText(line, undefined).text;
    const last = fields.at(-1);
    if (/^[ \t]/.test(text) && last) {
      last.value += ` ${text.trim()}`;
      continue;
    }
    const colon = text.indexOf(':');
    fields.push({ name: text.slice(0, colon).trim(), value: text.slice(colon + 1).trim() });
  }
  return fields;
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

  date(): Date | null {
    const date = new Date((this.get('date') ?? '').slice(0, 100).replaceAll(/\([^)]*\)/g, ' '));
    const year = date.getUTCFullYear();
    return Number.isNaN(year) || year < 1970 || year > 9_999 ? null : date;
  }
}

function messageIdsOf(value: string): string[] {
  const ids = [...value.slice(0, IDS_TEXT_MAX).matchAll(/<([^<>]+)>/g)].map(([, id = '']) => id);
  const found = ids.length > 0 ? ids : value.split(/\s+/);
  return found.map((id) => id.replaceAll(/\s+/g, '')).filter((id) => id !== '' && id.length <= MESSAGE_ID_MAX);
}
