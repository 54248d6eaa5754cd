import { decodeText } from '#libs/core/charsets';

/** A field such as Content-Type: a value, and parameters. */
export interface ParameterField {
  /** In lower case. */
  value: string;
  /** Values by names in lower case; the first of several counts. */
  parameters: Map<string, string>;
}

const PARAMETERS_MAX = 200;
const NAME_MAX = 100;
/** The form of a value: of a type, or of a disposition. Further words are a mistake, or parameters without a semicolon. */
const VALUE = /^\s*(?:\([^)]*\)\s*)*["']?([^\s;,"'()=]{0,200})["']?(?![^\s;]{0,200}=)/;
/** Characters of a field that are read. */
const TEXT_MAX = 65_536;
/** Blanks of which one is enough. */
const BLANKS = /\s{20,}/g;

/**
 * Parses the value and the parameters (RFC 2045, 5.1), with continuations and charsets (RFC 2231). Semicolons that are not
 * there, and blanks in values without quotes, are read as they were meant.
 */
export function parseParameters(field: string): ParameterField {
  const text = field.slice(0, TEXT_MAX).replaceAll(BLANKS, ' ');
  const [head = '', value = ''] = VALUE.exec(text) ?? [];
  const raw = new Map<string, string>();
  for (const [name, content] of readParameters(text, head.length)) {
    if (!raw.has(name)) raw.set(name, content);
    if (raw.size >= PARAMETERS_MAX) break;
  }
  return { value: value.toLowerCase(), parameters: withContinuations(raw) };
}

const NAME = /[\s;,]*([^\s;=,"]+)\s*/y;
const EQUALS = /=\s*/y;
const QUOTED = /"((?:[^"\\]|\\.)*)"/sy;
/** Value without quotes: it ends at a semicolon, or where another parameter begins. */
const BARE = /(?:[^;\s]|\s(?!\s*[a-z][\w*-]{0,40}\s?=))*/iy;

function* readParameters(text: string, from: number): Generator<[string, string]> {
  let at = from;
  const next = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at;
    const found = pattern.exec(text);
    if (found) at += found[0].length;
    return found;
  };
  while (at < text.length) {
    const name = next(NAME)?.[1];
    if (name === undefined) at += 1;
    else if (next(EQUALS)) {
      const value = next(QUOTED)?.[1];
      const content = value === undefined ? bareOf(next(BARE)?.[0] ?? '') : unescaped(value);
      if (name.length <= NAME_MAX) yield [name.toLowerCase(), content];
    }
  }
}

/** A backslash is one, as in the paths of Windows, unless it stands before what must have one. */
const unescaped = (text: string): string => text.replaceAll(/\\(["\\])/g, '$1');

/** A quotation mark at its beginning is not closed. A comment may follow it. */
const bareOf = (text: string): string =>
  text
    .trim()
    .replace(/^"/, '')
    .replace(/\s+\([^()]*\)$/, '');

function withContinuations(raw: ReadonlyMap<string, string>): Map<string, string> {
  const parameters = new Map<string, string>();
  for (const [key, value] of raw) {
    const [name = '', part] = key.split('*');
    if (!key.includes('*')) {
      parameters.set(name, parameters.get(name) ?? value);
      continue;
    }
    if (part !== '' && part !== '0') continue;
    parameters.set(name, decodeExtended(raw, name));
  }
  return parameters;
}

/** The first piece names the charset; each piece whose name ends in `*` is percent-encoded. */
function decodeExtended(raw: ReadonlyMap<string, string>, name: string): string {
  const pieces: Buffer[] = [];
  let charset: string | undefined;
  const add = (text: string, isFirst: boolean) => {
    let encoded = text;
    if (isFirst) {
      const [, label, rest] = /^([^']*)'[^']*'(.*)$/s.exec(text) ?? [];
      if (rest !== undefined) [charset, encoded] = [label, rest];
    }
    pieces.push(percentDecoded(encoded));
  };
  const single = raw.get(`${name}*`);
  if (single !== undefined) add(single, true);
  else {
    for (let n = 0; n < PARAMETERS_MAX; n += 1) {
      const encoded = raw.get(`${name}*${n}*`);
      const plain = raw.get(`${name}*${n}`);
      if (encoded !== undefined) add(encoded, n === 0);
      else if (plain !== undefined) pieces.push(Buffer.from(plain));
      else break;
    }
  }
  return decodeText(Buffer.concat(pieces), charset).text;
}

function percentDecoded(text: string): Buffer {
  const bytes = Buffer.from(text).toString('latin1');
  const decoded = bytes.replaceAll(/%([0-9A-Fa-f]{2})/g, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
  return Buffer.from(decoded, 'latin1');
}
