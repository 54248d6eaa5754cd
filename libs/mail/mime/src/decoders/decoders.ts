import { Base64Decoder } from './base64-decoder.js';
import { UuDecoder } from './uu-decoder.js';

/** Decodes the content of a part, piece by piece. */
export interface ContentDecoder {
  write(bytes: Buffer): Buffer;
  end(): Buffer;
}

const NONE = Buffer.alloc(0);
const NAME_MAX = 100;

/** Chooses a decoder by Content-Transfer-Encoding, however it is spelled; an unknown one is taken as it is (RFC 2045, 6.4). */
export function decoderFor(encoding: string): ContentDecoder {
  switch (nameOf(encoding)) {
    case 'base64':
      return new Base64Decoder();
    case 'quotedprintable':
      return new QuotedPrintableDecoder();
    case 'uuencode':
    case 'uue':
      return new UuDecoder();
    default:
      return { write: (bytes) => bytes, end: () => NONE };
  }
}

/** Without comments, parameters, quotes and hyphens. */
const nameOf = (encoding: string): string =>
  encoding
    .slice(0, NAME_MAX)
    .toLowerCase()
    .replaceAll(/\([^)]*\)/g, '')
    .replace(/;.*$/s, '')
    .replaceAll(/[^a-z0-9]/g, '')
    .replace(/^x(?=uu)/, '');

/** A `=` that begins no escape stays as it is. */
class QuotedPrintableDecoder implements ContentDecoder {
  #carried = '';

  write(bytes: Buffer): Buffer {
    const text = this.#carried + bytes.toString('latin1');
    // An escape, a soft line break or blanks at a line's end may go on in the next piece.
    const open = /(?:=[ \t]*\r?|=[0-9A-Fa-f]|[ \t]+\r?)$/.exec(text.slice(-1_000));
    const kept = open ? open[0].length : 0;
    this.#carried = kept > 0 ? text.slice(-kept) : '';
    return unquote(kept > 0 ? text.slice(0, -kept) : text);
  }

  end(): Buffer {
    const rest = unquote(this.#carried.replace(/=[ \t]*\r?$|[ \t]+$/, ''));
    this.#carried = '';
    return rest;
  }
}

function unquote(text: string): Buffer {
  const joined = text.replace(/[ \t]+(?=\r?\n)/g, '').replace(/=\r?\n/g, '');
  const decoded = joined.replace(/=([0-9A-Fa-f]{2})/g, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
  return Buffer.from(decoded, 'latin1');
}
