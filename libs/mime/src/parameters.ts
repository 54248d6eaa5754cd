import { decodeText } from '#libs/charsets';

/** A field such as Content-Type: a value, and parameters. */
export interface ParameterField {
  /** In lower case. */
  value: string;
  /** By names in lower case; the first of several counts. */
  parameters: Map<string, string>;
}

const PARAMETERS_MAX = 200;
const PARAMETER = /;\s*([^=;\s]{1,100})\s*=\s*(?:"((?:[^"\\]|\\.)*)"?|([^;]*))/gs;

/** Parses the value and the parameters (RFC 2045, 5.1), with continuations and charsets (RFC 2231). */
export function parseParameters(text: string): ParameterField {
  const separator = text.indexOf(';');
  const value = (separator < 0 ? text : text.slice(0, separator))
    .replaceAll(/\([^)]*\)/g, '')
    .trim()
    .toLowerCase();
  const raw = new Map<string, string>();
  for (const [, name = '', quoted, bare = ''] of separator < 0 ? [] : text.slice(separator).matchAll(PARAMETER)) {
    const key = name.toLowerCase();
    if (!raw.has(key)) raw.set(key, quoted === undefined ? bare.trim() : quoted.replaceAll(/\\(.)/gs, '$1'));
    if (raw.size >= PARAMETERS_MAX) break;
  }
  return { value, parameters: withContinuations(raw) };
}

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
  const bytes = text.replaceAll(/%([0-9A-Fa-f]{2})/g, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
  return Buffer.from(bytes, 'latin1');
}
